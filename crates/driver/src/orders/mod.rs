//! Orders from outside of the search: may a function have one, what does it take, and a function that gets one.
//!
//! An [`Evaluator`] is asked many times about one function, so what no order changes is worked out once.
//! [`apply`] is for a compilation: it gives a function the orders that a file has for it, or says why not.

mod file;
mod given;
mod graph;
mod judgement;
mod moves;
#[cfg(test)]
mod tests;

pub use file::{FileError, FunctionOrders, OrderFile};
pub(super) use given::apply;
pub use graph::{DependenceRecord, Graph, NodeRecord, RegionRecord, TraceRecord};
pub use judgement::{BrokenRecord, Judgement, TraceJudgement};
pub use moves::{Move, moved};

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Options;
use super::finish::{FinishedCopy, Followed};
use super::kernel::{self, Ready};
use super::stages::block_orders;
use super::table_oracle::TableOracle;
use crate::check;
use crate::hazard::Facts;
use crate::machine::occupancy::occupancy;
use crate::machine::{Function, InstId};
use crate::report::Clocks;
use crate::schedule::{self, NoOrder, OrderSpace, Orders};
use crate::timing::{self, Finished, Model, Timing};
use crate::waitcnt;

/// How much is found out about an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Detail {
    /// Whether it keeps the dependences, and what it takes one wave with the waits and wait states that the simulator
    /// expects it to need: what a search asks thousands of times.
    #[default]
    Expected,
    /// Also what the checker says of the order; and its waits and nops placed, and the finished stream timed.
    Placed,
    /// Also what the checker says of the finished stream, path by path.
    Checked,
}

impl Detail {
    /// All of them, the least first.
    pub const ALL: [Detail; 3] = [Detail::Expected, Detail::Placed, Detail::Checked];

    /// Its name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Detail::Expected => "expected",
            Detail::Placed => "placed",
            Detail::Checked => "checked",
        }
    }
}

/// Dependences that are named when an order breaks more.
const MOST_BROKEN: usize = 8;

/// Answers questions about the orders of one function.
pub struct Evaluator {
    /// As the search is given it.
    function: Ready,
    /// The orders of its blocks.
    original: Vec<Vec<InstId>>,
    facts: Rc<Facts>,
    space: OrderSpace,
    models: Vec<Model>,
    search: schedule::Options,
    options: Options,
    waves: u32,
    followed: Followed,
    fingerprint: String,
    /// The incoming order, finished; absent when no waits can be placed.
    incoming: Option<FinishedCopy>,
    /// Its figures by trace and model.
    incoming_clocks: Vec<Vec<Clocks>>,
}

impl Evaluator {
    /// Prepares a function that LLVM handed over, as stage 1 does.
    pub fn new(function: Function, options: &Options) -> Evaluator {
        Evaluator::with(function, options, Followed::ByLlvm)
    }

    /// Prepares a function that no pass of LLVM will see any more.
    pub fn of_text(function: Function, options: &Options) -> Evaluator {
        Evaluator::with(function, options, Followed::ByNothing)
    }

    fn with(mut function: Function, options: &Options, followed: Followed) -> Evaluator {
        function.aliases.policy = options.lds_dma;
        let fingerprint = file::fingerprint(&function);
        let original = block_orders(&function);
        let function = Ready::of(function, options.walls);
        let facts = Rc::new(Facts::new(&function, options.hazards));
        let needs = TableOracle(Rc::clone(&facts));
        let search = search_options(&function, options);
        let space = OrderSpace::new(&function, &needs, &search);
        let waves = occupancy(&function).max(1);
        let mut evaluator = Evaluator {
            facts,
            models: search.models.clone(),
            options: options.clone(),
            incoming: None,
            incoming_clocks: Vec::new(),
            original,
            function,
            space,
            search,
            waves,
            followed,
            fingerprint,
        };
        evaluator.incoming = evaluator.finish(evaluator.function.clone().into_function());
        if let Some(incoming) = &evaluator.incoming {
            let all = vec![true; evaluator.space.traces().len()];
            evaluator.incoming_clocks = evaluator.clocks(&incoming.function, &all);
        }
        evaluator
    }

    /// The function in its incoming order.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// How many regions it has.
    pub fn regions(&self) -> usize {
        self.space.len()
    }

    /// What names the function and its incoming order: an [`OrderFile`] is for the function with this one.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The regions of the function and their dependences.
    pub fn graph(&self) -> Graph {
        self.graph_with(|_| None)
    }

    /// The same, with the line of each instruction in the text that it is of.
    pub fn graph_with(&self, line: impl Fn(InstId) -> Option<u32>) -> Graph {
        graph::of(self, line)
    }

    /// Orders in the form that a compilation takes.
    pub fn file(&self, orders: &Orders) -> FunctionOrders {
        FunctionOrders {
            function: self.function.name.clone(),
            fingerprint: self.fingerprint.clone(),
            regions: orders.clone(),
        }
    }

    /// The orders that our own search finds, without other registers; regions that keep theirs are left out.
    pub fn search(&self) -> Orders {
        let mut function = self.function.clone();
        let needs = TableOracle(Rc::clone(&self.facts));
        let _ = schedule::schedule(&mut function, &needs, &self.search);
        self.space.orders_of(&function)
    }

    /// Says of orders whether the function may have them and what they take.
    ///
    /// # Errors
    /// When a list is no order of its region at all.
    pub fn judge(&self, orders: &Orders, detail: Detail) -> Result<Judgement, NoOrder> {
        self.space.check(orders)?;
        let broken = self.space.broken(orders, MOST_BROKEN);
        if !broken.is_empty() {
            let records = broken
                .into_iter()
                .map(|(region, dep)| judgement::broken(&self.function, &self.space, region, dep));
            return Ok(Judgement {
                broken: records.collect(),
                ..Judgement::default()
            });
        }
        if detail == Detail::Expected {
            return Ok(self.expected(orders));
        }
        Ok(self.placed(orders, detail))
    }

    fn expected(&self, orders: &Orders) -> Judgement {
        let traces = self.space.traces_of(orders).into_iter().map(|at| {
            let (new, old) = (self.space.time(at, orders), self.space.incoming(at));
            let clocks = |figures: &[timing::Figures]| -> Vec<Clocks> {
                let one_wave = figures.iter().map(|figures| figures.period.clocks());
                one_wave
                    .map(|one_wave| Clocks {
                        one_wave,
                        ..Clocks::default()
                    })
                    .collect()
            };
            let counts = |figures: &[timing::Figures]| {
                let first = figures.first().copied().unwrap_or_default();
                (first.waits, first.nops)
            };
            let mut trace = self.trace(at, &clocks(&new), &clocks(old));
            (trace.waits, trace.wait_states) = counts(&new);
            (trace.waits_before, trace.wait_states_before) = counts(old);
            trace
        });
        Judgement {
            legal: true,
            traces: traces.collect(),
            ..Judgement::default()
        }
    }

    fn placed(&self, orders: &Orders, detail: Detail) -> Judgement {
        let mut function = self.function.clone().into_function();
        self.space.apply(&mut function, orders);
        let mut judgement = Judgement {
            legal: true,
            ..Judgement::default()
        };
        let walls = self.options.walls != schedule::Walls::Honour;
        let checked = check::order(&function, &self.function).map_err(|w| w.describe(&function));
        let directives = check::directives(&function, &self.original, walls);
        let directives = directives.map_err(|wrong| wrong.describe(&function));
        if let Err(wrong) = checked.and(directives) {
            judgement.legal = false;
            judgement.findings.push(wrong);
            return judgement;
        }
        let (Some(incoming), Some(copy)) = (&self.incoming, self.finish(function)) else {
            judgement.legal = false;
            let what = "the waits of this function cannot be placed".to_owned();
            judgement.findings.push(what);
            return judgement;
        };
        let touched = self.space.traces_of(orders);
        let mut wanted = vec![false; self.space.traces().len()];
        touched.iter().for_each(|&at| wanted[at] = true);
        let clocks = self.clocks(&copy.function, &wanted);
        for (at, trace) in self.space.traces().enumerate() {
            if wanted[at] {
                let mut record = self.trace(at, &clocks[at], &self.incoming_clocks[at]);
                let (new, old) = (copy.overhead(trace), incoming.overhead(trace));
                (record.waits, record.wait_states) = (new.waits, new.nops);
                (record.waits_before, record.wait_states_before) = (old.waits, old.nops);
                judgement.traces.push(record);
            }
        }
        let total = copy.total();
        judgement.waits = Some(total.waits);
        judgement.wait_states = Some(total.nops);
        if detail == Detail::Checked {
            let verdict = check::final_stream(&copy.function, self.options.hazards);
            let findings = verdict.findings();
            judgement.findings = findings.map(|f| f.describe(&copy.function)).collect();
            judgement.legal = judgement.findings.is_empty();
        }
        judgement
    }

    /// The function in orders that a judgement found legal, with its waits and nops; `None` when no waits can be placed.
    pub fn finished(&self, orders: &Orders) -> Option<Function> {
        let mut function = self.function.clone().into_function();
        self.space.apply(&mut function, orders);
        Some(self.finish(function)?.function)
    }

    fn finish(&self, function: Function) -> Option<FinishedCopy> {
        FinishedCopy::of(function, &self.facts, waitcnt::Policy::Ours, self.followed)
    }

    /// By trace and model, what a finished function takes in the wanted traces.
    fn clocks(&self, function: &Function, wanted: &[bool]) -> Vec<Vec<Clocks>> {
        let traces = self.space.traces().cloned().collect();
        let timing: Timing<Finished> =
            Timing::finished_some(function, &self.models, self.waves, traces, wanted);
        let traces = timing.traces.iter();
        traces
            .map(|trace| trace.models.iter().map(Clocks::from).collect())
            .collect()
    }

    fn trace(&self, at: usize, new: &[Clocks], old: &[Clocks]) -> TraceJudgement {
        let trace = self.space.traces().nth(at);
        let by_model = |clocks: &[Clocks]| -> BTreeMap<String, Clocks> {
            let names = self.models.iter().map(|model| model.name().to_owned());
            names.zip(clocks.iter().cloned()).collect()
        };
        TraceJudgement {
            trace: at,
            block: trace.map_or(0, |trace| trace.blocks[0].0),
            is_loop: trace.is_some_and(timing::Trace::is_loop),
            frequency: trace.map_or(0.0, |t| self.function.block(t.blocks[0]).frequency),
            clocks: by_model(new),
            clocks_before: by_model(old),
            ..TraceJudgement::default()
        }
    }
}

fn search_options(function: &Function, options: &Options) -> schedule::Options {
    schedule::Options {
        own_figures: true,
        ..kernel::search_options(function, options)
    }
}
