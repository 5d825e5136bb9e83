//! Whether code goes on alike behind two states of a wave.

use super::model::MAX_QUEUE;
use super::program::OpId;
use super::shared::Shared;
use super::wave::{FAR, Wave};

impl Wave {
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
