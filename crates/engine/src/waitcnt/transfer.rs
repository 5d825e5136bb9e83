//! The transfer function: from what a block finds to what it leaves, with the waits in between.

use smallvec::SmallVec;

use super::Cause;
use super::abstract_state::AbstractState;
use super::dataflow::Analysis;
use super::inst_facts::InstClass;
use super::op_facts::{self, OpFacts, WaitKind, WriteOrder};
use super::plan::PlannedWait;
use super::preheader_flush;
use super::requirement::{Requirement, Site};
use super::requirements;
use super::snapshot::Snapshot;
use crate::gpu::{Counter, Counts, Event, Unit};
use crate::machine::{BlockId, Function, InstFlags, InstId};

/// A wait that is before an instruction already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExistingWait {
    InStream(InstId, WaitKind),
    /// Where a callable function is entered.
    Entry,
    /// After an instruction on GDS hardware.
    Gws,
}

/// The existing waits since the last instruction that emits something, with their positions.
type ExistingWaits = SmallVec<[(usize, ExistingWait); 2]>;

/// Where a wait may go.
#[derive(Clone, Copy)]
struct Position {
    block: BlockId,
    /// Position in the block's order.
    at: usize,
    /// The instruction there; `None` at the end of the block.
    consumer: Option<InstId>,
}

impl<S: AbstractState> Analysis<'_, S> {
    /// Walks a block from what it finds. With `out`, notes the waits it needs; without, what it
    /// leaves where branches before its end are taken.
    pub(super) fn transfer(
        &mut self,
        block: BlockId,
        incoming: Option<&Snapshot>,
        mut out: Option<&mut Vec<PlannedWait>>,
    ) {
        self.state.enter_block(incoming);
        let (function, inst_facts) = (self.input.function, self.input.facts);
        let order = &function.block(block).order;
        let mut existing = ExistingWaits::new();
        let mut entry = block.index() == 0 && !function.resources.is_entry;
        let mut terminated = false;
        for (at, &inst) in order.iter().enumerate() {
            // What is in inline assembly is looked at with it.
            if function.flags(inst).has(InstFlags::IN_ASM) {
                continue;
            }
            match inst_facts.classes[inst.index()] {
                InstClass::Meta => continue,
                InstClass::Arithmetic
                    if !entry && existing.is_empty() && self.waits_for_nothing(inst) =>
                {
                    continue;
                }
                InstClass::Arithmetic | InstClass::Other => {}
            }
            if std::mem::take(&mut entry) {
                existing.push((at, ExistingWait::Entry));
            }
            let facts = inst_facts.opcode(function, inst);
            if let Some(kind) = facts.wait {
                existing.push((at, ExistingWait::InStream(inst, kind)));
                continue;
            }
            let site = Site {
                function,
                block,
                inst,
                facts,
                accesses_memory: accesses_memory(function, order, at),
            };
            requirements::collect(site, &mut self.memory, &mut self.state);
            self.collect_inside(site);
            let is_terminator = function.flags(inst).has(InstFlags::TERMINATOR);
            if is_terminator && !std::mem::replace(&mut terminated, true) {
                self.require_loop_flush(block);
            }
            let place = Position {
                block,
                at,
                consumer: Some(inst),
            };
            self.execute_wait(place, &mut existing, out.as_deref_mut());
            self.issue(site);
            if self.issue_inside(site) {
                let behind = at + 1 + function.instructions_of_asm(inst).count();
                existing.push((behind, ExistingWait::Gws));
                self.state.wait(Counts::NONE.with(Counter::Lgkm, Some(0)));
            }
            if is_terminator && out.is_none() {
                self.leave_early(block, at + 1);
            }
            if facts.is_gws {
                existing.push((at + 1, ExistingWait::Gws));
                self.state.wait(Counts::NONE.with(Counter::Lgkm, Some(0)));
            }
        }
        if entry {
            existing.push((order.len(), ExistingWait::Entry));
        }
        if !terminated {
            self.require_loop_flush(block);
        }
        let end = Position {
            block,
            at: order.len(),
            consumer: None,
        };
        self.execute_wait(end, &mut existing, out);
    }

    /// The instructions in inline assembly, as far as whose rules hold looks into it.
    fn inside<'s>(&self, site: Site<'s>) -> impl Iterator<Item = Site<'s>> + use<'s, S>
    where
        Self: 's,
    {
        let Site {
            function, block, ..
        } = site;
        let facts = self.input.facts;
        let looks = facts.policy.reads_assembly();
        let members = function
            .instructions_of_asm(site.inst)
            .filter(move |_| looks);
        members.map(move |inst| {
            let flags = function.flags(inst);
            Site {
                function,
                block,
                inst,
                facts: facts.opcode(function, inst),
                accesses_memory: flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE),
            }
        })
    }

    /// Collects what the instructions in inline assembly must find complete where it begins: what was
    /// outstanding there, unless a wait of the assembly's own for everything on its counter comes first.
    /// Of assembly that could not be parsed, anything may be needed.
    fn collect_inside(&mut self, site: Site<'_>) {
        let Site {
            function,
            inst,
            facts,
            ..
        } = site;
        if !facts.inline_asm || !self.input.facts.policy.reads_assembly() {
            return;
        }
        if !function.is_parsed_asm(inst) {
            self.state.require_all(Counts::ZERO, Cause::Assembly);
            return self.state.simplify_requirement();
        }
        let mut complete = Counts::NONE;
        for member in self.inside(site).collect::<Vec<_>>() {
            if member.facts.wait.is_some() {
                let request = self.request(member.inst);
                let zero = |counter| request.get(counter) == Some(0);
                for counter in Counter::ALL.into_iter().filter(|&counter| zero(counter)) {
                    complete = complete.with(counter, Some(0));
                }
                continue;
            }
            let before = self.state.take_requirement();
            requirements::collect(member, &mut self.memory, &mut self.state);
            let now = self.state.take_requirement();
            *self.state.requirement() = before;
            for counter in Counter::ALL {
                if complete.get(counter).is_none() {
                    self.state.requirement().add_of(&now, counter);
                }
            }
        }
    }

    /// Executes the instructions in inline assembly. Gives whether global wave sync is outstanding at its
    /// end.
    fn issue_inside(&mut self, site: Site<'_>) -> bool {
        let mut syncs = false;
        for member in self.inside(site).collect::<Vec<_>>() {
            if member.facts.wait.is_some() {
                let request = self.request(member.inst);
                self.state.wait(request);
                syncs &= request.get(Counter::Lgkm) != Some(0);
                continue;
            }
            self.issue(member);
            syncs |= member.facts.is_gws;
        }
        syncs
    }

    /// Whether nothing that arithmetic could wait for is outstanding.
    fn waits_for_nothing(&self, inst: InstId) -> bool {
        let operands = self.input.function.operands(inst).iter();
        let mut ranges = operands.filter_map(|operand| operand.reg());
        !self.state.is_pending(Counter::Exp) && !ranges.any(|range| self.state.tracks(range))
    }

    /// Notes what is outstanding where the branch at position `executed - 1` is taken: the waits
    /// that follow it in its block have not been reached then.
    fn leave_early(&mut self, block: BlockId, executed: usize) {
        let exits = &self.input.early_exits[block.index()];
        for exit in exits.iter().filter(|exit| exit.executed == executed) {
            if let Some(left) = self.state.leave_by_branch() {
                self.left_early.push((exit.to, left));
            }
        }
    }

    /// Requires what is flushed at the end of a block for a loop that begins there.
    fn require_loop_flush(&mut self, block: BlockId) {
        let (input, state) = (self.input, &self.state);
        let llvm_flushes = *self.llvm_flushes[block.index()]
            .get_or_insert_with(|| preheader_flush::is_flushed(input, block, state));
        if llvm_flushes && self.state.is_pending(Counter::Vm) {
            self.state.require(Counter::Vm, 0, Cause::LoopEntry);
        }
        for &(_, counter) in self.flushes.iter().filter(|flush| flush.0 == block) {
            if self.state.is_pending(counter) {
                self.state.require(counter, 0, Cause::LoopEntry);
            }
        }
    }

    /// Merges what was collected for an instruction with the existing waits before it, executes
    /// that one wait, and notes it in `out`.
    fn execute_wait(
        &mut self,
        place: Position,
        existing: &mut ExistingWaits,
        out: Option<&mut Vec<PlannedWait>>,
    ) {
        if existing.is_empty() && self.state.requirement().counts().is_none() {
            return;
        }
        let mut in_stream = false;
        for &(_, wait) in existing.iter() {
            in_stream |= matches!(wait, ExistingWait::InStream(_, WaitKind::Hard));
            self.require_existing(wait);
        }
        let requirement = self.state.take_requirement();
        let counts = requirement.counts();
        self.state.wait(counts);
        if let Some(out) = out.filter(|_| in_stream || !counts.is_none()) {
            out.push(self.planned(place, requirement, existing));
        }
        existing.clear();
    }

    fn require_existing(&mut self, wait: ExistingWait) {
        match wait {
            ExistingWait::Entry => self.state.require_all(Counts::ZERO, Cause::Entry),
            ExistingWait::Gws => self.state.require(Counter::Lgkm, 0, Cause::Gds),
            ExistingWait::InStream(wait, WaitKind::LdsDirect) => {
                let all = self.memory.any_lds_write();
                let cause = |_| Cause::MemoryModel { wait };
                self.state.require_slot(all, Counter::Vm, cause);
            }
            ExistingWait::InStream(wait, WaitKind::Soft) => {
                let counts = self.outstanding(self.request(wait));
                self.state.require_all(counts, Cause::MemoryModel { wait });
            }
            ExistingWait::InStream(wait, WaitKind::Hard) => {
                let counts = self.request(wait);
                self.state.require_all(counts, Cause::User { wait });
            }
        }
    }

    fn request(&self, wait: InstId) -> Counts {
        op_facts::wait_request(self.input.function, wait).unwrap_or(Counts::ZERO)
    }

    /// What a soft wait still has to require. A write-back of the L2 is counted nowhere and is
    /// complete at `vmcnt(0)` only.
    fn outstanding(&self, requested: Counts) -> Counts {
        let left = self.state.simplify(requested);
        let awaits_write_back = self.input.facts.policy.awaits_write_back();
        match requested.get(Counter::Vm) {
            Some(0) if self.state.is_writing_back() && awaits_write_back => {
                left.with(Counter::Vm, Some(0))
            }
            _ => left,
        }
    }

    /// Where the wait goes: a user's wait with the same counts stays; otherwise it replaces the
    /// first existing one.
    fn planned(
        &self,
        place: Position,
        requirement: Requirement,
        existing: &[(usize, ExistingWait)],
    ) -> PlannedWait {
        let function = self.input.function;
        let users = existing.iter().filter_map(|&(at, wait)| match wait {
            ExistingWait::InStream(inst, WaitKind::Hard) => Some((at, inst)),
            _ => None,
        });
        let same = users.clone().find(|&(_, inst)| {
            op_facts::wait_request(function, inst) == Some(requirement.counts())
        });
        let keep = same.map(|(_, inst)| inst);
        let replaces = users.map(|(_, inst)| inst);
        let first = existing.first().map_or(place.at, |&(at, _)| at);
        let next = place.consumer.or_else(|| falls_into(function, place.block));
        let ends = next.is_some_and(|inst| self.input.facts.opcode(function, inst).ends);
        PlannedWait {
            at: same.map_or(first, |(at, _)| at),
            keep,
            replaces: replaces.filter(|&inst| keep != Some(inst)).collect(),
            consumer: place.consumer,
            requirement,
            nop_after: ends && existing.iter().any(|&(_, w)| w == ExistingWait::Gws),
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
        let issued = &self.input.facts.issued[inst.index()];
        for &event in &issued.events {
            self.state.issue(event);
            match event.counter() {
                Counter::Exp => self.hold_sources(inst, facts),
                counter => self.hold_results(inst, counter, facts),
            }
            if event == Event::Gds {
                self.state.mark_gds();
            }
        }
        let is_unknown = facts.inline_asm && !function.is_parsed_asm(inst);
        if is_unknown && self.input.facts.policy.reads_assembly() {
            self.issue_unknown(inst, facts);
        }
        if issued.flat_both {
            self.state.mark_flat();
        }
        if facts.write_back {
            self.state.begin_write_back();
        }
        self.memory.note_scalar_read(site, &mut self.state);
        if function.flags(inst).has(InstFlags::CALL) {
            self.state.return_from_call();
        }
    }

    /// Assembly that could not be parsed may end with loads of any kind into what it writes.
    fn issue_unknown(&mut self, inst: InstId, facts: &OpFacts) {
        for event in [Event::Vmem, Event::Smem] {
            self.state.issue(event);
            self.hold_results(inst, event.counter(), facts);
        }
        // Of any kind: no access may overwrite them without a wait.
        let orders = WriteOrder::Plain.bit() | WriteOrder::Sampler.bit();
        let written = self
            .input
            .function
            .operands(inst)
            .iter()
            .filter(|o| o.is_def());
        let written = written
            .filter_map(|o| o.reg())
            .flat_map(|range| range.regs());
        for reg in written.filter(|reg| reg.is_vector()) {
            self.state.add_write_order(reg.index(), orders);
        }
    }

    /// Registers that are written when the operation completes, and LDS likewise.
    fn hold_results(&mut self, inst: InstId, counter: Counter, facts: &OpFacts) {
        let function = self.input.function;
        for operand in function.operands(inst) {
            // Assembly means its clobbers.
            if !operand.is_def() || !operand.is_explicit() && !facts.inline_asm {
                continue;
            }
            for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
                if counter == Counter::Vm {
                    if !reg.is_vector() {
                        continue;
                    }
                    if let Some(order) = facts.write_order {
                        self.state.add_write_order(reg.index(), order.bit());
                    }
                }
                self.state.depend(reg.index(), counter, inst);
            }
        }
        if facts.writes_lds && counter == Counter::Vm {
            self.memory.note_lds_write(function, inst, &mut self.state);
        }
    }

    /// Vector registers that are read some time after issue.
    fn hold_sources(&mut self, inst: InstId, facts: &OpFacts) {
        for operand in self.input.function.operands(inst) {
            let held = facts.unit == Unit::Export || !operand.is_def() && operand.is_explicit();
            for reg in operand.reg().into_iter().flat_map(|r| r.regs()) {
                if held && reg.is_vector() {
                    self.state.depend(reg.index(), Counter::Exp, inst);
                }
            }
        }
    }
}

/// Whether LLVM takes the instruction for a memory access; for a bundle's header, any member
/// counts.
fn accesses_memory(function: &Function, order: &[InstId], at: usize) -> bool {
    let accesses = |inst: InstId| {
        let flags = function.flags(inst);
        flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE)
    };
    let is_inside = |inst: &InstId| {
        let flags = function.flags(*inst);
        flags.has(InstFlags::IN_BUNDLE) || flags.has(InstFlags::INSERTED)
    };
    let mut members = order[at + 1..].iter().copied().take_while(is_inside);
    accesses(order[at]) || function.flags(order[at]).has(InstFlags::BUNDLE) && members.any(accesses)
}

/// The first instruction after a block in layout that emits something.
fn falls_into(function: &Function, block: BlockId) -> Option<InstId> {
    let later = std::iter::successors(function.next_in_layout(block), |&b| {
        function.next_in_layout(b)
    });
    later
        .flat_map(|b| function.block(b).order.iter().copied())
        .find(|&inst| !op_facts::is_meta(function, inst))
}
