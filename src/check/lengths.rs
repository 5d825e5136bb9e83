//! Are the certificates of regions true?
//!
//! Lengths are measured again by the cost model's simulator, and bounds compared with plainer
//! ones: the longest way through LLVM's own edges, and every set of instructions that cannot issue
//! before some slot nor in the last slots. Of very small regions all orders are tried.

use thiserror::Error;

use crate::machine::{BlockId, DepKind, Function, InstId};
use crate::schedule::Certificate;
use crate::timing::{
    Costs, Entries, HazardOracle, Model, OpId, OpRange, Program, State, Trace, issues, steady,
};

/// Most instructions of a region of which every order is tried.
const ALL_ORDERS: usize = 6;
/// Most instructions of a region of which sets are looked at.
const SETS: usize = 300;

/// A certificate that does not hold.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error(
    "the certificate of {instructions} instructions at position {begin} of block {} says {claim}, found {found}", block.0
)]
pub struct FalseCertificate {
    /// The block.
    pub block: BlockId,
    /// First position in the block.
    pub begin: usize,
    /// Instructions that take an issue slot.
    pub instructions: u32,
    /// What it says.
    pub claim: String,
    /// What was found instead.
    pub found: String,
}

/// The certificates that do not hold for the function's present order.
pub fn lengths(
    function: &Function,
    needs: &dyn HazardOracle,
    model: &Model,
    certificates: &[Certificate],
) -> Vec<FalseCertificate> {
    let mut wrong = Vec::new();
    let mut entries = Entries::new(function, 1);
    for trace in Trace::all(function) {
        let program = Program::compile(function, &trace.blocks, trace.next, needs);
        let costs = program.costs(function, model);
        let order = program.order();
        let mut state = match program.is_loop {
            true => steady(&program, &costs, &order).1,
            false => State::new(&program, entries.of(function, &trace, 0)),
        };
        let (mut at, mut block_at) = (0, 0);
        for &block in &trace.blocks {
            let mut own: Vec<&Certificate> =
                certificates.iter().filter(|c| c.block == block).collect();
            own.sort_by_key(|c| c.begin);
            for certificate in own {
                let first = block_at + issuing(function, block, 0..certificate.begin);
                state.run(&program, &costs, &order[at.min(first)..first]);
                at = at.max(first);
                let end = (first + certificate.instructions as usize).min(order.len());
                let region = Region {
                    function,
                    program: &program,
                    costs: &costs,
                    begin: state.clone(),
                    ops: OpRange::between(first, end).into_iter().collect(),
                };
                let complaint = region.complaint(certificate);
                wrong.extend(complaint.map(|(claim, found)| FalseCertificate {
                    block,
                    begin: certificate.begin,
                    instructions: certificate.instructions,
                    claim,
                    found,
                }));
            }
            block_at += issuing(function, block, 0..function.block(block).order.len());
        }
        entries.leave(function, &trace, 0, &program, &costs, &order);
    }
    wrong
}

fn issuing(function: &Function, block: BlockId, range: std::ops::Range<usize>) -> usize {
    let order = &function.block(block).order[range];
    order.iter().filter(|&&i| issues(function, i)).count()
}

struct Region<'a> {
    function: &'a Function,
    program: &'a Program,
    costs: &'a Costs,
    begin: State,
    /// Its instructions in their present order.
    ops: Vec<OpId>,
}

impl Region<'_> {
    /// What a certificate says, and what is true.
    fn complaint(&self, certificate: &Certificate) -> Option<(String, String)> {
        let clocks = |slots: u32| u64::from(slots) * 4;
        let says = |what: &str, clocks: u64| format!("{what} {clocks} clocks");
        let length = clocks(self.length(&self.ops));
        let claim = certificate.length.0;
        if claim != length {
            return Some((says("length", claim), says("length", length)));
        }
        let (bound, best) = (certificate.bound.0, certificate.best.0);
        if bound > best || best > length {
            let found = format!("length {length} and an order of {best} clocks");
            return Some((says("bound", bound), found));
        }
        let plain = clocks(self.plain_bound());
        if plain > bound {
            return Some((says("bound", bound), says("a plainer bound of", plain)));
        }
        let least = clocks(self.least()?);
        (least < bound).then(|| (says("bound", bound), says("an order of", least)))
    }

    fn length(&self, order: &[OpId]) -> u32 {
        let mut state = self.begin.clone();
        state.run(self.program, self.costs, order);
        state.wave.now - self.begin.wave.now
    }

    fn inst(&self, at: usize) -> InstId {
        self.program.ops[self.ops[at]].inst
    }

    /// Edges between instructions of the region, by position: earlier, later, kind.
    fn edges(&self) -> Vec<(usize, usize, DepKind)> {
        let mut places: Vec<(InstId, usize)> =
            (0..self.ops.len()).map(|at| (self.inst(at), at)).collect();
        places.sort_unstable();
        let place = |inst: InstId| {
            let found = places.binary_search_by_key(&inst, |p| p.0).ok()?;
            Some(places[found].1)
        };
        let edges = self.function.edges().iter();
        let mut inside: Vec<(usize, usize, DepKind)> = edges
            .filter_map(|e| Some((place(e.from)?, place(e.to)?, e.kind)))
            .collect();
        inside.sort_unstable_by_key(|&(from, to, _)| (from, to));
        inside
    }

    /// A bound that is easy to believe, in slots.
    fn plain_bound(&self) -> u32 {
        let count = self.ops.len();
        let op = |at: usize| &self.program.ops[self.ops[at]];
        let cost = |at: usize| &self.costs.ops[self.ops[at]];
        let issue = |at: usize| {
            if op(at).wait.is_some() {
                0
            } else {
                cost(at).issue
            }
        };
        let edges = self.edges();
        let latency = |from: usize, to: usize, kind: DepKind| {
            let flows = kind == DepKind::True && op(from).wait.is_none() && op(to).wait.is_none();
            issue(from).max(if flows { cost(from).result } else { 0 })
        };
        let mut head = vec![0u32; count];
        let mut tail: Vec<u32> = (0..count).map(issue).collect();
        for &(from, to, kind) in &edges {
            head[to] = head[to].max(head[from] + latency(from, to, kind));
        }
        for &(from, to, kind) in edges.iter().rev() {
            tail[from] = tail[from].max(latency(from, to, kind) + tail[to]);
        }
        let all: u32 = (0..count).map(issue).sum();
        let mut bound = (0..count).map(|at| head[at] + tail[at]).fold(all, u32::max);
        if count > SETS {
            return bound;
        }
        // What cannot issue before a slot and has so much behind it, one after the other.
        let behind = |at: usize| tail[at] - issue(at);
        let mut by_tail: Vec<usize> = (0..count).collect();
        by_tail.sort_unstable_by_key(|&at| std::cmp::Reverse(behind(at)));
        let mut heads = head.clone();
        heads.sort_unstable();
        heads.dedup();
        for first in heads {
            let mut sum = 0;
            for &at in by_tail.iter().filter(|&&at| head[at] >= first) {
                sum += issue(at);
                bound = bound.max(first + sum + behind(at));
            }
        }
        bound
    }

    /// The least length over all orders, of a region small enough.
    fn least(&self) -> Option<u32> {
        let count = self.ops.len();
        let bundled = self.ops.iter().any(|&op| {
            let inst = self.program.ops[op].inst;
            let flags = self.function.flags(inst);
            flags.has(crate::machine::InstFlags::IN_BUNDLE)
        });
        if count > ALL_ORDERS || bundled {
            return None;
        }
        let edges = self.edges();
        let mut least = u32::MAX;
        let mut order = Vec::with_capacity(count);
        self.all_orders(&edges, &mut order, &mut |order| {
            let ops: Vec<OpId> = order.iter().map(|&at: &usize| self.ops[at]).collect();
            least = least.min(self.length(&ops));
        });
        Some(least)
    }

    fn all_orders(
        &self,
        edges: &[(usize, usize, DepKind)],
        order: &mut Vec<usize>,
        found: &mut impl FnMut(&[usize]),
    ) {
        if order.len() == self.ops.len() {
            return found(order);
        }
        for next in 0..self.ops.len() {
            let mut before = edges.iter().filter(|e| e.1 == next);
            if order.contains(&next) || !before.all(|e| order.contains(&e.0)) {
                continue;
            }
            order.push(next);
            self.all_orders(edges, order, found);
            order.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{Cycles, WaitStates};
    use crate::machine::text;
    use crate::schedule::{Options, certify};

    const BLOCK: &str = r#"cdna-flat 1
function "f"
gpu gfx942
block 0 frequency=1 depth=0
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  V_ADD_F32_e32 def v2, v1, v1
  V_ADD_F32_e32 def v3, v4, v4
  V_EXP_F32_e32 def v5, v3
  S_ENDPGM #0 | return term noreturn boundary
edge 0 1 true 1
edge 2 3 true 1
"#;

    #[test]
    fn what_certify_says_is_true_and_changes_are_found() {
        let function = text::parse(BLOCK).expect("valid text");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let options = Options::new(&function);
        let model = &options.models[0];
        let all = certify(&function, &needs, &options);
        // The user of the load is in front of work that could hide it.
        let [certificate] = all[..] else {
            panic!("one region")
        };
        assert!(certificate.best < certificate.length, "{certificate:?}");
        let wrong = |change: &dyn Fn(&mut Certificate)| {
            let mut changed = certificate;
            change(&mut changed);
            let found = lengths(&function, &needs, model, &[changed]);
            found
                .first()
                .map(|f| f.claim.split(' ').next().map(str::to_owned))
        };
        assert_eq!(wrong(&|_| {}), None);
        let (length, bound) = (
            Some(Some("length".to_owned())),
            Some(Some("bound".to_owned())),
        );
        assert_eq!(wrong(&|c| c.length = Cycles(4)), length);
        assert_eq!(wrong(&|c| c.bound = Cycles(4)), bound);
        assert_eq!(wrong(&|c| c.bound = c.length), bound);
        assert_eq!(wrong(&|c| (c.bound, c.best) = (c.length, c.length)), bound);
    }
}
