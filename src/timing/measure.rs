//! What a function costs, stretch by stretch.

use super::Model;
use super::handover::Handover;
use super::needs::HazardNeeds;
use super::path::Path;
use super::program::{Costs, OpId, Program};
use super::run::{self, Figures, Period, State};
use crate::machine::{BlockId, Function};

/// Costs of a stretch under one model.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ModelTiming {
    /// One wave alone on its SIMD.
    pub one: Figures,
    /// Time of the SIMD per iteration at the kernel's own number of waves.
    pub own: Period,
}

/// Costs of a stretch.
#[derive(Clone, PartialEq, Debug)]
pub struct PathTiming {
    /// The stretch.
    pub path: Path,
    /// How often it runs for one run of the function.
    pub frequency: f64,
    /// By model, in the order of the models given.
    pub models: Vec<ModelTiming>,
}

/// Costs of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Timing {
    /// Waves per SIMD that `own` figures are for.
    pub waves: u32,
    /// All stretches, in layout order.
    pub paths: Vec<PathTiming>,
}

impl Timing {
    /// Simulates every stretch of a function: loops in steady state, other blocks once, from
    /// the state in which their most frequent predecessor leaves off.
    pub fn of(
        function: &Function,
        needs: &dyn HazardNeeds,
        models: &[Model],
        waves: u32,
    ) -> Timing {
        let paths = Path::all(function);
        let wanted = vec![true; paths.len()];
        Timing::of_some(function, needs, models, waves, paths, &wanted)
    }

    /// The same for some of all stretches; the others have no figures.
    pub fn of_some(
        function: &Function,
        needs: &dyn HazardNeeds,
        models: &[Model],
        waves: u32,
        all: Vec<Path>,
        wanted: &[bool],
    ) -> Timing {
        let followed = followed(function, &all, wanted);
        let mut entries = Entries::new(function, models.len());
        let mut paths = Vec::new();
        for (at, path) in all.into_iter().enumerate() {
            if !wanted[at] && !followed[at] {
                paths.push(PathTiming {
                    frequency: function.block(path.blocks[0]).frequency,
                    path,
                    models: Vec::new(),
                });
                continue;
            }
            let program = Program::compile(function, &path.blocks, path.next, needs);
            let order = program.order();
            let mut timings = Vec::with_capacity(models.len());
            for (which, model) in models.iter().enumerate() {
                let costs = program.costs(function, model);
                if wanted[at] {
                    let start = State::new(&program, entries.of(function, &path, which));
                    timings.push(time(&program, &costs, &order, waves, &start));
                }
                if followed[at] {
                    entries.leave(function, &path, which, &program, &costs, &order);
                }
            }
            paths.push(PathTiming {
                frequency: function.block(path.blocks[0]).frequency,
                path,
                models: timings,
            });
        }
        Timing { waves, paths }
    }

    /// Clocks for one run of the function by one wave alone, under the `model`th model.
    pub fn clocks(&self, model: usize) -> f64 {
        self.sum(model, |t| t.one.period)
    }
    /// Clocks of the SIMD for one run of the function, at the kernel's own number of waves.
    pub fn own_clocks(&self, model: usize) -> f64 {
        self.sum(model, |t| t.own)
    }
    fn sum(&self, model: usize, of: impl Fn(&ModelTiming) -> Period) -> f64 {
        let paths = self.paths.iter();
        paths
            .filter_map(|p| Some(p.frequency * of(p.models.get(model)?).clocks()))
            .sum()
    }
}

/// Which stretches leave a state in which a wanted one begins, or one that hands it on.
fn followed(function: &Function, paths: &[Path], wanted: &[bool]) -> Vec<bool> {
    let mut matters = vec![false; function.blocks().len()];
    let mut followed = vec![false; paths.len()];
    // States go forwards only: a stretch begins as one that was simulated before it left off.
    for (at, path) in paths.iter().enumerate().rev() {
        let behind = path
            .blocks
            .iter()
            .flat_map(|&b| &function.block(b).successors);
        followed[at] = behind.copied().any(|b| matters[b.index()]);
        if !path.is_loop() && (wanted[at] || followed[at]) {
            matters[path.blocks[0].index()] = true;
        }
    }
    followed
}

/// Both figures of a stretch that begins in a state; a loop begins in an idle one.
fn time(
    program: &Program,
    costs: &Costs,
    order: &[OpId],
    waves: u32,
    start: &State,
) -> ModelTiming {
    let one = match program.is_loop {
        true => run::steady_from(program, costs, order, start.clone()).0,
        false => run::straight(program, costs, order, start.clone()).0,
    };
    ModelTiming {
        own: own(program, costs, order, waves, start, one),
        one,
    }
}

/// Time of the SIMD per iteration at a number of waves, given what one wave costs.
pub(crate) fn own(
    program: &Program,
    costs: &Costs,
    order: &[OpId],
    waves: u32,
    start: &State,
    one: Figures,
) -> Period {
    match waves {
        0 | 1 => one.period,
        _ => run::throughput(program, costs, order, waves, start.clone(), one.period),
    }
}

/// The states in which blocks leave off, by block and model.
pub(crate) struct Entries {
    left: Vec<Vec<Option<Handover>>>,
}

impl Entries {
    pub fn new(function: &Function, models: usize) -> Entries {
        Entries {
            left: vec![vec![None; function.blocks().len()]; models],
        }
    }

    /// The state a stretch begins in: as its most frequent predecessor left off. `None` for
    /// loops, and where no predecessor was simulated before it.
    pub fn of(&self, function: &Function, path: &Path, model: usize) -> Option<&Handover> {
        if path.is_loop() {
            return None;
        }
        let mut best: Option<(f64, &Handover)> = None;
        for &from in &function.block(path.blocks[0]).predecessors {
            let frequency = function.block(from).frequency;
            if let Some(left) = &self.left[model][from.index()]
                && best.is_none_or(|(f, _)| frequency > f)
            {
                best = Some((frequency, left));
            }
        }
        best.map(|(_, left)| left)
    }

    /// Records how the blocks of a stretch leave off when it runs in the given order.
    pub fn leave(
        &mut self,
        function: &Function,
        path: &Path,
        model: usize,
        program: &Program,
        costs: &Costs,
        order: &[OpId],
    ) {
        let mut state = if path.is_loop() {
            run::steady(program, costs, order).1
        } else {
            State::new(program, self.of(function, path, model))
        };
        let mut at = 0;
        for &block in &path.blocks {
            let count = issue_count(function, block);
            state.run(program, costs, &order[at..at + count]);
            at += count;
            if self.is_wanted(function, path, block) {
                self.left[model][block.index()] = Some(state.wave.leave(program, &state.shared));
            }
        }
    }

    /// Whether a block outside the stretch may begin where this one ends.
    fn is_wanted(&self, function: &Function, path: &Path, block: BlockId) -> bool {
        let successors = &function.block(block).successors;
        successors.iter().any(|s| !path.blocks.contains(s))
    }
}

fn issue_count(function: &Function, block: BlockId) -> usize {
    let order = function.block(block).order.iter();
    order
        .filter(|&&i| super::program::issues(function, i))
        .count()
}
