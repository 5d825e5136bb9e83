//! Code objects: code changes where it lies, and never grows.

use std::collections::HashSet;

use super::mend::{self, Mended};
use super::needs;
use super::{Added, Error, Fixed, Left, Options};
use crate::lint::longest_nop;
use crate::program::{self, Program, Routine};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_mc::ListedId;
use cdnasched_object::{CodeObject, CodeSection, Contents, Objects, Patch, Target, read};

/// How often the code is read again and mended: instructions that two functions have in common take more than once.
const PASSES: u32 = 4;

pub(super) fn fix(
    bytes: &[u8],
    objects: &Objects<'_>,
    target: Option<Target>,
    options: Options,
) -> Result<Fixed, Error> {
    let mut fixed = Fixed {
        bytes: bytes.to_vec(),
        ..Fixed::default()
    };
    for part in &objects.damaged {
        fixed
            .skipped
            .push((part.origin.clone(), part.reason.to_string()));
    }
    let wanted = |object: &&CodeObject<'_>| target.is_none_or(|t| t.gpu == object.target.gpu);
    let mut any = false;
    for (at, _) in objects
        .objects
        .iter()
        .enumerate()
        .filter(|(_, object)| wanted(object))
    {
        any = true;
        fix_object(at, options, &mut fixed)?;
    }
    match (any, objects.damaged.first()) {
        (false, Some(part)) => Err(part.reason.clone().into()),
        (false, None) => Err(Error::Nothing),
        _ => Ok(fixed),
    }
}

/// Runs something on a code object of a file, by its number.
fn with_object<T>(
    bytes: &[u8],
    number: usize,
    run: impl FnOnce(&CodeObject<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let Contents::Objects(objects) = read(bytes)? else {
        return Err(Error::Refused("it is no code object any more"));
    };
    match objects.objects.get(number) {
        Some(object) => run(object),
        None => Err(Error::Refused("a code object is missing")),
    }
}

fn fix_object(number: usize, options: Options, fixed: &mut Fixed) -> Result<(), Error> {
    let mut refusal = None;
    for _ in 0..PASSES {
        let pass = with_object(&fixed.bytes, number, |object| {
            pass(object, &fixed.bytes, options)
        });
        let (bytes, added) = match pass {
            Ok(Some(new)) => new,
            Ok(None) => break,
            Err(Error::Patch(error)) => {
                refusal = Some(error.to_string());
                break;
            }
            Err(error) => return Err(error),
        };
        with_object(&fixed.bytes, number, |old| {
            with_object(&bytes, number, |new| judge(old, new, options))
        })?;
        fixed.bytes = bytes;
        fixed.added.extend(added);
    }
    let bytes = std::mem::take(&mut fixed.bytes);
    let done = with_object(&bytes, number, |object| {
        report(object, refusal.as_deref(), options, fixed)
    });
    fixed.bytes = bytes;
    done
}

/// A file with what was mended in it.
type Patched = (Vec<u8>, Vec<Added>);

/// Mends what can be mended; `None` when that is nothing.
fn pass(object: &CodeObject<'_>, file: &[u8], options: Options) -> Result<Option<Patched>, Error> {
    let programs = program::of_object(object)?;
    let mut patches: Vec<(usize, usize, Vec<u8>)> = Vec::new();
    let mut added = Vec::new();
    for (at, (program, section)) in programs.iter().zip(&object.code).enumerate() {
        let code = Code::new(object, at, section, program);
        let mut touched: HashSet<ListedId> = HashSet::new();
        for routine in &program.routines {
            if routine.listed.iter().any(|at| touched.contains(at)) {
                continue;
            }
            let may_move = |inst| routine.listed(inst).is_some_and(|at| code.may_move(at));
            let mended = mend::mend(&routine.function, options.policy, may_move);
            if mended.changes.is_empty() {
                continue;
            }
            touched.extend(&routine.listed);
            for (offset, bytes) in code.patches(routine, &mended)? {
                patches.push((at, offset, bytes));
            }
            for change in mended.changes {
                let listed = routine.listed(change.before);
                let place = listed.map_or(0, |at| program.listing.insts[at.index()].address);
                added.push(Added {
                    place: format!("{place:#x}"),
                    line: 0,
                    text: change.text,
                    instead_of: change.instead_of,
                    rule: change.rule,
                    before: code.print(listed),
                });
            }
        }
    }
    if patches.is_empty() {
        return Ok(None);
    }
    let patches: Vec<Patch<'_>> = patches
        .iter()
        .map(|(section, offset, bytes)| Patch {
            section: *section,
            offset: *offset,
            bytes,
        })
        .collect();
    Ok(Some((object.patch(file, &patches)?, added)))
}

/// The code of a section.
struct Code<'a> {
    object: &'a CodeObject<'a>,
    number: usize,
    section: &'a CodeSection,
    program: &'a Program,
}

impl<'a> Code<'a> {
    fn new(
        object: &'a CodeObject<'a>,
        number: usize,
        section: &'a CodeSection,
        program: &'a Program,
    ) -> Code<'a> {
        Code {
            object,
            number,
            section,
            program,
        }
    }

    /// The bytes of an instruction, and where they begin in the section.
    fn bytes(&self, at: ListedId) -> Option<(usize, &'a [u8])> {
        let inst = self.program.listing.insts.get(at.index())?;
        let offset = usize::try_from(inst.address.checked_sub(self.section.address)?).ok()?;
        let all = self.object.file().get(self.section.range.clone())?;
        Some((
            offset,
            all.get(offset..offset.checked_add(inst.size as usize)?)?,
        ))
    }

    /// Whether an instruction does the same a word further on, and nothing names its address.
    fn may_move(&self, at: ListedId) -> bool {
        let listing = &self.program.listing;
        let from = at.index().saturating_sub(3);
        let Some(before) = listing.insts.get(from..=at.index()) else {
            return false;
        };
        let counts = before
            .iter()
            .any(|inst| listing.name(inst).starts_with("S_GETPC_B64"));
        let Some(inst) = before.last() else {
            return false;
        };
        let name = listing.name(inst);
        let relative = [
            "S_CALL",
            "S_CBRANCH",
            "S_BRANCH",
            "S_SETPC",
            "S_SWAPPC",
            "S_SUBVECTOR",
        ];
        let named = self.object.symbols.iter();
        let named = named
            .filter(|symbol| symbol.section == self.number)
            .any(|symbol| symbol.address == inst.address);
        !counts && !named && inst.opcode.is_some() && !relative.iter().any(|r| name.starts_with(r))
    }

    /// An instruction as text.
    fn print(&self, at: Option<ListedId>) -> String {
        let printed = || {
            let (_, bytes) = self.bytes(at?)?;
            let target = self.object.target;
            let mut reader = program::reader(target.gpu, program::features(target)).ok()?;
            let address = self.program.listing.insts.get(at?.index())?.address;
            reader.decode(bytes, address).ok()?;
            reader.print(ListedId(0), &[])
        };
        let printed = printed().unwrap_or_default();
        printed.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The bytes that change, with their places in the section.
    fn patches(&self, routine: &Routine, mended: &Mended) -> Result<Vec<(usize, Vec<u8>)>, Error> {
        let refused = Error::Refused("instructions of a block do not lie together");
        let mut patches = Vec::new();
        for block in routine.function.block_ids() {
            let (old, new) = (
                &routine.function.block(block).order,
                &mended.function.block(block).order,
            );
            if old == new {
                continue;
            }
            let mut before = Vec::new();
            let mut begin = None;
            for &inst in old {
                let found = routine.listed(inst).and_then(|at| self.bytes(at));
                let Some((offset, bytes)) = found else {
                    return Err(refused);
                };
                if offset != *begin.get_or_insert(offset) + before.len() {
                    return Err(refused);
                }
                before.extend_from_slice(bytes);
            }
            let mut after = Vec::new();
            for &inst in new {
                match routine.listed(inst).and_then(|at| self.bytes(at)) {
                    Some((_, bytes)) => after.extend_from_slice(bytes),
                    None => after.extend(encoding(&mended.function, inst).to_le_bytes()),
                }
            }
            if before.len() != after.len() {
                return Err(Error::Refused("code would grow"));
            }
            let same = |(a, b): &(&u8, &u8)| a == b;
            let first = before.iter().zip(&after).take_while(same).count();
            let last = before
                .iter()
                .rev()
                .zip(after.iter().rev())
                .take_while(same)
                .count();
            let end = before.len() - last.min(before.len() - first);
            patches.push((begin.unwrap_or(0) + first, after[first..end].to_vec()));
        }
        Ok(patches)
    }
}

/// The SOPP encoding of a wait or nop (MI300 ISA, 13.1.5 "SOPP"; `s_nop` is opcode 0, `s_waitcnt` 12).
fn encoding(function: &Function, inst: InstId) -> u32 {
    let imm = function.operands(inst).first().and_then(|o| o.imm());
    let imm = imm.unwrap_or(0) as u16;
    let opcode = if mend::is_nop(function, inst) { 0 } else { 12 };
    0xBF80_0000 | opcode << 16 | u32::from(imm)
}

/// Both are the same program but for waits and nops, and the new one lacks less.
fn judge(old: &CodeObject<'_>, new: &CodeObject<'_>, options: Options) -> Result<(), Error> {
    let (old, new) = (program::of_object(old)?, program::of_object(new)?);
    let alike = old.len() == new.len()
        && old
            .iter()
            .zip(&new)
            .all(|(old, new)| super::text::is_same_program(old, new));
    if !alike {
        return Err(Error::Refused("control takes other ways"));
    }
    let lacks = |programs: &[Program]| -> usize {
        let routines = programs.iter().flat_map(|program| &program.routines);
        routines
            .map(|r| mend::lacks(&r.function, options.policy))
            .sum()
    };
    if lacks(&new) >= lacks(&old) {
        return Err(Error::Refused("it is no better"));
    }
    Ok(())
}

/// Notes what is still missing.
fn report(
    object: &CodeObject<'_>,
    refusal: Option<&str>,
    options: Options,
    fixed: &mut Fixed,
) -> Result<(), Error> {
    for program in program::of_object(object)? {
        for routine in &program.routines {
            let (missing, undecided) = needs::missing(&routine.function, options.policy);
            fixed.undecided += undecided;
            for missing in missing {
                let at = routine.listed(missing.at);
                let address = at.map_or(0, |at| program.listing.insts[at.index()].address);
                let longest = longest_nop(routine.function.gpu);
                let bytes = 4 * needs::states(&missing).map_or(1, |left| left.div_ceil(longest));
                let why = refusal.map_or_else(
                    || format!("it takes {bytes} more bytes, and code cannot grow in place"),
                    str::to_owned,
                );
                fixed.left.push(Left {
                    place: format!("{address:#x}"),
                    line: 0,
                    rule: missing.rule,
                    reason: format!(
                        "{}; {why}; fix the assembly text and assemble it again",
                        missing.message
                    ),
                });
            }
        }
        for left in &program.not_analysed {
            fixed.skipped.push((left.name.clone(), left.reason.clone()));
        }
    }
    Ok(())
}
