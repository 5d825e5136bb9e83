//! A self-check of certificates.
//!
//! What is checked: a region's length is measured again; its bound is compared with a plainer one,
//! made from LLVM's own edges (the longest path, and every set of instructions that cannot issue
//! before some slot nor in the last slots); of very small regions all orders that these edges allow
//! are tried. This code shares nothing with the regions, bounds and search that certificates come
//! from. It does share the simulator, the costs and the compiled trace, which say what a length is:
//! an error in these is not found here.

use thiserror::Error;

use crate::gpu::Cycles;
use crate::machine::{BlockId, DepKind, Function, InstFlags, InstId};
use crate::schedule::exact::Certificate;
use crate::schedule::exact::walk::{Walk, begins};
use crate::timing::{
    Costs, EntryStates, HazardOracle, Model, OpId, Period, Program, SimState, Simulation, Trace,
    issues,
};

/// The most instructions of a region of which every order is tried.
const MOST_PERMUTED: usize = 6;
/// The most instructions of a region of which sets are considered.
const MOST_IN_SETS: usize = 300;

/// A certificate that does not hold.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error(
    "the certificate of {instructions} instructions at position {begin} of block {} says {why}", block.0
)]
pub struct FalseCertificate {
    /// The block.
    pub block: BlockId,
    /// First position in the block.
    pub begin: usize,
    /// Instructions that take an issue slot.
    pub instructions: u32,
    /// What does not hold.
    pub why: Contradiction,
}

/// What a certificate says, and what is true instead.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The order takes another time.
    #[error("length {} clocks, found length {} clocks", claimed.0, found.0)]
    Length {
        /// By the certificate.
        claimed: Cycles,
        /// By the simulator.
        found: Cycles,
    },
    /// The figures of the certificate contradict each other: the bound is above the best order, or
    /// that is longer than the order it has.
    #[error("bound {} clocks, found length {} and an order of {} clocks", bound.0, length.0, best.0)]
    Figures {
        /// What no order should take less than.
        bound: Cycles,
        /// The best order that was found.
        best: Cycles,
        /// The order it has.
        length: Cycles,
    },
    /// No order can be as short as the bound.
    #[error("bound {} clocks, found a plainer bound of {} clocks", claimed.0, found.0)]
    LooseBound {
        /// By the certificate.
        claimed: Cycles,
        /// The plainer bound.
        found: Cycles,
    },
    /// An order is shorter than the bound.
    #[error("bound {} clocks, found an order of {} clocks", claimed.0, found.0)]
    ShorterOrder {
        /// By the certificate.
        claimed: Cycles,
        /// What the order takes.
        found: Cycles,
    },
}

/// The certificates that do not hold for the function's present order, under the model that they
/// were made for.
pub fn false_certificates(
    function: &Function,
    needs: &dyn HazardOracle,
    model: &Model,
    certificates: &[Certificate],
) -> Vec<FalseCertificate> {
    let mut wrong = Vec::new();
    let mut entries = EntryStates::new(function, 1);
    for trace in Trace::all(function) {
        let program = Program::compile(function, &trace, needs);
        let costs = [program.costs(function, model)];
        let order = program.order();
        let entry = SimState::new(&program, entries.of(function, &trace, 0));
        let states = begins(&program, &costs, &order, [entry]);
        let simulation = Simulation {
            program: &program,
            costs: &costs[0],
            order: &order,
        };
        for begin in &states {
            entries.record(function, &trace, 0, simulation, begin.clone());
        }
        let mut walk = Walk::new(&program, &costs, states);
        let mut block_at = 0;
        for &block in &trace.blocks {
            let of_block = certificates.iter().filter(|c| c.block == block);
            let mut of_block: Vec<&Certificate> = of_block.collect();
            of_block.sort_by_key(|c| c.begin);
            for certificate in of_block {
                let first = block_at + issuing(function, block, 0..certificate.begin);
                let end = (first + certificate.instructions as usize).min(order.len());
                let around = walk.pass(&order, first..end);
                let region = CertifiedRegion {
                    function,
                    program: &program,
                    costs: &costs[0],
                    begin: &around.before[0],
                    ops: order[first..end].to_vec(),
                };
                let why = region.contradiction(certificate);
                wrong.extend(why.map(|why| FalseCertificate {
                    block,
                    begin: certificate.begin,
                    instructions: certificate.instructions,
                    why,
                }));
            }
            block_at += issuing(function, block, 0..function.block(block).order.len());
        }
    }
    wrong
}

/// Instructions in a range of a block that take an issue slot.
fn issuing(function: &Function, block: BlockId, range: std::ops::Range<usize>) -> usize {
    let order = &function.block(block).order[range];
    order.iter().filter(|&&i| issues(function, i)).count()
}

struct CertifiedRegion<'a> {
    function: &'a Function,
    program: &'a Program,
    costs: &'a Costs,
    begin: &'a SimState,
    /// Its instructions in their present order.
    ops: Vec<OpId>,
}

impl CertifiedRegion<'_> {
    fn contradiction(&self, certificate: &Certificate) -> Option<Contradiction> {
        let clocks = |slots: u32| Period::over(slots, 1).cycles();
        let &Certificate {
            length,
            bound,
            best,
            ..
        } = certificate;
        let found = clocks(self.length(&self.ops));
        if length != found {
            let claimed = length;
            return Some(Contradiction::Length { claimed, found });
        }
        if bound > best || best > length {
            return Some(Contradiction::Figures {
                bound,
                best,
                length,
            });
        }
        let claimed = bound;
        let found = clocks(self.plain_bound());
        if found > bound {
            return Some(Contradiction::LooseBound { claimed, found });
        }
        let found = clocks(self.least()?);
        (found < bound).then_some(Contradiction::ShorterOrder { claimed, found })
    }

    fn length(&self, order: &[OpId]) -> u32 {
        let mut state = self.begin.clone();
        state.run(self.program, self.costs, order);
        state.wave.now - self.begin.wave.now
    }

    fn inst(&self, at: usize) -> InstId {
        self.program.ops[self.ops[at]].inst
    }

    /// LLVM's edges between instructions of the region, by position: earlier, later, kind.
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

    /// A bound that is simple enough to be checked by reading it, in slots.
    fn plain_bound(&self) -> u32 {
        let count = self.ops.len();
        let op = |at: usize| &self.program.ops[self.ops[at]];
        let cost = |at: usize| &self.costs.ops[self.ops[at]];
        let issue = |at: usize| {
            // A wait that finds nothing outstanding takes no slot.
            if op(at).wait.is_some() {
                0
            } else {
                cost(at).issue
            }
        };
        let edges = self.edges();
        let latency = |from: usize, to: usize, kind: DepKind| {
            let flows = kind == DepKind::True
                && op(from).wait.is_none()
                && op(to).wait.is_none()
                && self.program.feeds(self.ops[from], self.ops[to]);
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
        if count > MOST_IN_SETS {
            return bound;
        }
        // Instructions that cannot issue before some slot issue one after the other, and the last of
        // them has at least the least tail after it.
        let after = |at: usize| tail[at] - issue(at);
        let mut by_tail: Vec<usize> = (0..count).collect();
        by_tail.sort_unstable_by_key(|&at| std::cmp::Reverse(after(at)));
        let mut heads = head.clone();
        heads.sort_unstable();
        heads.dedup();
        for first in heads {
            let mut sum = 0;
            for &at in by_tail.iter().filter(|&&at| head[at] >= first) {
                sum += issue(at);
                bound = bound.max(first + sum + after(at));
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
            flags.has(InstFlags::IN_BUNDLE)
        });
        if count > MOST_PERMUTED || bundled {
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
    use crate::gpu::WaitStates;
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
        // The user of the load comes before work that could hide it.
        let [certificate] = all[..] else {
            panic!("one region")
        };
        let Certificate {
            length,
            bound,
            best,
            ..
        } = certificate;
        assert!(best < length, "{certificate:?}");
        let wrong = |change: &dyn Fn(&mut Certificate)| {
            let mut changed = certificate;
            change(&mut changed);
            let found = false_certificates(&function, &needs, model, &[changed]);
            found.first().map(|wrong| wrong.why)
        };
        let short = Cycles(4);
        assert_eq!(wrong(&|_| {}), None);
        assert_eq!(
            wrong(&|c| c.length = short),
            Some(Contradiction::Length {
                claimed: short,
                found: length
            })
        );
        assert!(matches!(
            wrong(&|c| c.bound = short),
            Some(Contradiction::LooseBound { claimed, found }) if claimed == short && found <= bound
        ));
        assert_eq!(
            wrong(&|c| c.bound = length),
            Some(Contradiction::Figures {
                bound: length,
                best,
                length
            })
        );
        assert_eq!(
            wrong(&|c| (c.bound, c.best) = (length, length)),
            Some(Contradiction::ShorterOrder {
                claimed: length,
                found: best
            })
        );
    }

    /// A spill says that it defines the whole tuple; what reads the register does not wait for it.
    #[test]
    fn a_store_delivers_no_result() {
        let text = r#"cdna-flat 1
function "f"
gpu gfx942
block 0 frequency=1 depth=0
  SCRATCH_STORE_DWORD_SADDR v0, s32, #0, #0, def imp v[0:1], imp exec | store | write space=5 bytes=4
  V_ADD_F32_e32 def v2, v0, v0
  V_ADD_F32_e32 def v3, v2, v2
  S_ENDPGM #0 | return term noreturn boundary
edge 0 1 true 1
edge 1 2 true 1
"#;
        let function = text::parse(text).expect("valid text");
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let options = Options::new(&function);
        let all = certify(&function, &needs, &options);
        assert!(!all.is_empty());
        let wrong = false_certificates(&function, &needs, &options.models[0], &all);
        assert_eq!(wrong, []);
    }
}
