//! The walk over a block and over the CFG.

use smallvec::SmallVec;

use super::entries::{self, Flushes};
use super::facts::{self, OpFacts, WaitKind};
use super::known::{Kind, Known};
use super::memory::Memory;
use super::mutant::{Update, skipped};
use super::needs::{self, Need, Site};
use super::state::{Board, Snapshot};
use super::{Cause, Error, Policy, loops};
use crate::gpu::{Counter, Counts, Event, Unit};
use crate::machine::{BlockId, Function, InstFlags, InstId, OperandKind};

/// A wait that already stands in front of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// In the stream.
    Inst(InstId, WaitKind),
    /// At the entry of a callable function.
    Entry,
    /// Behind an instruction on GDS hardware.
    Gds,
}

/// A wait to be in the finished order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlannedWait {
    /// Position in the block's old order that it goes in front of.
    pub at: usize,
    /// The user's own wait, where that does already.
    pub keep: Option<InstId>,
    /// The user's own waits that it takes over for.
    pub replaces: Vec<InstId>,
    pub consumer: Option<InstId>,
    pub need: Need,
    /// LLVM's workaround: no `s_endpgm` directly behind a wait for GWS.
    pub nop_behind: bool,
}

/// The waits of one block, in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BlockPlan {
    pub block: BlockId,
    pub waits: Vec<PlannedWait>,
    /// Counters on which something is outstanding at the end, one for each.
    pub pending: [bool; Counter::ALL.len()],
}

/// Finds the waits of all blocks that can be reached. With `enter`, also those where loops are
/// entered with nothing outstanding on a counter for which that is better, if there are such loops.
pub(super) fn plan(
    function: &Function,
    policy: Policy,
    enter: bool,
) -> Result<(Vec<BlockPlan>, Option<Vec<BlockPlan>>), Error> {
    let known = Known::of(function, policy);
    check_waits(function, &known.opcodes)?;
    let rpo = loops::reverse_post_order(function);
    let first = walk(function, &known, &rpo, &[]);
    let entered = enter.then(|| entries::improve(function, &known, &rpo, first.clone()));
    let entered = entered.filter(|entered| *entered != first);
    Ok((first, entered))
}

/// Finds the waits, in reverse post-order, when these counters are flushed.
pub(super) fn walk(
    function: &Function,
    known: &Known,
    rpo: &[BlockId],
    flushes: &Flushes,
) -> Vec<BlockPlan> {
    let mut walk = Walk::new(function, known, rpo, flushes);
    let (mut incoming, outgoing, loops) = walk.fixed_point(rpo);
    walk.memory.close();
    if loops && !skipped(Update::Again) {
        incoming = walk.narrow(rpo, incoming, outgoing);
    }
    let mut plans = Vec::new();
    for &block in rpo {
        walk.board.load(incoming[block.index()].as_ref());
        let mut waits = Vec::new();
        walk.block(block, Some(&mut waits));
        plans.push(BlockPlan {
            block,
            waits,
            pending: Counter::ALL.map(|counter| walk.board.pending(counter)),
        });
    }
    plans
}

/// What a block leaves, and for whom.
type Ways = Vec<(BlockId, Snapshot)>;

/// Rounds of [`Walk::narrow`]. One or two are enough for nearly all functions.
const NARROWING: usize = 6;

/// Adds what is outstanding on another path; whether that changed anything.
fn join(incoming: &mut Option<Snapshot>, outgoing: &Snapshot) -> bool {
    match incoming {
        Some(joined) => joined.join(outgoing),
        empty => {
            *empty = Some(outgoing.clone());
            true
        }
    }
}

/// Whether all of the states are covered by others.
fn all_within(inner: &[Option<Snapshot>], outer: &[Option<Snapshot>]) -> bool {
    inner.iter().zip(outer).all(|pair| match pair {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(inner), Some(outer)) => !outer.clone().join(inner),
    })
}

fn check_waits(function: &Function, opcodes: &[OpFacts]) -> Result<(), Error> {
    for block in function.block_ids() {
        for &inst in &function.block(block).order {
            let facts = &opcodes[function.inst(inst).opcode.index()];
            let readable = match facts.wait {
                None => facts.unit != Unit::Wait,
                Some(WaitKind::LdsDirect) => true,
                Some(_) => facts::wait_request(function, inst).is_some(),
            };
            if !readable {
                return Err(Error::UnknownWait {
                    inst: inst.0,
                    opcode: function.opcode(inst).name.clone(),
                });
            }
        }
    }
    Ok(())
}

struct Walk<'a> {
    function: &'a Function,
    known: &'a Known,
    flushes: &'a Flushes,
    memory: Memory,
    board: Board,
    /// Per block: whether vector memory is flushed at its end for the loop behind it. Decided
    /// on the first visit, as LLVM does.
    flush: Vec<Option<bool>>,
    /// What the block walked last leaves behind where branches before its end are taken.
    taken: Vec<(BlockId, Snapshot)>,
    /// Per block: its place in reverse post-order.
    position: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(
        function: &'a Function,
        known: &'a Known,
        rpo: &[BlockId],
        flushes: &'a Flushes,
    ) -> Walk<'a> {
        let mut position = vec![0; function.blocks().len()];
        for (at, block) in rpo.iter().enumerate() {
            position[block.index()] = at;
        }
        let memory = known.memory.clone();
        Walk {
            board: Board::new(memory.slots()),
            memory,
            flush: vec![None; function.blocks().len()],
            taken: Vec::new(),
            position,
            function,
            known,
            flushes,
        }
    }

    /// Visits blocks in reverse post-order until nothing changes. The order matters for what
    /// is decided on first visits. Gives what blocks find and what they leave, and whether there
    /// are loops.
    fn fixed_point(&mut self, rpo: &[BlockId]) -> (Vec<Option<Snapshot>>, Vec<Ways>, bool) {
        let count = self.function.blocks().len();
        let mut incoming: Vec<Option<Snapshot>> = vec![None; count];
        let mut outgoing = vec![Ways::new(); count];
        let mut dirty = vec![true; count];
        let mut again = true;
        let mut loops = false;
        while again {
            again = false;
            for (at, &block) in rpo.iter().enumerate() {
                if !std::mem::take(&mut dirty[block.index()]) {
                    continue;
                }
                let ways = self.ways_out(block, &incoming);
                for (successor, left) in &ways {
                    let backwards = self.position[successor.index()] <= at;
                    loops |= backwards;
                    if join(&mut incoming[successor.index()], left) {
                        dirty[successor.index()] = true;
                        again |= backwards && !skipped(Update::Again);
                    }
                }
                outgoing[block.index()] = ways;
            }
        }
        (incoming, outgoing, loops)
    }

    /// Drops what was outstanding on early visits only, before the waits were known that
    /// complete it: goes through all blocks again, with nothing to begin with but what the last
    /// round found. A state is right when a round finds no more than it.
    /// `outgoing`: what the blocks leave of `wide`; only those that find something else are
    /// walked again.
    fn narrow(
        &mut self,
        rpo: &[BlockId],
        wide: Vec<Option<Snapshot>>,
        mut outgoing: Vec<Ways>,
    ) -> Vec<Option<Snapshot>> {
        let mut right = wide.clone();
        let mut now = wide;
        for _ in 0..NARROWING {
            let mut next: Vec<Option<Snapshot>> = vec![None; now.len()];
            for (successor, left) in rpo.iter().flat_map(|b| &outgoing[b.index()]) {
                join(&mut next[successor.index()], left);
            }
            let sound = all_within(&next, &now);
            let settled = sound && all_within(&now, &next);
            if !settled {
                for &block in rpo {
                    if next[block.index()] != now[block.index()] {
                        outgoing[block.index()] = self.ways_out(block, &next);
                    }
                }
            }
            if sound {
                right = now;
            }
            now = next;
            if settled {
                break;
            }
        }
        right
    }

    /// Walks a block without noting its waits: what it leaves, and for whom.
    fn ways_out(&mut self, block: BlockId, incoming: &[Option<Snapshot>]) -> Ways {
        self.board.load(incoming[block.index()].as_ref());
        self.taken.clear();
        self.block(block, None);
        let mut ways = std::mem::take(&mut self.taken);
        if self.board.any_pending() {
            let outgoing = self.board.snapshot();
            let successors = &self.function.block(block).successors;
            ways.extend(successors.iter().map(|&to| (to, outgoing.clone())));
        }
        for (to, left) in &mut ways {
            if self.position[to.index()] <= self.position[block.index()] {
                left.go_around(self.memory.around_loops());
            }
        }
        ways
    }

    fn facts(&self, inst: InstId) -> &'a OpFacts {
        &self.known.opcodes[self.function.inst(inst).opcode.index()]
    }

    /// Walks a block on the board; with `out`, notes the waits it needs.
    fn block(&mut self, block: BlockId, mut out: Option<&mut Vec<PlannedWait>>) {
        let function = self.function;
        let order = &function.block(block).order;
        let mut standing: SmallVec<[(usize, Standing); 2]> = SmallVec::new();
        let mut entry = block.index() == 0 && !function.resources.is_entry;
        let mut terminated = false;
        for (at, &inst) in order.iter().enumerate() {
            match self.known.kinds[inst.index()] {
                Kind::Silent => continue,
                Kind::Plain if !entry && standing.is_empty() && self.finds_nothing(inst) => {
                    continue;
                }
                _ => {}
            }
            if std::mem::take(&mut entry) {
                standing.push((at, Standing::Entry));
            }
            let facts = self.facts(inst);
            if let Some(kind) = facts.wait {
                standing.push((at, Standing::Inst(inst, kind)));
                continue;
            }
            let site = Site {
                function,
                block,
                inst,
                facts,
                touches_memory: self.touches_memory(order, at),
            };
            let mut need = needs::before(site, &mut self.memory, &mut self.board);
            if !terminated && function.flags(inst).has(InstFlags::TERMINATOR) {
                terminated = true;
                self.flush_for_loop(block, &mut need);
            }
            self.settle(
                block,
                need,
                &mut standing,
                at,
                Some(inst),
                out.as_deref_mut(),
            );
            self.issue(site);
            let taken_early = at + 1 < order.len() && out.is_none();
            if taken_early && function.flags(inst).has(InstFlags::TERMINATOR) {
                self.leave_early(inst);
            }
            if facts.always_gds {
                standing.push((at + 1, Standing::Gds));
                self.board.wait(Counts::NONE.with(Counter::Lgkm, Some(0)));
            }
        }
        if entry {
            standing.push((order.len(), Standing::Entry));
        }
        let mut need = Need::default();
        if !terminated {
            self.flush_for_loop(block, &mut need);
        }
        self.settle(block, need, &mut standing, order.len(), None, out);
    }

    /// Whether nothing that arithmetic could wait for is outstanding.
    fn finds_nothing(&self, inst: InstId) -> bool {
        let mut ranges = self.function.operands(inst).iter().filter_map(|o| o.reg());
        !self.board.pending(Counter::Exp) && !ranges.any(|range| self.board.knows(range))
    }

    /// Notes what is outstanding where a branch is taken: waits that stand behind it in its
    /// block have not been reached then.
    fn leave_early(&mut self, branch: InstId) {
        let targets = self.function.operands(branch).iter();
        for to in targets.filter_map(|o| match o.kind {
            OperandKind::Block(to) => Some(to),
            _ => None,
        }) {
            if self.board.any_pending() && !skipped(Update::LeaveEarly) {
                let left = self.board.snapshot();
                self.taken.push((to, left));
            }
        }
    }

    /// Whether LLVM takes the instruction for a memory access; for a bundle's header, any
    /// member counts.
    fn touches_memory(&self, order: &[InstId], at: usize) -> bool {
        let touches = |inst: InstId| {
            let flags = self.function.flags(inst);
            flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE)
        };
        let inside = |inst: &InstId| {
            let flags = self.function.flags(*inst);
            flags.has(InstFlags::IN_BUNDLE) || flags.has(InstFlags::INSERTED)
        };
        let mut members = order[at + 1..].iter().copied().take_while(inside);
        touches(order[at])
            || self.function.flags(order[at]).has(InstFlags::BUNDLE) && members.any(touches)
    }

    /// Unites what an instruction needs with the waits that stand in front of it.
    fn settle(
        &mut self,
        block: BlockId,
        mut need: Need,
        standing: &mut SmallVec<[(usize, Standing); 2]>,
        at: usize,
        consumer: Option<InstId>,
        out: Option<&mut Vec<PlannedWait>>,
    ) {
        let mut hard = false;
        for &(_, wait) in standing.iter() {
            match wait {
                Standing::Entry => need.add_all(Counts::ZERO, Cause::Entry),
                Standing::Gds => need.add(Counter::Lgkm, 0, Cause::Gds),
                Standing::Inst(wait, WaitKind::LdsDirect) => {
                    let all = self.memory.any_lds_write();
                    if let Some((count, _)) = self.board.wait_for(all, Counter::Vm) {
                        need.add(Counter::Vm, count, Cause::MemoryModel { wait });
                    }
                }
                Standing::Inst(wait, kind) => {
                    let asked = facts::wait_request(self.function, wait).unwrap_or(Counts::ZERO);
                    if kind == WaitKind::Hard {
                        hard = true;
                        need.add_all(asked, Cause::User { wait });
                    } else {
                        need.add_all(self.outstanding(asked), Cause::MemoryModel { wait });
                    }
                }
            }
        }
        let counts = need.counts();
        if hard {
            self.board.wait_hard(counts);
        } else {
            self.board.wait(counts);
        }
        if let Some(out) = out.filter(|_| hard || !counts.is_none()) {
            out.push(self.planned(block, need, standing, at, consumer));
        }
        standing.clear();
    }

    /// What a soft wait still has to ask for. A write-back of the L2 is counted nowhere and
    /// is complete at `vmcnt(0)` only.
    fn outstanding(&self, asked: Counts) -> Counts {
        let left = self.board.simplify(asked);
        match asked.get(Counter::Vm) {
            Some(0) if self.board.write_back() && self.known.policy.awaits_write_back() => {
                left.with(Counter::Vm, Some(0))
            }
            _ => left,
        }
    }

    /// Where the wait goes: a user's wait that asks for the same stays; otherwise the first
    /// wait of the row is replaced.
    fn planned(
        &self,
        block: BlockId,
        need: Need,
        standing: &[(usize, Standing)],
        at: usize,
        consumer: Option<InstId>,
    ) -> PlannedWait {
        let enough = standing.iter().find_map(|&(at, wait)| match wait {
            Standing::Inst(inst, WaitKind::Hard)
                if facts::wait_request(self.function, inst) == Some(need.counts()) =>
            {
                Some((at, inst))
            }
            _ => None,
        });
        let keep = enough.map(|(_, inst)| inst);
        let replaces = standing.iter().filter_map(|&(_, wait)| match wait {
            Standing::Inst(inst, WaitKind::Hard) if keep != Some(inst) => Some(inst),
            _ => None,
        });
        let first = standing.first().map_or(at, |&(at, _)| at);
        let ends = consumer
            .or_else(|| self.falls_into(block))
            .is_some_and(|i| self.facts(i).ends);
        PlannedWait {
            at: enough.map_or(first, |(at, _)| at),
            keep,
            replaces: replaces.collect(),
            consumer,
            need,
            nop_behind: ends && standing.iter().any(|&(_, w)| w == Standing::Gds),
        }
    }

    /// The first instruction behind a block in layout.
    fn falls_into(&self, block: BlockId) -> Option<InstId> {
        let behind = &self.function.blocks()[block.index() + 1..];
        behind
            .iter()
            .flat_map(|b| b.order.iter().copied())
            .find(|&i| !facts::is_meta(self.function, i))
    }

    fn flush_for_loop(&mut self, block: BlockId, need: &mut Need) {
        let (function, opcodes, board) = (self.function, &self.known.opcodes, &self.board);
        let flush = *self.flush[block.index()]
            .get_or_insert_with(|| loops::flushes_before(function, opcodes, block, board));
        if flush && self.board.pending(Counter::Vm) {
            need.add(Counter::Vm, 0, Cause::LoopEntry);
        }
        for &(_, counter) in self.flushes.iter().filter(|flush| flush.0 == block) {
            if self.board.pending(counter) {
                need.add(counter, 0, Cause::LoopEntry);
            }
        }
    }

    /// Counts an instruction and notes what depends on it.
    fn issue(&mut self, site: Site<'_>) {
        let Site {
            function,
            inst,
            facts,
            ..
        } = site;
        let issued = facts::issued(function, inst, facts);
        for &event in &issued.events {
            self.board.issue(event);
            match event.counter() {
                Counter::Exp => self.hold_sources(inst, facts),
                counter => self.owe_results(inst, counter, facts),
            }
            if event == Event::Gds {
                self.board.mark_gds();
            }
        }
        if issued.flat_both {
            self.board.mark_flat();
        }
        if facts.write_back {
            self.board.begin_write_back();
        }
        self.memory.note_scalar_read(site, &mut self.board);
        if function.flags(inst).has(InstFlags::CALL) && !skipped(Update::Call) {
            self.board.wait(Counts::ZERO);
        }
    }

    /// Registers that are written when the operation completes, and LDS likewise.
    fn owe_results(&mut self, inst: InstId, counter: Counter, facts: &OpFacts) {
        for operand in self.function.operands(inst) {
            if !operand.is_def() || !operand.is_explicit() {
                continue;
            }
            for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
                if counter == Counter::Vm {
                    if !reg.is_vector() {
                        continue;
                    }
                    if let Some(order) = facts.write_order {
                        self.board.add_write_order(reg.index(), order.bit());
                    }
                }
                self.board.depend(reg.index(), counter, inst);
            }
        }
        if facts.writes_lds && counter == Counter::Vm {
            self.memory
                .note_lds_write(self.function, inst, &mut self.board);
        }
    }

    /// Vector registers that are read some time after issue.
    fn hold_sources(&mut self, inst: InstId, facts: &OpFacts) {
        for operand in self.function.operands(inst) {
            let held = facts.unit == Unit::Export || !operand.is_def() && operand.is_explicit();
            for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
                if held && reg.is_vector() {
                    self.board.depend(reg.index(), Counter::Exp, inst);
                }
            }
        }
    }
}
