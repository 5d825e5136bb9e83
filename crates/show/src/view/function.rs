//! A version of a function as data: instructions, blocks, figures.

use super::data::{Block, Figure, Instruction, Kind, Version};
use super::{Input, explanations, registers};
use cdnasched_base::gpu::{OpTraits, Unit};
use cdnasched_base::machine::occupancy::RegisterUse;
use cdnasched_base::machine::{BlockId, Function, InstFlags, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_engine::timing::{Finished, Lane, Timing, issues};
use cdnasched_engine::waitcnt::counted;

/// The instructions and blocks that a page shows, in the order of the code.
pub(super) struct Listing {
    /// Instructions that take an issue slot.
    pub insts: Vec<InstId>,
    /// In layout order.
    pub blocks: Vec<BlockId>,
    /// By block in layout order: the places of its instructions.
    pub ranges: Vec<(u32, u32)>,
    /// By instruction of the function: its place.
    place: Vec<Option<u32>>,
    /// By block of the function: its place.
    block_place: Vec<u32>,
}

impl Listing {
    pub fn of(input: &Input) -> Listing {
        let function = &input.function;
        let mut listing = Listing {
            insts: Vec::new(),
            blocks: function.layout(),
            ranges: Vec::new(),
            place: vec![None; function.inst_count()],
            block_place: vec![0; function.blocks().len()],
        };
        for at in 0..listing.blocks.len() {
            let block = listing.blocks[at];
            listing.block_place[block.index()] = at as u32;
            let first = listing.insts.len() as u32;
            for &inst in &function.block(block).order {
                if issues(function, inst) {
                    listing.place[inst.index()] = Some(listing.insts.len() as u32);
                    listing.insts.push(inst);
                }
            }
            listing.ranges.push((first, listing.insts.len() as u32));
        }
        listing
    }

    /// The place of an instruction; `None` for those that are not shown.
    pub fn place(&self, inst: InstId) -> Option<u32> {
        self.place.get(inst.index()).copied().flatten()
    }

    /// The place of a block.
    pub fn block(&self, block: BlockId) -> u32 {
        self.block_place.get(block.index()).copied().unwrap_or(0)
    }
}

/// What to call a block.
pub(super) fn block_label(input: &Input, block: BlockId) -> String {
    match input.labels.get(block.index()) {
        Some(label) if !label.is_empty() => label.clone(),
        _ => format!("block {}", block.0),
    }
}

pub(super) fn version(
    input: &Input,
    listing: &Listing,
    files: &[&String],
    timing: &Timing<Finished>,
    policy: Policy,
) -> Version {
    let function = &input.function;
    let explained = explanations::of(function, listing, policy);
    let values = explanations::values(function, listing);
    let instructions = listing.insts.iter().zip(values);
    let instructions = instructions.map(|(&inst, reads)| {
        let written = input.written(inst);
        let counted = counted(function, inst);
        let source = written.origin.and_then(|origin| {
            let file = files.binary_search(&&origin.file).ok()?;
            Some((file as u32, origin.line, origin.column))
        });
        Instruction {
            text: written.text,
            line: written.line,
            address: written.address,
            source,
            kind: kind(function, inst),
            lane: Lane::of_inst(function, inst),
            writes: registers::written(function, inst),
            reads,
            vmcnt: counted.vm,
            lgkmcnt: counted.lds + counted.smem + counted.other,
            explanation: explained.by_inst.get(&inst).copied(),
        }
    });
    let blocks = listing.blocks.iter().zip(&listing.ranges);
    let blocks = blocks.map(|(&block, &(first, end))| {
        let of = function.block(block);
        Block {
            label: block_label(input, block),
            first,
            end,
            frequency: of.frequency,
            depth: of.loop_depth,
            successors: of.successors.iter().map(|&to| listing.block(to)).collect(),
        }
    });
    Version {
        label: input.label.clone(),
        instructions: instructions.collect(),
        blocks: blocks.collect(),
        explanations: explained.all,
        figures: figures(function, listing, timing),
        occupancy: registers::occupancy(function),
    }
}

fn kind(function: &Function, inst: InstId) -> Kind {
    let info = function.info(inst);
    let flags = function.flags(inst);
    match info.unit {
        Unit::Matrix => Kind::Matrix,
        Unit::Valu => Kind::Valu,
        Unit::Lds => Kind::Lds,
        Unit::Vmem(_) if info.has(OpTraits::LDS_DMA) || !flags.has(InstFlags::MAY_STORE) => {
            Kind::VmemLoad
        }
        Unit::Vmem(_) => Kind::VmemStore,
        Unit::Salu => Kind::Salu,
        Unit::Smem => Kind::Smem,
        Unit::Wait => Kind::Wait,
        Unit::Nop => Kind::Nop,
        Unit::Barrier => Kind::Barrier,
        Unit::Control => Kind::Branch,
        _ => Kind::Other,
    }
}

/// Figures of the whole function, as comparisons have them.
fn figures(function: &Function, listing: &Listing, timing: &Timing<Finished>) -> Vec<Figure> {
    let count = |wanted: &dyn Fn(InstId) -> bool| {
        listing.insts.iter().filter(|&&inst| wanted(inst)).count() as f64
    };
    let unit = |inst: InstId| function.info(inst).unit;
    let nop_states: u32 = listing
        .insts
        .iter()
        .filter(|&&inst| unit(inst) == Unit::Nop)
        .map(|&inst| function.nop_wait_states(inst))
        .sum();
    let used = RegisterUse::of(function);
    let figures = [
        ("instructions", listing.insts.len() as f64),
        ("matrix instructions", count(&|i| unit(i) == Unit::Matrix)),
        ("s_waitcnt", count(&|i| unit(i) == Unit::Wait)),
        ("s_nop", count(&|i| unit(i) == Unit::Nop)),
        ("wait states of s_nop", f64::from(nop_states)),
        ("VGPRs", f64::from(used.vgprs)),
        ("AccVGPRs", f64::from(used.agprs)),
        ("waves per SIMD", f64::from(timing.waves)),
        ("clocks, own waves", timing.clocks_at_occupancy(0)),
        ("clocks, one wave", timing.clocks(0)),
    ];
    let figures = figures.into_iter().map(|(name, value)| Figure {
        name: name.to_owned(),
        value,
    });
    figures.collect()
}
