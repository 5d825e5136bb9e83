//! Archives with other members: `ar(5)`, in GNU's form.

use super::rebuild::RebuildError;

const MAGIC: usize = 8;
/// Bytes of a member's header, where its size is in it, and how long that field is.
const HEADER: usize = 60;
const SIZE_AT: usize = 48;
const SIZE: usize = 10;
/// The member with the table of symbols: in big-endian words their number, then where the members begin that define them.
const SYMBOLS: &[u8] = b"/               ";

/// An archive with what `write` makes of each member. Members of an archive that is not in GNU's form stay as they are.
pub(super) fn rewrite(
    archive: &[u8],
    mut write: impl FnMut(&[u8]) -> Result<Vec<u8>, RebuildError>,
) -> Result<Vec<u8>, RebuildError> {
    let mut new = archive[..MAGIC].to_vec();
    let mut at = MAGIC;
    // Where members began, and begin now.
    let mut moved: Vec<(u32, u32)> = Vec::new();
    let mut symbols = None;
    while at + HEADER <= archive.len() {
        let header = &archive[at..at + HEADER];
        let size = str::from_utf8(&header[SIZE_AT..SIZE_AT + SIZE]).ok();
        let size: usize = size
            .and_then(|size| size.trim().parse().ok())
            .ok_or(RebuildError::Refused)?;
        let body = archive.get(at + HEADER..at + HEADER + size);
        let body = body.ok_or(RebuildError::Refused)?;
        moved.push((at as u32, new.len() as u32));
        // Names may stand before the contents (BSD's form): such a member is not taken apart.
        let is_table = header.starts_with(b"/ ")
            || header.starts_with(b"//")
            || header.starts_with(b"/SYM64/");
        let contents = match is_table || header.starts_with(b"#1/") {
            true => body.to_vec(),
            false => write(body)?,
        };
        if header.starts_with(SYMBOLS) {
            symbols = Some(new.len() + HEADER);
        }
        let mut header = header.to_vec();
        let digits = format!("{:<SIZE$}", contents.len());
        if digits.len() > SIZE {
            return Err(RebuildError::Refused);
        }
        header[SIZE_AT..SIZE_AT + SIZE].copy_from_slice(digits.as_bytes());
        new.extend(header);
        new.extend(&contents);
        if contents.len() % 2 != 0 {
            new.push(b'\n');
        }
        at += HEADER + size + size % 2;
    }
    new.extend(archive.get(at..).unwrap_or_default());
    let grows = new.len() != archive.len();
    if !grows {
        return Ok(new);
    }
    let table = symbols.ok_or(RebuildError::Refused)?;
    let word = |new: &[u8], at: usize| {
        let bytes = new.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes))
    };
    let count = word(&new, table).ok_or(RebuildError::Refused)?;
    for number in 0..count as usize {
        let at = table + 4 + 4 * number;
        let old = word(&new, at).ok_or(RebuildError::Refused)?;
        let place = moved.iter().find(|(was, _)| *was == old);
        let (_, is) = place.ok_or(RebuildError::Refused)?;
        new[at..at + 4].copy_from_slice(&is.to_be_bytes());
    }
    Ok(new)
}
