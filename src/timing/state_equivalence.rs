//! Whether code goes on alike behind two states of a wave.

use super::counter::Counter;
use super::model::MAX_QUEUE;
use super::program::{OpId, Program};
use super::shared::Shared;
use super::stream::Stream;
use super::wave::{FAR, Wave};

impl Wave {
    /// Whether two waves of a program go on alike: all that the digest is made of is the same.
    pub fn is_equivalent(&self, shared: &Shared, other: &Wave, others: &Shared) -> bool {
        let same = |a: u32, b: u32| a.saturating_sub(self.now) == b.saturating_sub(other.now);
        let due =
            |a: u32, of: u32, b: u32, with: u32| a.saturating_sub(of) == b.saturating_sub(with);
        let later = self.now.wrapping_sub(other.now);
        let on_vm = self.vm.waited.wrapping_sub(other.vm.waited);
        let on_lgkm = self.lgkm.waited.wrapping_sub(other.lgkm.waited);
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
                // As a rule all is as it was, so many slots and operations later.
                let alike = a.ready.wrapping_sub(b.ready) == later
                    && a.vm.wrapping_sub(b.vm) == on_vm
                    && a.lgkm.wrapping_sub(b.lgkm) == on_lgkm;
                alike
                    || same(a.ready, b.ready)
                        && due(a.vm, self.vm.waited, b.vm, other.vm.waited)
                        && due(a.lgkm, self.lgkm.waited, b.lgkm, other.lgkm.waited)
            })
    }

    /// A digest of all that decides how the wave goes on, relative to its own time.
    pub fn digest<S: Stream>(&self, _: &Program<S>, shared: &Shared) -> u64 {
        let atoms = 0..self.atoms.len() as u16;
        let mut mixed = self.mixed(shared, atoms);
        match S::IS_FINISHED {
            true => {
                mixed.add_outstanding(&self.vm, self.now);
                mixed.add_outstanding(&self.lgkm, self.now);
            }
            false => mixed.add(
                self.vm.issued - self.vm.waited,
                self.lgkm.issued - self.lgkm.waited,
            ),
        }
        mixed.0
    }

    /// The same for code that touches these atoms only.
    fn mixed(&self, shared: &Shared, atoms: impl Iterator<Item = u16>) -> Mixed {
        let mut mixed = Mixed::default();
        let late = |at: u32| at.saturating_sub(self.now);
        for at in atoms {
            let atom = &self.atoms[usize::from(at)];
            let ready = late(atom.ready);
            let vm = atom.vm.saturating_sub(self.vm.waited);
            let lgkm = atom.lgkm.saturating_sub(self.lgkm.waited);
            if ready | vm | lgkm != 0 {
                mixed.add(u32::from(at), ready);
                mixed.add(vm, lgkm);
            }
        }
        mixed.add(late(shared.valu), late(shared.matrix));
        mixed.add(late(shared.lds.free), late(shared.vmem.free));
        mixed.add(late(shared.lds.last_return), late(shared.vmem.last_return));
        mixed.add(self.run.digest(self.states), 0);
        mixed
    }

    /// A digest for code that touches these atoms only, which also holds what only some of it asks
    /// about: wait states since the given instructions, single entries of counters and queues.
    /// States of one program that have issued the same instructions and agree in it go on alike.
    pub fn fingerprint(
        &self,
        shared: &Shared,
        atoms: &[u16],
        issued: impl Iterator<Item = OpId>,
    ) -> u64 {
        let mut mixed = self.mixed(shared, atoms.iter().copied());
        mixed.add(
            self.vm.issued - self.vm.waited,
            self.lgkm.issued - self.lgkm.waited,
        );
        let late = |at: u32| at.saturating_sub(self.now);
        for op in issued {
            let since = self.states - self.issued[op as usize];
            if since < FAR {
                mixed.add(op, since);
            }
        }
        for seq in self.vm.waited + 1..=self.vm.issued {
            mixed.add(late(self.vm.return_of(seq)), 0);
        }
        for seq in self.lgkm.waited + 1..=self.lgkm.issued {
            mixed.add(late(self.lgkm.return_of(seq)), 1);
        }
        mixed.add(
            self.vm.unordered.saturating_sub(self.vm.waited),
            self.lgkm.unordered.saturating_sub(self.lgkm.waited),
        );
        for server in [&shared.lds, &shared.vmem] {
            let first = server.count.saturating_sub(MAX_QUEUE);
            for count in first..server.count {
                mixed.add(late(server.starts[count % MAX_QUEUE]), 2);
            }
        }
        for &(group, seq) in &self.dma {
            mixed.add(group, seq.saturating_sub(self.vm.waited));
        }
        if self.run.to == self.states {
            mixed.add(self.states - self.run.from, 0);
        }
        mixed.add(late(shared.salu), late(shared.smem));
        mixed.0
    }
}

/// A hash of numbers in their order.
#[derive(Default)]
struct Mixed(u64);

impl Mixed {
    /// When what is outstanding on a counter returns.
    fn add_outstanding<const N: usize>(&mut self, counter: &Counter<N>, now: u32) {
        let first = counter.issued.saturating_sub(N as u32 - 1);
        let returns = (first + 1..=counter.issued).map(|seq| counter.return_of(seq));
        for at in returns.filter(|&at| at > now) {
            self.add(at - now, N as u32);
        }
    }

    fn add(&mut self, a: u32, b: u32) {
        let pair = u64::from(a) << 32 | u64::from(b);
        self.0 = (self.0 ^ pair).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}
