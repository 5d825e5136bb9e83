//! Ways through a function.

use cdnasched_base::machine::{BlockId, Function};

/// Mixes a number into a hash.
pub fn mix(hash: u64, value: u64) -> u64 {
    let mut z = (hash ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// How long a path may become.
#[derive(Clone, Copy)]
pub struct Limits {
    pub blocks: usize,
    pub instructions: usize,
}

/// The path that a seed's decisions take from a block on.
fn path(function: &Function, start: BlockId, seed: u64, limits: Limits) -> Vec<BlockId> {
    let (mut path, mut block) = (Vec::new(), start);
    let mut instructions = 0;
    loop {
        path.push(block);
        instructions += function.block(block).order.len();
        let successors = &function.block(block).successors;
        let full = path.len() >= limits.blocks || instructions >= limits.instructions;
        if full || successors.is_empty() {
            return path;
        }
        let decision = mix(mix(seed, u64::from(block.0)), path.len() as u64);
        block = successors[decision as usize % successors.len()];
    }
}

/// Paths from the entry by several seeds, and one from each block that they have not been to.
pub fn paths(function: &Function, seeds: u64, limits: Limits) -> Vec<Vec<BlockId>> {
    let mut visited = vec![false; function.blocks().len()];
    let mut all: Vec<Vec<BlockId>> = Vec::new();
    let mut add = |path: Vec<BlockId>| {
        for block in &path {
            visited[block.index()] = true;
        }
        if !all.contains(&path) {
            all.push(path);
        }
        visited.iter().position(|v| !v).map(|at| BlockId(at as u32))
    };
    let mut missing = None;
    for seed in 0..seeds {
        missing = add(path(function, BlockId(0), seed, limits));
    }
    while let Some(start) = missing {
        missing = add(path(function, start, seeds, limits));
    }
    all
}
