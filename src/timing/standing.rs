//! One wave in a finished stream: what stands there is all that holds it up, and what the hardware
//! interlocks.

use super::program::{Awaited, OpId, Program};
use super::wave::{Atom, IDLE, Needs, Plan, Wave};

impl Wave {
    /// What an instruction of a finished stream needs: room on its counters, and of a wait, that
    /// they fall to what it names.
    #[inline(never)]
    pub(super) fn plan_as_it_stands<S>(
        &self,
        program: &Program<S>,
        op: OpId,
        needs: &Needs,
    ) -> Plan {
        let info = &program.ops[op as usize];
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
        let (mut ready, mut cause) = (needs.operand, needs.cause);
        for (at, who) in [self.vm.falls_to(vm), self.lgkm.falls_to(lgkm)] {
            if at > ready {
                (ready, cause) = (at, who);
            }
        }
        Plan::plain(self.now, ready, cause)
    }

    /// Counts an instruction of a finished stream. What it fetches from memory is in its
    /// registers for all that is known.
    pub(super) fn count_as_it_stands<S>(&mut self, program: &Program<S>, op: OpId, ready: u32) {
        let (info, step) = (&program.ops[op as usize], &program.steps[op as usize]);
        let mut atom = Atom {
            ready,
            writer: op,
            ..IDLE
        };
        if info.vm {
            self.vm.push_alone(op, ready, info.lgkm);
        }
        if info.lgkm {
            self.lgkm.push_alone(op, ready, info.unordered);
        }
        if info.vm || info.lgkm {
            atom.ready = 0;
            if !program.touched(step).1.is_empty() {
                self.landed = self.landed.max(ready);
            }
        }
        self.write(program, step, atom);
    }
}
