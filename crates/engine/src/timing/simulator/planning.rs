//! When the next instruction of a wave can issue, and what has to be inserted before it.

use super::clause::ClauseState;
use super::issue_plan::IssuePlan;
use super::wave::Wave;
use crate::gpu::ClauseRole;
use crate::machine::LdsDependence;
use crate::timing::program::{Awaited, Hazard, NO_OP, Op, OpId, Program, Step};
use crate::timing::stream::Stream;

/// When the operands of an instruction are ready, as far as the hardware or wait states decide
/// that.
pub(super) struct OperandReadiness {
    /// The slot from which its operands can be used.
    pub ready: u32,
    /// The instruction whose result is ready last; [`NO_OP`] if the issue logic is what keeps it longest.
    pub cause: OpId,
    /// The count of wait states that must be reached.
    wait_states: u32,
    /// Whether a register that it touches may still be written by memory.
    outstanding: bool,
}

/// When a plain instruction can issue, and what has to be inserted before it.
pub(super) struct PlainPlan {
    /// As in [`IssuePlan`].
    pub ready: u32,
    /// As in [`IssuePlan`].
    pub nops: u32,
}

/// What an instruction waits for on the counters.
#[derive(Clone, Copy, Debug)]
struct WaitRequirement {
    /// Sequence number on the counter of vector memory; 0 for none.
    vm: u32,
    /// Sequence number on the counter of LDS, scalar memory and messages; 0 for none.
    lgkm: u32,
    /// The slot in which all of it has returned.
    returned: u32,
    /// Number of `s_waitcnt` to insert.
    waits: u32,
    /// The instruction that returns last.
    cause: OpId,
}

impl Default for WaitRequirement {
    fn default() -> WaitRequirement {
        WaitRequirement {
            vm: 0,
            lgkm: 0,
            returned: 0,
            waits: 0,
            cause: NO_OP,
        }
    }
}

impl Wave {
    /// What must happen for `op` to issue next.
    #[inline(always)]
    pub fn plan<S: Stream>(&self, program: &Program<S>, op: OpId) -> IssuePlan {
        let step = &program.steps[op];
        let operands = self.operand_readiness(program, step);
        if let Some(PlainPlan { ready, nops }) = self.plain(step, &operands) {
            return IssuePlan {
                ready,
                without_stall: self.now + nops,
                waits: 0,
                nops,
                cause: operands.cause,
                returned: 0,
                vm: 0,
                lgkm: 0,
            };
        }
        if S::IS_FINISHED {
            self.plan_finished(program, op, &operands)
        } else {
            self.plan_with_waits(program, op, &operands)
        }
    }

    /// The same for a plain instruction that nothing from memory keeps; `None` for any other.
    #[inline(always)]
    pub(super) fn plan_plain<S: Stream>(
        &self,
        program: &Program<S>,
        step: &Step,
    ) -> Option<PlainPlan> {
        self.plain(step, &self.operand_readiness(program, step))
    }

    #[inline(always)]
    fn plain(&self, step: &Step, operands: &OperandReadiness) -> Option<PlainPlan> {
        (step.is_plain && !operands.outstanding).then(|| {
            let nops = operands.wait_states.saturating_sub(self.wait_states);
            PlainPlan {
                ready: (self.now + nops).max(operands.ready),
                nops,
            }
        })
    }

    #[inline(always)]
    fn operand_readiness<S: Stream>(&self, program: &Program<S>, step: &Step) -> OperandReadiness {
        let (mut vm, mut lgkm) = (0, 0);
        let (mut ready, mut cause) = (0, NO_OP);
        let (uses, defs) = program.touched(step);
        for &at in uses {
            let atom = &self.atoms[at];
            if !S::IS_FINISHED {
                (vm, lgkm) = (vm.max(atom.vm), lgkm.max(atom.lgkm));
            }
            if atom.ready > ready {
                (ready, cause) = (atom.ready, atom.writer);
            }
        }
        let mut gate = self.gates.open_from(step.gate);
        if S::IS_FINISHED {
            gate = gate.max(self.fetched(step.fetch));
        }
        if gate > ready && gate > self.now {
            (ready, cause) = (gate, NO_OP);
        }
        // In a finished stream, the waits in it alone protect what memory writes.
        if !S::IS_FINISHED {
            for &at in defs {
                let atom = &self.atoms[at];
                (vm, lgkm) = (vm.max(atom.vm), lgkm.max(atom.lgkm));
            }
        }
        let mut wait_states = 0;
        for hazard in program.hazards_of(step) {
            wait_states = wait_states.max(self.issued[hazard.producer] + hazard.need);
        }
        OperandReadiness {
            ready,
            cause,
            wait_states,
            outstanding: vm > self.vm.waited || lgkm > self.lgkm.waited,
        }
    }

    /// The plan for an instruction of a predicted stream that may need a wait.
    #[inline(never)]
    fn plan_with_waits<S>(
        &self,
        program: &Program<S>,
        op: OpId,
        operands: &OperandReadiness,
    ) -> IssuePlan {
        let (info, step) = (&program.ops[op], &program.steps[op]);
        let may_meet_dma = info.lds.is_some() && !self.lds_dma.is_empty();
        let required = if operands.outstanding || may_meet_dma || info.wait.is_some() {
            self.wait_requirement(program, op)
        } else {
            WaitRequirement {
                cause: operands.cause,
                ..WaitRequirement::default()
            }
        };
        let waits = required.waits;
        let mut nops = operands
            .wait_states
            .saturating_sub(self.wait_states + waits);
        if let Some(role) = info.clause
            && waits == 0
            && self.clause.continues(role, self.wait_states)
        {
            nops = nops.max(u32::from(self.conflicts(program, step, role)));
        }
        let after_waits = (self.now + waits).max(required.returned);
        let mut ready = (after_waits + nops).max(operands.ready);
        if info.vm {
            ready = ready.max(self.vm.accepts_from());
        }
        if info.lgkm {
            ready = ready.max(self.lgkm.accepts_from());
        }
        IssuePlan {
            ready,
            without_stall: self.now + waits + nops,
            waits,
            nops,
            cause: required.cause,
            returned: required.returned,
            vm: required.vm,
            lgkm: required.lgkm,
        }
    }

    /// What an instruction of a predicted stream waits for.
    fn wait_requirement<S>(&self, program: &Program<S>, op: OpId) -> WaitRequirement {
        let info = &program.ops[op];
        let mut required = WaitRequirement::default();
        let mut latest = 0;
        let (uses, defs) = program.touched(&program.steps[op]);
        let uses = uses.iter().map(|atom| (atom, false));
        for (at, is_def) in uses.chain(defs.iter().map(|atom| (atom, true))) {
            let atom = &self.atoms[*at];
            // Vector memory writes registers in order: a load may overwrite a load.
            let in_order = is_def && info.vm && !info.lgkm;
            let on_vm = atom.vm > self.vm.waited && !in_order;
            let on_lgkm = atom.lgkm > self.lgkm.waited;
            if on_vm {
                required.vm = required.vm.max(atom.vm);
            }
            if on_lgkm {
                required.lgkm = required.lgkm.max(atom.lgkm);
            }
            if on_vm || on_lgkm {
                required.returned = required.returned.max(atom.ready);
            }
            if atom.ready > latest && (!is_def || on_vm || on_lgkm) {
                (latest, required.cause) = (atom.ready, atom.writer);
            }
        }
        required.vm = required.vm.max(self.lds_dma_requirement(program, info));
        required.waits = u32::from(required.vm + required.lgkm > 0);
        if let Some(wait) = info.wait {
            required.waits = 0;
            (required.vm, required.lgkm) = self.explicit_requirement(wait.awaited);
        }
        required.vm = self.vm.widened(required.vm);
        required.lgkm = self.lgkm.widened(required.lgkm);
        if required.vm > 0 {
            let at = self.vm.return_of(required.vm);
            required.returned = required.returned.max(at);
            if at > latest {
                (latest, required.cause) = (at, self.vm.op_of(required.vm));
            }
        }
        if required.lgkm > 0 {
            let at = self.lgkm.return_of(required.lgkm);
            required.returned = required.returned.max(at);
            if at > latest {
                required.cause = self.lgkm.op_of(required.lgkm);
            }
        }
        required
    }

    /// The youngest outstanding load into LDS that an access to LDS must wait for, by its number on
    /// the counter of vector memory; 0 for none.
    fn lds_dma_requirement<S>(&self, program: &Program<S>, info: &Op) -> u32 {
        let Some(group) = info.lds else { return 0 };
        let may_meet =
            |loaded: u32| program.aliases.dependence(group, loaded) == LdsDependence::All;
        let outstanding = self.lds_dma.iter().filter(|dma| dma.1 > self.vm.waited);
        let awaited = outstanding.filter(|dma| may_meet(dma.0)).map(|dma| dma.1);
        awaited.max().unwrap_or(0)
    }

    /// The sequence numbers on both counters that an explicit wait waits for; 0 for none.
    fn explicit_requirement(&self, awaited: Awaited) -> (u32, u32) {
        match awaited {
            Awaited::Counters { vm, lgkm } => (self.vm.all_but(vm), self.lgkm.all_but(lgkm)),
            Awaited::LdsDma => {
                let loads = self.lds_dma.iter().map(|dma| dma.1);
                let outstanding = loads.filter(|&seq| seq > self.vm.waited);
                (outstanding.max().unwrap_or(0), 0)
            }
        }
    }

    /// Whether an instruction that continues the clause conflicts with one before it.
    fn conflicts<S>(&self, program: &Program<S>, step: &Step, role: ClauseRole) -> bool {
        let ClauseState {
            loads,
            spoiled,
            from,
            ..
        } = self.clause;
        let is_in_clause =
            |h: &Hazard| self.issued[h.producer] > from && program.ops[h.producer].clause.is_some();
        spoiled || loads && role.conflicts || program.hazards_of(step).iter().any(is_in_clause)
    }
}
