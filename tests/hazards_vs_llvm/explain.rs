//! Comparing, and finding out why two results differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{BlockId, Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_engine::hazard::{Insertion, place};

use crate::llc::{self, Nops, Passes};
use crate::paths;

/// A function and what to call it when it fails.
pub struct Case {
    pub label: String,
    pub function: Function,
}

/// Why LLVM's recogniser and an exact evaluation of its own rules differ. The numbers continue
/// those of the soundness defects S1 to S6 known before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// gfx950: LLVM looks back 19 wait states where a rule requires 20.
    Window,
    /// LLVM inserts the nop on one path alone, and misses it on the graph: it visits a block
    /// once, by whichever path comes first, and counts terminators a taken branch skips.
    Graph,
    /// LLVM inserts the nop between the two instructions alone, and misses it on their path: it
    /// stops at the nearest instruction that writes any register of the operand.
    Nearest,
    /// XNACK: LLVM lets a load overwrite what stores before it in the run still read.
    StoresFirst,
    /// LLVM inserts nops before an instruction before it has inserted those after it that reach
    /// it again over a back edge. It finds nothing to add to our fewer.
    OnePass,
    /// gfx908: LLVM passes over a result that is the accumulator as it is, and waits for older
    /// ones that it has overwritten.
    BehindSame,
    /// As many, in places that run less often.
    Elsewhere,
    /// LLVM adds on the graph what it requires on none of the paths: it mixes the distance of
    /// one path with the producer of another.
    OtherPath,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Window => "S1: LLVM looks back 19 of 20 wait states",
            Why::Graph => "S2, S3: LLVM requires it on one path, misses it on the graph",
            Why::Nearest => "S7: LLVM stops at the nearest write of part of the operand",
            Why::StoresFirst => "S8: LLVM overlooks stores at the start of an XNACK run",
            Why::OnePass => "S9: LLVM needs more, as it places nops in one pass",
            Why::BehindSame => "S11: LLVM waits for a result that was overwritten",
            Why::Elsewhere => "as many, where they run less often",
            Why::OtherPath => "S10: LLVM adds what none of the paths requires",
        })
    }
}

/// Results over many cases.
#[derive(Default)]
pub struct Tally {
    cases: usize,
    agree: usize,
    /// Cases with a difference of the walk, by reason.
    walk: BTreeMap<Why, usize>,
    /// Cases in which the safe rules require more than LLVM's, by the rows' divergence.
    rows: BTreeMap<String, usize>,
    /// Functions that LLVM adds nops to after ours, under the safe policy.
    added: usize,
    unexplained: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} agree with LLVM 22; LLVM adds after safe: {}",
            self.agree, self.cases, self.added
        )?;
        for (why, count) in &self.walk {
            write!(f, "\n    {count:6} {why}")?;
        }
        write!(
            f,
            "\n    {:6} unexplained\n    under safe:",
            self.unexplained.len()
        )?;
        for (row, count) in &self.rows {
            write!(f, " {row} {count}")?;
        }
        Ok(())
    }
}

impl Tally {
    pub fn assert_explained(&self) {
        let first: Vec<&str> = self
            .unexplained
            .iter()
            .take(3)
            .map(String::as_str)
            .collect();
        assert!(first.is_empty(), "{}", first.join("\n\n"));
    }
    pub fn add(&mut self, other: Tally) {
        self.cases += other.cases;
        self.agree += other.agree;
        self.added += other.added;
        for (why, count) in other.walk {
            *self.walk.entry(why).or_default() += count;
        }
        for (row, count) in other.rows {
            *self.rows.entry(row).or_default() += count;
        }
        self.unexplained.extend(other.unexplained);
    }
}

/// What the tools did to one function.
struct Results {
    llvm: Nops,
    ours: Nops,
    /// LLVM after ours.
    both: Nops,
    safe: Nops,
    safe_both: Nops,
}

pub fn compare(cases: &[Case]) -> Tally {
    let mut tally = Tally::default();
    for xnack in [false, true] {
        let group = cases.iter().filter(|c| c.function.features.xnack == xnack);
        tally.add(compare_group(&group.collect::<Vec<_>>()));
    }
    tally
}

fn compare_group(cases: &[&Case]) -> Tally {
    let functions: Vec<Function> = cases.iter().map(|c| c.function.clone()).collect();
    let runs = [
        Passes::Llvm,
        Passes::Ours(Policy::Llvm),
        Passes::OursThenLlvm(Policy::Llvm),
        Passes::Ours(Policy::Safe),
        Passes::OursThenLlvm(Policy::Safe),
    ];
    let [llvm, ours, both, safe, safe_both] = runs.map(|passes| llc::run(passes, &functions));
    let all = llvm
        .into_iter()
        .zip(ours)
        .zip(both)
        .zip(safe)
        .zip(safe_both);
    let results: Vec<Results> = all
        .map(|((((llvm, ours), both), safe), safe_both)| Results {
            llvm,
            ours,
            both,
            safe,
            safe_both,
        })
        .collect();

    let mut tally = Tally {
        cases: cases.len(),
        ..Tally::default()
    };
    let mut inquiry = Inquiry::default();
    let mut whys = BTreeSet::new();
    for (at, (case, r)) in cases.iter().zip(&results).enumerate() {
        let mut problems = parity(&case.function, r);
        problems.extend(safe_rows(&case.function, r, &mut tally.rows));
        tally.agree += usize::from(r.ours == r.llvm && r.both == r.ours);
        tally.added += usize::from(r.safe_both != r.safe);
        inquiry.added(at, &case.function, &r.safe, &r.safe_both);
        inquiry.added(at, &case.function, &r.ours, &r.both);
        if r.ours.total() > r.llvm.total() {
            problems.extend(inquiry.more(at, &case.function, &r.ours, &r.llvm));
        } else if r.ours.total() < r.llvm.total() {
            whys.insert((Why::OnePass, at));
        } else if r.ours != r.llvm {
            whys.insert((Why::Elsewhere, at));
        }
        tally
            .unexplained
            .extend(problems.into_iter().map(|p| describe(case, r, p)));
    }
    for (at, verdict) in inquiry.answer() {
        match verdict {
            Ok(why) => {
                whys.insert((why, at));
            }
            Err(problem) => tally
                .unexplained
                .push(describe(cases[at], &results[at], problem)),
        }
    }
    for (why, _) in whys {
        *tally.walk.entry(why).or_default() += 1;
    }
    tally
}

fn describe(case: &Case, r: &Results, problem: String) -> String {
    format!(
        "{}: {problem}\nLLVM            {:?}\nours            {:?}\nours, then LLVM {:?}\nsafe            {:?}\nsafe, then LLVM {:?}\n{}",
        case.label, r.llvm.0, r.ours.0, r.both.0, r.safe.0, r.safe_both.0, case.function
    )
}

fn placed(function: &Function, policy: Policy) -> (Function, Vec<Insertion>) {
    let mut placed = function.clone();
    let insertions = place(&mut placed, policy).insertions;
    (placed, insertions)
}

/// The plugin inside LLVM does what the core does with the text form. Over several blocks they
/// may hoist other nops: LLVM has block frequencies of its own.
fn parity(function: &Function, r: &Results) -> Vec<String> {
    let mut problems = Vec::new();
    for (policy, plugin) in [(Policy::Llvm, &r.ours), (Policy::Safe, &r.safe)] {
        let core = Nops::of(&placed(function, policy).0);
        if function.blocks().len() == 1 && *plugin != core {
            problems.push(format!("under {policy} the core alone places {:?}", core.0));
        }
    }
    problems
}

/// Where safe requires more than LLVM's rules, rows with a divergence must be the reason.
fn safe_rows(
    function: &Function,
    r: &Results,
    rows: &mut BTreeMap<String, usize>,
) -> Option<String> {
    // Hoisting apart, nothing differs when there are as many.
    if r.safe.total() == r.ours.total() {
        return None;
    }
    let insertions = placed(&paths::with_nops(function, &r.ours), Policy::Safe).1;
    let stricter = |i: &&Insertion| {
        i.rule
            .is_some_and(|rule| rule.need(Policy::Safe) != rule.need(Policy::Llvm))
    };
    let mut reasons: Vec<String> = insertions
        .iter()
        .filter(stricter)
        .filter_map(|i| Some(format!("{:?}", i.rule?.divergence?)))
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    if reasons.is_empty() {
        return Some("safe differs from LLVM's rules without a row that says so".to_owned());
    }
    for reason in reasons {
        *rows.entry(reason).or_default() += 1;
    }
    None
}

/// Block, position, instruction.
type Place = (BlockId, usize, InstId);

/// Questions to LLVM about paths and pairs, asked all at once.
#[derive(Default)]
pub struct Inquiry {
    functions: Vec<Function>,
    questions: Vec<(usize, Question)>,
}

/// What to ask LLVM; numbers are entries of [`Inquiry::functions`].
enum Question {
    Ours(Ours),
    /// Is what LLVM adds required on one of these paths? It must not be, but on gfx908 where
    /// the accumulator is the last result as it is.
    Added {
        paths: Vec<(usize, bool)>,
    },
}

/// Is a nop of ours required on one of these paths, or between one of these pairs? If not, what
/// else may be the reason?
#[derive(Default)]
struct Ours {
    paths: Vec<usize>,
    pairs: Vec<usize>,
    rest: Option<Why>,
}

impl Inquiry {
    fn ask(&mut self, make: impl FnOnce(String) -> Function) -> usize {
        let at = self.functions.len();
        self.functions.push(make(format!("q{at}")));
        at
    }

    /// LLVM adds nops after ours.
    pub fn added(&mut self, case: usize, function: &Function, before: &Nops, after: &Nops) {
        let ours = paths::with_nops(function, before);
        for (at, place) in paths::counted(&ours).iter().enumerate() {
            let Some((block, position, inst)) = *place else {
                continue;
            };
            if after.0.get(at) > before.0.get(at) {
                let mut paths = Vec::new();
                for path in paths::paths(&ours, block, position) {
                    let chained = paths::chained(&ours, &path, inst);
                    let alone = self.ask(|name| paths::alone(&ours, name, &path, inst));
                    paths.push((alone, chained && ours.gpu == Gpu::Gfx908));
                }
                self.questions.push((case, Question::Added { paths }));
            }
        }
    }

    /// We place more than LLVM. Removes one wait state where we do, and asks about what is
    /// then too close.
    fn more(
        &mut self,
        case: usize,
        function: &Function,
        ours: &Nops,
        llvm: &Nops,
    ) -> Option<String> {
        for at in 0..ours.0.len() {
            if ours.0[at] <= llvm.0[at] {
                continue;
            }
            let mut less = ours.clone();
            less.0[at] -= 1;
            let less = paths::with_nops(function, &less);
            // Hoisted nops are not directly before what they are for.
            let mut question = Ours::default();
            for &place in paths::counted(&less).iter().flatten() {
                self.too_close(&less, place, &mut question);
            }
            if question.pairs.is_empty() {
                return Some(format!("our nop before instruction {at} is unnecessary"));
            }
            self.questions.push((case, Question::Ours(question)));
        }
        None
    }

    /// Asks about everything that an instruction is too close to.
    fn too_close(
        &mut self,
        function: &Function,
        (block, position, inst): Place,
        question: &mut Ours,
    ) {
        for path in paths::paths(function, block, position) {
            let suspects = paths::suspects(function, &path, inst);
            if !suspects.is_empty() {
                let alone = self.ask(|name| paths::alone(function, name, &path, inst));
                question.paths.push(alone);
            }
            for suspect in suspects {
                let pair = self.ask(|name| paths::pair(function, name, &path, suspect.at, inst));
                question.pairs.push(pair);
                if suspect.need == 20 && suspect.distance == 19 && function.gpu == Gpu::Gfx950 {
                    question.rest = Some(Why::Window);
                } else if suspect.stores_only {
                    question.rest = Some(Why::StoresFirst);
                }
            }
        }
    }

    /// The reason for each difference, by case.
    pub fn answer(self) -> Vec<(usize, Result<Why, String>)> {
        let answers = llc::run(Passes::Llvm, &self.functions);
        // After the end of a path come its s_endpgm and the end of the block.
        let asked = |at: &usize| {
            let before = Nops::of(&self.functions[*at]);
            let end = before.0.len() - 3;
            answers[*at].0[end] > before.0[end]
        };
        let verdict = |question: &Question| match question {
            Question::Added { paths } => {
                let mut on = paths.iter().filter(|(at, _)| asked(at)).peekable();
                if on.peek().is_none() {
                    return Ok(Why::OtherPath);
                }
                match on.find(|(_, chained)| !chained) {
                    None => Ok(Why::BehindSame),
                    Some((at, _)) => Err(format!(
                        "LLVM adds on this path alone:\n{}",
                        self.functions[*at]
                    )),
                }
            }
            Question::Ours(Ours { paths, pairs, rest }) => {
                if paths.iter().any(asked) {
                    Ok(Why::Graph)
                } else if pairs.iter().any(asked) {
                    Ok(Why::Nearest)
                } else {
                    rest.ok_or_else(|| {
                        format!("LLVM requires no nop here:\n{}", self.functions[paths[0]])
                    })
                }
            }
        };
        self.questions
            .iter()
            .map(|(case, question)| (*case, verdict(question)))
            .collect()
    }
}
