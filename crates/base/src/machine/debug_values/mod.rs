//! Where what debug values describe is once a plan is applied.
//!
//! A debug value (LLVM's `DBG_VALUE`) says that a variable of the source is in a register from its place on. When a
//! plan moves instructions or gives them other registers, the debug value stays behind the instruction that it
//! followed, and may find something else in that register. [`follow`] says which ones are to name another
//! register, and which are to say that nothing is known. What is not understood counts as not known: a debugger
//! shows no value then, rather than a wrong one.
//!
//! A value is told by where it comes from: what a register held where the block begins, or a result of an
//! instruction. Each block with debug values is walked twice, as it was and as it will be, and what a debug value
//! describes at its place in the one is looked for at its place in the other.

mod plan;
mod walk;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use self::plan::Plan;
use self::walk::{Held, Value, Walk};
use super::edits::{OperandEdit, Script};
use super::{BlockId, Function, InstId, Reg, RegRange, RegSet};

/// A debug value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugValue {
    /// The block it is in.
    pub block: BlockId,
    /// The instruction of the block that it follows; `None`: it is before all of them.
    pub after: Option<InstId>,
    /// Which variable it is about: debug values of one variable have the same number.
    pub variable: u32,
    /// The registers that it names.
    pub registers: Vec<DebugRegister>,
}

/// A register that a debug value names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugRegister {
    /// Which operand names it, in LLVM's order.
    pub operand: u32,
    /// The register; `None` for one that is not understood, a half of one, for example.
    pub register: Option<RegRange>,
}

/// A change to debug values, which are numbered as they were given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugEdit {
    /// What it describes is in another vector register, which LLVM may have no name for: then nothing is known.
    Register {
        /// The debug value.
        value: u32,
        /// Its operand, and the register.
        edit: OperandEdit,
    },
    /// Nothing is known of its variable from its place on.
    Unknown {
        /// The debug value.
        value: u32,
    },
    /// A new block begins with a debug value that says of the same variable that nothing is known.
    UnknownIn {
        /// The new block.
        block: BlockId,
        /// A debug value of the variable.
        value: u32,
    },
}

/// What becomes of debug values, by a verified plan. All of a block's are together, in their order.
///
/// The debug values of a block are expected behind the last instruction that they followed and that is not
/// removed, before all that is inserted there. In blocks that new ones have copies from, each iteration of a loop is spread
/// over several blocks: there a debug value keeps what it describes only if both belong to one of them, and new
/// blocks begin without any knowledge of the variables.
pub fn follow(original: &Function, script: &Script, values: &[DebugValue]) -> Vec<DebugEdit> {
    if values.is_empty() {
        return Vec::new();
    }
    let plan = Plan::of(original, script);
    if !plan.moves_anything() {
        return Vec::new();
    }
    let crossing = plan.crossing();
    let live = plan.live_in();
    let mut edits = Vec::new();
    let numbered: Vec<(u32, &DebugValue)> = (0..).zip(values).collect();
    for values in numbered.chunk_by(|one, next| one.1.block == next.1.block) {
        let block = values[0].1.block;
        if block.index() >= original.blocks().len() {
            let unknown = |&(value, _): &(u32, _)| DebugEdit::Unknown { value };
            edits.extend(values.iter().map(unknown));
            continue;
        }
        let mut stale = match plan.sources.contains(&block) {
            true => plan.written_in(block),
            false => crossing,
        };
        let is_start = block.index() == 0 && !plan.has_predecessors(block);
        for reg in plan.touched.iter() {
            // What is dead at the entry may have been elsewhere in another block.
            let is_elsewhere = !is_start && !live[block.index()].contains(reg);
            if is_elsewhere || plan.sources.contains(&block) {
                stale.insert(reg);
            }
        }
        follow_block(&plan, values, &stale, &mut edits);
    }
    for block in plan.new_blocks() {
        let mut known = BTreeSet::new();
        for source in &plan.sources {
            let of_source = numbered.iter().filter(|(_, value)| value.block == *source);
            let first = of_source.filter(|(_, value)| known.insert(value.variable));
            edits.extend(first.map(|&(value, _)| DebugEdit::UnknownIn { block, value }));
        }
    }
    edits
}

/// The debug values of a block of the function's own. What the stale registers held where it begins, they hold no longer.
fn follow_block(
    plan: &Plan,
    values: &[(u32, &DebugValue)],
    stale: &RegSet,
    edits: &mut Vec<DebugEdit>,
) {
    let block = values[0].1.block;
    let mut walk = Walk::new(plan);
    let (mut places, mut anchors) = (BTreeMap::new(), BTreeMap::new());
    for (at, (_, value)) in values.iter().enumerate() {
        let at_its_place: &mut Vec<usize> = places.entry(value.after).or_default();
        at_its_place.push(at);
        let at_its_anchor: &mut Vec<usize> = anchors.entry(plan.anchor(value)).or_default();
        at_its_anchor.push(at);
    }
    // What each of them describes; `None` where that cannot be said.
    let mut described: Vec<Option<Vec<Vec<Value>>>> = vec![None; values.len()];
    walk.original(block, |after, held| {
        for &at in places.get(&after).into_iter().flatten() {
            described[at] = describe(values[at].1, held);
        }
    });
    let mut found: Vec<Option<Vec<OperandEdit>>> = vec![None; values.len()];
    walk.planned(block, stale, |after, held| {
        for &at in anchors.get(&after).into_iter().flatten() {
            let described = described[at].as_ref();
            found[at] = described.and_then(|all| find(plan, values[at].1, all, held));
        }
    });
    for ((value, _), found) in values.iter().zip(found) {
        let value = *value;
        match found {
            None => edits.push(DebugEdit::Unknown { value }),
            Some(found) => {
                let registers = found.into_iter();
                edits.extend(registers.map(|edit| DebugEdit::Register { value, edit }));
            }
        }
    }
}

/// What the registers of a debug value hold at its place.
fn describe(value: &DebugValue, held: &Held) -> Option<Vec<Vec<Value>>> {
    let registers = value.registers.iter();
    registers
        .map(|named| {
            Some(
                named
                    .register?
                    .regs()
                    .map(|reg| held[reg.index()])
                    .collect(),
            )
        })
        .collect()
}

/// The operands that are to name other registers for a debug value to describe the same; `None` where it cannot.
fn find(
    plan: &Plan,
    value: &DebugValue,
    described: &[Vec<Value>],
    held: &Held,
) -> Option<Vec<OperandEdit>> {
    let anchor = plan.anchor(value);
    // What a block of which there are copies begins with was said of another iteration.
    let is_source = plan.sources.contains(&value.block);
    if is_source && anchor.is_none() {
        return None;
    }
    let mut edits = Vec::new();
    for (named, wanted) in value.registers.iter().zip(described) {
        let is_same_iteration = |one: &Value| match *one {
            Value::Result { step, .. } => plan.is_same_part(step, anchor),
            Value::Entry(_) => true,
            Value::AfterCall(_) | Value::Stale => false,
        };
        if is_source && !wanted.iter().all(is_same_iteration) {
            return None;
        }
        let before = named.register?;
        let register = where_is(wanted, before, held)?;
        if register != before {
            edits.push(OperandEdit {
                operand: named.operand,
                register,
            });
        }
    }
    Some(edits)
}

/// The register that holds these values: this one if it does, or else the first vector register that does.
fn where_is(wanted: &[Value], before: RegRange, held: &Held) -> Option<RegRange> {
    let holds = |range: &RegRange| {
        let mut both = range.regs().zip(wanted);
        both.all(|(reg, value)| held[reg.index()] == *value)
    };
    let others = Reg::vectors().filter(|_| before.first().is_vector());
    let others = others.filter_map(|first| RegRange::new(first, before.len()));
    std::iter::once(before).chain(others).find(holds)
}
