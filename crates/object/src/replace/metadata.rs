//! Numbers of registers in the metadata of a kernel.
//!
//! The note is MessagePack; a number keeps its length, so that nothing moves.

use object::endian::LittleEndian;
use object::read::elf::SectionHeader as _;
use rmp::Marker;
use rmp::decode::{read_array_len, read_map_len, read_marker};

use super::super::descriptor::Registers;
use super::super::elf::{Elf, damaged};
use super::super::kernels::NT_AMDGPU_METADATA;
use super::ReplaceError;

const LE: LittleEndian = LittleEndian;
/// How deep maps and arrays may lie in each other.
const DEPTH: u32 = 16;

/// Brings the numbers of vector registers of a kernel up to date, where metadata have them.
pub(super) fn set_registers(
    elf: &Elf<'_>,
    bytes: &mut [u8],
    kernel: &str,
    registers: Registers,
) -> Result<(), ReplaceError> {
    let no_room = || ReplaceError::Metadata(kernel.to_owned());
    for section in elf.sections.iter() {
        let notes = section.notes(LE, elf.data).map_err(damaged)?;
        let Some(mut notes) = notes else { continue };
        while let Some(note) = notes.next().map_err(damaged)? {
            if note.name() != b"AMDGPU" || note.n_type(LE).0 != NT_AMDGPU_METADATA {
                continue;
            }
            let note = note.desc();
            let begin = note.as_ptr().addr() - elf.data.as_ptr().addr();
            let found = Numbers::of(note, kernel).ok_or_else(no_room)?;
            for (at, value) in [
                (found.vgprs, registers.metadata_vgprs),
                (found.agprs, registers.agprs),
            ] {
                let Some(at) = at else { continue };
                let place = &mut bytes[begin + at..begin + note.len()];
                write(place, u64::from(value)).ok_or_else(no_room)?;
            }
            return Ok(());
        }
    }
    Ok(())
}

/// Where in a note the numbers of a kernel are.
#[derive(Clone, Copy, Default)]
struct Numbers {
    vgprs: Option<usize>,
    agprs: Option<usize>,
}

impl Numbers {
    /// `None` when the note cannot be read, or has no such kernel.
    fn of(note: &[u8], kernel: &str) -> Option<Numbers> {
        let mut rest = note;
        for _ in 0..read_map_len(&mut rest).ok()? {
            if text(&mut rest)? != "amdhsa.kernels" {
                skip(&mut rest, DEPTH)?;
                continue;
            }
            for _ in 0..read_array_len(&mut rest).ok()? {
                let (name, numbers) = Numbers::of_kernel(note, &mut rest)?;
                if name.strip_suffix(".kd") == Some(kernel) {
                    return Some(numbers);
                }
            }
        }
        None
    }

    /// Reads the map of a kernel: the name of its descriptor, and where its numbers are.
    fn of_kernel<'a>(note: &'a [u8], rest: &mut &'a [u8]) -> Option<(&'a str, Numbers)> {
        let mut numbers = Numbers::default();
        let mut name = "";
        for _ in 0..read_map_len(rest).ok()? {
            let key = text(rest)?;
            let at = note.len() - rest.len();
            match key {
                ".symbol" => {
                    name = text(rest)?;
                    continue;
                }
                ".vgpr_count" => numbers.vgprs = Some(at),
                ".agpr_count" => numbers.agprs = Some(at),
                _ => {}
            }
            skip(rest, DEPTH)?;
        }
        Some((name, numbers))
    }
}

fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let (text, behind) = rmp::decode::read_str_from_slice(*rest).ok()?;
    *rest = behind;
    Some(text)
}

/// Passes over a value.
fn skip(rest: &mut &[u8], depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    let mut before = *rest;
    let number = |rest: &mut &[u8], size: usize| -> Option<usize> {
        let (field, behind) = rest.split_at_checked(size)?;
        *rest = behind;
        let number = field
            .iter()
            .fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        usize::try_from(number).ok()
    };
    let bytes = match read_marker(rest).ok()? {
        Marker::FixPos(_) | Marker::FixNeg(_) | Marker::Null | Marker::True | Marker::False => 0,
        Marker::U8 | Marker::I8 => 1,
        Marker::U16 | Marker::I16 => 2,
        Marker::U32 | Marker::I32 | Marker::F32 => 4,
        Marker::U64 | Marker::I64 | Marker::F64 => 8,
        Marker::FixStr(length) => usize::from(length),
        Marker::Str8 | Marker::Bin8 => number(rest, 1)?,
        Marker::Str16 | Marker::Bin16 => number(rest, 2)?,
        Marker::Str32 | Marker::Bin32 => number(rest, 4)?,
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => {
            let count = read_array_len(&mut before).ok()?;
            *rest = before;
            return (0..count).try_for_each(|_| skip(rest, depth));
        }
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => {
            let count = read_map_len(&mut before).ok()?;
            *rest = before;
            return (0..count).try_for_each(|_| skip(rest, depth).and_then(|()| skip(rest, depth)));
        }
        _ => return None,
    };
    *rest = rest.get(bytes..)?;
    Some(())
}

/// Writes a number over another, in as many bytes; `None` when it does not fit.
fn write(place: &mut [u8], value: u64) -> Option<()> {
    let size = match Marker::from_u8(*place.first()?) {
        Marker::FixPos(_) => {
            place[0] = u8::try_from(value).ok().filter(|&value| value < 128)?;
            return Some(());
        }
        Marker::U8 => 1,
        Marker::U16 => 2,
        Marker::U32 => 4,
        Marker::U64 => 8,
        _ => return None,
    };
    if size < 8 && value >> (8 * size) != 0 {
        return None;
    }
    let bytes = value.to_be_bytes();
    place.get_mut(1..=size)?.copy_from_slice(&bytes[8 - size..]);
    Some(())
}
