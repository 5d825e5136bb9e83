//! What decides how code continues from a state, as bytes that can be compared.
//!
//! The simulator adds, takes maxima, and compares with the present. So it matters by how much a
//! time lies in the future, but not by how much it lies in the past, except that while barriers are
//! still to come, what returned from memory a while ago may make other waves late; how many wait states are
//! still missing after a producer; which operations have not been waited for, counted from the
//! last one that has. Everything else is the same for two states in which the same instructions
//! have issued, or is never looked at again.

use super::SimState;
use super::counter::CounterModel;
use super::shared_units::{Places, Server};
use crate::timing::program::{AtomId, OpId, OpRange, Pipe, Program};

/// The instructions of a range that are still to issue: what they will read in a state.
#[derive(Clone, Debug)]
pub(crate) struct Remainder {
    /// The atoms that they touch.
    atoms: Vec<Read<AtomId>>,
    /// The instructions after which they need wait states.
    producers: Vec<Read<Producer>>,
    /// How many use each unit, in the order of [`Pipe::ALL`].
    pipes: [u32; Pipe::ALL.len()],
    /// How many are barriers.
    barriers: u32,
    range: OpRange,
    /// By instruction, the entries of `atoms` and `producers` that it reads.
    reads: Vec<(Vec<u32>, Vec<u32>)>,
}

/// Something that instructions will read.
#[derive(Clone, Copy, Debug)]
struct Read<T> {
    item: T,
    /// How many of the instructions still to issue read it.
    readers: u32,
}

/// An instruction after which others need wait states.
#[derive(Clone, Copy, Debug)]
struct Producer {
    op: OpId,
    /// The most that an instruction of the range needs.
    need: u32,
}

impl Remainder {
    /// All instructions of a range.
    pub fn new(program: &Program, range: OpRange) -> Remainder {
        let touched = |op: OpId| {
            let (uses, defs) = program.touched(&program.steps[op]);
            uses.iter().chain(defs).copied()
        };
        let mut atoms: Vec<AtomId> = range.into_iter().flat_map(touched).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let hazards = range.into_iter().flat_map(|op| program.hazards(op));
        let mut producers: Vec<Producer> = hazards
            .map(|hazard| Producer {
                op: hazard.producer,
                need: hazard.need,
            })
            .collect();
        producers.sort_unstable_by_key(|p| (p.op, std::cmp::Reverse(p.need)));
        producers.dedup_by_key(|p| p.op);
        let reads = range.into_iter().map(|op| {
            let atom = |atom| atoms.partition_point(|&a| a < atom) as u32;
            let producer = |op| producers.partition_point(|p| p.op < op) as u32;
            let hazards = program.hazards(op).iter();
            (
                touched(op).map(atom).collect(),
                hazards.map(|h| producer(h.producer)).collect(),
            )
        });
        let mut remainder = Remainder {
            reads: reads.collect(),
            atoms: unread(atoms),
            producers: unread(producers),
            pipes: [0; Pipe::ALL.len()],
            barriers: 0,
            range,
        };
        range
            .into_iter()
            .for_each(|op| remainder.put_back(program, op));
        remainder
    }

    /// An instruction issues.
    pub fn take(&mut self, program: &Program, op: OpId) {
        self.count(program, op, |readers| *readers -= 1);
    }

    /// An instruction is still to issue after all.
    pub fn put_back(&mut self, program: &Program, op: OpId) {
        self.count(program, op, |readers| *readers += 1);
    }

    fn count(&mut self, program: &Program, op: OpId, change: impl Fn(&mut u32)) {
        let (atoms, producers) = &self.reads[self.range.place_of(op)];
        for &at in atoms {
            change(&mut self.atoms[at as usize].readers);
        }
        for &at in producers {
            change(&mut self.producers[at as usize].readers);
        }
        change(&mut self.pipes[program.steps[op].pipe as usize]);
        if program.ops[op].is_barrier {
            change(&mut self.barriers);
        }
    }

    fn uses(&self, pipe: Pipe) -> bool {
        self.pipes[pipe as usize] > 0
    }
}

fn unread<T>(all: Vec<T>) -> Vec<Read<T>> {
    let all = all.into_iter();
    all.map(|item| Read { item, readers: 0 }).collect()
}

impl SimState {
    /// Appends everything about this state that the remaining instructions can tell from another,
    /// relative to its present slot. From two states of one program in which the same instructions
    /// have issued and for which the same bytes are written, every order of the remaining ones
    /// takes the same slots, waits and wait states.
    pub fn write_relative(&self, program: &Program, remainder: &Remainder, out: &mut Vec<u8>) {
        let from = if remainder.barriers > 0 {
            self.wave.matters_from()
        } else {
            self.wave.now
        };
        write(out, self.wave.now - from);
        self.write_atoms(remainder, from, out);
        write_counter(&self.wave.vm, from, out);
        write_counter(&self.wave.lgkm, from, out);
        let waited = self.wave.vm.waited;
        for &(group, seq) in self.wave.lds_dma.iter().filter(|(_, seq)| *seq > waited) {
            write(out, seq - waited);
            write(out, group);
        }
        write(out, END);
        self.write_wait_states(program, remainder, out);
        let gates = self.wave.gates.relative_to(self.wave.now);
        gates.for_each(|shut| write(out, shut));
        self.write_units(remainder, from, out);
        if remainder.barriers > 0 {
            write(out, self.wave.lag());
        }
    }

    fn write_atoms(&self, remainder: &Remainder, from: u32, out: &mut Vec<u8>) {
        let wave = &self.wave;
        let mut next = 0;
        for (at, read) in remainder.atoms.iter().enumerate() {
            if read.readers == 0 {
                continue;
            }
            let atom = &wave.atoms[read.item];
            let ready = wave.readiness(atom, from);
            let vm = atom.vm.saturating_sub(wave.vm.waited);
            let lgkm = atom.lgkm.saturating_sub(wave.lgkm.waited);
            if ready | vm | lgkm != 0 {
                write_index(out, at, &mut next);
                for number in [ready, vm, lgkm] {
                    write(out, number);
                }
            }
        }
        write(out, END);
    }

    /// Wait states missing after producers, and which of them are in the clause of memory instructions
    /// that the next one may continue.
    fn write_wait_states(&self, program: &Program, remainder: &Remainder, out: &mut Vec<u8>) {
        let wave = &self.wave;
        // A clause that neither loaded nor spoiled anything conflicts with its producers alone.
        let open = wave.clause.to == wave.wait_states;
        write(out, wave.clause.digest(wave.wait_states));
        let mut next = 0;
        for (at, read) in remainder.producers.iter().enumerate() {
            if read.readers == 0 {
                continue;
            }
            let Producer { op, need } = read.item;
            let issued = wave.issued[op];
            let missing = (issued + need).saturating_sub(wave.wait_states);
            let in_clause = open && issued > wave.clause.from && program.ops[op].clause.is_some();
            if missing > 0 || in_clause {
                write_index(out, at, &mut next);
                write(out, missing << 1 | u32::from(in_clause));
            }
        }
        write(out, END);
    }

    /// When the units are free that the remaining instructions use.
    fn write_units(&self, remainder: &Remainder, from: u32, out: &mut Vec<u8>) {
        let (shared, now) = (&self.shared, self.wave.now);
        let (lds, vmem) = (remainder.uses(Pipe::Lds), remainder.uses(Pipe::Vmem));
        let (matrix, packed) = (remainder.uses(Pipe::Matrix), remainder.uses(Pipe::Packed));
        let valu = matrix || packed || remainder.uses(Pipe::Valu);
        for (used, free) in [
            (remainder.uses(Pipe::Salu), shared.salu),
            (valu, shared.valu.free()),
            (packed, shared.packed),
            (matrix, shared.matrix),
            (remainder.uses(Pipe::Smem), shared.smem),
            (lds, shared.lds.port),
            (vmem, shared.vmem.port),
        ] {
            if used {
                write(out, free.saturating_sub(now));
            }
        }
        if lds {
            write_server(&shared.lds.server, now, out);
            write_places(&shared.lds.queue, from, out);
            write_places(&shared.lds.entries, from, out);
        }
        if vmem {
            write_server(&shared.vmem.server, now, out);
            write_places(&shared.vmem.queue, from, out);
            write_places(&shared.vmem.in_flight, from, out);
        }
    }
}

/// What has not been waited for, and when it returns.
fn write_counter<const N: usize>(counter: &CounterModel<N>, now: u32, out: &mut Vec<u8>) {
    write(out, counter.outstanding());
    // A wait while something returns out of order is for everything.
    write(out, u32::from(counter.is_unordered()));
    let oldest = counter.waited.max(counter.issued.saturating_sub(N as u32));
    let returns = (oldest + 1..=counter.issued).map(|seq| counter.return_of(seq));
    write_times(returns, now, out);
}

/// When a unit is free, and when it has returned everything.
fn write_server(server: &Server, now: u32, out: &mut Vec<u8>) {
    write(out, server.free.saturating_sub(now));
    write(out, server.last_return.saturating_sub(now));
}

/// The places that are still taken: how many, and for how long each.
fn write_places<const N: usize>(places: &Places<N>, from: u32, out: &mut Vec<u8>) {
    let taken = places.taken_after(from);
    write(out, taken.clone().count() as u32);
    taken.for_each(|slots| write(out, slots));
}

/// Times that never fall: how many lie in the future, and by how much each.
fn write_times(times: impl Iterator<Item = u32> + Clone, now: u32, out: &mut Vec<u8>) {
    let future = times.filter(|&at| at > now);
    write(out, future.clone().count() as u32);
    future.for_each(|at| write(out, at - now));
}

/// Ends a list of which every entry begins with a number above it.
const END: u32 = 0;

/// The index of the next entry of a list, counted from the one before it.
fn write_index(out: &mut Vec<u8>, at: usize, next: &mut usize) {
    write(out, (at + 1 - *next) as u32);
    *next = at + 1;
}

/// A number of seven bits a byte, the last of them without the highest bit: numbers are told apart
/// where they end.
#[inline(always)]
fn write(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
