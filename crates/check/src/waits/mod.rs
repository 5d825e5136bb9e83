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

mod facts;
mod handover;
mod lines;
mod mnemonics;
mod relies;
mod served;
mod state;
mod uses;
mod ways;

use super::exits::{Exit, exits};
use super::instruction::instruction_text;
use super::loops::ways_around_loops;
use crate::dataflow::from_entry;
use crate::gpu::{Counter, Counts, PerCounter, Unit};
use crate::machine::{AliasRelation, BlockId, Function, InstFlags, InstId, Operand, Reg, RegRange};

use facts::Facts;

pub use handover::{Handed, Handover, handovers};
pub(super) use lines::{Line, request};
pub(super) use mnemonics::lines;
use relies::CheckedInst;
pub use served::served;
pub(super) use state::State;
use state::Ticket;
pub use uses::{WaitUse, wait_uses};
pub use ways::{Way, ways};

/// What relies on an access that nothing waited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// The counters it is outstanding on.
    pub counters: PerCounter<bool>,
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
        counters: PerCounter::of(on),
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
    let facts = Facts::new(function);
    each_state_of(&facts, |block, inst, state| {
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
            site.check(&facts, state, &mut open.between);
            passed.clear();
            around = function
                .flags(inst)
                .has(InstFlags::ASM_PARSED)
                .then(|| state.clone());
            return;
        };
        let mut found = Vec::new();
        site.check(&facts, state, &mut found);
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
        if let Some(counts) = facts.of(inst).request {
            outside.wait(counts);
        }
    });
    open
}

/// Shows what may be outstanding before each instruction and, with `None`, at the end of each block,
/// in layout order. Blocks that no path reaches have no state.
pub(super) fn each_state(
    function: &Function,
    look: impl FnMut(BlockId, Option<InstId>, Option<&State>),
) {
    each_state_of(&Facts::new(function), look);
}

fn each_state_of(facts: &Facts<'_>, mut look: impl FnMut(BlockId, Option<InstId>, Option<&State>)) {
    let function = facts.function;
    let incoming = incoming(facts);
    for block in function.layout() {
        let mut state = incoming[block.index()].clone();
        for &inst in &function.block(block).order {
            look(block, Some(inst), state.as_ref());
            if let Some(state) = &mut state {
                step(facts, inst, state);
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
pub fn idle(function: &Function) -> Vec<InstId> {
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
fn incoming(facts: &Facts<'_>) -> Vec<Option<State>> {
    let function = facts.function;
    let ways: Vec<Vec<Exit>> = function.block_ids().map(|b| exits(function, b)).collect();
    let entry = if function.resources.is_entry {
        State::default()
    } else {
        State::callable(function.gpu)
    };
    let around = ways_around_loops(function, &ways);
    let mut relations = function.aliases.all().iter().map(|fact| fact.relation);
    let iterations_matter = relations.any(|of| of == AliasRelation::DistinctInIteration);
    let leave = |way: &Exit, state: &State| {
        let ages = iterations_matter && around.contains(&(way.from, way.to));
        ages.then(|| {
            let mut aged = state.clone();
            aged.go_around(|ticket| lines::writes_lds(function, ticket.producer));
            aged
        })
    };
    let step = |_, inst, state: &mut State| step(facts, inst, state);
    from_entry(function, &ways, entry, step, leave)
}

fn emits_nothing(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let header = flags.has(InstFlags::META) || flags.has(InstFlags::BUNDLE);
    header || function.info(inst).unit == Unit::Meta
}

/// The transfer function: the state after an instruction.
fn step(facts: &Facts<'_>, inst: InstId, state: &mut State) {
    let (function, fact) = (facts.function, facts.of(inst));
    if fact.emits_nothing {
        return;
    }
    if let Some(counts) = fact.request {
        return state.wait(counts);
    }
    for &(line, owes) in &fact.issues {
        state.issue(inst, line, owes);
        if !fact.is_between_lanes {
            state.access(line.counter());
        }
    }
    if fact.writes_back {
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
