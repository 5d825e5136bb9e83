//! What an instruction relies on that may be outstanding.

use super::facts::Facts;
use super::lines::{self, Line};
use super::state::{State, Ticket};
use super::{OpenWait, Reliance, is_unknown_asm, owed};
use crate::gpu::{Counter, OpTraits, Unit};
use crate::machine::{BlockId, Function, InstFlags, InstId, Operand, OperandFlags};

/// An instruction to be checked.
#[derive(Clone, Copy)]
pub(super) struct CheckedInst<'a> {
    pub(super) function: &'a Function,
    pub(super) block: BlockId,
    pub(super) inst: InstId,
}

impl CheckedInst<'_> {
    fn open(
        &self,
        counter: Counter,
        count: u8,
        producer: Option<InstId>,
        reliance: Reliance,
    ) -> OpenWait {
        OpenWait {
            block: self.block,
            consumer: self.inst,
            producer,
            counter,
            count,
            reliance,
        }
    }

    /// Reports everything the instruction relies on that may be outstanding.
    pub(super) fn check(&self, facts: &Facts<'_>, state: &State, open: &mut Vec<OpenWait>) {
        let CheckedInst { function, inst, .. } = *self;
        if facts.of(inst).emits_nothing || function.info(inst).unit == Unit::Wait {
            return;
        }
        for (counters, reliance) in self.relies_on_all() {
            for &counter in counters.iter().filter(|c| state.busy(**c)) {
                open.push(self.open(counter, 0, None, reliance));
            }
        }
        let returns = self.returns();
        let touches = function.operands(inst).iter().any(|o| o.reg().is_some());
        for counter in Counter::ALL {
            if (touches || returns) && state.callers_left(counter) {
                open.push(self.open(counter, 0, None, Reliance::Entry));
            }
        }
        if let Some(sync) = state.sync {
            open.push(self.open(Counter::Lgkm, 0, Some(sync), Reliance::Sync));
        }
        if self.ends() {
            return;
        }
        let may_rely = |t: &&Ticket| facts.may_rely(inst, t.producer, t.line);
        for ticket in state.tickets().iter().filter(may_rely) {
            if let Some(reliance) = self.relies_on(ticket) {
                // Where another kind of access raises the counter, too, a mend waits for all of them, as LLVM does: the
                // count would be right, and rest on nothing but the order of one kind.
                let counted = ticket.line.in_order() && !state.shares_counter(ticket.line);
                let count = if counted { ticket.later } else { 0 };
                let (counter, producer) = (ticket.line.counter(), Some(ticket.producer));
                open.push(self.open(counter, count, producer, reliance));
            }
        }
    }

    /// The program ends with it.
    pub(super) fn ends(&self) -> bool {
        self.function.opcode(self.inst).name.starts_with("S_ENDPGM")
    }

    fn returns(&self) -> bool {
        let flags = self.function.flags(self.inst);
        flags.has(InstFlags::RETURN) && !flags.has(InstFlags::CALL) && !self.ends()
    }

    /// The counters on which nothing may be outstanding where the instruction is, and why.
    pub(super) fn relies_on_all(
        &self,
    ) -> impl Iterator<Item = (&'static [Counter], Reliance)> + use<> {
        let CheckedInst { function, inst, .. } = *self;
        let name = function.opcode(inst).name.as_str();
        let is_barrier = function.info(inst).unit == Unit::Barrier;
        let counters = function.gpu.counters();
        let (all, cannot_back_off) = (counters.all, !counters.barrier_backs_off);
        let vm: &'static [Counter] = &[Counter::Vm];
        let exp: &'static [Counter] = &[Counter::Exp];
        let found = [
            (self.returns(), all, Reliance::Return),
            (is_barrier && cannot_back_off, all, Reliance::Barrier),
            (name.starts_with("BUFFER_WBINVL1"), vm, Reliance::Invalidate),
            (self.sends_gs_done(), vm, Reliance::Message),
            (is_unknown_asm(function, inst), all, Reliance::Assembly),
            (function.writes_exec(inst), exp, Reliance::Exec),
        ];
        let found = found.into_iter().filter(|(relies, ..)| *relies);
        found.map(|(_, counters, reliance)| (counters, reliance))
    }

    fn sends_gs_done(&self) -> bool {
        let CheckedInst { function, inst, .. } = *self;
        let name = function.opcode(inst).name.as_str();
        let message = function.operands(inst).first().and_then(Operand::imm);
        // The low four bits are the message; 3 is GS_DONE.
        name.starts_with("S_SENDMSG") && message.is_some_and(|imm| imm & 15 == 3)
    }

    /// How the instruction relies on an outstanding access, if it does. What can rely on none is passed over by
    /// [`Facts::may_rely`].
    pub(super) fn relies_on(&self, ticket: &Ticket) -> Option<Reliance> {
        let CheckedInst { function, inst, .. } = *self;
        let Ticket { producer, line, .. } = *ticket;
        if line == Line::Gds && function.info(inst).unit == Unit::Gws {
            return Some(Reliance::Sync);
        }
        // Registers are known by name; whether memory is the same may not be known, so it comes behind them.
        let by_registers = self.relies_by_registers(ticket);
        if by_registers.is_some() {
            return by_registers;
        }
        let any_alias = |ours: &[u32], theirs: &[u32]| {
            let meets = |a: &u32| theirs.iter().any(|b| lines::may_alias(*a, *b));
            ours.iter().any(meets)
        };
        let is_judged =
            lines::is_judged_by_lds(function, producer) && lines::is_judged_by_lds(function, inst);
        if line == Line::Vector && lines::writes_lds(function, producer) && is_judged {
            let load = lines::written_lds(function, producer);
            let mut touched = lines::touched_lds(function, inst).into_iter();
            if touched.any(|access| lines::relies_on_load(function, access, load, ticket.earlier)) {
                return Some(Reliance::Lds);
            }
        }
        if ticket.earlier {
            return None;
        }
        if line == Line::Scalar {
            let read = lines::read_by_scalar(function, producer);
            if any_alias(&lines::stored(function, inst), &read) {
                return Some(Reliance::ScalarRead);
            }
        }
        None
    }

    /// How it relies on registers of an outstanding access. That it reads one comes before that it writes one, which may
    /// be in order.
    fn relies_by_registers(&self, ticket: &Ticket) -> Option<Reliance> {
        let CheckedInst { function, inst, .. } = *self;
        let Ticket { producer, line, .. } = *ticket;
        if ticket.earlier {
            return None;
        }
        let is_asm = function.flags(inst).has(InstFlags::ASM_PARSED);
        if is_asm && function.flags(producer).has(InstFlags::IN_ASM) {
            // Its instructions are looked at one by one; a wait among them may come before what they touch.
            return None;
        }
        let guards_reads = line.counter() == Counter::Exp;
        let follows = line.counter() == Counter::Vm
            && lines::never_from_lds(function, inst)
            && lines::returns(function, inst) == lines::returns(function, producer);
        let mut overwrite = None;
        for operand in function.operands(inst) {
            let Some(range) = operand.reg() else { continue };
            let def = operand.is_def();
            if !self.touches_now(operand) || guards_reads && !def || follows && def {
                continue;
            }
            for owed in owed(function, producer, line).filter(|owed| owed.overlaps(range)) {
                match range.regs().find(|&reg| owed.contains(reg)) {
                    Some(reg) if def => overwrite = overwrite.or(Some(Reliance::Overwrite(reg))),
                    Some(reg) => return Some(Reliance::Read(reg)),
                    None => {}
                }
            }
        }
        overwrite
    }

    /// Whether the instruction itself reads or writes the registers of an operand.
    fn touches_now(&self, operand: &Operand) -> bool {
        let CheckedInst { function, inst, .. } = *self;
        let flags = function.flags(inst);
        let info = function.info(inst);
        let range = operand.reg();
        // What a callee touches comes after the wait it begins with.
        if flags.has(InstFlags::CALL) {
            return operand.is_explicit();
        }
        // A load that writes half of a register leaves the other half where it is; the
        // register is named as a source only to say so.
        let half = info.is_vmem() && !info.has(OpTraits::ATOMIC);
        if half && !operand.is_def() && operand.flags.has(OperandFlags::TIED) {
            return false;
        }
        // Implicit vector operands of a memory access describe the liveness of whole tuples.
        let memory = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
        let vector = range.is_some_and(|r| r.first().is_vector());
        operand.is_explicit() || !(memory && vector) || info.unit == Unit::InlineAsm
    }
}
