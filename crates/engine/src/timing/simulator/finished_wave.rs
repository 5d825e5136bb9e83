//! One wave in a finished stream: only the waits and nops in the stream hold it up, and what the
//! hardware interlocks.

use super::issue_plan::IssuePlan;
use super::planning::OperandReadiness;
use super::wave::{AtomState, IDLE, Wave};
use crate::timing::program::{Awaited, OpId, Program};

impl Wave {
    /// The plan for an instruction that counts on a counter, for which there must be space on it, or
    /// for a wait, which lasts until the counters have fallen to the values it names.
    #[inline(never)]
    pub(super) fn plan_finished<S>(
        &self,
        program: &Program<S>,
        op: OpId,
        operands: &OperandReadiness,
    ) -> IssuePlan {
        let info = &program.ops[op];
        let (mut vm, mut lgkm) = (u32::MAX, u32::MAX);
        if info.vm {
            vm = self.vm.most_before_one_more();
        }
        if info.lgkm {
            lgkm = self.lgkm.most_before_one_more();
        }
        if let Some(Awaited::Counters { vm: v, lgkm: l }) = info.wait.map(|wait| wait.awaited) {
            (vm, lgkm) = (v, l);
        }
        let (mut ready, mut cause) = (operands.ready, operands.cause);
        let mut returned = 0;
        for (at, op) in [self.vm.falls_to(vm), self.lgkm.falls_to(lgkm)] {
            returned = returned.max(at);
            if at > ready {
                (ready, cause) = (at, op);
            }
        }
        IssuePlan {
            returned,
            ..IssuePlan::without_insertions(self.now, ready, cause)
        }
    }

    /// Counts an instruction whose result arrives in slot `result`. Registers that memory writes can
    /// be used at once: nothing but a wait protects them.
    pub(super) fn count_finished<S>(&mut self, program: &Program<S>, op: OpId, result: u32) {
        let (info, step) = (&program.ops[op], &program.steps[op]);
        let mut atom = AtomState {
            ready: result,
            writer: op,
            ..IDLE
        };
        if info.vm {
            self.vm.push(op, result, info.lgkm);
        }
        if info.lgkm {
            self.lgkm.push(op, result, info.unordered);
        }
        if info.vm || info.lgkm {
            atom.ready = 0;
            if !program.touched(step).1.is_empty() {
                self.last_memory_result = self.last_memory_result.max(result);
            }
        }
        self.write(program, step, atom);
    }
}
