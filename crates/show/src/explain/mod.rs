//! What each `s_waitcnt` and `s_nop` of a finished function is for, where values come from, and how far apart the
//! pairs of instructions are that a hazard rule is about.
//!
//! A function is finished when its waits and nops are in the stream: it comes from the last stage of the plugin or
//! from assembly. Everything is read off the stream itself, whoever made it.

mod nops;
mod paths;
mod sentence;
#[cfg(test)]
mod tests;
mod values;
mod waits;

use cdnasched_base::gpu::{Counter, Unit, WaitStates};
use cdnasched_base::machine::{BlockId, Function, InstId, RegRange};
use cdnasched_base::rules::{Policy, Rule};
use cdnasched_check::{Loops, Pairs, Reliance};

pub use values::{Value, Values};

/// What a wait or a nop is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The `s_waitcnt` or `s_nop`.
    pub inst: InstId,
    /// One for each thing that needs it: the youngest operation of each counter first, or by the second
    /// instruction in the order of the code. Empty: nothing does.
    pub reasons: Vec<Reason>,
}

/// One thing that needs a wait or a nop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The instruction whose result or effect is waited for. `None`: what a caller left outstanding.
    pub producer: Option<InstId>,
    /// The first instruction that relies on it. `None`: no register shows who does.
    pub consumer: Option<InstId>,
    /// The registers that both are about. `None` where they are about none.
    pub registers: Option<RegRange>,
    /// What is needed.
    pub kind: ReasonKind,
    /// Between the two (of a wait without `consumer`: between the producer and the wait) control goes around a loop
    /// that both are in: the producer is the one of an iteration before.
    pub iteration_before: bool,
    /// The blocks on a shortest way from the producer by way of the wait or nop to the consumer.
    pub path: Vec<BlockId>,
}

/// What a reason needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    /// That an operation is complete.
    Wait {
        /// The counter that shows it.
        counter: Counter,
        /// The weakest count that suffices.
        count: u8,
        /// How the consumer relies on it. `None` where there is no consumer.
        reliance: Option<Reliance>,
    },
    /// Wait states between two instructions.
    Nop {
        /// The row of the hazard table.
        rule: &'static Rule,
        /// Wait states between them, the nop's among them.
        have: WaitStates,
        /// Wait states that the rule needs.
        need: WaitStates,
    },
}

/// A pair of instructions that a hazard rule is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The first instruction.
    pub producer: InstId,
    /// The second instruction.
    pub consumer: InstId,
    /// The registers that both are about. `None` where the rule is about none.
    pub registers: Option<RegRange>,
    /// The row of the hazard table.
    pub rule: &'static Rule,
    /// Wait states between them, on the way on which there are fewest in terms of the rule.
    pub have: WaitStates,
    /// Wait states that the rule needs.
    pub need: WaitStates,
    /// The blocks of that way.
    pub path: Vec<BlockId>,
}

/// What every wait and every nop of a finished function is for, in the order of the code. Wait states are those of the
/// policy.
///
/// Of an operation that several waits in a row complete, the last before what relies on it is given as needed only if
/// the ones before did not complete it.
pub fn explain(function: &Function, policy: Policy) -> Vec<Explained> {
    let mut waits = waits::reasons(function);
    let mut of_nops: Option<(Loops, Pairs<'_>)> = None;
    let mut all = Vec::new();
    for block in function.layout() {
        for &inst in &function.block(block).order {
            let reasons = match function.info(inst).unit {
                Unit::Nop => {
                    let (loops, pairs) = of_nops
                        .get_or_insert_with(|| (Loops::of(function), Pairs::new(function, policy)));
                    nops::reasons(function, loops, pairs, inst)
                }
                Unit::Wait if is_wait(function, inst) => waits.remove(&inst).unwrap_or_default(),
                _ => continue,
            };
            all.push(Explained { inst, reasons });
        }
    }
    all
}

/// Whether an instruction is an `s_waitcnt` with counts.
fn is_wait(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_WAITCNT"
}

/// The pairs of instructions of a function that hazard rules are about.
pub struct Hazards<'a> {
    function: &'a Function,
    pairs: Pairs<'a>,
}

impl<'a> Hazards<'a> {
    /// Of a function, by the wait states of a policy.
    pub fn of(function: &'a Function, policy: Policy) -> Hazards<'a> {
        Hazards {
            function,
            pairs: Pairs::new(function, policy),
        }
    }

    /// The pairs that an instruction is in, and that are no further apart than the largest requirement on the second
    /// one: first those in which it is the second.
    pub fn pairs_of(&mut self, inst: InstId) -> Vec<Pair> {
        let function = self.function;
        let mut all = self.pairs.with_second(inst);
        let first = self.pairs.with_first(inst);
        all.extend(first.into_iter().filter(|pair| pair.consumer != inst));
        let pair = |open: cdnasched_check::OpenHazard| Pair {
            producer: open.producer,
            consumer: open.consumer,
            registers: nops::shared(function, &open),
            rule: open.rule,
            have: open.have,
            need: open.need,
            path: open.path,
        };
        all.into_iter().map(pair).collect()
    }
}
