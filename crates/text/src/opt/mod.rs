//! Better orders, waits and nops for assembly text of any compiler.
//!
//! What is known of the program is what the text says: dependences are derived from registers and address spaces
//! ([`edges`]), what the author's waits are for from what they may be for ([`waits`]). The result is read again and
//! judged before it replaces the text ([`judge`]); a kernel about which there is a doubt keeps its lines.

mod allocation;
mod compare;
mod edges;
mod emit;
mod evaluate;
mod judge;
mod linted;
mod masks;
mod orders;
mod prepare;
mod rotated;
mod slots;
#[cfg(test)]
mod tests;
mod waits;

use std::collections::BTreeSet;
use std::io;

use serde::{Deserialize, Serialize};

use allocation::Allocation;
use prepare::Registers;

use crate::edit::{self, EditError, Edits, Lines, Marks};
use crate::lint::{FindingCounts, missing_nops, missing_waits};
use crate::program::{self, Program, Routine, SourceText};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Features, Function, Walls};
use cdnasched_base::rules::Policy;
use cdnasched_driver::report::Record;
use cdnasched_driver::settings::{self, FrontEnd, Refusal};
use cdnasched_driver::{self as pipeline, Options, Outcome, Remark, RemarkKind, Renaming, figures};

pub(crate) use allocation::{Needed, provides};
pub use compare::{CompareError, Compared, Comparison, compare};
pub use evaluate::{Evaluated, EvaluatedText, LoopPlace, PeakLive, evaluate};
pub use linted::LintedBy;
pub use orders::{OrderableKernel, OrderableText};

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
    /// What was missing in the text as it was, and is in the result: waits and wait states.
    pub mended: Mended,
    /// What lint finds in it as it was, by the rules of [`LintedBy`].
    pub findings: FindingCounts,
    /// What it finds in the result: only what it found before.
    pub findings_left: FindingCounts,
}

/// What was missing and is no longer, by the rules that were followed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Mended {
    /// Waits without which a wrong value may be used.
    pub waits: usize,
    /// Places that lacked wait states.
    pub wait_states: usize,
}

impl Mended {
    /// Whether nothing was missing.
    pub fn is_nothing(&self) -> bool {
        *self == Mended::default()
    }

    /// In words: `2 missing waits and 1 place that lacked wait states`.
    pub fn in_words(self) -> String {
        let count = |count: usize, one: &str, several: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        };
        let parts = [
            count(self.waits, "missing wait", "missing waits"),
            count(
                self.wait_states,
                "place that lacked wait states",
                "places that lacked wait states",
            ),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(" and ")
    }
}

/// What lint misses in a function for certain.
fn lacks(function: &Function, policy: Policy) -> Mended {
    let waits = missing_waits(function);
    let states = missing_nops(function, policy);
    Mended {
        waits: waits.iter().filter(|missing| missing.is_error).count(),
        wait_states: states.iter().filter(|missing| missing.is_error).count(),
    }
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
    /// The options ask for what cannot be done to a text.
    #[error("{}: {}", .0.option, .0.reason)]
    Refused(Refusal),
}

/// Why a function stays as it is.
enum Kept {
    /// The stages left it so.
    NothingBetter,
    /// In words.
    Because(String),
    /// The judge refused what was made of it, in words: a fault of ours.
    Refused(String),
}

impl Kept {
    fn reason(self) -> String {
        match self {
            Kept::NothingBetter => "nothing better was found".to_owned(),
            Kept::Because(reason) | Kept::Refused(reason) => reason,
        }
    }
}

/// A remark about a function as a whole: that not all that is on was done, and why.
fn less_was_done(kind: RemarkKind, reason: &str) -> Remark {
    let mut outcome = Outcome::default();
    let message = format!("{reason}; less was done instead");
    outcome.remark(kind, "Checker", message);
    outcome.remarks.remove(0)
}

/// A function that is to change.
struct Plan {
    edits: Edits,
    original: Function,
    /// The original without copies that were taken out.
    without_copies: Option<Function>,
    function: Function,
}

/// A text and what was found in it.
struct Site<'a> {
    source: &'a str,
    program: &'a Program,
    lines: &'a Lines<'a>,
    /// The regions that alone may change.
    marks: Option<&'a Marks>,
    gpu: Gpu,
    features: Features,
    linted_by: LintedBy,
}

/// Orders the kernels of a text anew and places their waits and nops.
///
/// # Errors
/// When the text is no assembly of that GPU, or the options are not those that a text can have ([`settings::defaults`] of
/// [`FrontEnd::Opt`], and what that has).
pub fn optimise(
    source: &str,
    gpu: Gpu,
    features: Features,
    options: &Options,
) -> Result<OptimisedText, Error> {
    optimise_only(source, gpu, features, options, &|_| true)
}

/// As [`optimise`], for the functions of some names alone.
///
/// # Errors
/// As [`optimise`].
pub fn optimise_only(
    source: &str,
    gpu: Gpu,
    features: Features,
    options: &Options,
    only: &dyn Fn(&str) -> bool,
) -> Result<OptimisedText, Error> {
    refused(options)?;
    let text = SourceText::new(source);
    let program = Program::of_text(&text, gpu, features)?;
    let lines = Lines::new(source, &program.listing)?;
    let lines = match options.walls {
        Walls::Honour => lines,
        Walls::Cross => lines.crossing(),
    };
    let site = Site {
        source,
        program: &program,
        lines: &lines,
        marks: lines.marks()?,
        gpu,
        features,
        linted_by: LintedBy::of(&text, features, options.hazards),
    };
    let mut reader = program::reader(gpu, features).map_err(program::Error::from)?;
    // Instructions are printed from the listing that the reader made last.
    let same = text.parse(&mut reader)?.insts == program.listing.insts;
    let mut print = |at, registers: &[_]| reader.print(at, registers).filter(|_| same);
    let mut functions: Vec<Optimised> = Vec::new();
    let mut plans: Vec<Plan> = Vec::new();
    for at in 0..program.routines.len() {
        if !only(&program.routines[at].function.name) {
            continue;
        }
        let (of, plan) = site.function(at, options, &mut print);
        plans.extend(plan);
        functions.push(of);
    }
    let text = match site.written(&plans) {
        Ok(text) => text,
        // Each alone was written: together they are too, unless the text is strange.
        Err(kept) => {
            let reason = kept.reason();
            for function in functions.iter_mut().filter(|of| of.kept.is_none()) {
                function.kept = Some(reason.clone());
                function.findings_left = function.findings;
            }
            source.to_owned()
        }
    };
    let left = program.not_analysed.iter().filter(|left| only(&left.name));
    let left = left.map(|left| {
        let line = lines.number(left.at);
        Optimised::left(&left.name, format!("line {line}: {}", left.reason))
    });
    functions.extend(left);
    Ok(OptimisedText { text, functions })
}

/// What is tried, one after another, where all that `opt` does is refused: no overlap, then no copies taken out either.
pub(crate) fn less_and_less(options: &Options) -> Vec<Options> {
    let no_overlap = Options {
        overlap: false,
        ..options.clone()
    };
    let no_copies = Options {
        coalesce: false,
        ..no_overlap.clone()
    };
    let mut ways = vec![options.clone(), no_overlap, no_copies];
    ways.dedup();
    ways
}

/// Refuses options that cannot be followed.
pub(crate) fn refused(options: &Options) -> Result<(), Error> {
    settings::refused(FrontEnd::Opt, options).map_err(Error::Refused)
}

impl Optimised {
    fn of(function: &Function, options: &Options, linted_by: LintedBy) -> Optimised {
        let findings = linted_by.count(function);
        Optimised {
            before: figures(function, &options.models),
            findings,
            findings_left: findings,
            ..Optimised::left(&function.name, String::new())
        }
    }

    /// Writes a line of a report: the figures of the result as an object, what was mended, and what lint still finds.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_line(&self, out: &mut impl io::Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            after: &'a Record,
            mended: Mended,
            findings_left: FindingCounts,
        }
        let line = Line {
            after: &self.after,
            mended: self.mended,
            findings_left: self.findings_left,
        };
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")
    }

    pub(crate) fn left(name: &str, reason: String) -> Optimised {
        Optimised {
            name: name.to_owned(),
            kept: (!reason.is_empty()).then_some(reason),
            before: Record::default(),
            after: Record::default(),
            remarks: Vec::new(),
            mended: Mended::default(),
            findings: FindingCounts::default(),
            findings_left: FindingCounts::default(),
        }
    }

    fn finish(&mut self, function: &Function, options: &Options) {
        let last = figures(function, &options.models);
        self.after.clocks = last.clocks.clone();
        self.after.instructions = last.instructions;
        self.after.matrix_instructions = last.matrix_instructions;
        self.after.copies = last.copies;
        self.after.spill_accesses = last.spill_accesses;
        self.after.peak_vgpr = last.peak_vgpr;
        self.after.peak_agpr = last.peak_agpr;
        self.after.peak_sgpr = last.peak_sgpr;
        self.after.waves_per_simd = last.waves_per_simd;
        self.after.s_nop = last.s_nop;
        self.after.nop_wait_states = last.nop_wait_states;
        self.after.s_waitcnt = last.s_waitcnt;
    }
}

impl Site<'_> {
    /// Works on a function: with all that is on, and with less where that is refused.
    fn function(
        &self,
        at: usize,
        options: &Options,
        print: &mut emit::Print<'_>,
    ) -> (Optimised, Option<Plan>) {
        let routine = &self.program.routines[at];
        if options.orders.is_some() && !self.is_given(at, options) {
            return (self.left(routine, "no order was given for it"), None);
        }
        if self.marks.is_some() && routine.listed.iter().all(|&at| self.lines.is_kept(at)) {
            return (self.left(routine, "none of it is in a marked region"), None);
        }
        let mut of = Optimised::of(&routine.function, options, self.linted_by);
        let mut refused = Vec::new();
        for options in self.ways(at, options) {
            of.remarks.clear();
            let planned = self.plan(at, &options, &mut of, print);
            let judged = planned.and_then(|plan| {
                let text = self.written(std::slice::from_ref(&plan))?;
                let read = self.judge(&plan, &text, &options)?;
                Ok((plan, read))
            });
            match judged {
                Ok((plan, read)) => {
                    of.finish(&read, &options);
                    of.kept = None;
                    of.findings_left = self.linted_by.count(&read);
                    of.remarks.extend(refused);
                    let (was, is) = (
                        lacks(&routine.function, options.hazards),
                        lacks(&read, options.hazards),
                    );
                    of.mended = Mended {
                        waits: was.waits.saturating_sub(is.waits),
                        wait_states: was.wait_states.saturating_sub(is.wait_states),
                    };
                    return (of, Some(plan));
                }
                Err(kept) => {
                    let kind = match &kept {
                        Kept::Refused(_) => RemarkKind::Warning,
                        Kept::Because(_) | Kept::NothingBetter => RemarkKind::Missed,
                    };
                    let is_last = matches!(kept, Kept::NothingBetter);
                    let reason = kept.reason();
                    refused.push(less_was_done(kind, &reason));
                    of.kept = of.kept.or(Some(reason));
                    if is_last {
                        break;
                    }
                }
            }
        }
        (of, None)
    }

    /// A function that nobody asked for.
    fn left(&self, routine: &Routine, reason: &str) -> Optimised {
        let findings = self.linted_by.count(&routine.function);
        Optimised {
            findings,
            findings_left: findings,
            ..Optimised::left(&routine.function.name, reason.to_owned())
        }
    }

    /// What is tried with a function: all that is on, and less in turn.
    fn ways(&self, at: usize, options: &Options) -> Vec<Options> {
        let all = Options {
            explain: true,
            ..options.clone()
        };
        let no_copies = |of: &Options| Options {
            coalesce: false,
            ..of.clone()
        };
        let no_overlap = |of: &Options| Options {
            overlap: false,
            ..no_copies(of)
        };
        let as_it_is = |of: &Options| Options {
            rename: Renaming::Off,
            ..no_overlap(of)
        };
        let routine = &self.program.routines[at];
        // Which registers hold something for callers and callees is not known.
        if self.is_given(at, options) || prepare::is_called_or_calls(&routine.function) {
            return vec![as_it_is(&all)];
        }
        let all = match masks::narrowed_without_branch(&routine.function) {
            Some(_) => Options {
                rename: Renaming::Off,
                ..no_copies(&all)
            },
            None => all,
        };
        let less = [no_copies(&all), no_overlap(&all), as_it_is(&all)];
        let mut ways = vec![all];
        for less in less {
            if ways.last() != Some(&less) {
                ways.push(less);
            }
        }
        ways
    }

    /// Whether a function has an order from outside.
    fn is_given(&self, at: usize, options: &Options) -> bool {
        let name = &self.program.routines[at].function.name;
        let orders = options.orders.as_ref();
        orders.is_some_and(|orders| orders.of(name).is_some())
    }

    /// The text with changes of functions.
    fn written(&self, plans: &[Plan]) -> Result<String, Kept> {
        let mut all = Edits::new();
        for plan in plans {
            all.extend(plan.edits.clone());
        }
        let text = edit::apply_to(self.source, self.lines, &all);
        text.map_err(|error| Kept::Because(error.to_string()))
    }

    /// Reads a text again, and looks at one of its functions: this.
    fn judge(&self, plan: &Plan, text: &str, options: &Options) -> Result<Function, Kept> {
        if let Some(marks) = self.marks {
            let is_kept = Marks::of(text)
                .ok()
                .flatten()
                .is_some_and(|new| new.outside(text) == marks.outside(self.source));
            if !is_kept {
                let reason = "the code outside of the marked regions would have to change";
                return Err(Kept::Because(reason.into()));
            }
        }
        let read = Program::of_text(&SourceText::new(text), self.gpu, self.features);
        let refused = |reason: String| {
            Kept::Refused(format!(
                "the check refused the new text ({reason}); please report this"
            ))
        };
        let read = read.map_err(|error| refused(error.to_string()))?;
        let name = &plan.original.name;
        let routine = read
            .routines
            .iter()
            .find(|routine| routine.function.name == *name);
        let routine = routine.ok_or_else(|| refused("the function is not found".into()))?;
        let meant = judge::Meant {
            original: &plan.original,
            without_copies: plan.without_copies.as_ref().unwrap_or(&plan.original),
            function: &plan.function,
        };
        judge::lanes(&meant).map_err(Kept::Because)?;
        judge::judge(&meant, routine, options.hazards).map_err(refused)?;
        allocation::provided(text, &routine.function, &plan.original).map_err(refused)?;
        Ok(routine.function.clone())
    }

    /// Has the stages work on a function.
    fn plan(
        &self,
        at: usize,
        options: &Options,
        of: &mut Optimised,
        print: &mut emit::Print<'_>,
    ) -> Result<Plan, Kept> {
        let routine = &self.program.routines[at];
        if self.shares_instructions(at) {
            let reason = "another function has some of its instructions";
            return Err(Kept::Because(reason.into()));
        }
        let changes_registers = options.rename != Renaming::Off || options.coalesce;
        let allocation = Allocation::of(self.source, &routine.function.name, self.gpu)
            // What describes the registers is outside of the marked regions.
            .filter(|_| changes_registers && self.marks.is_none())
            .filter(|allocation| allocation.follows(&routine.function));
        let registers = match allocation {
            Some(_) => Registers::Any,
            None => Registers::Used,
        };
        let prepared = prepare::prepare(routine, &self.program.listing, self.lines, registers)
            .map_err(Kept::Because)?;
        let mut function = prepared.function;
        let done = pipeline::whole(&mut function, options);
        of.remarks.extend(done.remarks);
        if let Some(objection) = done.objection {
            return Err(Kept::Because(objection));
        }
        of.after = done.record;
        let site = emit::Site {
            listing: &self.program.listing,
            lines: self.lines,
        };
        let edits = emit::edits(&function, routine, site, print);
        let mut edits = edits.map_err(Kept::Because)?;
        if let Some(allocation) = allocation {
            allocation.follow(&function, &mut edits);
        }
        if edits.is_empty() {
            return Err(Kept::NothingBetter);
        }
        let is_ours = !self.is_given(at, options) && is_clean(&prepared.original, options);
        if is_ours && pipeline::is_slower_function(&function, &of.before, &options.models) {
            let reason = "the result would take longer";
            return Err(Kept::Because(reason.into()));
        }
        Ok(Plan {
            edits,
            original: routine.function.clone(),
            without_copies: done.without_copies,
            function,
        })
    }

    fn shares_instructions(&self, at: usize) -> bool {
        let of = |routine: &Routine| routine.listed.iter().copied().collect::<BTreeSet<_>>();
        let own = of(&self.program.routines[at]);
        let mut others = self.program.routines.iter().enumerate();
        others.any(|(other, routine)| other != at && !own.is_disjoint(&of(routine)))
    }
}

fn is_clean(function: &Function, options: &Options) -> bool {
    let verdict = cdnasched_check::final_stream(function, options.hazards);
    verdict.findings().next().is_none()
}
