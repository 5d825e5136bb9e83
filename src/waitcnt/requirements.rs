//! What must be complete before an instruction may issue.

use super::abstract_state::AbstractState;
use super::cause::{Cause, Reason};
use super::memory::MemoryOrder;
use super::op_facts::{self, OpFacts};
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, Reg};

/// A wait being collected, with the cause of each of its counts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Requirement {
    counts: Counts,
    causes: [Option<Cause>; 3],
}

impl Requirement {
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }
    /// Adds a count; the first cause of the strictest count is kept.
    pub(super) fn add(&mut self, counter: Counter, count: u8, cause: Cause) {
        if self.counts.get(counter).is_none_or(|mine| count < mine) {
            self.counts = self.counts.with(counter, Some(count));
            self.causes[counter.index()] = Some(cause);
        }
    }
    /// Keeps only these of its counts.
    pub(super) fn restrict(&mut self, left: Counts) {
        self.counts = left;
        for counter in Counter::ALL {
            if left.get(counter).is_none() {
                self.causes[counter.index()] = None;
            }
        }
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

/// An instruction in its place.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub function: &'a Function,
    pub block: BlockId,
    pub inst: InstId,
    pub facts: &'a OpFacts,
    /// LLVM takes it for a memory access; for a bundle's header, any member counts.
    pub accesses_memory: bool,
}

/// Collects in `state` what an instruction must wait for itself, less what is complete. Clears
/// the write orders of the registers that it waits for.
pub(super) fn collect<S: AbstractState>(site: Site<'_>, memory: &mut MemoryOrder, state: &mut S) {
    let Site {
        function,
        inst,
        facts,
        ..
    } = site;
    if facts.old_invalidate {
        state.require(Counter::Vm, 0, Cause::Invalidate);
    }
    if op_facts::returns(function, inst, facts) {
        state.require_all(Counts::ZERO, Cause::Return);
    } else if op_facts::sends_gs_done(function, inst, facts) {
        state.require(Counter::Vm, 0, Cause::Message);
    } else if function.flags(inst).has(InstFlags::CALL) {
        // The callee begins with a wait for everything: only what the jump itself reads and
        // writes must be complete.
        require_call_operands(function, inst, state);
    } else if !facts.ends {
        if state.is_pending(Counter::Exp) && writes_exec(function, inst) {
            state.require(Counter::Exp, 0, Cause::Exec);
        }
        if let (true, Some(count)) = (facts.is_gws, state.count_for_gds()) {
            state.require(Counter::Lgkm, count, Cause::Gds);
        }
        memory.require_scalar_reads(site, state);
        memory.require_lds_writes(site, state);
        require_registers(site, state);
    }
    if facts.unit == Unit::Barrier && !function.gpu.counters().barrier_backs_off {
        state.require_all(Counts::ZERO, Cause::Barrier);
    }
    state.simplify_requirement();
}

fn writes_exec(function: &Function, inst: InstId) -> bool {
    function
        .operands(inst)
        .iter()
        .any(|o| o.is_def() && o.reg().is_some_and(|r| r.regs().any(Reg::is_exec)))
}

fn require_call_operands<S: AbstractState>(function: &Function, inst: InstId, state: &mut S) {
    for operand in function.operands(inst).iter().filter(|o| o.is_explicit()) {
        for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
            require_register(operand, reg, Counter::Lgkm, state);
        }
    }
}

fn require_register<S: AbstractState>(
    operand: &Operand,
    reg: Reg,
    counter: Counter,
    state: &mut S,
) {
    let cause = |producer| Cause::access(operand, reg, producer);
    state.require_slot(reg.index(), counter, cause);
}

fn require_registers<S: AbstractState>(site: Site<'_>, state: &mut S) {
    let facts = site.facts;
    for operand in site.function.operands(site.inst) {
        let Some(range) = operand.reg() else { continue };
        if !state.tracks(range) || op_facts::is_unread_tie(operand, facts) {
            continue;
        }
        let is_vector = range.first().is_vector();
        // Implicit vector operands of a memory access describe the liveness of whole tuples,
        // not what it reads or writes. Inline assembly means its clobbers.
        let describes_liveness = site.accesses_memory && !facts.inline_asm;
        if is_vector && !operand.is_explicit() && describes_liveness {
            continue;
        }
        if is_vector {
            // Vector memory writes registers in the order of its issue where all that is to
            // write them does so in the same order.
            let in_order = facts.write_order.is_some_and(|order| {
                let other = |reg: Reg| state.has_other_write_order(reg.index(), order.bit());
                operand.is_def() && !range.regs().any(other)
            });
            for reg in range.regs() {
                if !in_order {
                    require_register(operand, reg, Counter::Vm, state);
                    state.clear_write_orders(reg.index());
                }
                if operand.is_def() {
                    require_register(operand, reg, Counter::Exp, state);
                }
            }
        }
        for reg in range.regs() {
            require_register(operand, reg, Counter::Lgkm, state);
        }
    }
}
