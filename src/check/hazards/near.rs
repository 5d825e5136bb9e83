//! How far wait states reach.

use std::collections::{BTreeSet, HashMap};

use super::acts;
use crate::check::exits::Exit;
use crate::machine::{BlockId, Function};
use crate::rules::MAX_WINDOW;

/// The places that a nop before them can matter to.
pub(super) fn near(
    function: &Function,
    exits: &[Vec<Exit>],
    block: BlockId,
    from: usize,
) -> BTreeSet<(BlockId, usize)> {
    let mut near = BTreeSet::new();
    let mut entered: HashMap<BlockId, u32> = HashMap::new();
    let mut open = vec![(block, from, 0)];
    while let Some((block, from, mut distance)) = open.pop() {
        let order = &function.block(block).order;
        for at in from..=order.len() {
            for way in exits[block.index()].iter().filter(|way| way.executed == at) {
                if entered.get(&way.to).is_none_or(|&known| distance < known) {
                    entered.insert(way.to, distance);
                    open.push((way.to, 0, distance));
                }
            }
            let Some(&inst) = order.get(at) else { break };
            near.insert((block, at));
            distance += acts::worth(function, inst);
            // A run of memory instructions matters however long it is.
            if distance > MAX_WINDOW.0 && acts::run_of(function, inst).is_none() {
                break;
            }
        }
    }
    near
}
