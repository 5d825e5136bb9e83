//! A module compiled under several strategies: what is compiled next, and what came of it.

use super::choice::{Candidate, Lost, PickedKernel};
use super::strategies::{self, DEFAULT, Strategy};
use crate::report::{PickRecord, Record};

/// What a compilation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// LLVM's code, to be timed.
    Look,
    /// With all stages.
    Search,
}

/// What came of a compilation: the records of its functions, or why there are none.
pub type Compiled = Result<Vec<Record>, String>;

/// A kernel of the module.
#[derive(Debug)]
struct Kernel {
    name: String,
    attributes: Vec<(String, String)>,
    is_leaf: bool,
}

impl Kernel {
    fn fits(&self, strategy: &Strategy) -> bool {
        let own = |key: &str| {
            let mut own = self.attributes.iter();
            let found = own.find(|(name, _)| name == key);
            found.map(|(_, value)| value.clone())
        };
        strategy.fits(&own, self.is_leaf)
    }
}

/// The compilations of a module.
#[derive(Debug)]
pub struct Compilations {
    most: usize,
    kernels: Vec<Kernel>,
    looked: Vec<Option<Compiled>>,
    picked: Vec<PickedKernel>,
}

impl Compilations {
    /// Of a module of which nothing is known yet. `most`: how many strategies are searched beside the default, of a kernel.
    pub fn new(most: usize) -> Compilations {
        Compilations {
            most,
            kernels: Vec::new(),
            looked: strategies::ALL.iter().map(|_| None).collect(),
            picked: Vec::new(),
        }
    }

    /// Adds a kernel, with its attributes and whether it calls nothing and has no inline assembly.
    pub fn add(&mut self, name: &str, attributes: Vec<(String, String)>, is_leaf: bool) {
        self.kernels.push(Kernel {
            name: name.to_owned(),
            attributes,
            is_leaf,
        });
    }

    /// Under which strategies (places in [`strategies::ALL`]) the module is to be compiled now. For the search all looks have to be
    /// there.
    pub fn jobs(&mut self, part: Part) -> Vec<usize> {
        let fits = |strategy: &Strategy| self.kernels.iter().any(|kernel| kernel.fits(strategy));
        let others = |is_open: &dyn Fn(&Strategy) -> bool| -> Vec<usize> {
            let all = strategies::ALL.iter().enumerate().skip(1);
            let open = all.filter(|(_, strategy)| is_open(strategy));
            open.map(|(at, _)| at).collect()
        };
        let others = match part {
            Part::Look => others(&fits),
            Part::Search => {
                self.narrow();
                others(&|strategy| self.picked.iter().any(|of| of.is_open(strategy.name)))
            }
        };
        match others.is_empty() {
            true => Vec::new(),
            // What the others have to beat.
            false => std::iter::once(0).chain(others).collect(),
        }
    }

    fn narrow(&mut self) {
        let Some(Some(Ok(default))) = self.looked.first() else {
            return;
        };
        let kernels = self.kernels.iter().filter_map(|kernel| {
            default.iter().find(|of| of.function == kernel.name)?;
            let candidates = strategies::ALL.iter().zip(&self.looked);
            let candidates = candidates.map(|(strategy, look)| {
                let fits = strategy.name == DEFAULT || kernel.fits(strategy);
                let look = look.as_ref().filter(|_| fits);
                let look = look.map(|of| of.as_deref().map_err(String::as_str));
                looked(&kernel.name, strategy.name, look)
            });
            Some(PickedKernel::new(&kernel.name, candidates.collect()))
        });
        self.picked = kernels.collect();
        for kernel in &mut self.picked {
            kernel.narrow(self.most);
        }
    }

    /// The attributes that a kernel gets under a strategy: none where it does not fit.
    pub fn attributes(&self, kernel: &str, at: usize) -> &'static [(&'static str, &'static str)] {
        let found = self.kernels.iter().find(|of| of.name == kernel);
        let strategy = strategies::ALL.get(at);
        match found.zip(strategy) {
            Some((kernel, strategy)) if kernel.fits(strategy) => strategy.attributes,
            _ => &[],
        }
    }

    /// Adds what came of a compilation.
    pub fn add_result(&mut self, part: Part, at: usize, compiled: Compiled) {
        let Some(strategy) = strategies::ALL.get(at) else {
            return;
        };
        if part == Part::Look {
            self.looked[at] = Some(compiled);
            return;
        }
        for kernel in &mut self.picked {
            match &compiled {
                Ok(records) => kernel.searched(strategy.name, records),
                Err(why) => kernel.fails(strategy.name, why),
            }
        }
    }

    /// Decides, when all results are there: which strategy a kernel gets, and what is to be said of it.
    pub fn decide(&mut self) -> Vec<(&str, PickRecord)> {
        for kernel in &mut self.picked {
            kernel.decide();
        }
        let picked = self.picked.iter();
        picked.map(|of| (of.name.as_str(), of.record())).collect()
    }

    /// The place of the strategy that a kernel gets.
    pub fn chosen(&self, kernel: &str) -> usize {
        let found = self.picked.iter().find(|of| of.name == kernel);
        let chosen = found.and_then(|of| {
            let mut all = strategies::ALL.iter();
            all.position(|strategy| strategy.name == of.strategy)
        });
        chosen.unwrap_or(0)
    }
}

/// A kernel under a strategy, as LLVM alone makes it. `look`: the records of what was compiled so, or why there are none; `None` where
/// it does not fit.
pub fn looked(kernel: &str, strategy: &str, look: Option<Result<&[Record], &str>>) -> Candidate {
    let mut candidate = Candidate::of(strategy);
    match look {
        Some(Ok(records)) => {
            let found = records.iter().find(|of| of.function == kernel);
            candidate.llvm = found.cloned();
        }
        Some(Err(why)) => candidate.lost = Some(Lost::Fails(why.to_owned())),
        None => {}
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Clocks, TimingRecord};

    fn record(function: &str, own_waves: f64, instructions: u32) -> Record {
        let last = Clocks {
            one_wave: 1.0,
            own_waves,
        };
        Record {
            function: function.to_owned(),
            instructions,
            clocks: vec![TimingRecord {
                model: "measured".to_owned(),
                last,
                ..TimingRecord::default()
            }],
            ..Record::default()
        }
    }

    fn place(name: &str) -> usize {
        let mut all = strategies::ALL.iter();
        all.position(|of| of.name == name).expect("a strategy")
    }

    #[test]
    fn each_kernel_gets_what_is_best_for_it() {
        let mut all = Compilations::new(1);
        let no_agprs = ("amdgpu-agpr-alloc".to_owned(), "0".to_owned());
        all.add("a", vec![no_agprs], true);
        all.add("b", Vec::new(), false);
        let names = |jobs: Vec<usize>| -> Vec<&str> {
            jobs.into_iter()
                .map(|at| strategies::ALL[at].name)
                .collect()
        };
        assert_eq!(
            names(all.jobs(Part::Look)),
            [
                "default",
                "max-ilp",
                "iterative-minreg",
                "iterative-maxocc",
                "two-waves"
            ]
        );
        let ilp = place("max-ilp");
        assert_eq!(all.attributes("a", ilp).len(), 2);
        assert_eq!(all.attributes("b", ilp), []);
        assert_eq!(all.attributes("b", place("two-waves")).len(), 1);
        let looks = [
            ("default", 100.0, 100.0),
            ("max-ilp", 80.0, 100.0),
            ("iterative-minreg", 90.0, 100.0),
            ("two-waves", 100.0, 70.0),
        ];
        for (at, (name, a, b)) in looks.into_iter().enumerate() {
            let records = vec![record("a", a, at as u32), record("b", b, at as u32)];
            all.add_result(Part::Look, place(name), Ok(records));
        }
        let crashed = place("iterative-maxocc");
        all.add_result(Part::Look, crashed, Err("it crashed".to_owned()));
        // Of `a` the best alone is searched.
        let search = all.jobs(Part::Search);
        assert_eq!(names(search.clone()), ["default", "max-ilp", "two-waves"]);
        for at in search {
            let ours = |least: usize| if at == least { 60.0 } else { 70.0 };
            let records = vec![
                record("a", ours(ilp), 0),
                record("b", ours(place("two-waves")), 0),
            ];
            all.add_result(Part::Search, at, Ok(records));
        }
        let said: Vec<(String, PickRecord)> = all
            .decide()
            .into_iter()
            .map(|(name, record)| (name.to_owned(), record))
            .collect();
        assert_eq!(
            (all.chosen("a"), all.chosen("b")),
            (ilp, place("two-waves"))
        );
        assert_eq!(all.chosen("unknown"), 0);
        let [(_, a), (_, b)] = &said[..] else {
            panic!("expected two kernels: {said:?}");
        };
        assert_eq!(a.strategy, "max-ilp");
        assert!((a.gain[0].1 - 60.0 / 70.0).abs() < 1e-9);
        assert_eq!(a.lost["iterative-maxocc"], "it cannot be had: it crashed");
        assert!(b.lost["max-ilp"].starts_with("does not apply: "));
        assert_eq!(b.lost["default"], "another one is faster");
    }

    #[test]
    fn nothing_is_searched_where_nothing_is_promising() {
        let mut all = Compilations::new(3);
        all.add("a", Vec::new(), true);
        for at in all.jobs(Part::Look) {
            all.add_result(Part::Look, at, Ok(vec![record("a", 100.0, at as u32)]));
        }
        assert_eq!(all.jobs(Part::Search), [0; 0]);
        let decided = all.decide();
        assert_eq!(decided[0].1.strategy, "default");
        // A module without kernels is not compiled, and neither is one that LLVM cannot compile.
        assert_eq!(Compilations::new(3).jobs(Part::Look), [0; 0]);
        let mut fails = Compilations::new(3);
        fails.add("a", Vec::new(), true);
        for at in fails.jobs(Part::Look) {
            fails.add_result(Part::Look, at, Err("it crashed".to_owned()));
        }
        assert_eq!(fails.jobs(Part::Search), [0; 0]);
        assert_eq!((fails.decide().len(), fails.chosen("a")), (0, 0));
    }
}
