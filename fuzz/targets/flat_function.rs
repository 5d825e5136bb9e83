//! Valid functions that collide, through the whole core, judged behind every stage.
#![no_main]

use arbitrary::Arbitrary;
use cdnasched::fuzzing::{self, Shape};
use cdnasched::hazard::Policy;
use cdnasched::gpu::Gpu;
use libfuzzer_sys::{Corpus, fuzz_target};

#[derive(Arbitrary, Debug)]
struct Input {
    gpu: u8,
    callable: bool,
    xnack: bool,
    hazards: u8,
    blocks: Vec<Block>,
}

#[derive(Arbitrary, Debug)]
struct Block {
    insts: Vec<(u8, [u8; 5])>,
    way: u8,
    to: (u8, u8),
}

/// More would only be slower.
const MOST_BLOCKS: usize = 12;
const MOST_INSTS: usize = 24;

fuzz_target!(|input: Input| -> Corpus {
    let wrong = |block: &Block| block.insts.len() > MOST_INSTS;
    if !(1..=MOST_BLOCKS).contains(&input.blocks.len()) || input.blocks.iter().any(wrong) {
        return Corpus::Reject;
    }
    let block = |block: &Block| {
        let insts = block.insts.iter().map(|&(kind, operands)| (usize::from(kind), operands));
        (insts.collect(), (block.way % 5, block.to.0, block.to.1))
    };
    let shape = Shape {
        gpu: Gpu::ALL[usize::from(input.gpu) % Gpu::ALL.len()].name(),
        callable: input.callable,
        xnack: input.xnack,
        blocks: input.blocks.iter().map(block).collect(),
    };
    let hazards = Policy::ALL[usize::from(input.hazards) % Policy::ALL.len()];
    fuzzing::flat_function(&shape, hazards);
    Corpus::Keep
});
