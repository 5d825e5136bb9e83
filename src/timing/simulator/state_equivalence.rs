//! Whether code runs alike from two states of a program, at different times: compared in full, or by
//! a digest.

use super::counter::Counter;
use super::shared_units::SharedUnits;
use super::wave::{BEYOND_HAZARDS, Wave};
use crate::timing::model::MAX_QUEUE;
use crate::timing::program::{OpId, Program};
use crate::timing::stream::Stream;

impl Wave {
    /// Whether two waves of a predicted stream continue alike: everything that their digests are made
    /// of is equal.
    pub fn is_equivalent(&self, shared: &SharedUnits, other: &Wave, others: &SharedUnits) -> bool {
        let same = |a: u32, b: u32| a.saturating_sub(self.now) == b.saturating_sub(other.now);
        let due =
            |a: u32, of: u32, b: u32, with: u32| a.saturating_sub(of) == b.saturating_sub(with);
        let later = self.now.wrapping_sub(other.now);
        let on_vm = self.vm.waited.wrapping_sub(other.vm.waited);
        let on_lgkm = self.lgkm.waited.wrapping_sub(other.lgkm.waited);
        self.clause.digest(self.wait_states) == other.clause.digest(other.wait_states)
            && self.vm.outstanding() == other.vm.outstanding()
            && self.lgkm.outstanding() == other.lgkm.outstanding()
            && self.vm.is_unordered() == other.vm.is_unordered()
            && self.lgkm.is_unordered() == other.lgkm.is_unordered()
            && same(shared.valu, others.valu)
            && same(shared.matrix, others.matrix)
            && same(shared.lds.free, others.lds.free)
            && same(shared.vmem.free, others.vmem.free)
            && same(shared.lds.last_return, others.lds.last_return)
            && same(shared.vmem.last_return, others.vmem.last_return)
            && self.atoms.iter().zip(&other.atoms).all(|(a, b)| {
                // The usual case, checked first: everything is shifted by the same number of slots
                // and of counted instructions.
                let shifted = a.ready.wrapping_sub(b.ready) == later
                    && a.vm.wrapping_sub(b.vm) == on_vm
                    && a.lgkm.wrapping_sub(b.lgkm) == on_lgkm;
                shifted
                    || same(a.ready, b.ready)
                        && due(a.vm, self.vm.waited, b.vm, other.vm.waited)
                        && due(a.lgkm, self.lgkm.waited, b.lgkm, other.lgkm.waited)
            })
    }

    /// A hash of everything that decides how the wave continues, relative to its own time.
    pub fn digest<S: Stream>(&self, _: &Program<S>, shared: &SharedUnits) -> u64 {
        let atoms = 0..self.atoms.len() as u16;
        let mut hash = self.hash_of(shared, atoms);
        if S::IS_FINISHED {
            hash.add_outstanding(&self.vm, self.now);
            hash.add_outstanding(&self.lgkm, self.now);
        } else {
            hash.add(self.vm.outstanding(), self.lgkm.outstanding());
        }
        hash.0
    }

    /// A hash of what decides how code continues that touches these atoms only, but for counters.
    fn hash_of(&self, shared: &SharedUnits, atoms: impl Iterator<Item = u16>) -> Hash {
        let mut hash = Hash::default();
        let from_now = |at: u32| at.saturating_sub(self.now);
        for at in atoms {
            let atom = &self.atoms[usize::from(at)];
            let ready = from_now(atom.ready);
            let vm = atom.vm.saturating_sub(self.vm.waited);
            let lgkm = atom.lgkm.saturating_sub(self.lgkm.waited);
            if ready | vm | lgkm != 0 {
                hash.add(u32::from(at), ready);
                hash.add(vm, lgkm);
            }
        }
        hash.add(from_now(shared.valu), from_now(shared.matrix));
        hash.add(from_now(shared.lds.free), from_now(shared.vmem.free));
        hash.add(
            from_now(shared.lds.last_return),
            from_now(shared.vmem.last_return),
        );
        hash.add(self.clause.digest(self.wait_states), 0);
        hash
    }

    /// A hash for code that touches these atoms only. It also covers what only some of that code
    /// depends on: wait states since each instruction in `issued`, and the single entries of counters
    /// and queues. States of one program that have issued the same instructions and have equal
    /// fingerprints continue alike, hash collisions aside.
    pub fn fingerprint(
        &self,
        shared: &SharedUnits,
        atoms: &[u16],
        issued: impl Iterator<Item = OpId>,
    ) -> u64 {
        let mut hash = self.hash_of(shared, atoms.iter().copied());
        hash.add(self.vm.outstanding(), self.lgkm.outstanding());
        let from_now = |at: u32| at.saturating_sub(self.now);
        for op in issued {
            let since = self.wait_states - self.issued[op as usize];
            if since < BEYOND_HAZARDS {
                hash.add(op, since);
            }
        }
        for seq in self.vm.waited + 1..=self.vm.issued {
            hash.add(from_now(self.vm.return_of(seq)), 0);
        }
        for seq in self.lgkm.waited + 1..=self.lgkm.issued {
            hash.add(from_now(self.lgkm.return_of(seq)), 1);
        }
        hash.add(
            self.vm.unordered.saturating_sub(self.vm.waited),
            self.lgkm.unordered.saturating_sub(self.lgkm.waited),
        );
        for server in [&shared.lds, &shared.vmem] {
            let first = server.count.saturating_sub(MAX_QUEUE);
            for count in first..server.count {
                hash.add(from_now(server.starts[count % MAX_QUEUE]), 2);
            }
        }
        for &(group, seq) in &self.lds_dma {
            hash.add(group, seq.saturating_sub(self.vm.waited));
        }
        if self.clause.to == self.wait_states {
            hash.add(self.wait_states - self.clause.from, 0);
        }
        hash.add(from_now(shared.salu), from_now(shared.smem));
        hash.0
    }
}

/// A hash of a sequence of numbers.
#[derive(Default)]
struct Hash(u64);

impl Hash {
    /// Adds when each outstanding instruction of a counter returns.
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
