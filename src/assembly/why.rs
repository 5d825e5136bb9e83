//! Why an instruction is where it is, and what it waits for: the answers of a page ([`crate::view`]) about single
//! instructions, for terminals.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::view::Functions;
use crate::explain::{self, Explained, Reason, ReasonKind, Values};
use crate::machine::{BlockId, InstId};
use crate::rules::Policy;
use crate::view::{Input, Origin};

/// How many of its neighbours an error names.
const NEIGHBOURS: usize = 2;

/// Which instructions are asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Those of a line of the assembly text, counted from 1.
    Line(u32),
    /// The one at an address of a code object.
    Address(u64),
    /// Those that came from a line of the source.
    Source {
        /// The file, or the end of its path.
        file: String,
        /// The line, counted from 1.
        line: u32,
    },
}

/// A place that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a line (41), an address (0x1a40), or a file and line of the source (kernel.py:41)"
)]
pub struct PlaceError;

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        let line = |text: &str| text.parse().ok().filter(|&line: &u32| line > 0);
        if let Some((file, number)) = text.rsplit_once(':') {
            let file = file.to_owned();
            let line = line(number).filter(|_| !file.is_empty());
            return line
                .map(|line| Place::Source { file, line })
                .ok_or(PlaceError);
        }
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        match digits {
            Some(digits) => u64::from_str_radix(digits, 16).ok().map(Place::Address),
            None => line(text).map(Place::Line),
        }
        .ok_or(PlaceError)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Address(address) => write!(f, "{address:#x}"),
            Place::Source { file, line } => write!(f, "{file}:{line}"),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A line of machine code was asked for.
    #[error(
        "it is machine code, which has no lines; ask for an address (0x1a40) or a line of the source (kernel.py:41)"
    )]
    NoLines,
    /// An address of a text was asked for.
    #[error(
        "it is assembly text, which has no addresses; ask for a line (41) or a line of the source (kernel.py:41)"
    )]
    NoAddresses,
    /// The text ends before the line.
    #[error("it has {has} lines; there is no line {asked}")]
    Beyond {
        /// Lines of the text.
        has: u32,
        /// The line asked for.
        asked: u32,
    },
    /// There is no instruction of an analysed function there.
    #[error("no instruction of a function begins at {asked}{near}{left_out}")]
    Nothing {
        /// The place asked for.
        asked: String,
        /// Where the nearest are, as a clause.
        near: String,
        /// Which functions could not be analysed, as a clause.
        left_out: String,
    },
    /// There is no debug information.
    #[error(
        "it does not say from which lines of the source its instructions came; compile it with debug information (-g)"
    )]
    NoDebugInformation,
    /// The debug information names no such file.
    #[error("none of its instructions came from a file '{asked}'; they came from {known}")]
    NoFile {
        /// The file asked for.
        asked: String,
        /// The files that instructions came from.
        known: String,
    },
}

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

/// Everything about an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
) -> Result<Vec<Answer>, Error> {
    let found = find(functions, lines, place)?;
    let mut answers = Vec::new();
    for (input, insts) in found {
        let function = &input.function;
        let about = About {
            input,
            explained: explain::explain(function, policy),
            values: Values::of(function),
            policy,
        };
        answers.extend(insts.into_iter().map(|inst| about.answer(inst)));
    }
    Ok(answers)
}

/// The instructions at a place, by function.
fn find<'a>(
    functions: &'a Functions,
    lines: Option<u32>,
    place: &Place,
) -> Result<Vec<(&'a Input, Vec<InstId>)>, Error> {
    match (place, lines) {
        (Place::Line(_), None) => return Err(Error::NoLines),
        (Place::Address(_), Some(_)) => return Err(Error::NoAddresses),
        (&Place::Line(asked), Some(has)) if asked > has => {
            return Err(Error::Beyond { has, asked });
        }
        _ => {}
    }
    let mut found = Vec::new();
    for input in &functions.shown {
        let all = (0..).map(InstId).zip(&input.written);
        let here = all.filter(|(_, written)| match place {
            Place::Line(line) => written.line == *line,
            Place::Address(address) => written.address == Some(*address),
            Place::Source { file, line } => written
                .origin
                .as_ref()
                .is_some_and(|origin| origin.line == *line && is_file(origin, file)),
        });
        let insts: Vec<InstId> = here.map(|(inst, _)| inst).collect();
        if !insts.is_empty() {
            found.push((input, insts));
        }
    }
    if found.is_empty() {
        return Err(nothing(functions, place));
    }
    Ok(found)
}

fn is_file(origin: &Origin, asked: &str) -> bool {
    let before = origin.file.strip_suffix(asked);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Why nothing is at a place.
fn nothing(functions: &Functions, place: &Place) -> Error {
    let written = || functions.shown.iter().flat_map(|input| &input.written);
    let mut numbers: Vec<u64> = match place {
        Place::Line(_) => written().map(|w| u64::from(w.line)).collect(),
        Place::Address(_) => written().filter_map(|w| w.address).collect(),
        Place::Source { file, .. } => {
            let mut files: Vec<&str> = written()
                .filter_map(|w| w.origin.as_ref())
                .map(|origin| origin.file.as_str())
                .collect();
            files.sort_unstable();
            files.dedup();
            if files.is_empty() {
                return Error::NoDebugInformation;
            }
            let origins = written().filter_map(|w| w.origin.as_ref());
            let of_file = origins.filter(|origin| is_file(origin, file));
            let lines: Vec<u64> = of_file.map(|origin| u64::from(origin.line)).collect();
            if lines.is_empty() {
                return Error::NoFile {
                    asked: file.clone(),
                    known: files.join(", "),
                };
            }
            lines
        }
    };
    let asked = match place {
        Place::Line(line) | Place::Source { line, .. } => u64::from(*line),
        Place::Address(address) => *address,
    };
    numbers.sort_by_key(|&number| (number.abs_diff(asked), number));
    numbers.dedup();
    numbers.truncate(NEIGHBOURS);
    numbers.sort_unstable();
    let nearest = numbers.iter().map(|&number| match place {
        Place::Address(_) => format!("{number:#x}"),
        _ => number.to_string(),
    });
    let nearest: Vec<String> = nearest.collect();
    let near = match nearest.is_empty() {
        true => String::new(),
        false => format!("; the nearest begin at {}", nearest.join(" and ")),
    };
    let left_out = functions.left_out.iter();
    let left_out: Vec<String> = left_out
        .map(|(name, why)| format!("{name} ({why})"))
        .collect();
    let left_out = match left_out.is_empty() {
        true => String::new(),
        false => format!("; not analysed: {}", left_out.join(", ")),
    };
    Error::Nothing {
        asked: place.to_string(),
        near,
        left_out,
    }
}

/// What is known of a function.
struct About<'a> {
    input: &'a Input,
    explained: Vec<Explained>,
    values: Values,
    policy: Policy,
}

impl About<'_> {
    fn answer(&self, inst: InstId) -> Answer {
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
            reads: self.reads(inst),
            readers: self.readers(inst),
            explanation: own.map(|of| of.sentence(function)),
            because: match own {
                Some(of) => of.reasons.iter().map(|r| self.because(of, r)).collect(),
                None => self.fillers(|reason| reason.consumer == Some(inst)),
            },
            awaited_by: self.fillers(|reason| reason.producer == Some(inst)),
            hazards: self.hazards(inst),
        }
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
        for (reader, registers) in self.values.readers_of(inst) {
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

    /// The waits and nops with such a reason.
    fn fillers(&self, wanted: impl Fn(&Reason) -> bool) -> Vec<Because> {
        let all = self.explained.iter();
        let reasons = all.flat_map(|of| of.reasons.iter().map(move |reason| (of, reason)));
        let wanted = reasons.filter(|(_, reason)| wanted(reason));
        wanted
            .map(|(of, reason)| self.because(of, reason))
            .collect()
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

    fn hazards(&self, inst: InstId) -> Vec<Hazard> {
        let function = &self.input.function;
        let pairs = explain::pairs_of(function, self.policy, inst).into_iter();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::object::Target;
    use crate::assembly::view;
    use crate::gpu::Gpu;

    const TEXT: &str = "\
k:
\t.file 1 \"/src/kernel.py\"
\t.loc 1 7 3
\tglobal_load_dword v1, v0, s[0:1]
\tv_mov_b32_e32 v3, 0
\t.loc 1 9 3
\ts_waitcnt vmcnt(0)
\tv_add_f32_e32 v2, v1, v3
\tv_mfma_f32_4x4x1_16b_f32 a[0:3], v2, v3, a[0:3]
\ts_nop 3
\tv_accvgpr_read_b32 v4, a1
\ts_endpgm
";

    fn ask(text: &str, place: &str) -> Result<Vec<Answer>, Error> {
        let target = Some(Target::of(Gpu::Gfx942));
        let functions = view::functions(text.as_bytes(), target, "it").expect("assembly");
        let place = place.parse().expect("a place");
        let lines = text.lines().count() as u32;
        why(&functions, Some(lines), &place, Policy::Safe)
    }

    fn one(place: &str) -> Answer {
        let mut answers = ask(TEXT, place).expect("an answer");
        assert_eq!(answers.len(), 1);
        answers.remove(0)
    }

    fn error(text: &str, place: &str) -> String {
        ask(text, place).expect_err("no answer").to_string()
    }

    #[test]
    fn places_are_read() {
        let source = |file: &str, line| Place::Source {
            file: file.to_owned(),
            line,
        };
        for (text, place) in [
            ("41", Ok(Place::Line(41))),
            ("0x1A", Ok(Place::Address(26))),
            ("a/b.py:3", Ok(source("a/b.py", 3))),
            ("C:\\b.py:3", Ok(source("C:\\b.py", 3))),
            ("0", Err(PlaceError)),
            (":3", Err(PlaceError)),
            ("b.py:", Err(PlaceError)),
            ("b.py:0", Err(PlaceError)),
            ("0x", Err(PlaceError)),
            ("b.py", Err(PlaceError)),
            ("-1", Err(PlaceError)),
            ("", Err(PlaceError)),
        ] {
            assert_eq!(text.parse(), place, "{text}");
        }
    }

    #[test]
    fn an_instruction_knows_its_values_and_what_waits_for_it() {
        let load = one("4");
        assert_eq!(load.source, Some(("/src/kernel.py".to_owned(), 7, 3)));
        assert_eq!((load.function.as_str(), load.block.as_str()), ("k", "k"));
        let registers: Vec<&str> = load.reads.iter().map(|r| r.registers.as_str()).collect();
        assert_eq!(registers, ["v0", "s[0:1]"]);
        assert!(load.reads.iter().all(|read| read.instructions.is_empty()));
        assert_eq!(load.readers.len(), 1);
        assert_eq!(load.readers[0].instructions[0].line, 8);
        assert_eq!(load.awaited_by.len(), 1);
        assert_eq!(load.awaited_by[0].filler.instruction, "s_waitcnt vmcnt(0)");
        assert_eq!(load.because, []);

        let add = one("8");
        let from: Vec<u32> = add
            .reads
            .iter()
            .map(|read| read.instructions[0].line)
            .collect();
        assert_eq!(from, [4, 5]);
        assert_eq!(add.because.len(), 1);
        assert_eq!(add.because[0].filler.place(), "line 7");
    }

    #[test]
    fn a_wait_and_a_nop_say_what_they_are_for() {
        let wait = one("7");
        assert_eq!(wait.because.len(), 1);
        assert!(
            wait.explanation
                .is_some_and(|why| why.starts_with("vmcnt(0): v1 is loaded by"))
        );
        let nop = one("10");
        assert_eq!(nop.because.len(), 1);
        assert_eq!(
            (nop.because[0].have, nop.because[0].need),
            (Some(4), Some(4))
        );
        let read = one("11");
        assert_eq!(read.hazards.len(), 1);
        assert_eq!((read.hazards[0].have, read.hazards[0].need), (4, 4));
        assert_eq!(one("9").hazards, read.hazards);
    }

    #[test]
    fn a_line_of_the_source_has_several_instructions() {
        let lines = |place| -> Vec<u32> {
            let answers = ask(TEXT, place).expect("answers");
            answers.iter().map(|answer| answer.inst.line).collect()
        };
        assert_eq!(lines("kernel.py:7"), [4, 5]);
        assert_eq!(lines("src/kernel.py:9"), [7, 8, 9, 10, 11, 12]);
    }

    #[test]
    fn errors_say_what_there_is() {
        assert_eq!(error(TEXT, "13"), "it has 12 lines; there is no line 13");
        assert_eq!(
            error(TEXT, "6"),
            "no instruction of a function begins at line 6; the nearest begin at 5 and 7"
        );
        assert!(error(TEXT, "0x10").starts_with("it is assembly text, which has no addresses"));
        assert_eq!(
            error(TEXT, "kernel.py:8"),
            "no instruction of a function begins at kernel.py:8; the nearest begin at 7 and 9"
        );
        assert_eq!(
            error(TEXT, "ernel.py:7"),
            "none of its instructions came from a file 'ernel.py'; they came from /src/kernel.py"
        );
        assert!(error("s_nop 0\ns_endpgm\n", "a.py:1").contains("debug information (-g)"));
        let indirect = "k:\n\ts_setpc_b64 s[0:1]\n\ts_nop 0\n\ts_cbranch_g_fork s[0:1], s[2:3]\n";
        let left_out = ask(indirect, "3").expect_err("nothing").to_string();
        assert!(left_out.contains("begins at line 3"), "{left_out}");
    }

    #[test]
    fn machine_code_is_asked_by_address() {
        let functions = Functions {
            gpu: Gpu::Gfx942,
            shown: Vec::new(),
            left_out: vec![("f".to_owned(), "an indirect branch".to_owned())],
        };
        let ask = |place: Place| {
            let answers = why(&functions, None, &place, Policy::Safe);
            answers.expect_err("nothing").to_string()
        };
        assert!(ask(Place::Line(1)).starts_with("it is machine code"));
        assert_eq!(
            ask(Place::Address(64)),
            "no instruction of a function begins at 0x40; not analysed: f (an indirect branch)"
        );
    }
}
