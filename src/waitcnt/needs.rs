//! What must be complete before an instruction may issue.

use std::mem::discriminant;

use super::facts::{self, OpFacts};
use super::memory::Memory;
use super::mutant::{Update, skipped};
use super::state::Board;
use super::{Cause, Reason};
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::{BlockId, Function, InstFlags, InstId, Reg};

/// A request and, per counter, why it is as strict as it is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Need {
    counts: Counts,
    causes: [Option<Cause>; 3],
}

impl Need {
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }
    pub(super) fn add(&mut self, counter: Counter, count: u8, cause: Cause) {
        let stricter = self.counts.get(counter).is_none_or(|mine| count < mine);
        if stricter && !skipped(Update::Need(discriminant(&cause), counter)) {
            self.counts = self.counts.with(counter, Some(count));
            self.causes[counter.index()] = Some(cause);
        }
    }
    pub(super) fn add_all(&mut self, counts: Counts, cause: Cause) {
        for counter in Counter::ALL {
            if let Some(count) = counts.get(counter) {
                self.add(counter, count, cause);
            }
        }
    }
    /// Keeps what is still outstanding.
    pub(super) fn simplify(&mut self, board: &Board) {
        self.counts = board.simplify(self.counts);
    }
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let reason = |counter: Counter| {
            Some(Reason {
                counter,
                count: self.counts.get(counter)?,
                cause: self.causes[counter.index()]?,
            })
        };
        Counter::ALL.into_iter().filter_map(reason).collect()
    }
}

/// An instruction, with what is known of it in its place.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub function: &'a Function,
    pub block: BlockId,
    pub inst: InstId,
    pub facts: &'a OpFacts,
    /// LLVM takes it for a memory access; for a bundle's header, any member counts.
    pub touches_memory: bool,
}

/// What an instruction must wait for. Clears the write orders of the registers it asks about.
pub(super) fn before(site: Site<'_>, memory: &mut Memory, board: &mut Board) -> Need {
    let Site {
        function,
        inst,
        facts,
        ..
    } = site;
    let mut need = Need::default();
    if facts.old_invalidate {
        need.add(Counter::Vm, 0, Cause::Invalidate);
    }
    if facts::returns(function, inst, facts) {
        need.add_all(Counts::ZERO, Cause::Return);
    } else if facts::sends_gs_done(function, inst, facts) {
        need.add(Counter::Vm, 0, Cause::Message);
    } else if function.flags(inst).has(InstFlags::CALL) {
        // The callee begins with a wait for everything: only what the jump itself reads and
        // writes must be complete.
        call_target(function, inst, board, &mut need);
    } else if !facts.ends {
        if board.pending(Counter::Exp) && writes_exec(function, inst) {
            need.add(Counter::Exp, 0, Cause::Exec);
        }
        if let (true, Some(count)) = (facts.always_gds, board.wait_for_gds()) {
            need.add(Counter::Lgkm, count, Cause::Gds);
        }
        memory.stores_before(site, board, &mut need);
        memory.lds_before(site, board, &mut need);
        registers(site, board, &mut need);
    }
    if facts.unit == Unit::Barrier && !function.gpu.counters().barrier_backs_off {
        need.add_all(Counts::ZERO, Cause::Barrier);
    }
    need.simplify(board);
    need
}

fn writes_exec(function: &Function, inst: InstId) -> bool {
    function
        .operands(inst)
        .iter()
        .any(|o| o.is_def() && o.reg().is_some_and(|r| r.regs().any(Reg::is_exec)))
}

fn call_target(function: &Function, inst: InstId, board: &Board, need: &mut Need) {
    for operand in function.operands(inst).iter().filter(|o| o.is_explicit()) {
        for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
            if let Some((count, producer)) = board.wait_for(reg.index(), Counter::Lgkm) {
                need.add(Counter::Lgkm, count, Cause::access(operand, reg, producer));
            }
        }
    }
}

fn registers(site: Site<'_>, board: &mut Board, need: &mut Need) {
    let Site {
        function,
        inst,
        facts,
        touches_memory,
        ..
    } = site;
    for operand in function.operands(inst) {
        let Some(range) = operand.reg() else { continue };
        if !board.knows(range) || facts::is_unread_tie(operand, facts) {
            continue;
        }
        let vector = range.first().is_vector();
        // Implicit vector operands of a memory access describe the liveness of whole tuples,
        // not what it reads or writes. Inline assembly means its clobbers.
        if vector && touches_memory && !operand.is_explicit() && !facts.inline_asm {
            continue;
        }
        let mut wait = |board: &Board, reg: Reg, counter: Counter| {
            if let Some((count, producer)) = board.wait_for(reg.index(), counter) {
                need.add(counter, count, Cause::access(operand, reg, producer));
            }
        };
        if vector {
            let in_order = facts.write_order.filter(|order| {
                let other = |r: Reg| board.has_other_write_order(r.index(), order.bit());
                operand.is_def() && !range.regs().any(other)
            });
            for reg in range.regs() {
                if in_order.is_none() {
                    wait(board, reg, Counter::Vm);
                    board.clear_write_orders(reg.index());
                }
                if operand.is_def() {
                    wait(board, reg, Counter::Exp);
                }
            }
        }
        for reg in range.regs() {
            wait(board, reg, Counter::Lgkm);
        }
    }
}
