//! Which strategies are searched, and which one a kernel gets.

use serde::Serialize;

use crate::report::Record;

/// How many strategies are searched beside the default, of a kernel, where nobody says.
pub const SEARCHED: usize = 3;

/// How much faster than the default's LLVM's own code has to be for a search: over the corpus four fifths of what all strategies
/// bring, in half of the searches (docs/pick.md).
const PROMISING: f64 = 0.98;

/// How much better than the default a strategy has to be, under all parameter sets together.
const WORTH_IT: f64 = 0.995;

/// Why a strategy was not the one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    /// The kernel cannot have it: its author decided otherwise, or it is compiled so anyway.
    DoesNotFit,
    /// LLVM makes the same code as under this one.
    SameCode(String),
    /// LLVM's own code is not faster than the default's by enough for a search.
    NotPromising,
    /// Others were more promising, and the search is for so many.
    NotSearched,
    /// It takes longer under a parameter set.
    Slower,
    /// It is no better than the default by enough.
    NoBetter,
    /// Another one is faster still.
    Beaten,
    /// LLVM cannot compile it, or it is no text of the kernel.
    Fails(String),
}

/// A kernel under a strategy.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The strategy, or the file that has the text.
    pub strategy: String,
    /// LLVM's code alone; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llvm: Option<Record>,
    /// With our stages; absent where it was not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ours: Option<Record>,
    /// Why it is not the one; absent of the one that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Lost>,
}

impl Candidate {
    /// Nothing is known of it yet.
    pub fn of(strategy: &str) -> Candidate {
        Candidate {
            strategy: strategy.to_owned(),
            llvm: None,
            ours: None,
            lost: None,
        }
    }
}

/// A kernel, and what it is compiled with.
#[derive(Clone, Debug, Serialize)]
pub struct PickedKernel {
    /// Its symbol.
    pub name: String,
    /// The strategy that it gets.
    pub strategy: String,
    /// All of them; the default first.
    pub candidates: Vec<Candidate>,
}

/// Clocks of a function over those of another, at the kernel's own number of waves, by parameter set.
fn ratios(record: &Record, default: &Record) -> Vec<f64> {
    let both = record.clocks.iter().zip(&default.clocks);
    both.map(|(one, other)| match other.last.own_waves {
        own if own > 0.0 => one.last.own_waves / own,
        _ => 1.0,
    })
    .collect()
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (sum / ratios.len().max(1) as f64).exp()
}

/// The mean of the ratios; `None` where the function takes longer than the other under a parameter set.
fn no_slower(record: &Record, default: &Record) -> Option<f64> {
    let all = ratios(record, default);
    let is_slower = all.iter().any(|&ratio| ratio > 1.0);
    (!is_slower).then(|| mean(&all))
}

impl PickedKernel {
    /// A kernel that was compiled in these ways; the default first.
    pub fn new(name: &str, candidates: Vec<Candidate>) -> PickedKernel {
        let default = candidates.first();
        PickedKernel {
            name: name.to_owned(),
            strategy: default.map_or(String::new(), |of| of.strategy.clone()),
            candidates,
        }
    }

    /// Decides which strategies are searched beside the default: `most` at most, those with the fastest code of LLVM's. The others have
    /// lost.
    pub fn narrow(&mut self, most: usize) {
        let mut seen: Vec<(String, Record)> = Vec::new();
        let mut left: Vec<(f64, usize)> = Vec::new();
        for at in 0..self.candidates.len() {
            let candidate = &mut self.candidates[at];
            let Some(llvm) = &candidate.llvm else {
                candidate.lost.get_or_insert(Lost::DoesNotFit);
                continue;
            };
            let default = seen.first().map(|(_, record)| record);
            let ratio = default.map_or(1.0, |of| mean(&ratios(llvm, of)));
            // The same code, as far as figures tell: all of them are the same.
            let same = seen.iter().find(|(_, other)| llvm == other);
            candidate.lost = match same {
                Some((name, _)) => Some(Lost::SameCode(name.clone())),
                None if at > 0 && ratio > PROMISING => Some(Lost::NotPromising),
                None => None,
            };
            if same.is_none() {
                seen.push((candidate.strategy.clone(), llvm.clone()));
            }
            if at > 0 && candidate.lost.is_none() {
                left.push((ratio, at));
            }
        }
        left.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        for &(_, at) in left.iter().skip(most) {
            self.candidates[at].lost = Some(Lost::NotSearched);
        }
    }

    /// Whether a strategy is still in the race.
    pub fn is_open(&self, strategy: &str) -> bool {
        let mut open = self.candidates.iter().filter(|of| of.lost.is_none());
        open.any(|of| of.strategy == strategy)
    }

    /// Adds the kernel with our stages under a strategy.
    pub fn searched(&mut self, strategy: &str, records: &[Record]) {
        let mut open = self.candidates.iter_mut().filter(|of| of.lost.is_none());
        if let Some(candidate) = open.find(|of| of.strategy == strategy) {
            let mut records = records.iter();
            candidate.ours = records.find(|of| of.function == self.name).cloned();
        }
    }

    /// Notes that a strategy cannot be searched.
    pub fn fails(&mut self, strategy: &str, why: &str) {
        let mut open = self.candidates.iter_mut().filter(|of| of.lost.is_none());
        if let Some(candidate) = open.find(|of| of.strategy == strategy) {
            candidate.lost = Some(Lost::Fails(why.to_owned()));
        }
    }

    /// Decides which one it is, of those that were searched: no slower than the default under any parameter set, and the fastest under all
    /// of them together; the default if none is.
    pub fn decide(&mut self) {
        let Some((default, others)) = self.candidates.split_first_mut() else {
            return;
        };
        let Some(base) = &default.ours else {
            return;
        };
        let mut best: Option<(f64, usize)> = None;
        for (at, candidate) in others.iter_mut().enumerate() {
            if candidate.lost.is_some() {
                continue;
            }
            let Some(ours) = &candidate.ours else {
                candidate.lost = Some(Lost::Fails("there is no such kernel".to_owned()));
                continue;
            };
            candidate.lost = Some(match no_slower(ours, base) {
                None => Lost::Slower,
                Some(ratio) if ratio > WORTH_IT => Lost::NoBetter,
                Some(ratio) => {
                    if best.is_none_or(|(least, _)| ratio < least) {
                        best = Some((ratio, at));
                    }
                    Lost::Beaten
                }
            });
        }
        match best {
            Some((_, at)) => {
                others[at].lost = None;
                self.strategy.clone_from(&others[at].strategy);
                default.lost = Some(Lost::Beaten);
            }
            None => default.lost = None,
        }
    }

    /// The one that it gets.
    pub fn picked(&self) -> Option<&Candidate> {
        self.candidates
            .iter()
            .find(|of| of.strategy == self.strategy)
    }

    /// The mean of the clocks of each candidate over the default's, with our stages; `None` of one that lacks them, or takes longer
    /// under a parameter set.
    fn means(&self) -> Vec<Option<f64>> {
        let base = self.candidates.first().and_then(|of| of.ours.as_ref());
        let ratio = |of: &Candidate| {
            let (one, other) = of.ours.as_ref().zip(base)?;
            no_slower(one, other)
        };
        self.candidates.iter().map(ratio).collect()
    }

    /// Its clocks over the default's, at the kernel's own number of waves, by parameter set; both with our stages.
    pub fn gain(&self) -> Vec<f64> {
        let picked = self.picked().and_then(|of| of.ours.as_ref());
        let default = self.candidates.first().and_then(|of| of.ours.as_ref());
        let both = picked.zip(default);
        both.map_or(Vec::new(), |(one, other)| ratios(one, other))
    }
}

/// Where all kernels get the same: the number of the candidate with which they take the least time together, the geometric mean
/// of their clocks over the default's; 0, the default, unless another is better by enough, and no slower for any kernel under any
/// parameter set.
pub fn together(kernels: &[PickedKernel]) -> usize {
    let all: Vec<Vec<Option<f64>>> = kernels.iter().map(PickedKernel::means).collect();
    let count = all.iter().map(Vec::len).min().unwrap_or(0);
    let mut best = (WORTH_IT, 0);
    for at in 1..count {
        let of: Option<Vec<f64>> = all.iter().map(|means| means[at]).collect();
        if let Some(ratio) = of
            .map(|ratios| mean(&ratios))
            .filter(|&ratio| ratio < best.0)
        {
            best = (ratio, at);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Clocks, TimingRecord};

    /// A function that takes so long at its own waves under two parameter sets.
    fn record(clocks: [f64; 2]) -> Record {
        let timing = |own_waves: f64| TimingRecord {
            last: Clocks {
                one_wave: 1000.0,
                own_waves,
            },
            ..TimingRecord::default()
        };
        Record {
            clocks: clocks.map(timing).to_vec(),
            ..Record::default()
        }
    }

    /// A kernel, by strategy: LLVM's code and ours.
    fn kernel(all: &[(&str, [f64; 2], [f64; 2])], most: usize) -> PickedKernel {
        let candidates = all.iter().map(|(name, llvm, _)| Candidate {
            llvm: Some(record(*llvm)),
            ..Candidate::of(name)
        });
        let mut kernel = PickedKernel::new("k", candidates.collect());
        kernel.narrow(most);
        for (name, _, ours) in all {
            if kernel.is_open(name) {
                kernel.searched(
                    name,
                    &[Record {
                        function: "k".to_owned(),
                        ..record(*ours)
                    }],
                );
            }
        }
        kernel.decide();
        kernel
    }

    fn lost(kernel: &PickedKernel) -> Vec<Option<Lost>> {
        let candidates = kernel.candidates.iter();
        candidates.map(|candidate| candidate.lost.clone()).collect()
    }

    #[test]
    fn what_cannot_win_is_not_searched() {
        let all = [
            ("default", [100.0, 100.0], [80.0, 80.0]),
            ("same", [100.0, 100.0], [1.0, 1.0]),
            ("slow", [99.0, 99.0], [1.0, 1.0]),
            ("third", [97.0, 97.0], [1.0, 1.0]),
            ("first", [90.0, 90.0], [70.0, 70.0]),
            ("second", [95.0, 95.0], [60.0, 60.0]),
        ];
        let kernel = kernel(&all, 2);
        assert_eq!(kernel.strategy, "second");
        assert_eq!(kernel.gain(), [0.75, 0.75]);
        assert_eq!(
            lost(&kernel),
            [
                Some(Lost::Beaten),
                Some(Lost::SameCode("default".to_owned())),
                Some(Lost::NotPromising),
                Some(Lost::NotSearched),
                Some(Lost::Beaten),
                None,
            ]
        );
    }

    #[test]
    fn the_default_wins_unless_another_is_better_under_every_model() {
        let other = |ours: [f64; 2]| {
            let all = [
                ("default", [100.0, 100.0], [80.0, 80.0]),
                ("other", [90.0, 100.0], ours),
            ];
            let kernel = kernel(&all, 1);
            let lost = lost(&kernel)[1].clone();
            (kernel.strategy, lost)
        };
        let default = |why| ("default".to_owned(), Some(why));
        assert_eq!(other([40.0, 80.1]), default(Lost::Slower));
        assert_eq!(other([79.9, 80.0]), default(Lost::NoBetter));
        assert_eq!(other([80.0, 80.0]), default(Lost::NoBetter));
        assert_eq!(other([78.0, 80.0]), ("other".to_owned(), None));
    }

    #[test]
    fn one_for_all_is_the_best_on_average() {
        let of = |first: f64, second: f64| {
            let all = [
                ("default", [100.0; 2], [80.0; 2]),
                ("first", [90.0, 91.0], [first; 2]),
                ("second", [91.0, 90.0], [second; 2]),
            ];
            kernel(&all, 2)
        };
        assert_eq!(together(&[of(79.9, 81.0)]), 0);
        assert_eq!(together(&[of(60.0, 70.0)]), 1);
        assert_eq!(together(&[of(60.0, 70.0), of(80.0, 60.0)]), 2);
        // What one of them loses the other does not make up for.
        assert_eq!(together(&[of(60.0, 70.0), of(80.1, 80.1)]), 0);
        assert_eq!(together(&[]), 0);
        let mut lacks = of(80.0, 70.0);
        lacks.candidates[2].ours = None;
        assert_eq!(together(&[of(60.0, 50.0), lacks]), 1);
    }

    #[test]
    fn a_strategy_that_fails_is_out() {
        let candidates = ["default", "other"].map(|name| Candidate {
            llvm: Some(record([if name == "other" { 90.0 } else { 100.0 }; 2])),
            ..Candidate::of(name)
        });
        let mut kernel = PickedKernel::new("", candidates.to_vec());
        kernel.narrow(1);
        kernel.searched("default", &[record([80.0, 80.0])]);
        kernel.fails("other", "it crashed");
        kernel.decide();
        assert_eq!(kernel.strategy, "default");
        assert_eq!(lost(&kernel)[1], Some(Lost::Fails("it crashed".to_owned())));
    }
}
