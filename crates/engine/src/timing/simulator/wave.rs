//! One wave issuing in order.
//!
//! Time is in issue slots (4 clocks). An instruction issues when its `s_waitcnt` and `s_nop` have
//! issued, its operands are ready and its unit accepts it; until then the wave stalls. In a
//! predicted stream the wave inserts the waits and nops that the order needs. In a finished stream
//! there are only those that are in it, and registers that memory writes hold nothing up by
//! themselves: the hardware does not know when their values have arrived.

use smallvec::SmallVec;

use super::clause::ClauseState;
use super::counter::CounterModel;
use super::issue_plan::IssuePlan;
use super::shared_units::SharedUnits;
use crate::machine::InBlock;
use crate::machine::index::TypedVec;
use crate::timing::model::{After, Gate, Limits, MAX_BARRIER_SPREAD};
use crate::timing::program::{AtomId, Costs, Fetch, NO_OP, Op, OpId, Program, Step};
use crate::timing::stream::Stream;

/// What is known of an atom, a run of register slots ([`Program`]).
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtomState {
    /// Slot from which the value can be used.
    pub ready: u32,
    /// Sequence number on the counter of vector memory of the instruction that writes it; 0 for
    /// none.
    pub vm: u32,
    /// The same on the counter of LDS, scalar memory and messages.
    pub lgkm: u32,
    /// The instruction that wrote it last.
    pub writer: OpId,
}

/// An atom that nothing was written to.
pub(super) const IDLE: AtomState = AtomState {
    ready: 0,
    vm: 0,
    lgkm: 0,
    writer: NO_OP,
};

/// One wave.
#[derive(Clone, Debug)]
pub struct Wave {
    /// The next slot in which it may issue.
    pub now: u32,
    /// Wait states of `s_nop` so far.
    pub nops: u32,
    /// `s_waitcnt` so far.
    pub waits: u32,
    /// Wait states so far, from [`BEYOND_HAZARDS`] on, so that nothing from before the beginning
    /// is a hazard.
    pub(super) wait_states: u32,
    pub(super) atoms: TypedVec<AtomId, AtomState>,
    /// `wait_states` right after the last issue of each instruction.
    pub(super) issued: TypedVec<OpId, u32>,
    pub(super) vm: CounterModel<64>,
    pub(super) lgkm: CounterModel<16>,
    /// Outstanding loads into LDS: alias group and sequence number on `vm`.
    pub(super) lds_dma: SmallVec<[(u32, u32); 4]>,
    pub(super) clause: ClauseState,
    /// The slot in which the last of the waves on other SIMDs is as far as this one, less the wait states
    /// until there: what all of them wait for comes from units that they share, and to that one later. It
    /// does not stall otherwise.
    late: i64,
    /// For how long after it returned a result can still make other waves late: 0 in code without barriers.
    pub(super) lookback: u32,
    /// How long it waited for that one at the last barrier.
    pub(super) waited_at_barrier: u32,
    /// The slots from which its instructions may issue, by what they are to its issue logic.
    pub(super) gates: Gates,
    /// In a finished stream: the slot from which the block of instruction memory behind the present one can be used.
    pub(super) next_block: u32,
    /// In a finished stream: the slot in which the last result from memory arrives.
    pub(super) last_memory_result: u32,
}

/// The slots from which instructions of a wave may issue, by [`Gate`]; of [`Gate::None`] one that has passed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Gates([u32; Gate::COUNT]);

impl Gates {
    /// The slot from which an instruction of that gate may issue.
    #[inline(always)]
    pub fn open_from(&self, gate: Gate) -> u32 {
        self.0[gate as usize]
    }
    /// An instruction issues in slot `at`.
    #[inline(always)]
    fn shut(&mut self, at: u32, after: &After) {
        self.0 = std::array::from_fn(|gate| self.0[gate].max(at + after[gate]));
    }
    /// For how long each is shut, counted from slot `now`.
    pub fn relative_to(&self, now: u32) -> impl Iterator<Item = u32> + Clone + use<> {
        self.0.into_iter().map(move |at| at.saturating_sub(now))
    }
    /// The same with times counted from slot `now`.
    pub fn rebased(&self, now: u32) -> Gates {
        Gates(self.0.map(|at| at.saturating_sub(now)))
    }
}

/// No wave is behind.
const LEVEL: i64 = i64::MIN / 2;

/// By how many slots a wave comes after slot `at` to where there have been that many wait states.
fn behind(late: i64, wait_states: u32, at: u32) -> u32 {
    let slots = late + i64::from(wait_states) - i64::from(at);
    u32::try_from(slots).unwrap_or(0)
}

/// Wait states that no hazard reaches over: `timing/tests` compares it with the longest need in the rule
/// table.
pub(in crate::timing) const BEYOND_HAZARDS: u32 = 64;

impl Wave {
    /// A wave with nothing outstanding.
    pub fn new<S>(program: &Program<S>) -> Wave {
        Wave {
            now: 0,
            nops: 0,
            waits: 0,
            wait_states: BEYOND_HAZARDS,
            atoms: TypedVec::from_elem(IDLE, program.atom_count()),
            issued: TypedVec::from_elem(0, program.ops.len()),
            vm: CounterModel::new(),
            lgkm: CounterModel::new(),
            lds_dma: SmallVec::new(),
            clause: ClauseState::default(),
            late: LEVEL,
            lookback: if program.has_barriers {
                MAX_BARRIER_SPREAD
            } else {
                0
            },
            waited_at_barrier: 0,
            gates: Gates::default(),
            next_block: 0,
            last_memory_result: 0,
        }
    }

    /// Issues `op` in slot `at`, which is neither before `plan.ready` nor before its unit accepts it.
    #[inline(always)]
    pub fn issue<S: Stream>(
        &mut self,
        program: &Program<S>,
        costs: &Costs,
        shared: &mut SharedUnits,
        op: OpId,
        plan: &IssuePlan,
        at: u32,
    ) {
        let step = &program.steps[op];
        if !step.is_plain || plan.waits > 0 {
            return self.issue_counted(program, costs, shared, op, plan, at);
        }
        self.issue_plain(program, costs, shared, op, plan.nops, at);
    }

    /// The same for a plain instruction that needs no wait, behind so many wait states.
    #[inline(always)]
    pub fn issue_plain<S: Stream>(
        &mut self,
        program: &Program<S>,
        costs: &Costs,
        shared: &mut SharedUnits,
        op: OpId,
        nops: u32,
        at: u32,
    ) {
        let (step, cost) = (&program.steps[op], &costs.ops[op]);
        self.nops += nops;
        self.wait_states += nops + step.wait_states;
        self.issued[op] = self.wait_states;
        self.now = at + cost.issue;
        self.gates.shut(at, &cost.after);
        if S::IS_FINISHED {
            self.fetch(step.fetch, at, &costs.limits);
        }
        let ready = shared.issue(step.pipe, at, cost, costs);
        let atom = AtomState {
            ready,
            vm: 0,
            lgkm: 0,
            writer: op,
        };
        self.write(program, step, atom);
    }

    /// Issues an instruction that is a wait, needs one, counts on a counter, is part of a clause, or is a
    /// barrier.
    #[inline(never)]
    fn issue_counted<S: Stream>(
        &mut self,
        program: &Program<S>,
        costs: &Costs,
        shared: &mut SharedUnits,
        op: OpId,
        plan: &IssuePlan,
        at: u32,
    ) {
        let info = &program.ops[op];
        let cost = &costs.ops[op];
        self.vm.waited = self.vm.waited.max(plan.vm);
        self.lgkm.waited = self.lgkm.waited.max(plan.lgkm);
        let queue_from = shared.queue_from(info.pipe, cost, costs);
        self.fall_behind(info, plan, queue_from, costs);
        if let Some(wait) = info.wait {
            if wait.soft && plan.covers() == 0 {
                return;
            }
            self.waits += 1;
            self.wait_states += 1;
            self.now = at.max(self.now + 1);
            if S::IS_FINISHED {
                self.fetch(program.steps[op].fetch, self.now - 1, &costs.limits);
            }
            return;
        }
        self.waits += plan.waits;
        self.nops += plan.nops;
        let begin = self.wait_states + plan.waits + plan.nops;
        self.wait_states = begin + info.wait_states;
        self.issued[op] = self.wait_states;
        if let Some(role) = info.clause {
            self.clause.add(role, begin, self.wait_states);
        }
        self.now = at + cost.issue;
        self.gates.shut(at, &cost.after);
        if S::IS_FINISHED {
            self.fetch(program.steps[op].fetch, at, &costs.limits);
        }
        if info.is_barrier {
            self.waited_at_barrier = behind(self.late, begin, at);
            self.now += self.waited_at_barrier;
            self.late = LEVEL;
        }
        let ready = shared.issue(info.pipe, at, cost, costs);
        if S::IS_FINISHED {
            return self.count_finished(program, op, ready);
        }
        let (mut vm, mut lgkm) = (0, 0);
        if info.vm {
            vm = self.vm.push_in_order(op, ready, info.lgkm);
        }
        if info.lgkm {
            lgkm = self.lgkm.push_in_order(op, ready, info.unordered);
        }
        if let Some(group) = info.lds_dma {
            let waited = self.vm.waited;
            self.lds_dma.retain(|&mut (_, seq)| seq > waited);
            self.lds_dma.push((group, vm));
        }
        let atom = AtomState {
            ready,
            vm,
            lgkm,
            writer: op,
        };
        self.write(program, &program.steps[op], atom);
    }

    /// An instruction has issued in slot `at`: what is behind it may have to be fetched.
    fn fetch(&mut self, fetch: Fetch, at: u32, limits: &Limits) {
        if limits.fetch == 0 {
            return;
        }
        let arrives = at + limits.fetch;
        match fetch {
            Fetch::Unknown | Fetch::Runs(InBlock::Within) => {}
            // The last instruction of a block makes space for the block after the next.
            Fetch::Runs(InBlock::Ends) => {
                self.now = self.now.max(self.next_block);
                self.next_block = arrives;
            }
            Fetch::Runs(InBlock::Straddles) | Fetch::Falls(InBlock::Within) => {
                self.next_block = arrives;
            }
            // What comes next is in the block that the branch has fetched anew.
            Fetch::Falls(_) => {
                self.now = self.now.max(arrives);
                self.next_block = arrives + limits.fetch_next;
            }
            Fetch::Jumps => self.next_block = self.now + limits.fetch_next,
        }
    }

    /// The slot from which an instruction that is fetched so is there.
    #[inline(always)]
    pub(super) fn fetched(&self, fetch: Fetch) -> u32 {
        match fetch {
            Fetch::Runs(InBlock::Straddles) => self.next_block,
            _ => 0,
        }
    }

    /// The waves on other SIMDs wait for the same: what they wait for comes to the last of them
    /// `barrier_spread` slots later.
    fn fall_behind(&mut self, info: &Op, plan: &IssuePlan, queue_from: u32, costs: &Costs) {
        // A wait has issued when it is over.
        let waits = plan.waits + u32::from(info.wait.is_some());
        for (ready, before) in [(plan.returned, waits), (queue_from, waits + plan.nops)] {
            if ready > 0 {
                let last = i64::from(ready + costs.limits.barrier_spread);
                let until_there = i64::from(self.wait_states + before);
                self.late = self.late.max(last - until_there);
            }
        }
    }

    /// Slots by which the last of the waves on other SIMDs is behind.
    pub(super) fn lag(&self) -> u32 {
        behind(self.late, self.wait_states, self.now)
    }

    /// Sets what [`lag`](Self::lag) gives.
    pub(super) fn set_lag(&mut self, lag: u32) {
        self.late = i64::from(self.now + lag) - i64::from(self.wait_states);
    }

    /// How long it matters when an atom is ready: counted from the present, and from slot `from` for what
    /// memory may still write.
    #[inline(always)]
    pub(super) fn readiness(&self, atom: &AtomState, from: u32) -> u32 {
        let from = if self.is_outstanding(atom) {
            from
        } else {
            self.now
        };
        atom.ready.saturating_sub(from)
    }

    /// Whether memory may still write an atom.
    #[inline(always)]
    pub(super) fn is_outstanding(&self, atom: &AtomState) -> bool {
        atom.vm > self.vm.waited || atom.lgkm > self.lgkm.waited
    }

    /// The slot from which on it matters when something from memory returned.
    pub(super) fn matters_from(&self) -> u32 {
        self.now.saturating_sub(self.lookback)
    }

    /// Sets the state of every atom that an instruction writes.
    #[inline(always)]
    pub(super) fn write<S>(&mut self, program: &Program<S>, step: &Step, atom: AtomState) {
        for &def in program.touched(step).1 {
            self.atoms[def] = atom;
        }
    }

    /// The slot in which everything issued so far has its result.
    pub fn drained(&self) -> u32 {
        let atoms = self.atoms.iter().map(|a| a.ready).max().unwrap_or(0);
        self.now.max(atoms).max(self.last_memory_result)
    }

    /// Becomes a copy of another wave of the same program, without allocating.
    pub fn copy(&mut self, other: &Wave) {
        let Wave {
            now,
            nops,
            waits,
            wait_states,
            atoms,
            issued,
            vm,
            lgkm,
            lds_dma,
            clause,
            late,
            lookback,
            waited_at_barrier,
            gates,
            next_block,
            last_memory_result,
        } = other;
        (self.now, self.nops, self.waits) = (*now, *nops, *waits);
        self.wait_states = *wait_states;
        self.atoms.as_mut_slice().copy_from_slice(atoms.as_slice());
        self.issued
            .as_mut_slice()
            .copy_from_slice(issued.as_slice());
        self.vm = vm.clone();
        self.lgkm = lgkm.clone();
        self.lds_dma.clone_from(lds_dma);
        self.clause = *clause;
        (self.late, self.lookback) = (*late, *lookback);
        self.waited_at_barrier = *waited_at_barrier;
        self.gates = *gates;
        self.next_block = *next_block;
        self.last_memory_result = *last_memory_result;
    }
}
