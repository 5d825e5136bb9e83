//! One wave issuing in order.
//!
//! Time is in issue slots (4 clocks). An instruction issues when its `s_waitcnt` and `s_nop`
//! have issued, its operands are ready and its unit accepts it; until then the wave stands
//! still. In a predicted stream the wave puts in the waits and nops that the order needs; in a
//! finished one there are those that stand in it, and what memory writes holds nothing up by
//! itself: the hardware does not know when it is there.

use smallvec::SmallVec;

use super::counter::Counter;
use super::program::{Awaited, Costs, Hazard, NO_OP, OpId, Program, Step};
use super::shared::Shared;
use super::stream::Stream;
use crate::gpu::ClauseRole;
use crate::machine::LdsDependence;

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

pub(super) const IDLE: Atom = Atom {
    ready: 0,
    vm: 0,
    lgkm: 0,
    writer: NO_OP,
};

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

impl Plan {
    /// With nothing to put in front: the wave may issue at once, or when `ready` says.
    pub(super) fn plain(now: u32, ready: u32, cause: OpId) -> Plan {
        Plan {
            ready: now.max(ready),
            unstalled: now,
            waits: 0,
            nops: 0,
            cause,
            vm: 0,
            lgkm: 0,
        }
    }
    /// Grows with what the wait in front covers.
    pub fn covers(&self) -> u32 {
        self.vm + self.lgkm
    }
}

/// What an instruction needs of those before it, but for memory.
pub(super) struct Needs {
    /// The slot from which its operands can be used.
    pub operand: u32,
    /// The operand that is ready last.
    pub cause: OpId,
    /// Wait states that must have passed.
    states: u32,
    /// Whether a register that it touches may still be written by memory.
    outstanding: bool,
}

/// What an instruction waits for: sequence numbers on both counters, and when it is there.
#[derive(Clone, Copy, Debug)]
struct Awaits {
    vm: u32,
    lgkm: u32,
    memory: u32,
    waits: u32,
    /// What is there last.
    cause: OpId,
}

impl Default for Awaits {
    fn default() -> Awaits {
        Awaits {
            vm: 0,
            lgkm: 0,
            memory: 0,
            waits: 0,
            cause: NO_OP,
        }
    }
}

/// The run of memory instructions that the last issue belongs to.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Run {
    scalar: bool,
    loads: bool,
    spoiled: bool,
    /// Wait states before its first instruction, and behind its last.
    pub from: u32,
    pub to: u32,
}

impl Run {
    /// Whether an instruction in that role continues the run, when so many wait states have
    /// passed in all.
    fn takes(&self, role: ClauseRole, states: u32) -> bool {
        self.to == states && self.scalar == role.scalar
    }
    /// What decides how a wave goes on.
    pub fn digest(&self, states: u32) -> u32 {
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
    pub(super) states: u32,
    pub(super) atoms: Vec<Atom>,
    /// `states` right behind the last issue of each instruction.
    pub(super) issued: Vec<u32>,
    pub(super) vm: Counter<64>,
    pub(super) lgkm: Counter<16>,
    /// Outstanding moves from memory to LDS: alias group and sequence number.
    pub(super) dma: SmallVec<[(u32, u32); 4]>,
    pub(super) run: Run,
    /// In a finished stream: the slot in which the last result from memory is there.
    pub(super) landed: u32,
}

/// Larger than every hazard window.
pub(super) const FAR: u32 = 64;

impl Wave {
    pub fn new<S>(program: &Program<S>) -> Wave {
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
            landed: 0,
        }
    }

    /// What `op` needs if it is next.
    #[inline(always)]
    pub fn plan<S: Stream>(&self, program: &Program<S>, op: OpId) -> Plan {
        let step = &program.steps[op as usize];
        let needs = self.needs(program, step);
        if step.is_plain && !needs.outstanding {
            let nops = needs.states.saturating_sub(self.states);
            let unstalled = self.now + nops;
            return Plan {
                ready: unstalled.max(needs.operand),
                unstalled,
                waits: 0,
                nops,
                cause: needs.cause,
                vm: 0,
                lgkm: 0,
            };
        }
        match S::IS_FINISHED {
            true => self.plan_as_it_stands(program, op, &needs),
            false => self.plan_with_waits(program, op, needs),
        }
    }

    /// What an instruction needs of those before it, but for memory.
    #[inline(always)]
    fn needs<S>(&self, program: &Program<S>, step: &Step) -> Needs {
        let (mut vm, mut lgkm) = (0, 0);
        let (mut operand, mut cause) = (0, NO_OP);
        let (uses, defs) = program.touched(step);
        for &at in uses {
            let atom = &self.atoms[usize::from(at)];
            (vm, lgkm) = (vm.max(atom.vm), lgkm.max(atom.lgkm));
            if atom.ready > operand {
                (operand, cause) = (atom.ready, atom.writer);
            }
        }
        for &at in defs {
            let atom = &self.atoms[usize::from(at)];
            (vm, lgkm) = (vm.max(atom.vm), lgkm.max(atom.lgkm));
        }
        let mut states = 0;
        for hazard in program.hazards_of(step) {
            states = states.max(self.issued[hazard.producer as usize] + hazard.need);
        }
        Needs {
            operand,
            cause,
            states,
            outstanding: vm > self.vm.waited || lgkm > self.lgkm.waited,
        }
    }

    #[inline(never)]
    fn plan_with_waits<S>(&self, program: &Program<S>, op: OpId, needs: Needs) -> Plan {
        let (info, step) = (&program.ops[op as usize], &program.steps[op as usize]);
        let moves = info.lds.is_some() && !self.dma.is_empty();
        let awaits = match needs.outstanding || moves || info.wait.is_some() {
            true => self.awaits(program, op),
            false => Awaits {
                cause: needs.cause,
                ..Awaits::default()
            },
        };
        let waits = awaits.waits;
        let mut nops = needs.states.saturating_sub(self.states + waits);
        if let Some(role) = info.clause
            && waits == 0
            && self.run.takes(role, self.states)
        {
            nops = nops.max(u32::from(self.conflicts(program, step, role)));
        }
        let mut ready = ((self.now + waits).max(awaits.memory) + nops).max(needs.operand);
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
            cause: awaits.cause,
            vm: awaits.vm,
            lgkm: awaits.lgkm,
        }
    }

    /// What an instruction waits for, when something that it touches is outstanding.
    fn awaits<S>(&self, program: &Program<S>, op: OpId) -> Awaits {
        let info = &program.ops[op as usize];
        let mut awaits = Awaits::default();
        let mut latest = 0;
        let (uses, defs) = program.touched(&program.steps[op as usize]);
        for (at, is_def) in uses
            .iter()
            .map(|a| (a, false))
            .chain(defs.iter().map(|a| (a, true)))
        {
            let atom = &self.atoms[usize::from(*at)];
            // Vector memory writes registers in order: a load may overwrite a load.
            let in_order = is_def && info.vm && !info.lgkm;
            let (on_vm, on_lgkm) = (
                atom.vm > self.vm.waited && !in_order,
                atom.lgkm > self.lgkm.waited,
            );
            if on_vm {
                awaits.vm = awaits.vm.max(atom.vm);
            }
            if on_lgkm {
                awaits.lgkm = awaits.lgkm.max(atom.lgkm);
            }
            if on_vm || on_lgkm {
                awaits.memory = awaits.memory.max(atom.ready);
            }
            if atom.ready > latest && (!is_def || on_vm || on_lgkm) {
                (latest, awaits.cause) = (atom.ready, atom.writer);
            }
        }
        if let Some(group) = info.lds {
            for &(moved, seq) in &self.dma {
                let apart = program.aliases.dependence(group, moved) != LdsDependence::All;
                if seq > self.vm.waited && !apart {
                    awaits.vm = awaits.vm.max(seq);
                }
            }
        }
        awaits.waits = u32::from(awaits.vm + awaits.lgkm > 0);
        if let Some(wait) = info.wait {
            awaits.waits = 0;
            match wait.awaited {
                Awaited::Counters { vm, lgkm } => {
                    awaits.vm = self.vm.all_but(vm);
                    awaits.lgkm = self.lgkm.all_but(lgkm);
                }
                Awaited::Moves => {
                    let moves = self.dma.iter().map(|&(_, seq)| seq);
                    let left = moves.filter(|&seq| seq > self.vm.waited);
                    awaits.vm = left.max().unwrap_or(0);
                }
            }
        }
        awaits.vm = self.vm.required(awaits.vm);
        awaits.lgkm = self.lgkm.required(awaits.lgkm);
        if awaits.vm > 0 {
            let at = self.vm.return_of(awaits.vm);
            awaits.memory = awaits.memory.max(at);
            if at > latest {
                (latest, awaits.cause) = (at, self.vm.who(awaits.vm));
            }
        }
        if awaits.lgkm > 0 {
            let at = self.lgkm.return_of(awaits.lgkm);
            awaits.memory = awaits.memory.max(at);
            if at > latest {
                awaits.cause = self.lgkm.who(awaits.lgkm);
            }
        }
        awaits
    }

    /// Whether an instruction of a run of memory instructions conflicts with one before it.
    fn conflicts<S>(&self, program: &Program<S>, step: &Step, role: ClauseRole) -> bool {
        let run = &self.run;
        let meets = |h: &Hazard| {
            self.issued[h.producer as usize] > run.from
                && program.ops[h.producer as usize].clause.is_some()
        };
        run.spoiled || run.loads && role.conflicts || program.hazards_of(step).iter().any(meets)
    }

    /// Issues `op` in slot `at`, which is not before `plan.ready` nor before its unit is free.
    #[inline(always)]
    pub fn issue<S: Stream>(
        &mut self,
        program: &Program<S>,
        costs: &Costs,
        shared: &mut Shared,
        op: OpId,
        plan: &Plan,
        at: u32,
    ) {
        let step = &program.steps[op as usize];
        if !step.is_plain || plan.waits > 0 {
            return self.issue_counted(program, costs, shared, op, plan, at);
        }
        let cost = &costs.ops[op as usize];
        self.nops += plan.nops;
        self.states += plan.nops + step.states;
        self.issued[op as usize] = self.states;
        self.now = at + cost.issue;
        let ready = shared.issue(step.pipe, at, cost);
        let atom = Atom {
            ready,
            vm: 0,
            lgkm: 0,
            writer: op,
        };
        self.write(program, step, atom);
    }

    #[inline(never)]
    fn issue_counted<S: Stream>(
        &mut self,
        program: &Program<S>,
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
        if S::IS_FINISHED {
            return self.count_as_it_stands(program, op, ready);
        }
        let vm = match info.vm {
            true => self.vm.push(op, ready, info.lgkm),
            false => 0,
        };
        let lgkm = match info.lgkm {
            true => self.lgkm.push(op, ready, info.unordered),
            false => 0,
        };
        if let Some(group) = info.dma {
            let waited = self.vm.waited;
            self.dma.retain(|&mut (_, seq)| seq > waited);
            self.dma.push((group, vm));
        }
        let atom = Atom {
            ready,
            vm,
            lgkm,
            writer: op,
        };
        self.write(program, &program.steps[op as usize], atom);
    }

    /// Notes what is known of everything that an instruction writes.
    #[inline(always)]
    pub(super) fn write<S>(&mut self, program: &Program<S>, step: &Step, atom: Atom) {
        for &def in program.touched(step).1 {
            self.atoms[usize::from(def)] = atom;
        }
    }

    /// The slot in which everything issued so far has its result.
    pub fn drained(&self) -> u32 {
        let atoms = self.atoms.iter().map(|a| a.ready).max().unwrap_or(0);
        self.now.max(atoms).max(self.landed)
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
            landed,
        } = other;
        (self.run, self.landed) = (*run, *landed);
        (self.now, self.nops, self.waits, self.states) = (*now, *nops, *waits, *states);
        self.atoms.copy_from_slice(atoms);
        self.issued.copy_from_slice(issued);
        self.vm = vm.clone();
        self.lgkm = lgkm.clone();
        self.dma.clone_from(dma);
    }
}
