//! What a function costs, stretch by stretch.

use std::marker::PhantomData;

use super::Model;
use super::handover::Handover;
use super::needs::HazardNeeds;
use super::path::Path;
use super::program::{Costs, OpId, Program};
use super::run::{self, Figures, Period, State};
use super::stream::{Finished, Predicted, Stream};
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

/// Costs of a function: predicted ones, or those of a finished stream.
#[derive(Clone, PartialEq, Debug)]
pub struct Timing<S> {
    /// Waves per SIMD that `own` figures are for.
    pub waves: u32,
    /// All stretches, in layout order.
    pub paths: Vec<PathTiming>,
    stream: PhantomData<S>,
}

impl Timing<Predicted> {
    /// Simulates every stretch of a function that has yet to get its waits and nops: loops in
    /// steady state, other blocks once, from the state in which their most frequent predecessor
    /// leaves off.
    pub fn predicted(
        function: &Function,
        needs: &dyn HazardNeeds,
        models: &[Model],
        waves: u32,
    ) -> Timing<Predicted> {
        let paths = Path::all(function);
        let wanted = vec![true; paths.len()];
        let compile = |path: &Path| Program::compile(function, &path.blocks, path.next, needs);
        Timing::new(function, models, waves, paths, &wanted, compile)
    }
}

impl Timing<Finished> {
    /// The same for a function with all its waits and nops in it.
    pub fn finished(function: &Function, models: &[Model], waves: u32) -> Timing<Finished> {
        let paths = Path::all(function);
        let wanted = vec![true; paths.len()];
        Timing::finished_some(function, models, waves, paths, &wanted)
    }

    /// The same for some of all stretches; the others have no figures.
    pub fn finished_some(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: Vec<Path>,
        wanted: &[bool],
    ) -> Timing<Finished> {
        let compile = |path: &Path| Program::finished(function, &path.blocks, path.next);
        Timing::new(function, models, waves, all, wanted, compile)
    }
}

impl<S> Timing<S> {
    fn new(
        function: &Function,
        models: &[Model],
        waves: u32,
        all: Vec<Path>,
        wanted: &[bool],
        compile: impl Fn(&Path) -> Program<S>,
    ) -> Timing<S>
    where
        S: Stream,
    {
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
            let program = compile(&path);
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
        Timing::of_paths(waves, paths)
    }

    /// Puts the costs of all stretches together.
    pub(crate) fn of_paths(waves: u32, paths: Vec<PathTiming>) -> Timing<S> {
        Timing {
            waves,
            paths,
            stream: PhantomData,
        }
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
fn time<S: Stream>(
    program: &Program<S>,
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
pub(crate) fn own<S: Stream>(
    program: &Program<S>,
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
    pub fn leave<S: Stream>(
        &mut self,
        function: &Function,
        path: &Path,
        model: usize,
        program: &Program<S>,
        costs: &Costs,
        order: &[OpId],
    ) {
        let mut state = if path.is_loop() {
            run::steady(program, costs, order).1
        } else {
            State::new(program, self.of(function, path, model))
        };
        let mut at = 0;
        for (&block, &end) in path.blocks.iter().zip(&program.block_ends) {
            state.run(program, costs, &order[at..end]);
            at = end;
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
