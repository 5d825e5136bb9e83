//! Whether code goes on alike behind two states of a wave.

use super::counter::Counter;
use super::program::Program;
use super::shared::Shared;
use super::stream::Stream;
use super::wave::Wave;

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
        let mut mixed = self.mixed(shared);
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

    /// The same without the counters.
    fn mixed(&self, shared: &Shared) -> Mixed {
        let mut mixed = Mixed::default();
        let late = |at: u32| at.saturating_sub(self.now);
        for (at, atom) in self.atoms.iter().enumerate() {
            let ready = late(atom.ready);
            let vm = atom.vm.saturating_sub(self.vm.waited);
            let lgkm = atom.lgkm.saturating_sub(self.lgkm.waited);
            if ready | vm | lgkm != 0 {
                mixed.add(at as u32, ready);
                mixed.add(vm, lgkm);
            }
        }
        mixed.add(late(shared.valu), late(shared.matrix));
        mixed.add(late(shared.lds.free), late(shared.vmem.free));
        mixed.add(late(shared.lds.last_return), late(shared.vmem.last_return));
        mixed.add(self.run.digest(self.states), 0);
        mixed
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
