//! Renaming of vector registers inside blocks, so that the reuse of a register holds the order less.
//!
//! [`webs`] finds what may move, [`Targets`] where to, [`colour`] decides, [`relink`] sets the
//! dependences that are left. Only values that live inside one block move: what other blocks read or
//! write stays where it is, and so do all lists of live registers. EXEC needs no proof: a value that is
//! written and read under one EXEC takes its active lanes along, and the inactive lanes of both registers
//! are left alone; what lives while EXEC changes stays, and so does, with all that it is written under, what lanes may find
//! that are switched on later: matrix instructions write inactive lanes, too. `docs/trust.md` says what is assumed of instructions that look past EXEC.

mod colour;
mod registers;
#[cfg(test)]
mod tests;
mod webs;

pub(crate) use colour::shifts_of;
pub(crate) use registers::shifted;
pub use webs::Pin;
pub(crate) use webs::{OperandAt, Web, webs};

use super::exec;
use super::relink::{Relink, relink};
use super::targets::Targets;
use crate::machine::liveness::Liveness;
use crate::machine::{BlockId, Function, InstFlags, Reg, RegRange, RegSet};

/// What may be renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Renaming {
    /// Whatever keeps all values in active lanes.
    #[default]
    On,
    /// Also keeps the inactive lanes that instructions which ignore EXEC read.
    Strict,
    /// Nothing.
    Off,
}

impl Renaming {
    /// All of them, the default first.
    pub const ALL: [Renaming; 3] = [Renaming::On, Renaming::Strict, Renaming::Off];
    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Renaming::On => "on",
            Renaming::Strict => "strict",
            Renaming::Off => "off",
        }
    }
    /// That of this name; `None` when there is none.
    pub fn from_name(name: &str) -> Option<Renaming> {
        Renaming::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// What was done to the webs of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockWebs {
    /// The block.
    pub block: BlockId,
    /// Its webs of vector registers that an instruction of the block writes.
    pub webs: u32,
    /// Those that have other registers now.
    pub moved: u32,
    /// Those that may not move, by reason.
    pub pinned: Vec<(Pin, u32)>,
}

/// Gives the values of some blocks other registers, in the present order of each block. Returns the blocks
/// in which it did.
pub fn rename(function: &mut Function, blocks: &[BlockId], mode: Renaming) -> Vec<BlockId> {
    let liveness = Liveness::of(function);
    let targets = Targets::of(function);
    let mut changed = Vec::new();
    for &block in blocks {
        if keeps_registers(function, block) {
            continue;
        }
        let inactive = inactive(function, block, &liveness, mode);
        let webs = webs::webs(function, block, &liveness, &inactive);
        let length = 2 * function.block(block).order.len() as u32;
        let admitted = [false, true].map(|past| targets.admitted(block, past, &inactive));
        let shifts = colour::colour(&webs, length, admitted);
        if shifts.iter().all(|&shift| shift == 0) {
            continue;
        }
        for (web, &shift) in webs.iter().zip(&shifts) {
            apply(function, web, shift);
        }
        changed.push(block);
    }
    relink(function, &changed, Relink::Reuse);
    changed
}

/// The registers of a block that must keep what their inactive lanes hold: those that more lanes may find than wrote them; with [`Renaming::Strict`] also those that instructions which ignore EXEC read anywhere, and those that are live after the
/// block.
pub(crate) fn inactive(
    function: &Function,
    block: BlockId,
    liveness: &Liveness,
    mode: Renaming,
) -> RegSet {
    let mut registers = seen_by_more_lanes(function, block, &liveness.live_out[block]);
    if mode == Renaming::Strict {
        registers.union(&exec::read_past_exec(function));
        registers.union(&liveness.live_out[block]);
    }
    registers
}

/// The registers that a block accesses before it switches lanes on, and that it accesses behind that or hands on.
fn seen_by_more_lanes(function: &Function, block: BlockId, handed_on: &RegSet) -> RegSet {
    let (mut before, mut since, mut seen) = <(RegSet, RegSet, RegSet)>::default();
    let order = &function.block(block).order;
    if !order.iter().any(|&inst| exec::widens(function, inst)) {
        return seen;
    }
    for &inst in order {
        let ranges = function.operands(inst).iter().filter_map(|o| o.reg());
        for reg in ranges.flat_map(RegRange::regs).filter(|r| r.is_vector()) {
            if before.contains(reg) {
                seen.insert(reg);
            }
            since.insert(reg);
        }
        if exec::widens(function, inst) {
            before.union(&since);
            since = RegSet::default();
        }
    }
    for reg in handed_on.iter().filter(|&reg| before.contains(reg)) {
        seen.insert(reg);
    }
    seen
}

/// Whether a block calls, or finds registers by an index: what a value keeps over a call, or what an index
/// finds, depends on registers that no operand names.
pub(crate) fn keeps_registers(function: &Function, block: BlockId) -> bool {
    let mut order = function.block(block).order.iter();
    order.any(|&inst| {
        let is_indexed = function.opcode(inst).name.starts_with("S_SET_GPR_IDX");
        is_indexed || function.flags(inst).has(InstFlags::CALL)
    })
}

/// What was done to the webs of some blocks since a function was as `original`.
pub fn summary(
    function: &Function,
    original: &Function,
    blocks: &[BlockId],
    mode: Renaming,
) -> Vec<BlockWebs> {
    let liveness = Liveness::of(function);
    let is_moved = |web: &Web| {
        let register =
            |of: &Function, at: &webs::OperandAt| of.operands(at.inst)[at.operand as usize].reg();
        let mut operands = web.operands.iter();
        operands.any(|at| register(function, at) != register(original, at))
    };
    let of_block = |&block: &BlockId| {
        let inactive = inactive(function, block, &liveness, mode);
        let webs = webs::webs(function, block, &liveness, &inactive);
        let count = |pin| webs.iter().filter(|web| web.pin == Some(pin)).count() as u32;
        let pinned = Pin::ALL.iter().map(|&(pin, _)| (pin, count(pin)));
        let written = webs.iter().filter(|web| web.pin != Some(Pin::LiveIn));
        BlockWebs {
            block,
            webs: written.count() as u32,
            moved: webs.iter().filter(|web| is_moved(web)).count() as u32,
            pinned: pinned.filter(|&(_, count)| count > 0).collect(),
        }
    };
    blocks.iter().map(of_block).collect()
}

/// Gives some blocks of a function the registers and the order that they have in a copy of it.
pub fn adopt(function: &mut Function, renamed: &Function, blocks: &[BlockId]) {
    for &block in blocks {
        let order = renamed.block(block).order.clone();
        for &inst in &order {
            for at in 0..renamed.operands(inst).len() {
                if let Some(range) = renamed.operands(inst)[at].reg() {
                    function.set_register(inst, at, range);
                }
            }
        }
        function.set_order(block, order);
    }
    relink(function, blocks, Relink::Reuse);
}

/// Moves a web.
fn apply(function: &mut Function, web: &Web, shift: i32) {
    if shift == 0 {
        return;
    }
    for at in &web.operands {
        let operand = function.operands(at.inst)[at.operand as usize];
        let moved = operand.reg().and_then(|range| {
            let first = Reg::from_index(registers::shifted(range.first(), shift))?;
            RegRange::new(first, range.len())
        });
        if let Some(range) = moved {
            function.set_register(at.inst, at.operand as usize, range);
        }
    }
}
