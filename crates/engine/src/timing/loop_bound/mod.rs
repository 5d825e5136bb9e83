//! What no order of a loop can beat, under one model.
//!
//! An iteration takes no less time than each resource needs for its instructions, and than each
//! recurrence, a cycle of true dependences over the back edge, needs to come round. Both hold for every
//! order of the loop's instructions, also where iterations overlap, and whatever registers hold its
//! values: what registers, waits, wait states and memory forbid besides can only make an iteration
//! longer. `resources.rs` follows what the simulator charges unit by unit, `recurrence.rs` how long it has a
//! use wait for a result.
//!
//! The bound is one of the steady state. An average over a limited number of iterations, which is what
//! the simulator has of a loop that does not settle, may lie below it by what queues took up meanwhile; so may one of
//! several waves, of which each is somewhere in its iteration when the measure ends. No long run is so short:
//! such a figure is raised to the bound ([`in_the_long_run`]), unless it is further below than that explains: then one of both is
//! wrong, and it shows. `long_run.rs` runs loops for so long that none may be below.

mod long_run;
mod recurrence;
mod resources;
#[cfg(test)]
mod tests;

use std::fmt;

use super::model::Model;
use super::program::Program;
use super::simulator::Period;
use super::stream::Stream;
use super::trace::Trace;
use crate::machine::{Function, InstId};
use resources::Resources;

pub use long_run::{Beaten, beaten};

/// How far a figure of few iterations may be below the bound: the least that was seen of any loop is 0.90, of one of twelve
/// instructions among eight waves.
const SHORT_RUN: f64 = 0.85;

/// What a loop takes in the long run, by a figure of few iterations: no less than its bound.
pub fn in_the_long_run(figure: f64, bound: f64) -> f64 {
    match figure >= SHORT_RUN * bound {
        true => figure.max(bound),
        // No short run explains that.
        false => figure,
    }
}

/// What keeps an iteration from being shorter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// The matrix pipe is busy all the time.
    MatrixPipe,
    /// The matrix pipe is busy, or packed f32 instructions issue, which keep apart from its work.
    MatrixPipeAndPackedF32,
    /// The wave issues all the time.
    Issue,
    /// The vector ALU is busy all the time, matrix instructions included while they keep it.
    VectorAlu,
    /// The scalar ALU is busy all the time.
    ScalarAlu,
    /// Scalar memory is busy all the time.
    ScalarMemory,
    /// The port through which LDS and vector-memory instructions issue is taken all the time.
    MemoryPort,
    /// LDS is busy all the time, bank conflicts included.
    Lds,
    /// The L1 cache is busy all the time.
    VectorMemory,
    /// Results of vector memory arrive as fast as they can.
    VectorMemoryFill,
    /// As many loads are in flight as there is space for.
    LoadsInFlight,
    /// Values that an iteration hands to the next one pass through this instruction; of those on the
    /// cycle the one with the longest latency.
    Recurrence(InstId),
}

impl Binding {
    /// The same in words.
    pub fn describe(self, function: &Function) -> String {
        match self {
            Binding::Recurrence(inst) => format!("recurrence through '{}'", function.asm(inst)),
            other => other.to_string(),
        }
    }
}

/// In words, a recurrence without its instruction.
impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Binding::MatrixPipe => "matrix pipe",
            Binding::MatrixPipeAndPackedF32 => "matrix pipe and packed f32",
            Binding::Issue => "issue",
            Binding::VectorAlu => "VALU",
            Binding::ScalarAlu => "SALU",
            Binding::ScalarMemory => "scalar memory",
            Binding::MemoryPort => "issue of memory instructions",
            Binding::Lds => "LDS",
            Binding::VectorMemory => "vector memory",
            Binding::VectorMemoryFill => "vector memory, results",
            Binding::LoadsInFlight => "vector memory, loads in flight",
            Binding::Recurrence(_) => "recurrence",
        })
    }
}

/// The least time of an iteration, and why it is not less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The time.
    pub period: Period,
    /// What needs it; the first of equals, in the order of [`Binding`].
    pub by: Binding,
}

impl Bound {
    /// The larger of two bounds, the first of equals.
    fn or_more(self, other: Bound) -> Bound {
        if other.period > self.period {
            other
        } else {
            self
        }
    }
}

/// What no order of a loop can beat under one model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopBound {
    /// By one wave alone on its SIMD.
    pub one_wave: Bound,
    /// In time of the SIMD per iteration of one wave, with several waves on it.
    pub at_occupancy: Bound,
}

impl LoopBound {
    /// Bounds the iterations of a loop with this number of waves on a SIMD; `None` for a trace that is
    /// no loop, or has no instructions. It does not matter whether waits and nops have been placed: an
    /// other order may need none of them.
    pub fn of(function: &Function, trace: &Trace, model: &Model, waves: u32) -> Option<LoopBound> {
        let program = Program::finished(function, trace);
        LoopBound::of_program(&program, function, model, waves)
    }

    /// The same of a program in any of its forms.
    pub(super) fn of_program<S: Stream>(
        program: &Program<S>,
        function: &Function,
        model: &Model,
        waves: u32,
    ) -> Option<LoopBound> {
        if !program.is_loop || program.ops.is_empty() {
            return None;
        }
        let costs = program.costs(function, model);
        let resources = Resources::of(program, &costs);
        let mut own = resources.of_wave();
        let edges = recurrence::edges(program, function, &costs);
        let least = own.or_more(resources.shared(1)).period;
        if let Some(cycle) = recurrence::longest_cycle(program.ops.len(), &edges, least) {
            own = Bound {
                period: cycle.period,
                by: Binding::Recurrence(program.ops[cycle.through].inst),
            };
        }
        // Waves run beside each other, each at its own pace.
        let among = |waves: u32| Bound {
            period: own.period.shared_by(waves),
            ..own
        };
        let one_wave = resources.shared(1).or_more(own);
        let together = resources.shared(waves).or_more(among(waves));
        Some(LoopBound {
            one_wave,
            at_occupancy: Bound {
                period: together.period.as_throughput(waves),
                ..together
            },
        })
    }
}
