//! Executes a path of a function by several waves.

use std::collections::HashMap;

use cdnasched_base::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, RegRange,
};

use crate::compare::Finding;
use crate::counters::{Counter, Queue, waits};
use crate::events::{Event, Events};
use crate::operation::{Operation, Wait};
use crate::path::mix;
use crate::wave::{Outstanding, Wave};

/// Which wave goes first between two barriers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    Ascending,
    Descending,
    /// Ascending and descending by turns.
    Alternating,
}

impl Turns {
    pub const ALL: [Turns; 3] = [Turns::Ascending, Turns::Descending, Turns::Alternating];
}

/// Which stream is executed, and so what in it waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// What stage 1 was given: markers wait, and registers need no waits.
    Original,
    /// What stage 1 made: only `s_waitcnt` waits.
    Result,
    /// The same, and LLVM's wait inserter will make waits of the markers that are left.
    Unfinished,
}

/// What a read saw of others' writes.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What it saw in any case.
    pub surely: Events,
    /// What it may have seen.
    pub perhaps: Events,
}

/// Everything that is compared.
#[derive(Default)]
pub struct Outcome {
    /// What each instruction read, as a hash.
    pub values: HashMap<Event, u64>,
    /// What each read saw, by number of the event.
    pub seen: HashMap<usize, Seen>,
    /// What of its own wave was complete when an event published it.
    pub complete: HashMap<Event, Events>,
}

/// A function with a path through it.
pub struct Program<'f> {
    pub function: &'f Function,
    pub path: &'f [BlockId],
    pub operations: Vec<Operation>,
}

impl<'f> Program<'f> {
    pub fn new(function: &'f Function, path: &'f [BlockId]) -> Program<'f> {
        let insts = (0..function.inst_count() as u32).map(InstId);
        Program {
            function,
            path,
            operations: insts.map(|inst| Operation::of(function, inst)).collect(),
        }
    }
    /// Every run of an instruction that raises a counter, numbered.
    pub fn numbers(&self, waves: usize) -> (HashMap<Event, usize>, Vec<Event>) {
        let mut list = Vec::new();
        for wave in 0..waves {
            for (visit, &block) in self.path.iter().enumerate() {
                let order = self.function.block(block).order.iter();
                let raising = order.filter(|i| !self.operations[i.index()].raises.is_empty());
                list.extend(raising.map(|&inst| Event { wave, visit, inst }));
            }
        }
        let numbers = list.iter().enumerate().map(|(at, event)| (*event, at));
        (numbers.collect(), list)
    }
}

/// Waves at work.
pub struct Machine<'f> {
    program: &'f Program<'f>,
    stream: Stream,
    numbers: &'f HashMap<Event, usize>,
    waves: Vec<Wave>,
    /// Operations of all waves that have been issued, and those that are complete.
    issued: Events,
    landed: Events,
    outcome: Outcome,
}

impl<'f> Machine<'f> {
    pub fn new(
        program: &'f Program<'f>,
        stream: Stream,
        numbers: &'f HashMap<Event, usize>,
        waves: usize,
    ) -> Machine<'f> {
        let none = || Events::of(numbers.len());
        let mut machine = Machine {
            program,
            stream,
            numbers,
            waves: (0..waves).map(|wave| Wave::new(wave, none())).collect(),
            issued: none(),
            landed: none(),
            outcome: Outcome::default(),
        };
        let called =
            !program.function.resources.is_entry && program.path.first() == Some(&BlockId(0));
        if called && stream != Stream::Original {
            machine.waves.iter_mut().for_each(Wave::left_by_caller);
        }
        machine
    }

    /// Executes the whole path, every wave from barrier to barrier.
    ///
    /// # Errors
    /// The first thing that no stream may do.
    pub fn run(mut self, turns: Turns) -> Result<Outcome, Finding> {
        for phase in 0.. {
            let mut order: Vec<usize> = (0..self.waves.len()).collect();
            let descending = match turns {
                Turns::Ascending => false,
                Turns::Descending => true,
                Turns::Alternating => phase % 2 == 1,
            };
            if descending {
                order.reverse();
            }
            let mut ended = true;
            for wave in order {
                ended &= !self.run_to_barrier(wave)?;
            }
            if ended {
                break;
            }
        }
        for wave in 0..self.waves.len() {
            for at in 0..self.waves[wave].outstanding.len() {
                self.look_late(wave, at);
            }
        }
        Ok(self.outcome)
    }

    /// Whether the wave has come to a barrier, and not to the path's end.
    fn run_to_barrier(&mut self, wave: usize) -> Result<bool, Finding> {
        let function = self.program.function;
        while let Some(&block) = self.program.path.get(self.waves[wave].next.0) {
            let (visit, at) = self.waves[wave].next;
            let Some(&inst) = function.block(block).order.get(at) else {
                self.waves[wave].next = (visit + 1, 0);
                continue;
            };
            self.waves[wave].next.1 += 1;
            self.step(Event { wave, visit, inst })?;
            if self.program.operations[inst.index()].barrier {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step(&mut self, event: Event) -> Result<(), Finding> {
        let Event { wave, visit, inst } = event;
        let flags = self.program.function.flags(inst);
        let operation = &self.program.operations[inst.index()];
        if let Some(wait) = operation.wait {
            self.wait(wave, wait);
            return Ok(());
        }
        // A bundle's header repeats what its members do.
        if flags.has(InstFlags::BUNDLE) {
            return Ok(());
        }
        self.look_for_missing(event)?;
        if flags.has(InstFlags::CALL) {
            // The callee waits for everything.
            for counter in Counter::ALL {
                self.complete(wave, counter, 0);
            }
        }
        let read = self.hash(event);
        if !flags.has(InstFlags::META) {
            self.outcome.values.insert(event, read);
        }
        if operation.publishes {
            let complete = self.waves[wave].complete.clone();
            self.outcome.complete.insert(event, complete);
        }
        if flags.has(InstFlags::CALL) {
            let values = self.waves[wave].values.iter_mut();
            values.for_each(|value| *value = mix(mix(*value, read), visit as u64));
        }
        self.issue(event, read)
    }

    fn wait(&mut self, wave: usize, wait: Wait) {
        match (wait, self.stream) {
            (Wait::Soft(_) | Wait::LoadsIntoLds, Stream::Result) => {}
            (Wait::Hard(imm) | Wait::Soft(imm), _) => {
                for (counter, left) in waits(imm) {
                    self.complete(wave, counter, left);
                }
            }
            (Wait::LoadsIntoLds, _) => {
                let into_lds = |inst: InstId| self.program.operations[inst.index()].into_lds;
                let outstanding = self.waves[wave].outstanding.iter();
                let done: Vec<bool> = outstanding.map(|o| into_lds(o.inst)).collect();
                self.finish(wave, Counter::Vm, &done);
            }
        }
    }

    /// Completes what cannot be among the `left` operations that a wait leaves: in a queue all but
    /// the youngest, and operations without an order only if none is left. In the original a wait
    /// that leaves some is for what others wait for: plain loads may change their places among
    /// each other.
    fn complete(&mut self, wave: usize, counter: Counter, left: usize) {
        let outstanding = &self.waves[wave].outstanding;
        let mut younger: Vec<Queue> = Vec::new();
        let mut done = vec![false; outstanding.len()];
        for (at, operation) in outstanding.iter().enumerate().rev() {
            let Some((_, queue)) = operation.on.iter().find(|(c, _)| *c == counter) else {
                continue;
            };
            let by_place = left == 0 || self.stream != Stream::Original;
            let plain = self.program.operations[operation.inst.index()].plain_load;
            done[at] =
                (by_place || !plain) && younger.iter().filter(|q| *q == queue).count() >= left;
            if *queue != Queue::Unordered {
                younger.push(*queue);
            }
        }
        self.finish(wave, counter, &done);
    }

    /// Takes the operations that are done off a counter.
    fn finish(&mut self, wave: usize, counter: Counter, done: &[bool]) {
        for (at, done) in done.iter().enumerate() {
            let operation = &mut self.waves[wave].outstanding[at];
            let last = operation
                .on
                .iter()
                .all(|(c, _)| [counter, Counter::Exp].contains(c));
            let on = operation.on.iter().any(|(c, _)| *c == counter);
            if !done || !on {
                continue;
            }
            if counter == Counter::Exp {
                operation.unread.clear();
            } else if last {
                self.look_late(wave, at);
                self.land(wave, at);
            }
            self.waves[wave].outstanding[at]
                .on
                .retain(|(c, _)| *c != counter);
        }
        self.waves[wave].outstanding.retain(|o| !o.on.is_empty());
    }

    /// The operation's results are there.
    fn land(&mut self, wave: usize, at: usize) {
        let wave = &mut self.waves[wave];
        let operation = &mut wave.outstanding[at];
        for (reg, value) in operation.results.drain(..) {
            wave.values[reg.index()] = value;
            wave.unwritten[reg.index()] -= 1;
        }
        if let Some(event) = operation.event {
            wave.complete.insert(event);
            self.landed.insert(event);
        }
    }

    /// What a read can have seen at most, now that it is complete: not what its own wave has
    /// issued after it to the same queue.
    fn look_late(&mut self, wave: usize, at: usize) {
        let operation = &self.waves[wave].outstanding[at];
        let Some(event) = operation.event.filter(|_| operation.looks) else {
            return;
        };
        let mut perhaps = self.issued.clone();
        for later in &self.waves[wave].outstanding[at..] {
            if let Some(event) = later.event
                && operation.queue().is_some()
                && later.queue() == operation.queue()
            {
                perhaps.remove(event);
            }
        }
        if let Some(seen) = self.outcome.seen.get_mut(&event) {
            seen.perhaps = perhaps;
        }
        self.waves[wave].outstanding[at].looks = false;
    }

    /// What a read sees in any case if it looks now: what is complete, and what its own wave has
    /// issued before it to the same queue.
    fn look_early(&self, wave: usize, queue: Option<Queue>) -> Events {
        let mut surely = self.landed.clone();
        for earlier in &self.waves[wave].outstanding {
            if let Some(event) = earlier.event
                && queue.is_some()
                && earlier.queue() == queue
            {
                surely.insert(event);
            }
        }
        surely
    }

    /// Whether everything is there that an instruction reads.
    fn look_for_missing(&self, event: Event) -> Result<(), Finding> {
        let function = self.program.function;
        let flags = function.flags(event.inst);
        if flags.has(InstFlags::META) {
            return Ok(());
        }
        let wave = &self.waves[event.wave];
        // A callee waits for its arguments by itself.
        let wanted = |o: &&Operand| o.is_explicit() || !flags.has(InstFlags::CALL);
        let read = function.operands(event.inst).iter().filter(wanted);
        let regs = read.filter_map(used).flat_map(RegRange::regs);
        for reg in regs {
            if wave.unwritten[reg.index()] != 0 || wave.unknown[reg.index()] {
                return Err(Finding::NotThere { event, reg });
            }
        }
        Ok(())
    }

    /// Everything that an instruction reads.
    fn hash(&self, event: Event) -> u64 {
        let function = self.program.function;
        let values = &self.waves[event.wave].values;
        let mut hash = u64::from(function.inst(event.inst).opcode.0);
        for operand in function.operands(event.inst) {
            hash = match operand.kind {
                OperandKind::Imm(imm) => mix(hash, imm as u64),
                OperandKind::Block(block) => mix(hash, u64::from(block.0)),
                // Symbols are told apart by the instruction that names them.
                OperandKind::Opaque | OperandKind::RegMask => mix(hash, u64::from(event.inst.0)),
                OperandKind::NoReg => mix(hash, 0),
                OperandKind::Reg(_) => {
                    let regs = used(operand).into_iter().flat_map(RegRange::regs);
                    regs.fold(mix(hash, 1), |hash, reg| mix(hash, values[reg.index()]))
                }
            };
        }
        hash
    }

    fn issue(&mut self, event: Event, read: u64) -> Result<(), Finding> {
        let Event { wave, visit, inst } = event;
        let function = self.program.function;
        let operation = &self.program.operations[inst.index()];
        // The hardware holds back what a counter has no room for. The original has no counts yet.
        if self.stream != Stream::Original {
            for &(counter, _) in operation.raises {
                self.complete(wave, counter, counter.largest() - 1);
            }
        }
        let data = operation.raises.iter().find(|(c, _)| *c != Counter::Exp);
        let queue = data
            .map(|(_, queue)| *queue)
            .filter(|q| *q != Queue::Unordered);
        let mut outstanding = Outstanding {
            event: self.numbers.get(&event).copied(),
            inst,
            on: operation.raises.to_vec(),
            results: Vec::new(),
            unread: Vec::new(),
            looks: !operation.reads.is_none(),
        };
        // Memory changes from visit to visit.
        let content = if data.is_some() {
            mix(read, visit as u64)
        } else {
            read
        };
        for (at, operand) in function.operands(inst).iter().enumerate() {
            let (OperandKind::Reg(range), true) = (operand.kind, operand.is_def()) else {
                continue;
            };
            // A load of a part tells LLVM that the whole tuple begins to live; it writes the part.
            if data.is_some() && !operand.is_explicit() && range.first().is_vector() {
                continue;
            }
            let late = data.is_some() && operand.is_explicit() && self.stream != Stream::Original;
            for (part, reg) in range.regs().enumerate() {
                let value = mix(mix(content, at as u64), part as u64);
                if self.stream != Stream::Original {
                    self.waves[wave].write(event, reg, late.then_some(queue))?;
                }
                match late {
                    true => outstanding.results.push((reg, value)),
                    false => self.waves[wave].values[reg.index()] = value,
                }
            }
        }
        if operation
            .raises
            .iter()
            .any(|(counter, _)| *counter == Counter::Exp)
            && self.stream != Stream::Original
        {
            let regs = function.operands(inst).iter().filter_map(used);
            outstanding.unread = regs
                .flat_map(RegRange::regs)
                .filter(|r| r.is_vector())
                .collect();
        }
        if let Some(number) = outstanding.event {
            if outstanding.looks {
                let surely = self.look_early(wave, queue);
                let perhaps = surely.clone();
                self.outcome.seen.insert(number, Seen { surely, perhaps });
            }
            self.issued.insert(number);
            self.waves[wave].outstanding.push(outstanding);
        }
        Ok(())
    }
}

/// The registers whose contents an operand gives to its instruction.
fn used(operand: &Operand) -> Option<RegRange> {
    let undefined = operand.flags.has(OperandFlags::UNDEF);
    operand.reg().filter(|_| operand.is_use() && !undefined)
}
