//! Where the time of a loop goes.

use super::model::Model;
use super::program::{Costs, OpId, Pipe, Program};
use super::simulator::{SimState, Simulation};
use super::trace::Trace;
use crate::gpu::{Cycles, Unit};
use crate::machine::{Addresses, Function};

/// Where the clocks of a settled iteration go, for one wave. The first six add up to it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spent {
    /// Issuing instructions other than `s_nop` and `s_waitcnt`, with what a wave waits at barriers and to
    /// hand data to LDS.
    pub issue: Cycles,
    /// Issuing `s_nop` and `s_waitcnt`.
    pub fillers: Cycles,
    /// Stalled for vector memory.
    pub vector_memory: Cycles,
    /// Stalled for LDS, scalar memory or messages.
    pub lds: Cycles,
    /// Stalled for a unit that is busy or whose queue is full.
    pub units: Cycles,
    /// Stalled for results of arithmetic.
    pub results: Cycles,
    /// Time for which the matrix pipe is busy.
    pub matrix_work: Cycles,
    /// Time for which LDS is busy.
    pub lds_work: Cycles,
    /// Time for which vector memory is busy.
    pub vector_memory_work: Cycles,
}

impl Spent {
    /// Follows a settled iteration of an innermost loop of a finished stream, under a model.
    pub fn by(function: &Function, trace: &Trace, model: &Model) -> Spent {
        let program = Program::placed(function, trace, &Addresses::of(function));
        let costs = program.costs(function, model);
        let order = program.order();
        let simulation = Simulation {
            program: &program,
            costs: &costs,
            order: &order,
        };
        let mut state = simulation.begin(SimState::new(&program, None));
        let mut slots = Slots::default();
        for &op in &order {
            let before = state.wave.now;
            let (plan, at) = state.step(&program, &costs, op);
            let info = &program.ops[op];
            // A wait issues in the first of the slots in which it stalls.
            let filler = u32::from(info.wait.is_some());
            slots.fillers += filler;
            let stall = at.saturating_sub(before + filler);
            let unit = at.saturating_sub(plan.ready).min(stall);
            slots.units += unit;
            *slots.of_cause(&program, plan.cause) += stall - unit;
            let rest = state.wave.now - (at.max(before + filler));
            if function.info(info.inst).unit == Unit::Nop {
                slots.fillers += rest;
            } else {
                slots.issue += rest;
            }
            slots.work(&program, &costs, op);
        }
        slots.clocks()
    }
}

/// [`Spent`] in issue slots.
#[derive(Default)]
struct Slots {
    issue: u32,
    fillers: u32,
    vector_memory: u32,
    lds: u32,
    units: u32,
    results: u32,
    matrix_work: u32,
    lds_work: u32,
    vector_memory_work: u32,
}

impl Slots {
    fn of_cause<S>(&mut self, program: &Program<S>, cause: OpId) -> &mut u32 {
        // NO_OP is in no table.
        match program.ops.get(cause) {
            Some(op) if op.vm => &mut self.vector_memory,
            Some(op) if op.lgkm => &mut self.lds,
            // Nor has a full counter a cause; no loop of our corpus fills one.
            _ => &mut self.results,
        }
    }
    fn work<S>(&mut self, program: &Program<S>, costs: &Costs, op: OpId) {
        let busy = costs.ops[op].busy;
        match program.ops[op].pipe {
            Pipe::Matrix => self.matrix_work += busy,
            Pipe::Lds => self.lds_work += busy,
            Pipe::Vmem => self.vector_memory_work += busy,
            _ => {}
        }
    }
    fn clocks(&self) -> Spent {
        let clocks = |slots: u32| Cycles(u64::from(slots) * 4);
        Spent {
            issue: clocks(self.issue),
            fillers: clocks(self.fillers),
            vector_memory: clocks(self.vector_memory),
            lds: clocks(self.lds),
            units: clocks(self.units),
            results: clocks(self.results),
            matrix_work: clocks(self.matrix_work),
            lds_work: clocks(self.lds_work),
            vector_memory_work: clocks(self.vector_memory_work),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;
    use crate::timing::Timing;

    const LOOP: &str = r#"cdna-flat 1
function "t"
gpu gfx942
block 0 frequency=64 depth=1 loop=0 successors=0,1
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  S_WAITCNT #49279
  V_ADD_F32_e32 def v2, v1, v1
  GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0 | load | read space=1 bytes=4
  S_WAITCNT #3952
  V_ADD_F32_e32 def v4, v3, v3
  V_ADD_F32_e32 def v5, v4, v4
  S_NOP #3
  V_EXP_F32_e32 def v6, v8
  V_EXP_F32_e32 def v7, v8
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
"#;

    #[test]
    fn all_clocks_go_somewhere() {
        let function = text::parse(LOOP).expect("valid text");
        for model in Model::built_in(function.gpu) {
            let trace = Trace::all(&function).remove(0);
            let spent = Spent::by(&function, &trace, &model);
            let timing = Timing::finished(&function, &[model], 1);
            let sum = [
                spent.issue,
                spent.fillers,
                spent.vector_memory,
                spent.lds,
                spent.units,
                spent.results,
            ];
            let sum: u64 = sum.iter().map(|c| c.0).sum();
            assert_eq!(
                sum,
                timing.traces[0].models[0].single_wave.period.cycles().0
            );
            // Two waits and four wait states.
            assert_eq!(spent.fillers, Cycles(24));
            assert!(spent.vector_memory > spent.lds && spent.lds > Cycles(0));
            assert!(spent.units > Cycles(0));
        }
    }
}
