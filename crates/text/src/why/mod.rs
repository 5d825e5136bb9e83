//! Why an instruction is where it is, and what it waits for: the answers of a page ([`cdnasched_show::view`]) about single
//! instructions, for terminals.

mod place;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use super::view::Functions;
use crate::lint::{Finding, Lack, Report, Spot};
use cdnasched_base::machine::{BlockId, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_engine::timing::{self, Advice, Model, Stall, Timeline, Trace};
use cdnasched_show::explain::{self, Explained, Hazards, Reason, ReasonKind, Values};
use cdnasched_show::view::Input;

pub use place::{Error, Place, PlaceError};

/// Another instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// As assembly text.
    pub instruction: String,
    /// Its line in the assembly text; 0 in machine code.
    pub line: u32,
    /// Its address in machine code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
}

impl Named {
    /// Where it is, as `line 41` or `0x1a40`.
    pub fn place(&self) -> String {
        match self.address {
            Some(address) => format!("{address:#x}"),
            None => format!("line {}", self.line),
        }
    }
}

/// Registers, and the instructions at their other end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Flow {
    /// The registers.
    pub registers: String,
    /// The instructions.
    pub instructions: Vec<Named>,
}

/// A wait or a nop, or what one is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Because {
    /// The wait or nop.
    pub filler: Named,
    /// What needs it, in one sentence.
    pub sentence: String,
    /// The instruction whose result or effect is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<Named>,
    /// The instruction that relies on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consumer: Option<Named>,
    /// Wait states that the rule needs, and that there are; of waits none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<u32>,
    /// As above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub have: Option<u32>,
    /// The blocks on the way from one to the other.
    pub path: Vec<String>,
}

/// A pair of instructions that a hazard rule is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hazard {
    /// The rule, the distance and why, in one sentence.
    pub sentence: String,
    /// The row of the hazard table.
    pub rule: String,
    /// The first instruction.
    pub producer: Named,
    /// The second instruction.
    pub consumer: Named,
    /// Wait states that the rule needs.
    pub need: u32,
    /// Wait states between the two.
    pub have: u32,
}

/// What an instruction takes in a loop, by the cost model, for one wave.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InLoop {
    /// Clocks of an iteration.
    pub iteration: f64,
    /// Clocks from the beginning of the iteration to its issue.
    pub issue: u32,
    /// Clocks for which the wave stalls before it.
    pub stalls: u32,
    /// Why.
    pub reason: Stall,
    /// The instruction that it stalls for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Named>,
    /// What binds the loop.
    pub advice: String,
}

/// How long waves stalled at an instruction where it was recorded, in clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MeasuredStalls {
    /// How often it was executed.
    pub executed: usize,
    /// The median stall.
    pub median: u32,
    /// A tenth of the stalls is no longer than the first, a tenth no shorter than the second.
    pub tenths: (u32, u32),
    /// The longest.
    pub longest: u32,
    /// The median time for which the wave had nothing to try before it.
    pub gap: u32,
}

impl MeasuredStalls {
    /// Of all executions: the stall, and the gap before it. `None` if there are none.
    pub fn of(all: Vec<(u32, u32)>) -> Option<MeasuredStalls> {
        let (mut stalls, mut gaps): (Vec<u32>, Vec<u32>) = all.into_iter().unzip();
        stalls.sort_unstable();
        gaps.sort_unstable();
        let last = stalls.len().checked_sub(1)?;
        Some(MeasuredStalls {
            executed: stalls.len(),
            median: stalls[last / 2],
            tenths: (stalls[last / 10], stalls[last - last / 10]),
            longest: stalls[last],
            gap: gaps[last / 2],
        })
    }
}

impl fmt::Display for MeasuredStalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.tenths;
        write!(
            f,
            "measured {} times: stalled {} clocks (median; eight tenths {low} to {high}, longest {})",
            self.executed, self.median, self.longest
        )?;
        match self.gap {
            0 => Ok(()),
            gap => write!(f, ", after {gap} in which there was nothing to issue"),
        }
    }
}

/// Everything about an instruction.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The instruction.
    #[serde(flatten)]
    pub inst: Named,
    /// Where it came from: file, line, column (0: not known).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<(String, u32, u32)>,
    /// Its function.
    pub function: String,
    /// The label of its block.
    pub block: String,
    /// How deep in loops it is; 0: in none.
    pub loop_depth: u32,
    /// What it takes in an innermost loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_loop: Option<InLoop>,
    /// How long waves stalled at it, where it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<MeasuredStalls>,
    /// What it reads, and who may have written that last. No instructions: it is what the function begins with.
    pub reads: Vec<Flow>,
    /// Who may read what it writes.
    pub readers: Vec<Flow>,
    /// Of a wait or a nop: what it is for, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// Of a wait or a nop: each thing that needs it. Of others: the waits and nops before them for their sake.
    pub because: Vec<Because>,
    /// The waits and nops behind it that are for its result or effect.
    pub awaited_by: Vec<Because>,
    /// The hazards that it takes part in, near enough that its distance matters.
    pub hazards: Vec<Hazard>,
    /// What lint finds missing before it, or between it and what relies on it ([`find_missing`]).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Finding>,
}

/// Says of instructions what is missing before them, or for their sake. `report` is lint's about the same file, with
/// [`Options::covered`](crate::lint::Options): of ten readers that no wait covers it has the first as a finding, and the others as what the mend
/// of that one mends too.
pub fn find_missing(answers: &mut [Answer], report: &Report) {
    for answer in answers {
        let is_it = |spot: &Spot| match answer.inst.address {
            Some(address) => spot.line == 0 && spot.address == address,
            None => spot.line == answer.inst.line,
        };
        // What a function owes its caller is missing at its begin, and said there.
        let covered = report.covered.iter();
        let covered = covered.filter(|finding| finding.after.is_some());
        let of = report.findings.iter().chain(covered);
        let of = of.filter(|finding| {
            let lacks = finding.lack != Lack::Nothing;
            lacks
                && finding.function == answer.function
                && (is_it(&finding.at) || finding.after.as_ref().is_some_and(is_it))
        });
        answer.missing = of.cloned().collect();
    }
}

/// Answers about the instructions at a place, in the order of the code. `lines`: of assembly text, how many it has.
///
/// # Errors
/// When there is none at that place; the error says what there is.
pub fn why(
    functions: &Functions,
    lines: Option<u32>,
    place: &Place,
    policy: Policy,
    model: &Model,
) -> Result<Vec<Answer>, Error> {
    let found = place::find(functions, lines, place)?;
    let mut answers = Vec::new();
    for (input, insts) in found {
        let function = &input.function;
        let explained = explain::explain(function, policy);
        let mut about = About {
            input,
            fillers: Fillers::of(&explained),
            explained,
            values: Values::of(function),
            hazards: Hazards::of(function, policy),
            loops: Loops::of(input, model),
        };
        answers.extend(insts.into_iter().map(|inst| about.answer(inst)));
    }
    Ok(answers)
}

/// A loop, and what runs when in it.
struct Loop {
    trace: Trace,
    timeline: Timeline,
    advice: String,
}

/// The innermost loops of a function.
struct Loops(Vec<Loop>);

impl Loops {
    fn of(input: &Input, model: &Model) -> Loops {
        let mut function = input.function.clone();
        timing::find_bank_conflicts(&mut function);
        let place = |inst: InstId| input.written.get(inst.index())?.place();
        let traces = Trace::all(&function).into_iter();
        let loops = traces.filter_map(|trace| {
            Some(Loop {
                advice: Advice::of(&function, &trace, model)?.describe(&function, &place),
                timeline: Timeline::of(&function, &trace, model, 1),
                trace,
            })
        });
        Loops(loops.collect())
    }
}

/// What is known of a function.
struct About<'a> {
    input: &'a Input,
    explained: Vec<Explained>,
    fillers: Fillers,
    values: Values,
    hazards: Hazards<'a>,
    loops: Loops,
}

/// Waits and nops by the instructions that they are for: places in what explains them, and in its reasons.
#[derive(Default)]
struct Fillers {
    /// By the instruction that relies on them.
    by_consumer: HashMap<InstId, Vec<(usize, usize)>>,
    /// By the instruction whose result or effect they wait for.
    by_producer: HashMap<InstId, Vec<(usize, usize)>>,
}

impl Fillers {
    fn of(explained: &[Explained]) -> Fillers {
        let mut all = Fillers::default();
        for (at, of) in explained.iter().enumerate() {
            for (number, reason) in of.reasons.iter().enumerate() {
                let place = (at, number);
                let ends = [
                    (reason.consumer, &mut all.by_consumer),
                    (reason.producer, &mut all.by_producer),
                ];
                for (inst, by) in ends {
                    if let Some(inst) = inst {
                        by.entry(inst).or_default().push(place);
                    }
                }
            }
        }
        all
    }
}

impl About<'_> {
    fn answer(&mut self, inst: InstId) -> Answer {
        let hazards = self.hazards(inst);
        let function = &self.input.function;
        let block = function
            .block_ids()
            .find(|&block| function.block(block).order.contains(&inst));
        let block = block.unwrap_or(BlockId(0));
        let written = self.input.written.get(inst.index());
        let origin = written.and_then(|written| written.origin.as_ref());
        let own = self.explained.iter().find(|of| of.inst == inst);
        Answer {
            inst: self.named(inst),
            source: origin.map(|o| (o.file.clone(), o.line, o.column)),
            function: function.name.clone(),
            block: self.label(block),
            loop_depth: function.block(block).loop_depth,
            in_loop: self.in_loop(block, inst),
            measured: None,
            reads: self.reads(inst),
            readers: self.readers(inst),
            explanation: own.map(|of| of.sentence(function)),
            because: match own {
                Some(of) => of.reasons.iter().map(|r| self.because(of, r)).collect(),
                None => self.all(self.fillers.by_consumer.get(&inst)),
            },
            awaited_by: self.all(self.fillers.by_producer.get(&inst)),
            hazards,
            missing: Vec::new(),
        }
    }

    fn in_loop(&self, block: BlockId, inst: InstId) -> Option<InLoop> {
        let mut all = self.loops.0.iter();
        let of = all.find(|of| of.trace.blocks.contains(&block))?;
        let events = &of.timeline.events;
        let iteration = u32::from(of.timeline.iterations > 1);
        let begin = events.iter().find(|event| event.iteration == iteration)?;
        let mut same = events.iter().filter(|event| event.inst == inst);
        let event = same.find(|event| event.iteration == iteration)?;
        let cause = event.cause.and_then(|at| events.get(at as usize));
        Some(InLoop {
            iteration: of.timeline.period.clocks(),
            issue: event.issue.saturating_sub(begin.ready),
            stalls: event.issue.saturating_sub(event.ready),
            reason: event.stall,
            cause: cause.map(|cause| self.named(cause.inst)),
            advice: of.advice.clone(),
        })
    }

    fn named(&self, inst: InstId) -> Named {
        let written = self.input.written.get(inst.index());
        Named {
            instruction: written.map_or_else(
                || self.input.function.asm(inst),
                |written| written.text.clone(),
            ),
            line: written.map_or(0, |written| written.line),
            address: written.and_then(|written| written.address),
        }
    }

    fn label(&self, block: BlockId) -> String {
        let label = self.input.labels.get(block.index());
        let label = label.filter(|label| !label.is_empty());
        label.map_or_else(|| format!("block {}", block.0), Clone::clone)
    }

    fn reads(&self, inst: InstId) -> Vec<Flow> {
        let values = self.values.read_by(inst).iter();
        let flow = values.map(|value| Flow {
            registers: value.registers.to_string(),
            instructions: value.writers.iter().map(|&w| self.named(w)).collect(),
        });
        flow.collect()
    }

    /// By registers, in the order in which they are first read.
    fn readers(&self, inst: InstId) -> Vec<Flow> {
        let mut flows: Vec<Flow> = Vec::new();
        for &(reader, registers) in self.values.readers_of(inst) {
            let (registers, reader) = (registers.to_string(), self.named(reader));
            match flows.iter_mut().find(|flow| flow.registers == registers) {
                Some(flow) => flow.instructions.push(reader),
                None => flows.push(Flow {
                    registers,
                    instructions: vec![reader],
                }),
            }
        }
        flows
    }

    /// The reasons at these places of waits and nops.
    fn all(&self, places: Option<&Vec<(usize, usize)>>) -> Vec<Because> {
        let places = places.into_iter().flatten();
        let because = places.map(|&(at, number)| {
            let of = &self.explained[at];
            self.because(of, &of.reasons[number])
        });
        because.collect()
    }

    fn because(&self, of: &Explained, reason: &Reason) -> Because {
        let states = match reason.kind {
            ReasonKind::Nop { have, need, .. } => Some((have.0, need.0)),
            ReasonKind::Wait { .. } => None,
        };
        Because {
            filler: self.named(of.inst),
            sentence: reason.sentence(&self.input.function),
            producer: reason.producer.map(|inst| self.named(inst)),
            consumer: reason.consumer.map(|inst| self.named(inst)),
            need: states.map(|(_, need)| need),
            have: states.map(|(have, _)| have),
            path: reason.path.iter().map(|&block| self.label(block)).collect(),
        }
    }

    fn hazards(&mut self, inst: InstId) -> Vec<Hazard> {
        let function = &self.input.function;
        let pairs = self.hazards.pairs_of(inst).into_iter();
        let hazard = pairs.map(|pair| Hazard {
            sentence: pair.sentence(function),
            rule: pair.rule.id.to_owned(),
            producer: self.named(pair.producer),
            consumer: self.named(pair.consumer),
            need: pair.need.0,
            have: pair.have.0,
        });
        hazard.collect()
    }
}
