//! Reordering: regions, dependences, list scheduling, search, and the decision to take a new
//! order.
//!
//! The incoming order stays unless a new one is strictly faster for one wave under the first
//! model, and slower nowhere: under no model, and not at the kernel's own number of waves. In
//! code that is no loop, being as fast with everything returned sooner counts as faster. A new
//! order may need more `s_waitcnt` or wait states; whether the function can afford them is for
//! the guard of the pipeline to say, on the finished stream, and [`PathReport::take_back`]
//! then gives the next best order.

mod bound;
mod certify;
mod directive;
mod exact;
mod finalists;
mod list;
mod local;
mod polish;
mod push;
mod random;
mod refine;
mod region;
mod score;
mod search;
mod stretch;
mod track;
mod urgency;

use std::cell::OnceCell;

use crate::gpu::Cycles;
use crate::machine::occupancy::occupancy;
use crate::machine::{BlockId, Function, InstId};
use crate::timing::{
    Costs, Entries, HazardNeeds, Model, ModelTiming, Path, Program, Robustness, State,
};
pub use certify::{Certificate, certify};
use finalists::{Failure, Findings, Found, Others};
use refine::refine;
use region::Region;
use stretch::{Order, Stretch};

/// Each wait and wait state that a loop has above the incoming number must save one part in so many
/// of its time.
pub const PRICE: u32 = 32;

/// How much time the search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// A few list schedules.
    Fast,
    /// What an ordinary build can afford: about ten microseconds per instruction.
    #[default]
    Default,
    /// Ten times as much, on top of what the default finds.
    Max,
}

impl Effort {
    /// All efforts, the least first.
    pub const ALL: [Effort; 3] = [Effort::Fast, Effort::Default, Effort::Max];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Fast => "fast",
            Effort::Default => "default",
            Effort::Max => "max",
        }
    }

    /// Simulated instructions per instruction of a loop, and of other code.
    fn budget(self) -> (u64, u64) {
        match self {
            Effort::Fast => (40, 12),
            Effort::Default => (440, 24),
            Effort::Max => (4000, 240),
        }
    }
}

/// What of the user's hints about order holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Walls {
    /// All of them, as LLVM defines them.
    #[default]
    Honour,
    /// `s_setprio` and `sched_barrier` hold nothing back.
    Cross,
}

impl Walls {
    /// All of them, the default first.
    pub const ALL: [Walls; 2] = [Walls::Honour, Walls::Cross];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Walls::Honour => "honour",
            Walls::Cross => "cross",
        }
    }
}

/// How to schedule.
#[derive(Clone, Debug)]
pub struct Options {
    /// Parameter sets, the one to optimise for first. Without any, nothing is moved.
    pub models: Vec<Model>,
    /// Waves per SIMD that a new order must not slow down; the kernel's own number if `None`.
    pub waves: Option<u32>,
    /// How hard to search.
    pub effort: Effort,
    /// What of the user's hints about order holds.
    pub walls: Walls,
    /// Whether the report says of every stretch how it fares at the kernel's own number of waves.
    /// Else only where that was asked to judge an order: the other figures are 0.
    pub own_figures: bool,
}

impl Options {
    /// The built-in models and the default effort.
    pub fn new(function: &Function) -> Options {
        Options {
            models: Model::built_in(function.gpu).to_vec(),
            waves: None,
            effort: Effort::Default,
            walls: Walls::Honour,
            own_figures: true,
        }
    }
}

/// What became of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It has a new order.
    Reordered,
    /// The incoming order stayed.
    Kept(Reason),
}

/// Why an incoming order stayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The region holds a `sched_group_barrier` or `iglp_opt`, whose order it already has.
    Directive,
    /// No order tried is faster for one wave under the first model.
    NoneFaster,
    /// Faster orders were found, but each is slower under another model or at the kernel's own
    /// number of waves, or the function would need more waits or wait states.
    SlowerElsewhere,
    /// The stretch was reordered, but not in this region.
    Unmoved,
}

/// A region and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionReport {
    /// The block.
    pub block: BlockId,
    /// First position in the block's order.
    pub begin: usize,
    /// Number of instructions, bundle headers and meta instructions included.
    pub instructions: usize,
    /// How many of them are at another position than before.
    pub moved: usize,
    /// What became of it.
    pub decision: Decision,
}

/// A stretch (an innermost loop, or a block outside them) and what it costs.
#[derive(Clone, Debug)]
pub struct PathReport {
    /// The stretch.
    pub path: Path,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// Costs of the incoming order, by model.
    pub before: Vec<ModelTiming>,
    /// Costs of the order it now has, by model.
    pub after: Vec<ModelTiming>,
    /// Its regions, in order.
    pub regions: Vec<RegionReport>,
    /// How its new order fares under perturbed parameter sets, once that was looked at.
    pub robustness: Option<Robustness>,
    /// Other orders that are faster than the incoming one.
    others: Others,
    stretch: Stretch,
}

/// An order of a stretch, to come back to.
pub struct Kept {
    orders: Vec<Vec<InstId>>,
    after: Vec<ModelTiming>,
    regions: Vec<RegionReport>,
}

impl PathReport {
    /// The order it has now.
    pub fn keep(&self, function: &Function) -> Kept {
        let blocks = self.path.blocks.iter();
        Kept {
            orders: blocks.map(|&b| function.block(b).order.clone()).collect(),
            after: self.after.clone(),
            regions: self.regions.clone(),
        }
    }

    /// Gives it back an order that it had.
    pub fn restore(&mut self, function: &mut Function, kept: Kept) {
        for (&block, order) in self.path.blocks.iter().zip(kept.orders) {
            function.set_order(block, order);
        }
        (self.after, self.regions) = (kept.after, kept.regions);
        self.robustness = None;
    }

    fn adopt(&mut self, function: &mut Function, original: &[Vec<InstId>], found: Found) {
        let blocks = self.path.blocks.iter();
        let orders = blocks.map(|b| original[b.index()].clone()).collect();
        let regions = &self.stretch.regions;
        let orders = block_orders(orders, &self.path, regions, &found.order);
        for (&block, order) in self.path.blocks.iter().zip(orders) {
            function.set_order(block, order);
        }
        self.regions = report_regions(regions, &found.order, None);
        self.after = found.timings;
    }

    /// Searches a loop again, for an order that loses under none of these parameter sets either;
    /// gives it that order and forgets all others. Whether there is one.
    pub fn search_again(
        &mut self,
        function: &mut Function,
        original: &[Vec<InstId>],
        models: &[Model],
        effort: Effort,
    ) -> bool {
        if !self.path.is_loop() {
            return false;
        }
        let mut stretch = self.stretch.clone();
        for model in models {
            let costs = stretch.program.costs(function, model);
            stretch.costs.push(costs);
            stretch.starts.push(State::new(&stretch.program, None));
            stretch.incoming_own.push(OnceCell::new());
        }
        let before = stretch.begin();
        let Ok(found) = find(&stretch, &before, effort) else {
            return false;
        };
        self.before.extend_from_slice(&before[self.before.len()..]);
        (self.stretch, self.others) = (stretch, found.others);
        self.robustness = None;
        self.adopt(function, original, found.best);
        true
    }

    /// Gives the stretch the next best order: in the end, its incoming one.
    pub fn take_back(&mut self, function: &mut Function, original: &[Vec<InstId>]) {
        self.robustness = None;
        if let Some(found) = self.others.next(&self.stretch, &self.before) {
            self.adopt(function, original, found);
            return;
        }
        for &block in &self.path.blocks {
            function.set_order(block, original[block.index()].clone());
        }
        self.after.clone_from(&self.before);
        for region in &mut self.regions {
            region.moved = 0;
            if region.decision == Decision::Reordered {
                region.decision = Decision::Kept(Reason::SlowerElsewhere);
            }
        }
    }
}

/// What was done to a function.
#[derive(Clone, Debug)]
pub struct Report {
    /// Waves per SIMD that were assumed.
    pub waves: u32,
    /// All stretches, in layout order.
    pub paths: Vec<PathReport>,
}

impl Report {
    /// Number of regions with a new order.
    pub fn reordered(&self) -> usize {
        let regions = self.paths.iter().flat_map(|p| &p.regions);
        regions
            .filter(|r| r.decision == Decision::Reordered)
            .count()
    }
}

/// Reorders a function where that makes it faster.
pub fn schedule(function: &mut Function, needs: &dyn HazardNeeds, options: &Options) -> Report {
    let waves = options.waves.unwrap_or_else(|| occupancy(function)).max(1);
    let mut unit_of = vec![u32::MAX; function.inst_count()];
    let mut entries = Entries::new(function, options.models.len());
    let mut paths = Vec::new();
    for path in Path::all(function) {
        let program = Program::compile(function, &path.blocks, path.next, needs);
        let models = options.models.iter();
        let costs: Vec<Costs> = models.map(|m| program.costs(function, m)).collect();
        let regions = regions_of(function, &path, options.walls, &mut unit_of);
        let starts = (0..costs.len())
            .map(|m| State::new(&program, entries.of(function, &path, m)))
            .collect();
        let mut stretch = Stretch::new(program, regions, costs, starts, waves);
        let incoming = Order::incoming(&stretch);
        let mut before = stretch.begin();
        let free = stretch.regions.iter().any(|r| !r.pinned) && !before.is_empty();
        let found = match free {
            true => find(&stretch, &before, options.effort),
            false => Err(Failure::NoneFaster),
        };
        for (model, timing) in before.iter_mut().enumerate() {
            if options.own_figures || stretch.incoming_own[model].get().is_some() {
                timing.own = stretch.incoming_own(model, timing.one);
            }
        }
        let (order, after, others, failure) = match found {
            Ok(found) => (found.best.order, found.best.timings, found.others, None),
            Err(failure) => (incoming, before.clone(), Others::default(), Some(failure)),
        };
        for (which, costs) in stretch.costs.iter().enumerate() {
            entries.leave(function, &path, which, &stretch.program, costs, &order.ops);
        }
        let blocks = path.blocks.iter();
        let orders = blocks.map(|&b| function.block(b).order.clone()).collect();
        let orders = block_orders(orders, &path, &stretch.regions, &order);
        for (&block, order) in path.blocks.iter().zip(orders) {
            function.set_order(block, order);
        }
        paths.push(PathReport {
            frequency: function.block(path.blocks[0]).frequency,
            before,
            after,
            regions: report_regions(&stretch.regions, &order, failure),
            others,
            path,
            stretch,
            robustness: None,
        });
    }
    Report { waves, paths }
}

/// Clocks of one wave under the first model that the search finds for a stretch, of the order it
/// has, if the reuse of registers inside an iteration (or run) held nothing back: how much of its
/// time anti and output dependences cost. A search finds it, so that less may be possible.
pub fn without_reuse(
    function: &Function,
    path: &Path,
    needs: &dyn HazardNeeds,
    options: &Options,
) -> Option<Cycles> {
    let model = options.models.first()?;
    let program = Program::compile(function, &path.blocks, path.next, needs).renamed();
    let mut unit_of = vec![u32::MAX; function.inst_count()];
    let regions = regions_of(function, path, options.walls, &mut unit_of);
    let regions = regions.iter().map(|region| region.relinked(&program));
    let regions = regions.collect();
    let costs = vec![program.costs(function, model)];
    let starts = vec![State::new(&program, None)];
    let mut stretch = Stretch::new(program, regions, costs, starts, 1);
    let before = stretch.begin();
    let found = find(&stretch, &before, options.effort);
    let best = found.map_or(before, |found| found.best.timings);
    best.first().map(|timing| timing.one.period.cycles())
}

/// Searches a stretch with an effort. The most finds nothing worse than the default.
fn find(stretch: &Stretch, before: &[ModelTiming], effort: Effort) -> Result<Findings, Failure> {
    let found = find_within(stretch, before, effort);
    match effort {
        Effort::Max => match (found, find_within(stretch, before, Effort::Default)) {
            (Ok(most), Ok(default)) => Ok(most.with(default, before)),
            (found, default) => found.or(default),
        },
        Effort::Fast | Effort::Default => found,
    }
}

/// Searches a stretch within the budgets of an effort: heuristically, and then exactly around
/// what that found.
fn find_within(
    stretch: &Stretch,
    before: &[ModelTiming],
    effort: Effort,
) -> Result<Findings, Failure> {
    let (loops, other) = effort.budget();
    let per_op = if stretch.program.is_loop {
        loops
    } else {
        other
    };
    let found = stretch.search(before, per_op * stretch.program.ops.len() as u64);
    if effort == Effort::Fast {
        return found;
    }
    let order = match &found {
        Ok(found) => found.best.order.clone(),
        Err(_) => Order::incoming(stretch),
    };
    let Some((order, timings)) = refine(stretch, before, &order, effort) else {
        return found;
    };
    // Should the function not afford it, there is what the search found.
    let others = found.map_or_else(|_| Others::default(), Findings::into_all);
    let best = Found { order, timings };
    Ok(Findings { best, others })
}

fn regions_of(function: &Function, path: &Path, walls: Walls, unit_of: &mut [u32]) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut first_op = 0;
    for &block in &path.blocks {
        regions.extend(Region::of_block(function, block, first_op, walls, unit_of));
        let order = function.block(block).order.iter();
        first_op += order
            .filter(|&&i| crate::timing::issues(function, i))
            .count() as u32;
    }
    regions
}

fn report_regions(
    regions: &[Region],
    order: &Order,
    failure: Option<Failure>,
) -> Vec<RegionReport> {
    let regions = regions.iter().enumerate();
    regions
        .map(|(at, region)| {
            let insts = order.insts(at, region);
            let moved = insts
                .iter()
                .zip(&region.insts)
                .filter(|(new, old)| new != old)
                .count();
            let decision = match failure {
                _ if region.pinned => Decision::Kept(Reason::Directive),
                Some(Failure::NoneFaster) => Decision::Kept(Reason::NoneFaster),
                Some(Failure::Worse) => Decision::Kept(Reason::SlowerElsewhere),
                None if moved == 0 => Decision::Kept(Reason::Unmoved),
                None => Decision::Reordered,
            };
            RegionReport {
                block: region.block,
                begin: region.begin,
                instructions: region.insts.len(),
                moved,
                decision,
            }
        })
        .collect()
}

/// The incoming orders of the blocks of a path with their regions in a new order.
fn block_orders(
    mut orders: Vec<Vec<InstId>>,
    path: &Path,
    regions: &[Region],
    order: &Order,
) -> Vec<Vec<InstId>> {
    for (at, region) in regions.iter().enumerate() {
        debug_assert!(region.allows(&order.units[at]));
        let Some(place) = path.blocks.iter().position(|&b| b == region.block) else {
            continue;
        };
        let insts = order.insts(at, region);
        if insts != region.insts && region.allows(&order.units[at]) {
            orders[place][region.begin..region.begin + insts.len()].copy_from_slice(&insts);
        }
    }
    orders
}

#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod tests;
