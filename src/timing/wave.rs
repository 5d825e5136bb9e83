//! One wave issuing in order, and the units it shares with the other waves of its SIMD.
//!
//! Time is in issue slots (4 clocks). An instruction issues when its `s_waitcnt` and `s_nop`
//! have issued, its operands are ready and its unit accepts it; until then the wave stands
//! still. The waits and nops are not in the program: the wave puts in what the order needs.

use smallvec::SmallVec;

use super::model::{MAX_QUEUE, OpCost};
use super::program::{Awaited, Costs, Hazard, NO_OP, OpId, Pipe, Program};
use crate::target::ClauseRole;

/// What is known of a run of registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Atom {
    /// Slot from which the value can be used.
    pub ready: u32,
    /// Sequence number of the vector-memory instruction that writes it; 0 for none.
    pub vm: u32,
    /// The same for the counter of LDS and scalar memory.
    pub lgkm: u32,
    /// The instruction that wrote it.
    pub writer: OpId,
}

const IDLE: Atom = Atom {
    ready: 0,
    vm: 0,
    lgkm: 0,
    writer: NO_OP,
};

/// The outstanding instructions of one hardware counter with `N` values.
#[derive(Clone, Debug)]
pub(crate) struct Counter<const N: usize> {
    /// Sequence number of the youngest.
    issued: u32,
    /// All up to this one are known to have returned.
    waited: u32,
    /// The youngest that returns out of order.
    unordered: u32,
    /// When the instruction and all before it have returned, by sequence number modulo `N`.
    returns: [u32; N],
    /// Who it is.
    who: [OpId; N],
}

impl Plan {
    /// Grows with what the wait in front covers.
    pub fn covers(&self) -> u32 {
        self.vm + self.lgkm
    }
}

impl<const N: usize> Counter<N> {
    fn new() -> Self {
        Counter {
            issued: 0,
            waited: 0,
            unordered: 0,
            returns: [0; N],
            who: [NO_OP; N],
        }
    }
    /// When `seq` and all before it have returned. The counter's width bounds what is
    /// outstanding, so that older entries have returned for certain.
    fn return_of(&self, seq: u32) -> u32 {
        if self.issued - seq >= N as u32 {
            return 0;
        }
        self.returns[seq as usize % N]
    }
    fn who(&self, seq: u32) -> OpId {
        self.who[seq as usize % N]
    }
    /// The slot from which one more can be outstanding.
    fn room(&self) -> u32 {
        self.return_of((self.issued + 2).saturating_sub(N as u32))
    }
    fn push(&mut self, op: OpId, at: u32, unordered: bool) -> u32 {
        let before = self.returns[self.issued as usize % N];
        self.issued += 1;
        self.returns[self.issued as usize % N] = at.max(before);
        self.who[self.issued as usize % N] = op;
        if unordered {
            self.unordered = self.issued;
        }
        self.issued
    }
    /// Widens a wait for `seq` to everything where the order of returns is not known.
    fn required(&self, seq: u32) -> u32 {
        if seq > 0 && self.unordered > self.waited {
            self.issued
        } else {
            seq
        }
    }
    /// The sequence number that a wait for all but `keep` stands for, 0 if it has returned.
    fn all_but(&self, keep: u32) -> u32 {
        let seq = self.issued.saturating_sub(keep);
        if seq > self.waited { seq } else { 0 }
    }
}

/// A memory pipeline: serves its queue in order, and returns in order.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    free: u32,
    last_return: u32,
    count: usize,
    starts: [u32; MAX_QUEUE],
}

impl Server {
    fn new() -> Server {
        Server {
            free: 0,
            last_return: 0,
            count: 0,
            starts: [0; MAX_QUEUE],
        }
    }
    /// The slot from which a queue of that depth has room.
    fn room(&self, depth: usize) -> u32 {
        if self.count < depth {
            return 0;
        }
        self.starts[(self.count - depth) % MAX_QUEUE]
    }
    /// Queues an instruction; returns when its result is there.
    fn serve(&mut self, at: u32, cost: &OpCost) -> u32 {
        let start = at.max(self.free);
        self.starts[self.count % MAX_QUEUE] = start;
        self.count += 1;
        self.free = start + cost.busy;
        self.last_return = self.last_return.max(start + cost.result);
        self.last_return
    }
}

/// The units of a SIMD, and the slot from which each is free.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    salu: u32,
    valu: u32,
    matrix: u32,
    smem: u32,
    lds: Server,
    vmem: Server,
}

impl Shared {
    pub fn new() -> Shared {
        Shared {
            salu: 0,
            valu: 0,
            matrix: 0,
            smem: 0,
            lds: Server::new(),
            vmem: Server::new(),
        }
    }
    /// The slot from which the unit takes another instruction.
    pub fn accepts(&self, pipe: Pipe, costs: &Costs) -> u32 {
        match pipe {
            Pipe::None => 0,
            Pipe::Salu => self.salu,
            Pipe::Valu => self.valu,
            Pipe::Matrix => self.matrix.max(self.valu),
            Pipe::Smem => self.smem,
            Pipe::Lds => self.lds.room(costs.lds_queue),
            Pipe::Vmem => self.vmem.room(costs.vmem_queue),
        }
    }
    /// The slot from which a unit is free to execute.
    pub fn free(&self, pipe: Pipe) -> u32 {
        match pipe {
            Pipe::None => 0,
            Pipe::Salu => self.salu,
            Pipe::Valu => self.valu,
            Pipe::Matrix => self.matrix.max(self.valu),
            Pipe::Smem => self.smem,
            Pipe::Lds => self.lds.free,
            Pipe::Vmem => self.vmem.free,
        }
    }
    /// Issues to the unit; returns the slot of the result.
    fn issue(&mut self, pipe: Pipe, at: u32, cost: &OpCost) -> u32 {
        match pipe {
            Pipe::None => {}
            Pipe::Salu => self.salu = at + cost.busy,
            Pipe::Valu => self.valu = at + cost.busy,
            Pipe::Matrix => {
                self.matrix = at + cost.busy;
                self.valu = at + cost.shadow;
            }
            Pipe::Smem => self.smem = at + cost.busy,
            Pipe::Lds => return self.lds.serve(at, cost),
            Pipe::Vmem => return self.vmem.serve(at, cost),
        }
        at + cost.result
    }
}

/// What must happen before an instruction can issue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The wave's own slot for it: waits, nops and operands, but no shared unit.
    pub ready: u32,
    /// The slot if nothing but waits and nops held it up.
    pub unstalled: u32,
    /// Instructions put in front: `s_waitcnt`.
    pub waits: u32,
    /// Wait states put in front by `s_nop`.
    pub nops: u32,
    /// The operand that is ready last.
    pub cause: OpId,
    vm: u32,
    lgkm: u32,
}

/// The run of memory instructions that the last issue belongs to.
#[derive(Clone, Copy, Default, Debug)]
struct Run {
    scalar: bool,
    loads: bool,
    spoiled: bool,
    /// Wait states before its first instruction, and behind its last.
    from: u32,
    to: u32,
}

impl Run {
    /// Whether an instruction in that role continues the run, when so many wait states have
    /// passed in all.
    fn takes(&self, role: ClauseRole, states: u32) -> bool {
        self.to == states && self.scalar == role.scalar
    }
    /// What decides how a wave goes on.
    fn digest(&self, states: u32) -> u32 {
        let open = self.to == states && (self.loads || self.spoiled);
        match open {
            true => 1 + u32::from(self.scalar) + 2 * u32::from(self.spoiled),
            false => 0,
        }
    }
}

/// One wave.
#[derive(Clone, Debug)]
pub(crate) struct Wave {
    /// The next slot in which it may issue.
    pub now: u32,
    /// Wait states of `s_nop` so far.
    pub nops: u32,
    /// Waits so far.
    pub waits: u32,
    /// Wait states so far; starts beyond every need, so that nothing before the beginning
    /// is a hazard.
    states: u32,
    atoms: Vec<Atom>,
    /// `states` right behind the last issue of each instruction.
    issued: Vec<u32>,
    vm: Counter<64>,
    lgkm: Counter<16>,
    /// Outstanding moves from memory to LDS: alias group and sequence number.
    dma: SmallVec<[(u32, u32); 4]>,
    run: Run,
}

/// Larger than every hazard window.
const FAR: u32 = 64;

impl Wave {
    pub fn new(program: &Program) -> Wave {
        Wave {
            now: 0,
            nops: 0,
            waits: 0,
            states: FAR,
            atoms: vec![IDLE; program.atom_count()],
            issued: vec![0; program.ops.len()],
            vm: Counter::new(),
            lgkm: Counter::new(),
            dma: SmallVec::new(),
            run: Run::default(),
        }
    }

    /// What `op` needs if it is next.
    pub fn plan(&self, program: &Program, op: OpId) -> Plan {
        let info = &program.ops[op as usize];
        let (mut vm, mut lgkm) = (0, 0);
        let (mut memory, mut operand) = (0, 0);
        let mut cause = NO_OP;
        let mut latest = 0;
        let outstanding = |atom: &Atom| (atom.vm > self.vm.waited, atom.lgkm > self.lgkm.waited);
        for &at in program.uses(op) {
            let atom = &self.atoms[usize::from(at)];
            let (on_vm, on_lgkm) = outstanding(atom);
            if on_vm {
                vm = vm.max(atom.vm);
            }
            if on_lgkm {
                lgkm = lgkm.max(atom.lgkm);
            }
            if on_vm || on_lgkm {
                memory = memory.max(atom.ready);
            }
            operand = operand.max(atom.ready);
            if atom.ready > latest {
                latest = atom.ready;
                cause = atom.writer;
            }
        }
        for &at in program.defs(op) {
            let atom = &self.atoms[usize::from(at)];
            let (on_vm, on_lgkm) = outstanding(atom);
            // Vector memory writes registers in order: a load may overwrite a load.
            let on_vm = on_vm && (!info.vm || info.lgkm);
            if on_vm {
                vm = vm.max(atom.vm);
            }
            if on_lgkm {
                lgkm = lgkm.max(atom.lgkm);
            }
            if on_vm || on_lgkm {
                memory = memory.max(atom.ready);
                if atom.ready > latest {
                    latest = atom.ready;
                    cause = atom.writer;
                }
            }
        }
        if let Some(group) = info.lds {
            for &(moved, seq) in &self.dma {
                let apart = moved != 0 && group != 0 && moved != group;
                if seq > self.vm.waited && !apart {
                    vm = vm.max(seq);
                }
            }
        }
        let mut waits = u32::from(vm + lgkm > 0);
        match info.wait.map(|wait| wait.awaited) {
            Some(Awaited::Counters {
                vm: all_but_vm,
                lgkm: all_but_lgkm,
            }) => {
                vm = self.vm.all_but(all_but_vm);
                lgkm = self.lgkm.all_but(all_but_lgkm);
            }
            Some(Awaited::Moves) => {
                let moves = self.dma.iter().map(|&(_, seq)| seq);
                vm = moves.filter(|&seq| seq > self.vm.waited).max().unwrap_or(0);
            }
            None => {}
        }
        let (all_vm, all_lgkm) = (self.vm.required(vm), self.lgkm.required(lgkm));
        if all_vm > 0 {
            let at = self.vm.return_of(all_vm);
            memory = memory.max(at);
            if at > latest {
                latest = at;
                cause = self.vm.who(all_vm);
            }
        }
        if all_lgkm > 0 {
            let at = self.lgkm.return_of(all_lgkm);
            memory = memory.max(at);
            if at > latest {
                cause = self.lgkm.who(all_lgkm);
            }
        }
        if info.wait.is_some() {
            waits = 0;
        }
        let mut nops = 0;
        for hazard in program.hazards(op) {
            let between = self.states + waits - self.issued[hazard.producer as usize];
            nops = nops.max(hazard.need.saturating_sub(between));
        }
        if let Some(role) = info.clause
            && waits == 0
            && self.run.takes(role, self.states)
        {
            let run = &self.run;
            let inside = |producer: OpId| self.issued[producer as usize] > run.from;
            let meets = |h: &Hazard| {
                inside(h.producer) && program.ops[h.producer as usize].clause.is_some()
            };
            let conflicts =
                run.spoiled || run.loads && role.conflicts || program.hazards(op).iter().any(meets);
            nops = nops.max(u32::from(conflicts));
        }
        let mut ready = ((self.now + waits).max(memory) + nops).max(operand);
        if info.vm {
            ready = ready.max(self.vm.room());
        }
        if info.lgkm {
            ready = ready.max(self.lgkm.room());
        }
        Plan {
            ready,
            unstalled: self.now + waits + nops,
            waits,
            nops,
            cause,
            vm: all_vm,
            lgkm: all_lgkm,
        }
    }

    /// Issues `op` in slot `at`, which is not before `plan.ready` nor before its unit is free.
    pub fn issue(
        &mut self,
        program: &Program,
        costs: &Costs,
        shared: &mut Shared,
        op: OpId,
        plan: &Plan,
        at: u32,
    ) {
        let info = &program.ops[op as usize];
        let cost = &costs.ops[op as usize];
        self.vm.waited = self.vm.waited.max(plan.vm);
        self.lgkm.waited = self.lgkm.waited.max(plan.lgkm);
        if let Some(wait) = info.wait {
            if wait.soft && plan.vm + plan.lgkm == 0 {
                return;
            }
            self.waits += 1;
            self.states += 1;
            self.now = at.max(self.now + 1);
            return;
        }
        self.waits += plan.waits;
        self.nops += plan.nops;
        self.states += plan.waits + plan.nops + info.states;
        self.issued[op as usize] = self.states;
        if let Some(role) = info.clause {
            let begins = self.states - info.states;
            if !self.run.takes(role, begins) {
                self.run = Run {
                    scalar: role.scalar,
                    from: begins,
                    ..Run::default()
                };
            }
            self.run.loads |= role.loads;
            self.run.spoiled |= role.spoils;
            self.run.to = self.states;
        }
        self.now = at + cost.issue;
        let ready = shared.issue(info.pipe, at, cost);
        let vm = if info.vm {
            self.vm.push(op, ready, info.lgkm)
        } else {
            0
        };
        let lgkm = if info.lgkm {
            self.lgkm.push(op, ready, info.unordered)
        } else {
            0
        };
        if let Some(group) = info.dma {
            let waited = self.vm.waited;
            self.dma.retain(|&mut (_, seq)| seq > waited);
            self.dma.push((group, vm));
        }
        for &def in program.defs(op) {
            self.atoms[usize::from(def)] = Atom {
                ready,
                vm,
                lgkm,
                writer: op,
            };
        }
    }

    /// The slot in which everything issued so far has its result.
    pub fn drained(&self) -> u32 {
        let atoms = self.atoms.iter().map(|a| a.ready).max().unwrap_or(0);
        self.now.max(atoms)
    }

    /// Becomes a copy of another wave of the same program, without allocating.
    pub fn copy(&mut self, other: &Wave) {
        let Wave {
            now,
            nops,
            waits,
            states,
            atoms,
            issued,
            vm,
            lgkm,
            dma,
            run,
        } = other;
        self.run = *run;
        (self.now, self.nops, self.waits, self.states) = (*now, *nops, *waits, *states);
        self.atoms.copy_from_slice(atoms);
        self.issued.copy_from_slice(issued);
        self.vm = vm.clone();
        self.lgkm = lgkm.clone();
        self.dma.clone_from(dma);
    }

    /// Whether two waves of a program go on alike: all that the digest is made of is the same.
    pub fn resembles(&self, shared: &Shared, other: &Wave, others: &Shared) -> bool {
        let same = |a: u32, b: u32| a.saturating_sub(self.now) == b.saturating_sub(other.now);
        let due =
            |a: u32, of: u32, b: u32, with: u32| a.saturating_sub(of) == b.saturating_sub(with);
        self.run.digest(self.states) == other.run.digest(other.states)
            && self.vm.issued - self.vm.waited == other.vm.issued - other.vm.waited
            && self.lgkm.issued - self.lgkm.waited == other.lgkm.issued - other.lgkm.waited
            && (self.vm.unordered > self.vm.waited) == (other.vm.unordered > other.vm.waited)
            && (self.lgkm.unordered > self.lgkm.waited)
                == (other.lgkm.unordered > other.lgkm.waited)
            && same(shared.valu, others.valu)
            && same(shared.matrix, others.matrix)
            && same(shared.lds.free, others.lds.free)
            && same(shared.vmem.free, others.vmem.free)
            && same(shared.lds.last_return, others.lds.last_return)
            && same(shared.vmem.last_return, others.vmem.last_return)
            && self.atoms.iter().zip(&other.atoms).all(|(a, b)| {
                same(a.ready, b.ready)
                    && due(a.vm, self.vm.waited, b.vm, other.vm.waited)
                    && due(a.lgkm, self.lgkm.waited, b.lgkm, other.lgkm.waited)
            })
    }

    /// A digest of all that decides how the wave goes on, relative to its own time.
    pub fn digest(&self, shared: &Shared) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut add = |value: u32| hash = (hash ^ u64::from(value)).wrapping_mul(0x100_0000_01b3);
        let late = |at: u32| at.saturating_sub(self.now);
        for atom in &self.atoms {
            add(late(atom.ready));
            add(atom.vm.saturating_sub(self.vm.waited));
            add(atom.lgkm.saturating_sub(self.lgkm.waited));
        }
        for at in [
            shared.valu,
            shared.matrix,
            shared.lds.free,
            shared.vmem.free,
        ] {
            add(late(at));
        }
        add(late(shared.lds.last_return));
        add(late(shared.vmem.last_return));
        add(self.vm.issued - self.vm.waited);
        add(self.lgkm.issued - self.lgkm.waited);
        add(self.run.digest(self.states));
        hash
    }
}

impl Wave {
    /// A digest that also holds what only some of the code ahead asks about: wait states since
    /// the given instructions, single entries of counters and queues. States of one program that
    /// have issued the same instructions and agree in it go on alike.
    pub fn fingerprint(&self, shared: &Shared, issued: impl Iterator<Item = OpId>) -> u64 {
        let mut hash = self.digest(shared);
        let mut add = |value: u32| {
            hash = (hash ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        };
        let late = |at: u32| at.saturating_sub(self.now);
        for op in issued {
            let since = self.states - self.issued[op as usize];
            if since < FAR {
                add(op);
                add(since);
            }
        }
        for seq in self.vm.waited + 1..=self.vm.issued {
            add(late(self.vm.return_of(seq)));
        }
        for seq in self.lgkm.waited + 1..=self.lgkm.issued {
            add(late(self.lgkm.return_of(seq)));
        }
        add(self.vm.unordered.saturating_sub(self.vm.waited));
        add(self.lgkm.unordered.saturating_sub(self.lgkm.waited));
        for server in [&shared.lds, &shared.vmem] {
            let first = server.count.saturating_sub(MAX_QUEUE);
            for count in first..server.count {
                add(late(server.starts[count % MAX_QUEUE]));
            }
        }
        for &(group, seq) in &self.dma {
            add(group);
            add(seq.saturating_sub(self.vm.waited));
        }
        if self.run.to == self.states {
            add(self.states - self.run.from);
        }
        add(late(shared.salu));
        add(late(shared.smem));
        hash
    }
}

/// What a wave leaves behind for the code that runs next, by register slot, relative to the
/// slot in which it left.
#[derive(Clone, Debug)]
pub(crate) struct Handover {
    atoms: Vec<Atom>,
    vm: Counter<64>,
    lgkm: Counter<16>,
    dma: SmallVec<[(u32, u32); 4]>,
    shared: Shared,
}

impl Wave {
    /// Hands over to the code behind.
    pub fn leave(&self, program: &Program, shared: &Shared) -> Handover {
        let mut atoms = vec![IDLE; crate::machine::Reg::COUNT];
        let late = |at: u32| at.saturating_sub(self.now);
        for (at, atom) in self.atoms.iter().enumerate() {
            atoms[program.atom_slots(at)].fill(Atom {
                ready: late(atom.ready),
                writer: NO_OP,
                ..*atom
            });
        }
        let mut shared = shared.clone();
        for at in [
            &mut shared.salu,
            &mut shared.valu,
            &mut shared.matrix,
            &mut shared.smem,
        ] {
            *at = late(*at);
        }
        for server in [&mut shared.lds, &mut shared.vmem] {
            server.free = late(server.free);
            server.last_return = late(server.last_return);
            server.starts.iter_mut().for_each(|at| *at = late(*at));
        }
        let mut vm = self.vm.clone();
        vm.returns.iter_mut().for_each(|at| *at = late(*at));
        vm.who = [NO_OP; 64];
        let mut lgkm = self.lgkm.clone();
        lgkm.returns.iter_mut().for_each(|at| *at = late(*at));
        lgkm.who = [NO_OP; 16];
        Handover {
            atoms,
            vm,
            lgkm,
            dma: self.dma.clone(),
            shared,
        }
    }

    /// A wave that goes on where another stretch of code ended.
    pub fn enter(program: &Program, from: &Handover) -> (Wave, Shared) {
        let mut wave = Wave::new(program);
        for (at, atom) in wave.atoms.iter_mut().enumerate() {
            for slot in program.atom_slots(at) {
                let left = &from.atoms[slot];
                atom.ready = atom.ready.max(left.ready);
                atom.vm = atom.vm.max(left.vm);
                atom.lgkm = atom.lgkm.max(left.lgkm);
            }
        }
        wave.vm = from.vm.clone();
        wave.lgkm = from.lgkm.clone();
        wave.dma = from.dma.clone();
        (wave, from.shared.clone())
    }
}
