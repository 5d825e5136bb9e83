//! Does anything rely on an access that may still be outstanding?
//!
//! Abstract domain: an access is on one or two *lines* (vector memory, LDS, scalar memory …).
//! Operations of one line complete in issue order, those of scalar memory and of flat accesses
//! that may go either way in any order; between lines there is no order. What an access owes (the
//! registers it will write or has yet to read, the LDS it writes, the memory it has yet to read)
//! is *poisoned* from its issue until a wait proves it complete. Of each access only the least
//! number of operations after it on its own line is kept, over all paths: `s_waitcnt n` proves
//! complete what has `n` of them, and what is on a line without order only when `n` is 0.
//!
//! A stream is clean when no instruction
//!
//! 1. reads or writes a register that is owed, or writes one that has yet to be read; vector
//!    memory may overwrite what vector memory of its own kind owes, which returns in order (the
//!    memory side of a flat access too; its LDS side is owed by itself);
//! 2. accesses LDS that a direct write owes, or stores where a scalar load has yet to read; where loads into LDS
//!    are waited for as LLVM does, what inline assembly does in LDS is its author's affair;
//! 3. returns, or touches a register first thing in a callable function, with anything
//!    outstanding: that is the contract with callers and callees;
//! 4. is inline assembly that could not be parsed, with anything outstanding: it may need all of it, and may
//!    leave loads into whatever it writes outstanding itself;
//! 5. writes EXEC, invalidates the vector cache, sends `GS_DONE`, uses global wave sync or (on
//!    gfx908) waits at a barrier with something outstanding that this must not overtake.
//!
//! What the memory model requires is not checked here, because it is about what other waves see;
//! [`super::lost`] does that.

#[cfg(feature = "mc")]
mod handover;
mod lines;
mod mnemonics;
mod state;
mod uses;
#[cfg(feature = "mc")]
mod ways;

use std::collections::BTreeSet;

use super::exits::{Exit, exits};
use super::instruction::instruction_text;
use super::loops::ways_around_loops;
use crate::gpu::{Counter, Counts, OpTraits, Unit};
use crate::machine::{
    AliasRelation, BlockId, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegRange,
};

#[cfg(feature = "mc")]
pub(crate) use handover::{Handed, Handover, handovers};
pub(super) use lines::{Line, request};
pub(super) use mnemonics::lines;
pub(super) use state::State;
use state::Ticket;
pub(crate) use uses::{WaitUse, wait_uses};
#[cfg(feature = "mc")]
pub(crate) use ways::ways;

/// What relies on an access that nothing waited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Reliance {
    /// It reads a register that the access has yet to write.
    Read(Reg),
    /// It writes a register that the access has yet to write or to read.
    Overwrite(Reg),
    /// It accesses LDS that the access writes directly from memory.
    Lds,
    /// It stores to memory that the access, a scalar load, may have yet to read.
    ScalarRead,
    /// It writes EXEC, which GDS or an export has yet to read.
    Exec,
    /// It returns to a caller, which expects nothing outstanding.
    Return,
    /// It is the first to touch a register, and the caller may have left anything outstanding.
    Entry,
    /// It is a barrier that cannot back off on an exception.
    Barrier,
    /// It invalidates the vector cache.
    Invalidate,
    /// It is `GS_DONE`, which promises that memory is written.
    Message,
    /// It is, or follows, global wave sync.
    Sync,
    /// It is inline assembly that could not be parsed.
    Assembly,
}

/// A wait that is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenWait {
    /// The block of the instruction.
    pub block: BlockId,
    /// The instruction that relies on the access.
    pub consumer: InstId,
    /// The access; `None` when it is unknown or any access counts.
    pub producer: Option<InstId>,
    /// The counter that would show it complete.
    pub counter: Counter,
    /// The weakest count that would prove it complete.
    pub count: u8,
    /// How the instruction relies on it.
    pub reliance: Reliance,
}

impl OpenWait {
    /// What relies on which access, and the wait it would take, as a sentence.
    pub fn describe(&self, function: &Function) -> String {
        let relies = match self.reliance {
            Reliance::Read(reg) => format!("it reads {reg}"),
            Reliance::Overwrite(reg) => format!("it writes {reg}"),
            Reliance::Lds => "it accesses LDS".into(),
            Reliance::ScalarRead => "it stores to memory that is read".into(),
            Reliance::Exec => "it writes EXEC".into(),
            Reliance::Return => "it returns".into(),
            Reliance::Entry => "it is the first of a callable function".into(),
            Reliance::Barrier => "it is a barrier".into(),
            Reliance::Invalidate => "it invalidates the cache".into(),
            Reliance::Message => "it sends a message".into(),
            Reliance::Sync => "it is ordered with global wave sync".into(),
            Reliance::Assembly => "it could not be parsed and may need anything".into(),
        };
        let outstanding = self.producer.map_or(String::new(), |producer| {
            format!(
                ", and {} is outstanding",
                instruction_text(function, producer)
            )
        });
        format!(
            "{} of block {} needs {}({}) before it: {relies}{outstanding}",
            instruction_text(function, self.consumer),
            self.block.0,
            self.counter,
            self.count
        )
    }
}

/// What an instruction leaves outstanding, in the checker's reading of the ISA documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outstanding {
    /// The counters it is outstanding on, by [`Counter::index`].
    pub counters: [bool; 3],
    /// Operations like it complete in the order they were issued.
    pub in_order: bool,
    /// `vmcnt` may count it: the documents do not say.
    pub may_count: bool,
}

/// What an instruction leaves outstanding.
pub fn outstanding(function: &Function, inst: InstId) -> Outstanding {
    let lines = mnemonics::lines(function, inst);
    let on = |counter| lines.iter().any(|line: &Line| line.counter() == counter);
    Outstanding {
        counters: Counter::ALL.map(on),
        in_order: lines.iter().all(|line| line.in_order()),
        may_count: mnemonics::may_count(function, inst),
    }
}

/// Every place of a stream that relies on an access that nothing waited for, in layout order. Where both are
/// in one piece of inline assembly that only its author can change, it is not among them.
///
/// Blocks that no path from the entry reaches are not checked.
pub fn waits(function: &Function) -> Vec<OpenWait> {
    all(function).between
}

/// As [`waits`], where instructions rely on one before them in the same piece of inline assembly.
pub fn waits_in_asm(function: &Function) -> Vec<OpenWait> {
    let mut insts = function.blocks().iter().flat_map(|b| &b.order);
    match insts.any(|&inst| function.flags(inst).has(InstFlags::IN_ASM)) {
        true => all(function).in_asm,
        false => Vec::new(),
    }
}

/// What is open.
#[derive(Default)]
struct Open {
    between: Vec<OpenWait>,
    /// Where nothing can be put in between: both are in one piece of assembly.
    in_asm: Vec<OpenWait>,
}

fn all(function: &Function) -> Open {
    let mut open = Open::default();
    // What was outstanding where the present piece of assembly begins, less what its own waits complete, and
    // its instructions so far.
    let mut around: Option<State> = None;
    let mut passed: Vec<InstId> = Vec::new();
    each_state(function, |block, inst, state| {
        let (Some(inst), Some(state)) = (inst, state) else {
            around = None;
            return;
        };
        let site = CheckedInst {
            function,
            block,
            inst,
        };
        let in_asm = function.flags(inst).has(InstFlags::IN_ASM);
        let Some(outside) = around.as_mut().filter(|_| in_asm) else {
            site.check(state, &mut open.between);
            passed.clear();
            around = function
                .flags(inst)
                .has(InstFlags::ASM_PARSED)
                .then(|| state.clone());
            return;
        };
        let mut found = Vec::new();
        site.check(state, &mut found);
        for wait in found {
            let own = match wait.producer {
                Some(producer) => passed.contains(&producer),
                // Without assembly it would rely on nothing.
                None => !outside.busy(wait.counter) && !outside.callers_left(wait.counter),
            };
            match own {
                true => open.in_asm.push(wait),
                false => open.between.push(wait),
            }
        }
        passed.push(inst);
        if let Some(counts) = lines::request(function, inst) {
            outside.wait(counts);
        }
    });
    open
}

/// Shows what may be outstanding before each instruction and, with `None`, at the end of each block,
/// in layout order. Blocks that no path reaches have no state.
pub(super) fn each_state(
    function: &Function,
    mut look: impl FnMut(BlockId, Option<InstId>, Option<&State>),
) {
    let incoming = incoming(function);
    for block in function.layout() {
        let mut state = incoming[block.index()].clone();
        for &inst in &function.block(block).order {
            look(block, Some(inst), state.as_ref());
            if let Some(state) = &mut state {
                step(function, inst, state);
            }
        }
        look(block, None, state.as_ref());
    }
}

/// Whether a load straight into LDS may be outstanding, of those that the policy looks at.
pub(super) fn loads_into_lds(function: &Function, state: &State) -> bool {
    let loads = |ticket: &&Ticket| {
        let producer = ticket.producer;
        lines::writes_lds(function, producer) && lines::is_judged_by_lds(function, producer)
    };
    state.tickets().iter().any(|ticket| loads(&ticket))
}

/// Waits without which, or with a weaker count on some counter, a clean stream would still be clean.
/// Empty when the stream is not clean.
pub fn needless(function: &Function) -> Vec<InstId> {
    let mut found = Vec::new();
    if !waits(function).is_empty() {
        return found;
    }
    for block in function.block_ids() {
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            let Some(counts) = lines::request(function, inst) else {
                continue;
            };
            let weaker = Counter::ALL.into_iter().filter_map(|counter| {
                let more = counts.get(counter)? + 1;
                Some(counts.with(counter, (more < counter.max()).then_some(more)))
            });
            let clean = |counts: Counts| {
                let mut copy = function.clone();
                let mut order = copy.block(block).order.clone();
                order[at] = copy.add_inserted("S_WAITCNT", i64::from(counts.encode()));
                copy.set_order(block, order);
                waits(&copy).is_empty()
            };
            if counts.is_none() || weaker.into_iter().any(clean) {
                found.push(inst);
            }
        }
    }
    found
}

/// Waits that can be left out for certain, whatever they are for: on no path is more outstanding than they let be.
#[cfg(feature = "mc")]
pub(crate) fn idle(function: &Function) -> Vec<InstId> {
    let mut found = Vec::new();
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    let unsaid = insts.any(|&inst| mnemonics::may_count(function, inst));
    each_state(function, |_, inst, state| {
        let (Some(inst), Some(state)) = (inst, state) else {
            return;
        };
        let Some(counts) = lines::request(function, inst) else {
            return;
        };
        let idle = |counter| {
            let count = counts.get(counter);
            let unsaid = unsaid && counter == Counter::Vm;
            count.is_none_or(|count| !unsaid && state.most(counter) <= count)
        };
        if Counter::ALL.into_iter().all(idle) && !state.writes_back() && state.sync.is_none() {
            found.push(inst);
        }
    });
    found
}

/// What may be outstanding where each block begins; `None` where no path leads.
fn incoming(function: &Function) -> Vec<Option<State>> {
    let mut states: Vec<Option<State>> = vec![None; function.blocks().len()];
    let ways: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
    if let Some(entry) = states.first_mut() {
        *entry = Some(if function.resources.is_entry {
            State::default()
        } else {
            State::callable()
        });
    }
    let around = ways_around_loops(function, &ways);
    let facts = function.aliases.all().iter();
    let limited = |relation| relation == AliasRelation::DistinctInIteration;
    let iterations_matter = facts.map(|fact| fact.relation).any(limited);
    let mut dirty: BTreeSet<BlockId> = function.block_ids().take(1).collect();
    while let Some(block) = dirty.pop_first() {
        let Some(mut state) = states[block.index()].clone() else {
            continue;
        };
        let mut leave = |executed: usize, state: &State| {
            for way in &ways[block.index()] {
                if way.executed != executed {
                    continue;
                }
                let mut aged = None;
                if iterations_matter && around.contains(&(way.from, way.to)) {
                    let state = aged.insert(state.clone());
                    state.go_around(|ticket| lines::writes_lds(function, ticket.producer));
                }
                let state = aged.as_ref().unwrap_or(state);
                let grown = match &mut states[way.to.index()] {
                    Some(known) => known.join(state),
                    unknown => {
                        *unknown = Some(state.clone());
                        true
                    }
                };
                if grown {
                    dirty.insert(way.to);
                }
            }
        };
        leave(0, &state);
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            step(function, inst, &mut state);
            leave(at + 1, &state);
        }
    }
    states
}

fn emits_nothing(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let header = flags.has(InstFlags::META) || flags.has(InstFlags::BUNDLE);
    header || function.info(inst).unit == Unit::Meta
}

/// The transfer function: the state after an instruction.
fn step(function: &Function, inst: InstId, state: &mut State) {
    if emits_nothing(function, inst) {
        return;
    }
    if let Some(counts) = lines::request(function, inst) {
        return state.wait(counts);
    }
    if is_unknown_asm(function, inst) {
        for line in [Line::Vector, Line::Scalar] {
            state.issue(inst, line, owes(function, inst, line));
        }
    }
    for line in mnemonics::lines(function, inst) {
        state.issue(inst, line, owes(function, inst, line));
    }
    if function.opcode(inst).name.starts_with("BUFFER_WBL2") {
        state.begin_write_back();
    }
    if function.info(inst).unit == Unit::Gws {
        state.sync = Some(inst);
    }
    if function.flags(inst).has(InstFlags::CALL) {
        state.complete();
    }
}

fn is_unknown_asm(function: &Function, inst: InstId) -> bool {
    let is_parsed = function.flags(inst).has(InstFlags::ASM_PARSED);
    function.info(inst).unit == Unit::InlineAsm && !is_parsed
}

/// Whether anything depends on the completion of an access on that line.
fn owes(function: &Function, inst: InstId, line: Line) -> bool {
    let to_lds = line == Line::Vector && lines::writes_lds(function, inst);
    let from_memory = line == Line::Scalar && !lines::read_by_scalar(function, inst).is_empty();
    to_lds || from_memory || line == Line::Gds || owed(function, inst, line).next().is_some()
}

/// The registers that an access on that line has yet to write or, for those that `expcnt`
/// guards, to read.
fn owed(function: &Function, inst: InstId, line: Line) -> impl Iterator<Item = RegRange> {
    let reads = line.counter() == Counter::Exp;
    let vector = line.counter() != Counter::Lgkm;
    let clobbers = function.info(inst).unit == Unit::InlineAsm;
    let operands = function.operands(inst).iter();
    operands
        .filter(move |o| (o.is_explicit() || clobbers) && o.is_def() != reads)
        .filter_map(Operand::reg)
        .filter(move |range| !vector || range.first().is_vector())
}

/// An instruction to be checked.
#[derive(Clone, Copy)]
struct CheckedInst<'a> {
    function: &'a Function,
    block: BlockId,
    inst: InstId,
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
    fn check(&self, state: &State, open: &mut Vec<OpenWait>) {
        let CheckedInst { function, inst, .. } = *self;
        if emits_nothing(function, inst) || function.info(inst).unit == Unit::Wait {
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
        for ticket in state.tickets() {
            if let Some(reliance) = self.relies_on(ticket) {
                let in_order = ticket.line.in_order();
                let count = if in_order { ticket.later } else { 0 };
                let (counter, producer) = (ticket.line.counter(), Some(ticket.producer));
                open.push(self.open(counter, count, producer, reliance));
            }
        }
    }

    /// The program ends with it.
    fn ends(&self) -> bool {
        self.function.opcode(self.inst).name.starts_with("S_ENDPGM")
    }

    fn returns(&self) -> bool {
        let flags = self.function.flags(self.inst);
        flags.has(InstFlags::RETURN) && !flags.has(InstFlags::CALL) && !self.ends()
    }

    /// The counters on which nothing may be outstanding where the instruction is, and why.
    fn relies_on_all(&self) -> impl Iterator<Item = (&'static [Counter], Reliance)> + use<> {
        let CheckedInst { function, inst, .. } = *self;
        let name = function.opcode(inst).name.as_str();
        let is_barrier = function.info(inst).unit == Unit::Barrier;
        let cannot_back_off = !function.gpu.counters().barrier_backs_off;
        let all: &'static [Counter] = &Counter::ALL;
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

    /// How the instruction relies on an outstanding access, if it does.
    fn relies_on(&self, ticket: &Ticket) -> Option<Reliance> {
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
            for owed in owed(function, producer, line) {
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
