//! Better orders, waits and nops for assembly text of any compiler.
//!
//! What is known of the program is what the text says: dependences are derived from registers and address spaces
//! ([`edges`]), what the author's waits are for from what they may be for ([`waits`]). The result is read again and
//! judged before it replaces the text ([`judge`]); a kernel about which there is a doubt keeps its lines.

mod edges;
mod emit;
mod judge;
mod prepare;
#[cfg(test)]
mod tests;
mod waits;

use crate::assembly::edit::{self, EditError, Edits, Lines};
use crate::assembly::program::{self, Program, Routine, SourceText};
use crate::gpu::Gpu;
use crate::machine::{Features, Function};
use crate::pipeline::{self, Options, Outcome, Remark};
use crate::report::Record;
use crate::waitcnt;

/// What became of a function.
#[derive(Clone, Debug)]
pub struct Optimised {
    /// Its symbol.
    pub name: String,
    /// Why it stayed as it was; `None` when it has changed.
    pub kept: Option<String>,
    /// The figures of the text as it was.
    pub before: Record,
    /// The figures of the result.
    pub after: Record,
    /// Remarks of the stages.
    pub remarks: Vec<Remark>,
}

/// A text, and what became of its functions.
#[derive(Clone, Debug)]
pub struct OptimisedText {
    /// The text.
    pub text: String,
    /// Its functions, in order.
    pub functions: Vec<Optimised>,
}

/// Why a text is not looked at.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is no assembly of that GPU.
    #[error(transparent)]
    Program(#[from] program::Error),
    /// Its lines do not fit what the assembler read.
    #[error(transparent)]
    Edit(#[from] EditError),
}

/// A function that is to change.
struct Plan {
    at: usize,
    edits: Edits,
    original: Function,
    function: Function,
}

/// Orders the kernels of a text anew and places their waits and nops.
///
/// # Errors
/// When the text is no assembly of that GPU.
pub fn optimise(
    source: &str,
    gpu: Gpu,
    features: Features,
    options: &Options,
) -> Result<OptimisedText, Error> {
    let program = Program::of_text(&SourceText::new(source), gpu, features)?;
    let lines = Lines::new(source, &program.listing)?;
    let mut functions: Vec<Optimised> = Vec::new();
    let mut plans: Vec<Plan> = Vec::new();
    for (at, routine) in program.routines.iter().enumerate() {
        let mut of = Optimised::of(&routine.function, options);
        match plan(at, routine, &program, &lines, options, &mut of) {
            Ok(plan) => plans.push(plan),
            Err(reason) => of.kept = Some(reason),
        }
        functions.push(of);
    }
    let text = loop {
        let (text, refused) = write(source, &program, &plans, gpu, features, options);
        let Some((at, reason)) = refused else {
            break text;
        };
        functions[at].kept = Some(reason);
        plans.retain(|plan| plan.at != at);
    };
    for plan in plans {
        functions[plan.at].finish(&plan.function, options);
    }
    let left = program.not_analysed.iter().map(|left| {
        let line = lines.number(left.at);
        Optimised::left(&left.name, format!("line {line}: {}", left.reason))
    });
    functions.extend(left);
    Ok(OptimisedText { text, functions })
}

impl Optimised {
    fn of(function: &Function, options: &Options) -> Optimised {
        Optimised {
            before: figures(function, options),
            ..Optimised::left(&function.name, String::new())
        }
    }

    fn left(name: &str, reason: String) -> Optimised {
        Optimised {
            name: name.to_owned(),
            kept: (!reason.is_empty()).then_some(reason),
            before: Record::default(),
            after: Record::default(),
            remarks: Vec::new(),
        }
    }

    fn finish(&mut self, function: &Function, options: &Options) {
        let last = figures(function, options);
        self.after.clocks = last.clocks.clone();
        self.after.s_nop = last.s_nop;
        self.after.nop_wait_states = last.nop_wait_states;
        self.after.s_waitcnt = last.s_waitcnt;
    }
}

/// What a function takes as it is.
fn figures(function: &Function, options: &Options) -> Record {
    let mut record = Record::default();
    let look = Options {
        models: options.models.clone(),
        ..Options::LOOK
    };
    pipeline::audit(&mut function.clone(), &look, &mut record);
    record
}

/// Has the stages work on a function.
fn plan(
    at: usize,
    routine: &Routine,
    program: &Program,
    lines: &Lines<'_>,
    options: &Options,
    of: &mut Optimised,
) -> Result<Plan, String> {
    let shared = program
        .routines
        .iter()
        .enumerate()
        .any(|(other, routine_)| {
            other != at
                && routine_
                    .listed
                    .iter()
                    .any(|inst| routine.listed.contains(inst))
        });
    if shared {
        return Err("another function has some of its instructions".into());
    }
    let prepared = prepare::prepare(routine, &program.listing, lines)?;
    let mut function = prepared.function;
    let options = Options {
        coalesce: false,
        overlap: false,
        rename: pipeline::Renaming::Off,
        check: true,
        judge: true,
        explain: true,
        ..options.clone()
    };
    let mut record = Record::default();
    let scheduled = pipeline::schedule(&mut function, &options, &mut record);
    let refused = refusal(&record, &scheduled);
    of.remarks.extend(scheduled.remarks);
    if let Some(reason) = refused {
        return Err(reason);
    }
    waitcnt::drop_requests(&mut function);
    let placed = pipeline::place_nops(&mut function, &options, &mut record);
    let refused = refusal(&record, &placed);
    of.remarks.extend(placed.remarks);
    if let Some(reason) = refused {
        return Err(reason);
    }
    of.after = record;
    let edits = emit::edits(&function, routine, lines)?;
    if edits.is_empty() {
        return Err("nothing better was found".into());
    }
    let before = check_clean(&prepared.original, &options);
    if before && slower(&of.before, &figures(&function, &options)) {
        return Err("the result would take longer".into());
    }
    Ok(Plan {
        at,
        edits,
        original: prepared.original,
        function,
    })
}

/// Why a stage refused its own result, or could not finish.
fn refusal(record: &Record, outcome: &Outcome) -> Option<String> {
    if let Some(case) = &outcome.case {
        return Some(format!(
            "the check refused a result ({}); please report this",
            case.findings.first().map_or("", String::as_str)
        ));
    }
    let waits = record
        .left_alone
        .iter()
        .find(|left| left.what == "waits" || left.what == "order and waits");
    waits.map(|left| left.reason.clone())
}

fn check_clean(function: &Function, options: &Options) -> bool {
    crate::check::final_stream(function, options.hazards)
        .findings()
        .next()
        .is_none()
}

/// Whether a stream takes longer than another under any parameter set.
fn slower(before: &Record, after: &Record) -> bool {
    let pairs = before.clocks.iter().zip(&after.clocks);
    pairs
        .into_iter()
        .any(|(before, after)| after.last.one_wave > before.last.one_wave)
}

/// The text with all plans, and the first function whose result is refused.
fn write(
    source: &str,
    program: &Program,
    plans: &[Plan],
    gpu: Gpu,
    features: Features,
    options: &Options,
) -> (String, Option<(usize, String)>) {
    let mut all = Edits::new();
    for plan in plans {
        // Alone first, so that the function that cannot be written is known.
        if let Err(error) = edit::apply(source, &program.listing, &plan.edits) {
            return (source.to_owned(), Some((plan.at, error.to_string())));
        }
        all.extend(plan.edits.clone());
    }
    let Some(first) = plans.first() else {
        return (source.to_owned(), None);
    };
    let text = match edit::apply(source, &program.listing, &all) {
        Ok(text) => text,
        Err(error) => return (source.to_owned(), Some((first.at, error.to_string()))),
    };
    let read = match Program::of_text(&SourceText::new(&text), gpu, features) {
        Ok(read) => read,
        Err(error) => return (source.to_owned(), Some((first.at, error.to_string()))),
    };
    for plan in plans {
        let name = &plan.original.name;
        let routine = read
            .routines
            .iter()
            .find(|routine| routine.function.name == *name);
        let meant = judge::Meant {
            original: &plan.original,
            function: &plan.function,
        };
        let judged = match routine {
            Some(routine) => judge::judge(&meant, routine, options.hazards),
            None => Err("it is not found in the text read again".to_owned()),
        };
        if let Err(reason) = judged {
            let reason = format!("the check refused the new text ({reason}); please report this");
            return (source.to_owned(), Some((plan.at, reason)));
        }
    }
    (text, None)
}
