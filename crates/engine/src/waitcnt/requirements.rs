//! What must be complete before an instruction may issue: which accesses, for which reason.

use super::abstract_state::AbstractState;
use super::cause::Cause;
use super::memory::MemoryOrder;
use super::op_facts;
use super::requirement::Site;
use crate::gpu::{Counter, Counts, Unit};
use crate::machine::{Function, InstFlags, InstId, Operand, Reg};

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
                if !in_order && !is_members(site, reg, Counter::Vm, state) {
                    require_register(operand, reg, Counter::Vm, state);
                    state.clear_write_orders(reg.index());
                }
                if operand.is_def() && !is_members(site, reg, Counter::Exp, state) {
                    require_register(operand, reg, Counter::Exp, state);
                }
            }
        }
        for reg in range.regs() {
            if !is_members(site, reg, Counter::Lgkm, state) {
                require_register(operand, reg, Counter::Lgkm, state);
            }
        }
    }
}

/// Whether the instructions in inline assembly say when a register that it names must have arrived: what was loaded by
/// assembly, which is looked into, often arrives by a wait in this one. Each counter has its own last access.
fn is_members<S: AbstractState>(site: Site<'_>, reg: Reg, counter: Counter, state: &S) -> bool {
    let Site { function, inst, .. } = site;
    let outstanding = state.count_for(reg.index(), counter);
    let is_by_asm = |producer: InstId| {
        producer.index() < function.inst_count() && function.flags(producer).has(InstFlags::IN_ASM)
    };
    function.is_parsed_asm(inst) && outstanding.is_some_and(|(_, producer)| is_by_asm(producer))
}
