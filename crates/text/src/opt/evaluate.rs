//! What a text is worth as it is.

use std::collections::HashMap;

use serde::Serialize;

use super::{Error, figures};
use crate::edit::Lines;
use crate::program::{Program, Routine, SourceText};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::liveness::{self, Liveness};
use cdnasched_base::machine::{BlockId, Features, Function, RegFile, RegSet};
use cdnasched_driver::report::Record;
use cdnasched_engine::timing::ModelSets;

/// The most registers that hold a value which is read later, at any one place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct PeakLive {
    /// Architectural VGPRs.
    pub vgpr: u32,
    /// AccVGPRs.
    pub agpr: u32,
    /// SGPRs.
    pub sgpr: u32,
}

/// Where a loop of a text is, and how many registers it needs.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct LoopPlace {
    /// Number of its first block, as in the loop's record.
    pub block: u32,
    /// The label of its first instruction; empty when it has none.
    pub label: String,
    /// The line of its first instruction, counted from 1.
    pub line: u32,
    /// Registers that are live in it.
    pub peak_live: PeakLive,
}

/// The figures of a function of a text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluated {
    /// Its symbol.
    pub name: String,
    /// What the report says of it; of times, those of the final stream.
    pub figures: Record,
    /// Registers that are live.
    pub peak_live: PeakLive,
    /// Its loops, in the order in which the figures have them.
    pub loops: Vec<LoopPlace>,
}

/// Figures of a text.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct EvaluatedText {
    /// Its functions, in order.
    pub functions: Vec<Evaluated>,
    /// The functions that could not be read: name, and why.
    pub not_analysed: Vec<(String, String)>,
}

/// Looks at a text as it is: clocks, waits, nops, registers, loop by loop.
///
/// # Errors
/// When the text is no assembly of that GPU.
pub fn evaluate(
    source: &str,
    gpu: Gpu,
    features: Features,
    models: &ModelSets,
) -> Result<EvaluatedText, Error> {
    let program = Program::of_text(&SourceText::new(source), gpu, features)?;
    let lines = Lines::new(source, &program.listing)?;
    let mut labels = HashMap::new();
    for label in &program.listing.labels {
        labels.entry(label.before).or_insert(&label.name);
    }
    let functions = program.routines.iter().map(|routine| {
        let function = &routine.function;
        let live = LiveCounts::of(function);
        let figures = figures(function, models);
        let place = |block: u32| {
            let first = first_listed(routine, BlockId(block));
            LoopPlace {
                block,
                label: first.map_or_else(String::new, |at| {
                    labels.get(&at).map_or_else(String::new, |l| (*l).clone())
                }),
                line: first.map_or(0, |at| lines.number(at)),
                peak_live: live.of_loop(function, BlockId(block)),
            }
        };
        Evaluated {
            name: function.name.clone(),
            peak_live: live.most(|_| true),
            loops: figures.loops.iter().map(|l| place(l.block)).collect(),
            figures,
        }
    });
    let functions = functions.collect();
    let left = program.not_analysed.iter();
    Ok(EvaluatedText {
        functions,
        not_analysed: left
            .map(|left| (left.name.clone(), left.reason.clone()))
            .collect(),
    })
}

fn first_listed(routine: &Routine, block: BlockId) -> Option<cdnasched_mc::ListedId> {
    let blocks = routine.function.blocks();
    let order = &blocks.get(block.index())?.order;
    order.iter().find_map(|&inst| routine.listed(inst))
}

/// By block, the most registers that are live at any place of it.
struct LiveCounts(Vec<PeakLive>);

impl LiveCounts {
    fn of(function: &Function) -> LiveCounts {
        let found = Liveness::of(function);
        let blocks = function.block_ids();
        LiveCounts(
            blocks
                .map(|block| most_live(function, block, &found.live_out[block]))
                .collect(),
        )
    }

    fn most(&self, wanted: impl Fn(BlockId) -> bool) -> PeakLive {
        let mut most = PeakLive::default();
        for (at, live) in self.0.iter().enumerate() {
            if wanted(BlockId(at as u32)) {
                most = most.max(*live);
            }
        }
        most
    }

    fn of_loop(&self, function: &Function, header: BlockId) -> PeakLive {
        self.most(|block| function.block(block).loop_header == Some(header))
    }
}

impl PeakLive {
    fn max(self, other: PeakLive) -> PeakLive {
        PeakLive {
            vgpr: self.vgpr.max(other.vgpr),
            agpr: self.agpr.max(other.agpr),
            sgpr: self.sgpr.max(other.sgpr),
        }
    }

    fn of(live: &RegSet) -> PeakLive {
        let mut counts = PeakLive::default();
        for reg in live.iter() {
            match reg.file() {
                RegFile::Vgpr => counts.vgpr += 1,
                RegFile::Agpr => counts.agpr += 1,
                RegFile::Sgpr => counts.sgpr += 1,
                _ => {}
            }
        }
        counts
    }
}

fn most_live(function: &Function, block: BlockId, live_out: &RegSet) -> PeakLive {
    let mut most = PeakLive::of(live_out);
    liveness::walk(function, block, live_out, |live| {
        most = most.max(PeakLive::of(live));
    });
    most
}
