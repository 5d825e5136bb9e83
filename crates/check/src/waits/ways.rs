//! How a missing wait comes about: the way from an access to what relies on it.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::OpenWait;
use super::facts::Facts;
use super::lines::Line;
use crate::exits::{Exit, exits};
use crate::gpu::{Counter, Counts};
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// How a missing wait comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The blocks on a shortest way, from the access's to that of what relies on it.
    pub path: Vec<BlockId>,
    /// Some wait, on some path, proves the access complete.
    pub waited_for: bool,
    /// The way passes a wait for the counter, which lets more be outstanding than it may here.
    pub weaker: bool,
}

/// For each of the missing waits with a known access: a way from the access that passes no other of them, so
/// that none of the others, once mended, mends this one too. `None` when there is no such way.
///
/// Those that are `decided` are missed for certain: of the others none is in their way, since it may stay unmended.
pub fn ways(function: &Function, open: &[OpenWait], decided: &[bool]) -> Vec<Option<Way>> {
    let mut by_access: BTreeMap<(InstId, Counter), Vec<usize>> = BTreeMap::new();
    for (at, wait) in open.iter().enumerate() {
        if let Some(producer) = wait.producer {
            by_access
                .entry((producer, wait.counter))
                .or_default()
                .push(at);
        }
    }
    let mut found = vec![None; open.len()];
    if by_access.is_empty() {
        return found;
    }
    let facts = Facts::new(function);
    let places = places(function);
    let exits: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
    for ((producer, counter), open_here) in by_access {
        let lines = facts.of(producer).lines.iter().copied();
        let mut walk = Walk {
            facts: &facts,
            exits: &exits,
            lines: lines.filter(|line| line.counter() == counter).collect(),
            consumers: BTreeMap::new(),
        };
        let Some(&(block, at)) = places.get(&producer) else {
            continue;
        };
        for looks_for in [true, false] {
            walk.consumers.clear();
            for &wait in open_here.iter().filter(|&&at| decided[at] || !looks_for) {
                let waits = walk.consumers.entry(open[wait].consumer).or_default();
                waits.extend((decided[wait] == looks_for).then_some(wait));
            }
            walk.run(block, at + 1, &mut found);
        }
        walk.consumers.clear();
        let waited_for = walk.run(block, at + 1, &mut found);
        for wait in open_here {
            if let Some(way) = &mut found[wait] {
                way.waited_for = waited_for;
            }
        }
    }
    found
}

fn places(function: &Function) -> HashMap<InstId, (BlockId, usize)> {
    let mut places = HashMap::new();
    for block in function.block_ids() {
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            places.insert(inst, (block, at));
        }
    }
    places
}

/// One access.
struct Walk<'a> {
    facts: &'a Facts<'a>,
    exits: &'a [Vec<Exit>],
    /// Its lines on the counter.
    lines: Vec<Line>,
    /// What relies on it, with the numbers of the missing waits for which a way is looked for.
    consumers: BTreeMap<InstId, Vec<usize>>,
}

/// A place on the way.
struct Step {
    block: BlockId,
    from: usize,
    later: u8,
    /// A wait was passed.
    weaker: bool,
    before: Option<usize>,
}

impl Walk<'_> {
    /// Whether some wait proves the access complete, on ways that end at what relies on it.
    fn run(&self, block: BlockId, from: usize, found: &mut [Option<Way>]) -> bool {
        let mut waited_for = false;
        for &line in &self.lines {
            let mut steps = vec![Step {
                block,
                from,
                later: 0,
                weaker: false,
                before: None,
            }];
            // By block and whether a wait was passed: the fewest operations later that it was entered with. Fewer are
            // harder to prove complete.
            let mut entered: HashMap<(BlockId, bool), u8> = HashMap::new();
            let mut open = VecDeque::from([0]);
            while let Some(number) = open.pop_front() {
                let mut leave = |steps: &mut Vec<Step>, to: BlockId, later: u8, weaker: bool| {
                    let known = entered.get(&(to, weaker));
                    if known.is_none_or(|&known| later < known) {
                        entered.insert((to, weaker), later);
                        open.push_back(steps.len());
                        steps.push(Step {
                            block: to,
                            from: 0,
                            later,
                            weaker,
                            before: Some(number),
                        });
                    }
                };
                let Step {
                    block,
                    from,
                    mut later,
                    mut weaker,
                    ..
                } = steps[number];
                let order = &self.facts.function.block(block).order;
                for at in from..=order.len() {
                    for way in &self.exits[block.index()] {
                        if way.executed == at {
                            leave(&mut steps, way.to, later, weaker);
                        }
                    }
                    let Some(&inst) = order.get(at) else { break };
                    if let Some(waits) = self.consumers.get(&inst) {
                        for &wait in waits {
                            // A way without any wait shows more than one with a wait that is too weak.
                            let known = found[wait].as_ref();
                            if known.is_none_or(|known| known.weaker && !weaker) {
                                found[wait] = Some(Way {
                                    path: path(&steps, number),
                                    waited_for: false,
                                    weaker,
                                });
                            }
                        }
                        break;
                    }
                    let request = self.facts.of(inst).request;
                    weaker |= request.is_some_and(|counts| counts.get(line.counter()).is_some());
                    match self.pass(inst, line, later) {
                        Some(more) => later = more,
                        None => {
                            waited_for = true;
                            break;
                        }
                    }
                }
            }
        }
        waited_for
    }

    /// How many operations of the line follow the access after an instruction; `None` once it is complete.
    fn pass(&self, inst: InstId, line: Line, later: u8) -> Option<u8> {
        let fact = self.facts.of(inst);
        if fact.emits_nothing {
            return Some(later);
        }
        if let Some(counts) = fact.request {
            return (!completes(counts, line, later)).then_some(later);
        }
        if self.facts.function.flags(inst).has(InstFlags::CALL) {
            return None;
        }
        let more = fact.lines.contains(&line);
        let later = later.saturating_add(u8::from(more));
        let most = line.counter().max();
        match line.in_order() && later >= most {
            true => (!line.completes_when_full()).then_some(most - 1),
            false => Some(later),
        }
    }
}

fn completes(counts: Counts, line: Line, later: u8) -> bool {
    let count = counts.get(line.counter());
    count.is_some_and(|count| count == 0 || line.in_order() && later >= count)
}

fn path(steps: &[Step], last: usize) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    let mut at = Some(last);
    while let Some(step) = at.and_then(|at| steps.get(at)) {
        blocks.push(step.block);
        at = step.before;
    }
    blocks.reverse();
    blocks
}
