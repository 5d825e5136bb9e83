//! One wave alone on its SIMD: a loop in its settled iteration, other code once.

use super::{Figures, Period, SimState, Simulation};
use crate::timing::stream::Stream;

/// Iterations of a loop that are simulated at most.
const MAX_ITERATIONS: usize = 12;
/// Iterations, while queues fill, that do not count for the average of a loop that has not settled.
const WARM_UP: usize = 5;

/// How a trace begins, and what it costs one wave.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// The state before the first instruction; of a loop, at the beginning of a settled iteration.
    pub begin: SimState,
    /// What an iteration of the loop, or a run of other code, costs.
    pub figures: Figures,
}

/// Why the simulation of a loop stopped.
enum Stop {
    /// The state after the last iteration is the one after this earlier iteration (from 0), by its
    /// digest: the loop continues as in between.
    Repeats(usize),
    /// No state came again in [`MAX_ITERATIONS`].
    Unsettled,
}

impl<S: Stream> Simulation<'_, S> {
    /// The state in which the trace begins when it is entered in `entry`: of a loop, the one at the
    /// beginning of a settled iteration.
    pub fn begin(self, entry: SimState) -> SimState {
        if self.program.is_loop {
            self.run_loop(entry).1
        } else {
            entry
        }
    }

    /// What the trace costs one wave when it is entered in `entry`, and the state in which it ends.
    ///
    /// Entering a loop in a state near its settled one, instead of idle, settles it sooner, and may
    /// give another period where a loop has several.
    pub fn run(self, entry: SimState) -> (Figures, SimState) {
        if self.program.is_loop {
            self.run_loop(entry)
        } else {
            self.run_once(entry)
        }
    }

    /// How the trace begins, and what it costs one wave, when it is entered in `entry`.
    pub fn settle(self, entry: SimState) -> Settled {
        let before = (!self.program.is_loop).then(|| entry.clone());
        let (figures, end) = self.run(entry);
        Settled {
            // The end of a settled iteration is the beginning of the next.
            begin: before.unwrap_or(end),
            figures,
        }
    }

    fn run_once(self, mut state: SimState) -> (Figures, SimState) {
        state.run(self.program, self.costs, self.order);
        let figures = Figures {
            period: Period::over(state.wave.now, 1),
            drained: Period::over(state.wave.drained(), 1),
            nops: state.wave.nops,
            waits: state.wave.waits,
        };
        (figures, state)
    }

    /// Runs a loop until its state at the end of an iteration repeats.
    fn run_loop(self, mut state: SimState) -> (Figures, SimState) {
        // By iteration: digest of the state after it, and the slot in which it ended.
        let mut digests: Vec<u64> = Vec::with_capacity(MAX_ITERATIONS);
        let mut ends: Vec<u32> = Vec::with_capacity(MAX_ITERATIONS);
        let mut before = (0, 0);
        let mut stop = Stop::Unsettled;
        while ends.len() < MAX_ITERATIONS {
            before = (state.wave.nops, state.wave.waits);
            state.run(self.program, self.costs, self.order);
            let digest = state.wave.digest(self.program, &state.shared);
            let earlier = digests.iter().rposition(|&d| d == digest);
            digests.push(digest);
            ends.push(state.wave.now);
            if let Some(earlier) = earlier {
                stop = Stop::Repeats(earlier);
                break;
            }
        }
        let (last, from) = match stop {
            Stop::Repeats(earlier) => (ends.len() - 1, earlier),
            Stop::Unsettled => (MAX_ITERATIONS - 1, WARM_UP - 1),
        };
        let period = Period::over(ends[last] - ends[from], (last - from) as u32);
        let figures = Figures {
            period,
            drained: period,
            nops: state.wave.nops - before.0,
            waits: state.wave.waits - before.1,
        };
        (figures, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::WaitStates;
    use crate::machine::{Function, InstId, text};
    use crate::timing::program::Program;
    use crate::timing::{Model, Trace};

    /// A loop, and what is behind it.
    fn looped(body: &str, behind: &str) -> Function {
        let source = format!(
            "cdna-flat 1
function \"t\"
gpu gfx942
block 0 frequency=64 depth=1 loop=0 successors=0,1
{body}  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
{behind}  S_ENDPGM #0 | return term noreturn boundary
"
        );
        text::parse(&source).expect("valid text")
    }

    /// A run writes no plan of a plain instruction to memory: what comes out is what its plan says.
    #[test]
    fn a_run_issues_what_single_steps_issue() {
        let body = "  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_EXP_F32_e32 def v4, v3
  V_ADD_F32_e32 def v5, v4, v4
  V_MFMA_F32_4X4X1F32_vgprcd_e64 def v[8:11], v5, v5, v[8:11], #0, #0, #0
  V_ADD_F32_e32 def v2, v1, v1
  V_ADD_F32_e32 def v6, v8, v2
  GLOBAL_LOAD_DWORD def v3, v[64:65], #0, #0, imp exec | load
";
        let function = looped(body, "");
        let needs = |_: InstId, _: InstId| WaitStates(3);
        let program = Program::compile(&function, &Trace::all(&function)[0], &needs);
        let costs = program.costs(&function, &Model::built_in(function.gpu)[0]);
        let order = program.order();
        let mut run = SimState::new(&program, None);
        let mut stepped = run.clone();
        for _ in 0..3 {
            run.run(&program, &costs, &order);
            for &op in &order {
                stepped.step(&program, &costs, op);
            }
            assert_eq!(format!("{run:?}"), format!("{stepped:?}"));
        }
        assert!(run.wave.nops > 0 && run.wave.waits > 0);
    }

    #[test]
    fn a_settled_loop_ends_as_it_begins() {
        let body = "  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v1, v1
";
        let function = looped(body, "  V_ADD_F32_e32 def v3, v2, v2\n");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        for trace in Trace::all(&function) {
            let program = Program::compile(&function, &trace, &needs);
            let costs = program.costs(&function, &Model::built_in(function.gpu)[0]);
            let order = program.order();
            let simulation = Simulation {
                program: &program,
                costs: &costs,
                order: &order,
            };
            let entry = SimState::new(&program, None);
            let settled = simulation.settle(entry.clone());
            assert!(
                simulation
                    .begin(entry.clone())
                    .is_equivalent(&settled.begin)
            );
            let mut end = settled.begin.clone();
            end.run(&program, &costs, &order);
            assert!(end.is_equivalent(&simulation.run(entry).1));
            assert!(!trace.is_loop() || end.is_equivalent(&settled.begin));
            let slots = end.wave.now - settled.begin.wave.now;
            assert_eq!(Period::over(slots, 1), settled.figures.period);
        }
    }
}
