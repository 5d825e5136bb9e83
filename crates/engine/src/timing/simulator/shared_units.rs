//! The execution units that the waves of a SIMD share. Times are issue slots.

use crate::timing::model::{Limits, MAX_IN_FLIGHT, MAX_QUEUE, OpCost, Pairing, VectorRamp};
use crate::timing::program::{Costs, Pipe};

/// Places of something that has a limited number of them, taken and freed in one order: the times at
/// which those taken last become free. `N` is the largest limit.
#[derive(Clone, Debug)]
pub struct Places<const N: usize> {
    /// Number of places taken so far.
    taken: usize,
    /// By number of the place modulo `N`: the slot in which it becomes free.
    free: [u32; N],
}

impl<const N: usize> Places<N> {
    fn new() -> Self {
        Places {
            taken: 0,
            free: [0; N],
        }
    }
    /// The slot from which `count` of `limit` places are free. A request for more than there are waits
    /// for all.
    fn available_from(&self, limit: usize, count: usize) -> u32 {
        let last = self.taken + count.min(limit);
        match last.checked_sub(limit + 1) {
            Some(place) if count > 0 => self.free[place % N],
            _ => 0,
        }
    }
    /// Takes a place that becomes free in slot `until`, no sooner than those taken before.
    fn take(&mut self, until: u32) {
        self.free[self.taken % N] = until;
        self.taken += 1;
    }
    /// How long after slot `from` the places taken last are still taken, the latest first.
    pub fn taken_after(&self, from: u32) -> impl Iterator<Item = u32> + Clone {
        let latest = (self.taken.saturating_sub(N)..self.taken).rev();
        let until = latest.map(|place| self.free[place % N]);
        until
            .take_while(move |&at| at > from)
            .map(move |at| at - from)
    }
    /// Whether [`Places::taken_after`] slot `from` gives what it gives of others after slot `others_from`.
    fn is_like(&self, others: &Self, (from, others_from): (u32, u32)) -> bool {
        let there = others.taken_after(others_from);
        self.taken_after(from).eq(there)
    }
    fn rebased(&self, now: u32) -> Self {
        Places {
            taken: self.taken,
            free: self.free.map(|at| at.saturating_sub(now)),
        }
    }
}

/// A unit that serves in order, and returns in order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Server {
    /// The slot from which it is free to serve another instruction.
    pub free: u32,
    /// The slot in which everything that it served has returned.
    pub last_return: u32,
}

impl Server {
    /// Serves an instruction from slot `start` on, and is so many slots ahead of that; gives the slot of its result.
    fn serve(&mut self, start: u32, cost: &OpCost, ahead: u32) -> u32 {
        self.free = start + cost.busy;
        let returns = start + cost.result - ahead;
        self.last_return = (self.last_return + cost.fill).max(returns);
        self.last_return
    }
    fn rebased(self, now: u32) -> Server {
        Server {
            free: self.free.saturating_sub(now),
            last_return: self.last_return.saturating_sub(now),
        }
    }
}

/// LDS: an instruction keeps its place in the queue until it has been served; the entries for its
/// addresses and data become free while it is.
#[derive(Clone, Debug)]
pub(crate) struct LdsUnit {
    /// The slot from which it takes another instruction, of any wave.
    pub port: u32,
    pub server: Server,
    pub queue: Places<MAX_QUEUE>,
    pub entries: Places<MAX_QUEUE>,
}

impl LdsUnit {
    /// The slot from which its queue has a place.
    #[inline(always)]
    fn queue_from(&self, limits: &Limits) -> u32 {
        self.queue.available_from(limits.lds_queue, 1)
    }
    /// The slot from which there are entries for the addresses and data of an instruction.
    #[inline(always)]
    fn entries_from(&self, cost: &OpCost, limits: &Limits) -> u32 {
        let entries = cost.places as usize;
        self.entries.available_from(limits.lds_entries, entries)
    }
    fn serve(&mut self, at: u32, cost: &OpCost, ahead: u32) -> u32 {
        let steady = at.max(self.server.free);
        self.queue.take(steady + cost.busy);
        for entry in 0..cost.places {
            self.entries.take(steady + cost.busy * entry / cost.places);
        }
        self.server.serve(steady, cost, ahead.min(steady - at))
    }
}

/// Vector memory: an instruction waits in the queue until the L1 cache serves it, which takes a load
/// only when there is space for what it loads.
#[derive(Clone, Debug)]
pub(crate) struct VmemUnit {
    /// The slot from which it takes another instruction, of any wave.
    pub port: u32,
    pub server: Server,
    pub queue: Places<MAX_QUEUE>,
    pub in_flight: Places<MAX_IN_FLIGHT>,
}

impl VmemUnit {
    /// The slot from which its queue has a place.
    #[inline(always)]
    fn queue_from(&self, limits: &Limits) -> u32 {
        self.queue.available_from(limits.vmem_queue, 1)
    }
    fn serve(&mut self, at: u32, cost: &OpCost, limits: &Limits) -> u32 {
        let mut start = at.max(self.server.free);
        let space = limits.vmem_dwords.filter(|_| cost.places > 0);
        if let Some(dwords) = space {
            let needed = cost.places as usize;
            start = start.max(self.in_flight.available_from(dwords, needed));
        }
        self.queue.take(start);
        let returned = self.server.serve(start, cost, 0);
        if space.is_some() {
            (0..cost.places).for_each(|_| self.in_flight.take(returned));
        }
        returned
    }
}

/// The vector ALU. Some instructions share their slot with one of another wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VectorAlu {
    /// The slot from which it is free for any instruction.
    free: u32,
    /// The slot in which it takes one more of those that fit.
    open: u32,
    /// What the first instruction of that slot took.
    taken: Pairing,
}

impl VectorAlu {
    fn new() -> VectorAlu {
        VectorAlu {
            free: 0,
            open: 0,
            taken: Pairing::NEVER,
        }
    }
    /// The slot from which it is free for any instruction.
    #[inline(always)]
    pub fn free(&self) -> u32 {
        self.free
    }
    /// The slot from which it takes such an instruction.
    #[inline(always)]
    fn accepts(&self, pairing: Pairing) -> u32 {
        if pairing.fits(self.taken) {
            self.open
        } else {
            self.free
        }
    }
    /// It takes nothing until slot `from`.
    #[inline(always)]
    fn keep(&mut self, from: u32) {
        (self.free, self.open) = (from, from);
    }
    /// Issues an instruction in slot `at`.
    #[inline(always)]
    fn issue(&mut self, at: u32, cost: &OpCost) {
        let is_second = at < self.free;
        self.keep(self.free.max(at + cost.busy));
        if !is_second && cost.pairing != Pairing::NEVER {
            (self.open, self.taken) = (at, cost.pairing);
        }
    }
    fn rebased(self, now: u32) -> VectorAlu {
        VectorAlu {
            free: self.free.saturating_sub(now),
            open: self.open.saturating_sub(now),
            taken: self.taken,
        }
    }
}

/// How the vector ALU comes out of a pause.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ramp {
    /// Whether anything has issued since the beginning, before which it is taken to have been busy.
    is_known: bool,
    /// The slot from which what issues next issues after a pause.
    paused: u32,
    /// The slot in which it is over.
    until: u32,
    /// The slot from which it lets another instruction issue.
    next: u32,
}

impl Ramp {
    /// A vector ALU instruction issues in slot `at`.
    fn issue(&mut self, at: u32, ramp: &VectorRamp) {
        let pause = u32::from(ramp.pause);
        if at >= self.paused && (self.is_known || at >= pause) {
            self.until = at + u32::from(ramp.slots);
        }
        if at < self.until {
            self.next = (at + u32::from(ramp.each)).min(self.until);
        }
        self.paused = at + 1 + pause;
        self.is_known = true;
    }
    fn rebased(self, now: u32) -> Ramp {
        Ramp {
            is_known: self.is_known,
            paused: self.paused.saturating_sub(now),
            until: self.until.saturating_sub(now),
            next: self.next.saturating_sub(now),
        }
    }
}

/// The units of a SIMD. Plain numbers are the slots from which units are free.
#[derive(Clone, Debug)]
pub(crate) struct SharedUnits {
    pub salu: u32,
    /// The vector ALU.
    pub valu: VectorAlu,
    /// The vector ALU after a pause, for all but matrix instructions.
    ramp: Ramp,
    /// The vector ALU, for packed instructions that keep apart from matrix instructions.
    pub packed: u32,
    pub matrix: u32,
    pub smem: u32,
    pub lds: LdsUnit,
    pub vmem: VmemUnit,
}

impl SharedUnits {
    pub fn new() -> SharedUnits {
        SharedUnits {
            salu: 0,
            valu: VectorAlu::new(),
            ramp: Ramp::default(),
            packed: 0,
            matrix: 0,
            smem: 0,
            lds: LdsUnit {
                port: 0,
                server: Server::default(),
                queue: Places::new(),
                entries: Places::new(),
            },
            vmem: VmemUnit {
                port: 0,
                server: Server::default(),
                queue: Places::new(),
                in_flight: Places::new(),
            },
        }
    }
    /// The slot from which an instruction can issue to a unit, into its queue if it has one.
    #[inline(always)]
    pub fn accepts(&self, pipe: Pipe, cost: &OpCost, costs: &Costs) -> u32 {
        match pipe {
            Pipe::Lds => self.lds.port.max(self.queue_from(pipe, cost, costs)),
            Pipe::Vmem => self.vmem.port.max(self.queue_from(pipe, cost, costs)),
            Pipe::Valu => self.valu.accepts(cost.pairing).max(self.ramp.next),
            _ => self.free(pipe),
        }
    }
    /// What [`SharedUnits::accepts`] gives for every unit, as it is now.
    #[inline(always)]
    pub fn accepting(&self, costs: &Costs) -> Accepting {
        let limits = &costs.limits;
        let from = Pipe::ALL.map(|pipe| match pipe {
            Pipe::Valu => self.valu.free.max(self.ramp.next),
            Pipe::Lds => self.lds.port.max(self.lds.queue_from(limits)),
            Pipe::Vmem => self.vmem.port.max(self.vmem.queue_from(limits)),
            Pipe::None | Pipe::Salu | Pipe::Packed | Pipe::Matrix | Pipe::Smem => self.free(pipe),
        });
        Accepting {
            from,
            beside: self.valu.open.max(self.ramp.next),
            taken: self.valu.taken,
        }
    }
    /// The slot from which the queue of a unit takes an instruction; 0 if it has none.
    #[inline(always)]
    pub fn queue_from(&self, pipe: Pipe, cost: &OpCost, costs: &Costs) -> u32 {
        let limits = &costs.limits;
        match pipe {
            Pipe::Lds => {
                let entries = self.lds.entries_from(cost, limits);
                self.lds.queue_from(limits).max(entries)
            }
            Pipe::Vmem => self.vmem.queue_from(limits),
            _ => 0,
        }
    }
    /// The slot from which a unit is free to execute.
    #[inline(always)]
    pub fn free(&self, pipe: Pipe) -> u32 {
        match pipe {
            Pipe::None => 0,
            Pipe::Salu => self.salu,
            Pipe::Valu => self.valu.free(),
            Pipe::Packed => self.valu.free().max(self.packed).max(self.ramp.next),
            Pipe::Matrix => self.matrix.max(self.valu.free()),
            Pipe::Smem => self.smem,
            Pipe::Lds => self.lds.server.free,
            Pipe::Vmem => self.vmem.server.free,
        }
    }
    /// Whether nothing but a slow start of the vector ALU keeps an instruction for it longest.
    pub fn starts_slowly(&self, pipe: Pipe, cost: &OpCost) -> bool {
        let free = match pipe {
            Pipe::Valu => self.valu.accepts(cost.pairing),
            _ => self.valu.free().max(self.packed),
        };
        self.ramp.next > free
    }
    /// Issues to a unit in slot `at`; gives the slot of the result.
    #[inline(always)]
    pub fn issue(&mut self, pipe: Pipe, at: u32, cost: &OpCost, costs: &Costs) -> u32 {
        match pipe {
            Pipe::None => {}
            Pipe::Salu => self.salu = at + cost.busy,
            Pipe::Valu | Pipe::Packed => {
                self.valu.issue(at, cost);
                if let Some(ramp) = &costs.limits.vector_ramp {
                    self.ramp.issue(at, ramp);
                }
            }
            Pipe::Matrix => {
                self.matrix = at + cost.busy;
                self.valu.keep(at + cost.shadow);
                let memory = at + cost.memory_shadow;
                self.lds.port = self.lds.port.max(memory);
                self.vmem.port = self.vmem.port.max(memory);
                if let Some(gap) = costs.limits.packed_gap {
                    self.packed = self.matrix + gap;
                }
            }
            Pipe::Smem => self.smem = at + cost.busy,
            Pipe::Lds | Pipe::Vmem => return self.issue_to_memory(pipe, at, cost, costs),
        }
        at + cost.result
    }
    fn issue_to_memory(&mut self, pipe: Pipe, at: u32, cost: &OpCost, costs: &Costs) -> u32 {
        if pipe == Pipe::Lds {
            self.lds.port = at + cost.issue;
            self.lds.serve(at, cost, costs.limits.lds_ahead)
        } else {
            self.vmem.port = at + cost.issue;
            self.vmem.serve(at, cost, &costs.limits)
        }
    }
    /// The same units with times counted from slot `now`.
    pub fn rebased(&self, now: u32) -> SharedUnits {
        let from_now = |at: u32| at.saturating_sub(now);
        SharedUnits {
            salu: from_now(self.salu),
            valu: self.valu.rebased(now),
            ramp: self.ramp.rebased(now),
            packed: from_now(self.packed),
            matrix: from_now(self.matrix),
            smem: from_now(self.smem),
            lds: LdsUnit {
                port: from_now(self.lds.port),
                server: self.lds.server.rebased(now),
                queue: self.lds.queue.rebased(now),
                entries: self.lds.entries.rebased(now),
            },
            vmem: VmemUnit {
                port: from_now(self.vmem.port),
                server: self.vmem.server.rebased(now),
                queue: self.vmem.queue.rebased(now),
                in_flight: self.vmem.in_flight.rebased(now),
            },
        }
    }

    /// When units are free, counted from slot `now`, and places, counted from slot `from`: what decides
    /// how instructions issue from `now` on. Lists end with 0, which no place in them is.
    pub fn relative_to(&self, now: u32, from: u32) -> impl Iterator<Item = u32> + Clone {
        let (lds, vmem) = (&self.lds, &self.vmem);
        let places = lds.queue.taken_after(from).chain([0]);
        let places = places.chain(lds.entries.taken_after(from)).chain([0]);
        let places = places.chain(vmem.queue.taken_after(from)).chain([0]);
        let places = places.chain(vmem.in_flight.taken_after(from)).chain([0]);
        self.units(now).into_iter().chain(places)
    }

    /// Whether [`SharedUnits::relative_to`] gives the same of both, each counted from slots of its own.
    pub fn is_like(
        &self,
        (now, from): (u32, u32),
        others: &SharedUnits,
        (others_now, others_from): (u32, u32),
    ) -> bool {
        let (lds, vmem) = (&self.lds, &self.vmem);
        let (lds_there, vmem_there) = (&others.lds, &others.vmem);
        let froms = (from, others_from);
        let are_alike = self.units(now) == others.units(others_now)
            && lds.queue.is_like(&lds_there.queue, froms)
            && lds.entries.is_like(&lds_there.entries, froms)
            && vmem.queue.is_like(&vmem_there.queue, froms)
            && vmem.in_flight.is_like(&vmem_there.in_flight, froms);
        debug_assert_eq!(are_alike, {
            let there = others.relative_to(others_now, others_from);
            self.relative_to(now, from).eq(there)
        });
        are_alike
    }

    /// When units are free, counted from slot `now`.
    fn units(&self, now: u32) -> [u32; 12] {
        let (lds, vmem) = (&self.lds, &self.vmem);
        let units = [
            self.valu.free(),
            self.ramp.paused,
            self.ramp.until,
            self.ramp.next,
            self.packed,
            self.matrix,
            lds.port,
            vmem.port,
            lds.server.free,
            lds.server.last_return,
            vmem.server.free,
            vmem.server.last_return,
        ];
        units.map(|at| at.saturating_sub(now))
    }
}

/// The slots from which instructions can issue to units, of one moment.
pub(crate) struct Accepting {
    /// By unit; of LDS, as far as its port and queue decide it.
    from: [u32; Pipe::ALL.len()],
    /// Of the vector ALU, beside what the first instruction of its slot took.
    beside: u32,
    taken: Pairing,
}

impl Accepting {
    /// What [`SharedUnits::accepts`] gives; `pairing`: as in the instruction's cost.
    #[inline(always)]
    pub fn accept<'a>(
        &self,
        pipe: Pipe,
        pairing: Pairing,
        shared: &SharedUnits,
        cost: impl FnOnce() -> &'a OpCost,
        costs: &Costs,
    ) -> u32 {
        let from = self.from[pipe as usize];
        match pipe {
            Pipe::Lds => from.max(shared.lds.entries_from(cost(), &costs.limits)),
            Pipe::Valu if pairing.fits(self.taken) => self.beside,
            _ => from,
        }
    }
}
