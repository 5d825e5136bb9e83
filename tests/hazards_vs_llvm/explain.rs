//! Comparing, and finding out why two results differ.

use std::collections::BTreeMap;
use std::fmt;

use cdnasched::hazard::{Policy, place};
use cdnasched::machine::Function;

use crate::llc::{self, Nops, Passes};

/// A function and what to call it when it fails.
pub struct Case {
    pub label: String,
    pub function: Function,
}

/// Results over many cases.
#[derive(Default)]
pub struct Tally {
    pub cases: usize,
    pub agree: usize,
    pub reasons: BTreeMap<String, usize>,
    pub unexplained: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} agree with LLVM 22", self.agree, self.cases)?;
        for (reason, count) in &self.reasons {
            write!(f, "\n    {count:6} {reason}")?;
        }
        write!(f, "\n    {:6} unexplained", self.unexplained.len())
    }
}

impl Tally {
    pub fn assert_explained(&self) {
        let first: Vec<&String> = self.unexplained.iter().take(5000).collect();
        let list: Vec<&str> = first.iter().map(|s| s.as_str()).collect();
        assert!(self.unexplained.is_empty(), "{}", list.join("\n\n"));
    }
}

pub fn compare(cases: &mut [Case]) -> Tally {
    let mut tally = Tally {
        cases: cases.len(),
        ..Tally::default()
    };
    for xnack in [false, true] {
        let list: Vec<&Case> = cases
            .iter()
            .filter(|c| c.function.features.xnack == xnack)
            .collect();
        let functions: Vec<Function> = list.iter().map(|c| c.function.clone()).collect();
        let llvm = llc::run(Passes::Llvm, &functions);
        let ours = llc::run(Passes::Ours(Policy::Llvm), &functions);
        let both = llc::run(Passes::OursThenLlvm(Policy::Llvm), &functions);
        let safe = llc::run(Passes::Ours(Policy::Safe), &functions);
        let safe_both = llc::run(Passes::OursThenLlvm(Policy::Safe), &functions);
        for (i, case) in list.iter().enumerate() {
            let mut inside = [Policy::Llvm, Policy::Safe].into_iter().map(|policy| {
                let mut f = case.function.clone();
                place(&mut f, policy);
                Nops::of(&f)
            });
            let (inside_llvm, inside_safe) = (inside.next().unwrap(), inside.next().unwrap());
            let mut note = |what: &str| {
                *tally.reasons.entry(what.to_owned()).or_default() += 1;
                tally.unexplained.push(format!("{what}: {}\n  llvm {:?}\n ours(llvm) {:?}\n both {:?}\n safe {:?}\n safe both {:?}\ninside llvm {:?}\ninside safe{:?}\n{}", case.label, llvm[i].0, ours[i].0, both[i].0, safe[i].0, safe_both[i].0, inside_llvm.0, inside_safe.0, case.function));
            };
            let mut ok = true;
            if inside_llvm != ours[i] || inside_safe != safe[i] {
                note("plugin differs from core");
                ok = false;
            }
            if ours[i].total() > llvm[i].total() {
                note("ours more than llvm");
                ok = false;
            }
            if ours[i].total() < llvm[i].total() {
                note("ours less than llvm");
                ok = false;
            }
            if safe_both[i] != safe[i] {
                note("LLVM adds after safe");
                ok = false;
            }
            if both[i] != ours[i] {
                note("LLVM adds after llvm");
                ok = false;
            }
            tally.agree += usize::from(ok);
        }
    }
    tally
}
