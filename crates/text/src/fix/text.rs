//! Assembly text.

use std::collections::{BTreeMap, HashSet};

use super::needs::{self, Insert};
use super::{Added, Error, Fixed, Left, Options};
use crate::edit::{self, Edits, Lines};
use crate::program::{self, Program, Routine, SourceText};
use cdnasched_base::machine::{InstFlags, InstId};
use cdnasched_mc::{Listed, ListedId, ListedOperand, Listing};
use cdnasched_object::Target;

/// How often the text is read again and mended. Once does mostly; instructions that two functions have in common,
/// and places that nops could not be moved to, take more.
const PASSES: u32 = 8;

/// Instructions behind `s_getpc_b64` that count from where it stands.
const AFTER_GETPC: usize = 3;
/// The same where they add the two halves of a symbol's address.
const SYMBOL_AFTER_GETPC: usize = 2;

pub(super) fn fix(source: &str, target: Target, options: Options) -> Result<Fixed, Error> {
    let read = |text: &str| {
        let features = program::features(target);
        Program::of_text(&SourceText::new(text), target.gpu, features)
    };
    let original = read(source)?;
    let original_lines = Lines::new(source, &original.listing)?;
    let mut text = source.to_owned();
    let mut now = original.clone();
    let mut origin: Vec<Option<ListedId>> = (0..now.listing.insts.len() as u32)
        .map(|at| Some(ListedId(at)))
        .collect();
    let mut added: Vec<(usize, Added)> = Vec::new();
    for pass in 0..PASSES {
        let (edits, new) = plan(&text, &now, pass > 0, options)?;
        if edits.is_empty() {
            break;
        }
        let next = edit::apply(&text, &now.listing, &edits)?;
        let program = read(&next)?;
        let matched = judge(&now, &program, new.len())?;
        for (at, insert) in new {
            let of = origin[at.index()].or_else(|| origin[at.index()..].iter().find_map(|&o| o));
            let of = of.unwrap_or(ListedId(0));
            added.push((of.index(), describe(&original_lines, of, insert)));
        }
        let chain = matched
            .iter()
            .map(|at| at.and_then(|at| origin[at.index()]));
        origin = chain.collect();
        text = next;
        now = program;
    }
    added.sort_by_key(|&(at, _)| at);
    let mut fixed = Fixed {
        bytes: text.clone().into_bytes(),
        added: added.into_iter().map(|(_, added)| added).collect(),
        ..Fixed::default()
    };
    report(&text, &now, &origin, &original_lines, options, &mut fixed)?;
    for left in &original.not_analysed {
        let line = original_lines.number(left.at);
        let reason = format!("line {line}: {}", left.reason);
        fixed.skipped.push((left.name.clone(), reason));
    }
    Ok(fixed)
}

fn describe(lines: &Lines<'_>, at: ListedId, insert: Insert) -> Added {
    let line = lines.number(at);
    Added {
        place: format!("line {line}"),
        line,
        text: insert.text,
        instead_of: String::new(),
        rule: insert.rule,
        before: lines.text(at).to_owned(),
    }
}

/// What goes into a text, with the instructions before which it goes or behind which it ends.
fn plan(
    text: &str,
    program: &Program,
    here: bool,
    options: Options,
) -> Result<(Edits, Vec<(ListedId, Insert)>), Error> {
    let lines = Lines::new(text, &program.listing)?;
    let obstacles = Obstacles::new(&program.listing, &lines);
    let mut edits = Edits::new();
    let mut new = Vec::new();
    // What two functions have in common is looked at again once the first is mended.
    let mut touched: HashSet<ListedId> = HashSet::new();
    for routine in &program.routines {
        if routine.listed.iter().any(|at| touched.contains(at)) {
            continue;
        }
        let blocked = |inst: InstId| {
            let at = routine.listed(inst);
            at.is_none_or(|at| obstacles.before(at).is_some())
        };
        let inserts = needs::inserts(&routine.function, options.policy, here, blocked);
        let before = new.len();
        for insert in inserts {
            let Some(at) = routine.listed(insert.at) else {
                continue;
            };
            let obstacle = match insert.behind {
                true => obstacles.behind(at),
                false => obstacles.before(at),
            };
            if obstacle.is_some() {
                continue;
            }
            let line = match options.comments {
                true => format!("{} ; cdna-sched: {}", insert.text, insert.rule),
                false => insert.text.clone(),
            };
            match insert.behind {
                true => edits.insert_after(at, line),
                false => edits.insert_before(at, line),
            }
            new.push((at, insert));
        }
        if new.len() > before {
            touched.extend(&routine.listed);
        }
    }
    Ok((edits, new))
}

/// Where no line can be inserted.
struct Obstacles<'a> {
    lines: &'a Lines<'a>,
    /// By instruction: why nothing may go before it.
    fixed: BTreeMap<usize, &'static str>,
}

impl<'a> Obstacles<'a> {
    fn new(listing: &Listing, lines: &'a Lines<'a>) -> Obstacles<'a> {
        let mut fixed = BTreeMap::new();
        let count = listing.insts.len();
        for (at, inst) in listing.insts.iter().enumerate() {
            if listing.name(inst).starts_with("S_GETPC_B64") {
                let reach = if is_address_of_symbol(listing, at) {
                    SYMBOL_AFTER_GETPC
                } else {
                    AFTER_GETPC
                };
                for behind in at + 1..=(at + reach).min(count) {
                    fixed.insert(behind, "it may count from the s_getpc_b64 before it");
                }
            }
            // Instructions have 4 bytes or more: a branch by a number of words spans at most as many.
            if let Some(words) = words_of_branch(listing, inst) {
                let end = at.saturating_add_signed(words as isize + 1).min(count);
                for between in at.min(end)..=at.max(end) {
                    fixed.insert(between, "a branch by a number of words goes over it");
                }
            }
        }
        Obstacles { lines, fixed }
    }

    fn before(&self, at: ListedId) -> Option<&'static str> {
        let line = self.lines.obstacle_before(at);
        line.or(self.fixed.get(&at.index()).copied())
    }

    fn behind(&self, at: ListedId) -> Option<&'static str> {
        let line = self.lines.obstacle(at);
        let line = line.filter(|_| !self.lines.is_labelled(at));
        line.or(self.fixed.get(&(at.index() + 1)).copied())
    }
}

/// Whether an `s_getpc_b64` begins the address of a symbol: the next two instructions add the symbol's halves to what
/// it wrote. These count from it; nothing behind them does.
fn is_address_of_symbol(listing: &Listing, getpc: usize) -> bool {
    let register = |inst: &Listed, operand: usize| match listing.operands(inst).get(operand) {
        Some((ListedOperand::Reg(reg), _)) => Some(*reg),
        _ => None,
    };
    let is_added = |behind: usize, name: &str| {
        listing.insts.get(getpc + behind).is_some_and(|inst| {
            let symbols = listing.operands(inst).iter();
            listing.name(inst).starts_with(name)
                && register(inst, 0).is_some()
                && register(inst, 0) == register(inst, 1)
                && symbols
                    .filter(|(o, _)| matches!(o, ListedOperand::Symbol(_)))
                    .count()
                    == 1
        })
    };
    is_added(1, "S_ADD_U32") && is_added(2, "S_ADDC_U32")
}

fn words_of_branch(listing: &Listing, inst: &Listed) -> Option<i64> {
    let name = listing.name(inst);
    if !inst.flags.has(InstFlags::BRANCH) && !name.starts_with("S_CALL_B64") {
        return None;
    }
    let mut operands = listing.operands(inst).iter();
    operands.find_map(|(operand, _)| match operand {
        ListedOperand::Imm(words) => Some(i64::from(*words as u16 as i16)),
        _ => None,
    })
}

/// By instruction of the new text: the one of the old that it is; `None` for those inserted.
///
/// # Errors
/// When the new text is more or less than the old one with that many waits and nops.
fn judge(old: &Program, new: &Program, inserted: usize) -> Result<Vec<Option<ListedId>>, Error> {
    let mut origin = Vec::with_capacity(new.listing.insts.len());
    let mut at = 0;
    for inst in &new.listing.insts {
        let same = old.listing.insts.get(at);
        if same.is_some_and(|old_inst| is_same(&old.listing, old_inst, &new.listing, inst)) {
            origin.push(Some(ListedId(at as u32)));
            at += 1;
        } else if matches!(new.listing.name(inst), "S_NOP" | "S_WAITCNT") {
            origin.push(None);
        } else {
            return Err(Error::Refused("an instruction is another"));
        }
    }
    if at != old.listing.insts.len() || origin.len() != at + inserted {
        return Err(Error::Refused("instructions are missing"));
    }
    let alike = is_same_program(old, new);
    if !alike {
        return Err(Error::Refused("control takes other ways"));
    }
    Ok(origin)
}

/// Whether all functions have the same blocks, but for waits and nops.
pub(super) fn is_same_program(old: &Program, new: &Program) -> bool {
    old.routines.len() == new.routines.len()
        && old.not_analysed.len() == new.not_analysed.len()
        && old
            .routines
            .iter()
            .zip(&new.routines)
            .all(|(old, new)| is_alike(old, new))
}

fn is_same(old: &Listing, one: &Listed, new: &Listing, other: &Listed) -> bool {
    let (ones, others) = (old.operands(one), new.operands(other));
    let operand = |&(one, flags): &(ListedOperand, _), &(other, others): &(ListedOperand, _)| {
        flags == others
            && match (one, other) {
                (ListedOperand::Symbol(one), ListedOperand::Symbol(other)) => {
                    old.symbol(one) == new.symbol(other)
                }
                (one, other) => one == other,
            }
    };
    old.name(one) == new.name(other)
        && ones.len() == others.len()
        && ones
            .iter()
            .zip(others)
            .all(|(one, other)| operand(one, other))
}

/// Whether a function has the same blocks, but for waits and nops.
fn is_alike(old: &Routine, new: &Routine) -> bool {
    let names = |routine: &Routine, order: &[InstId]| -> Vec<String> {
        let insts = order.iter();
        let names = insts.map(|&inst| routine.function.opcode(inst).name.clone());
        names
            .filter(|name| !matches!(name.as_str(), "S_NOP" | "S_WAITCNT"))
            .collect()
    };
    let (one, other) = (&old.function, &new.function);
    one.name == other.name
        && one.blocks().len() == other.blocks().len()
        && one.block_ids().all(|block| {
            let (a, b) = (one.block(block), other.block(block));
            a.successors == b.successors && names(old, &a.order) == names(new, &b.order)
        })
}

/// Notes what is still missing.
fn report(
    text: &str,
    program: &Program,
    origin: &[Option<ListedId>],
    original: &Lines<'_>,
    options: Options,
    fixed: &mut Fixed,
) -> Result<(), Error> {
    let lines = Lines::new(text, &program.listing)?;
    let obstacles = Obstacles::new(&program.listing, &lines);
    for routine in &program.routines {
        let (missing, undecided) = needs::missing(&routine.function, options.policy);
        fixed.undecided += undecided;
        for missing in missing {
            let at = routine.listed(missing.at);
            let line = at.and_then(|at| origin.get(at.index()).copied().flatten());
            let line = line.map_or(0, |at| original.number(at));
            let why = at.and_then(|at| obstacles.before(at));
            let why = why.unwrap_or("no place for it was found");
            fixed.left.push(Left {
                place: format!("line {line}"),
                line,
                rule: missing.rule,
                reason: format!(
                    "{}; nothing is inserted: {why}; edit it by hand",
                    missing.message
                ),
            });
        }
    }
    Ok(())
}
