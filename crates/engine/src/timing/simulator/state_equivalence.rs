//! Whether code runs alike from two states of a program, at different times: compared in full, or by
//! a digest.

use super::counter::CounterModel;
use super::shared_units::SharedUnits;
use super::wave::{AtomState, Wave};
use crate::timing::program::{AtomId, Program};
use crate::timing::stream::Stream;

/// Atoms that are compared at once.
const AT_ONCE: usize = 16;

impl Wave {
    /// Whether two waves of a predicted stream continue alike: everything that their digests are made
    /// of is equal.
    /// `unlike`: the atom that is looked at first, and the last one found to differ, or one near it: it often does again.
    pub fn is_equivalent(
        &self,
        shared: &SharedUnits,
        other: &Wave,
        others: &SharedUnits,
        unlike: &mut usize,
    ) -> bool {
        self.is_alike_but_for_atoms(shared, other, others)
            && Comparison::of(self, other).are_alike(unlike)
    }

    /// The same where the two can differ in some atoms alone, which may be named more than once.
    pub fn is_equivalent_in(
        &self,
        shared: &SharedUnits,
        other: &Wave,
        others: &SharedUnits,
        unlike: &mut usize,
        mut atoms: impl Iterator<Item = AtomId>,
    ) -> bool {
        if !self.is_alike_but_for_atoms(shared, other, others) {
            return false;
        }
        let comparison = Comparison::of(self, other);
        let is_unlike = |at: AtomId| {
            let (a, b) = (&self.atoms[at], &other.atoms[at]);
            // Most are no different but for the time, which is seen at once.
            !comparison.are_shifted(a, b) && comparison.are_unlike(a, b)
        };
        if *unlike < self.atoms.as_slice().len() && is_unlike(AtomId::new(*unlike)) {
            return false;
        }
        let found = atoms.find(|&at| is_unlike(at));
        *unlike = found.map_or(*unlike, AtomId::index);
        if cfg!(any(test, debug_assertions)) {
            assert_eq!(found.is_none(), comparison.are_alike(&mut 0));
        }
        found.is_none()
    }

    /// The atoms whose values are not ready yet, or that memory may still write. Any other is ready for good, until an instruction
    /// writes it.
    pub fn in_flight(&self) -> impl Iterator<Item = AtomId> {
        let is_in_flight = |atom: &AtomState| self.is_outstanding(atom) || atom.ready > self.now;
        let atoms = self.atoms.iter_enumerated();
        atoms
            .filter(move |(_, atom)| is_in_flight(atom))
            .map(|(at, _)| at)
    }

    /// Whether two waves continue alike if their atoms let them.
    fn is_alike_but_for_atoms(
        &self,
        shared: &SharedUnits,
        other: &Wave,
        others: &SharedUnits,
    ) -> bool {
        let (from, others_from) = (self.matters_from(), other.matters_from());
        self.clause.digest(self.wait_states) == other.clause.digest(other.wait_states)
            && self.lag() == other.lag()
            && self
                .gates
                .relative_to(self.now)
                .eq(other.gates.relative_to(other.now))
            && self.now - from == other.now - others_from
            && self.vm.outstanding() == other.vm.outstanding()
            && self.lgkm.outstanding() == other.lgkm.outstanding()
            && self.vm.is_unordered() == other.vm.is_unordered()
            && self.lgkm.is_unordered() == other.lgkm.is_unordered()
            && shared.is_like((self.now, from), others, (other.now, others_from))
    }

    /// A hash of everything that decides how the wave continues, relative to its own time.
    pub fn digest<S: Stream>(&self, _: &Program<S>, shared: &SharedUnits) -> u64 {
        let mut hash = self.hash_without_counters(shared);
        if S::IS_FINISHED {
            hash.add_outstanding(&self.vm, self.matters_from());
            hash.add_outstanding(&self.lgkm, self.matters_from());
        } else {
            hash.add(self.vm.outstanding(), self.lgkm.outstanding());
        }
        hash.0
    }

    /// The same without the counters.
    fn hash_without_counters(&self, shared: &SharedUnits) -> Hash {
        let mut hash = Hash::default();
        let from = self.matters_from();
        for (at, atom) in self.atoms.iter_enumerated() {
            let ready = self.readiness(atom, from);
            let vm = atom.vm.saturating_sub(self.vm.waited);
            let lgkm = atom.lgkm.saturating_sub(self.lgkm.waited);
            if ready | vm | lgkm != 0 {
                hash.add(at.index() as u32, ready);
                hash.add(vm, lgkm);
            }
        }
        // In a `for`, chained iterators ask at each step which one it is in.
        let times = shared.relative_to(self.now, from).enumerate();
        times.for_each(|(at, time)| hash.add(at as u32, time));
        hash.add(self.next_block.saturating_sub(self.now), 0);
        for (gate, shut) in self.gates.relative_to(self.now).enumerate() {
            hash.add(gate as u32, shut);
        }
        hash.add(self.clause.digest(self.wait_states), self.lag());
        hash
    }
}

/// Two waves whose atoms are compared.
struct Comparison<'a> {
    these: &'a Wave,
    those: &'a Wave,
    /// From which slot on it matters when something from memory returned.
    from: [u32; 2],
    /// By how many slots, and counted instructions, these are later than those.
    later: u32,
    on_vm: u32,
    on_lgkm: u32,
}

impl<'a> Comparison<'a> {
    fn of(these: &'a Wave, those: &'a Wave) -> Comparison<'a> {
        Comparison {
            these,
            those,
            from: [these.matters_from(), those.matters_from()],
            later: these.now.wrapping_sub(those.now),
            on_vm: these.vm.waited.wrapping_sub(those.vm.waited),
            on_lgkm: these.lgkm.waited.wrapping_sub(those.lgkm.waited),
        }
    }

    /// Whether two states of an atom differ. Without branches, so that several are compared at once.
    #[inline(always)]
    fn differ(&self, a: &AtomState, b: &AtomState) -> bool {
        !self.are_shifted(a, b) & self.are_unlike(a, b)
    }

    /// Whether all is shifted by the same number of slots and of counted instructions.
    #[inline(always)]
    fn are_shifted(&self, a: &AtomState, b: &AtomState) -> bool {
        let unshifted = (a.ready.wrapping_sub(b.ready) ^ self.later)
            | (a.vm.wrapping_sub(b.vm) ^ self.on_vm)
            | (a.lgkm.wrapping_sub(b.lgkm) ^ self.on_lgkm);
        unshifted == 0
    }

    /// Whether what matters of two states is not the same.
    #[inline(always)]
    fn are_unlike(&self, a: &AtomState, b: &AtomState) -> bool {
        let (these, those) = (self.these, self.those);
        let ready = these.readiness(a, self.from[0]) ^ those.readiness(b, self.from[1]);
        let vm = a.vm.saturating_sub(these.vm.waited) ^ b.vm.saturating_sub(those.vm.waited);
        let lgkm =
            a.lgkm.saturating_sub(these.lgkm.waited) ^ b.lgkm.saturating_sub(those.lgkm.waited);
        ready | vm | lgkm != 0
    }

    /// Whether all atoms are alike. `unlike`: as in [`Wave::is_equivalent`].
    fn are_alike(&self, unlike: &mut usize) -> bool {
        let (these, those) = (self.these.atoms.as_slice(), self.those.atoms.as_slice());
        let chunks = these.chunks(AT_ONCE).zip(those.chunks(AT_ONCE));
        let is_alike = |(these, those): (&[AtomState], &[AtomState])| {
            let pairs = these.iter().zip(those);
            !pairs
                .map(|(a, b)| self.differ(a, b))
                .fold(false, |any, one| any | one)
        };
        let first = chunks.clone().nth(*unlike / AT_ONCE);
        if !first.is_none_or(is_alike) {
            return false;
        }
        let found = chunks.clone().position(|chunk| !is_alike(chunk));
        *unlike = found.map_or(*unlike, |chunk| chunk * AT_ONCE);
        found.is_none()
    }
}

/// A hash of a sequence of numbers.
#[derive(Default)]
struct Hash(u64);

impl Hash {
    /// Adds when each outstanding instruction of a counter returns.
    fn add_outstanding<const N: usize>(&mut self, counter: &CounterModel<N>, from: u32) {
        let first = counter.issued.saturating_sub(N as u32 - 1);
        let returns = (first + 1..=counter.issued).map(|seq| counter.return_of(seq));
        for at in returns.filter(|&at| at > from) {
            self.add(at - from, N as u32);
        }
    }

    fn add(&mut self, a: u32, b: u32) {
        let pair = u64::from(a) << 32 | u64::from(b);
        self.0 = (self.0 ^ pair).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }
}
