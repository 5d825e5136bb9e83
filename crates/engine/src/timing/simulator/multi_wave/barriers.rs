//! Where the waves of a workgroup meet.

use std::ops::Range;

/// The barriers of the workgroups on a SIMD: how many each wave has issued. A wave waits at its last one
/// while another wave of its workgroup has issued fewer.
///
/// Nothing can wait for ever: of the waves of a workgroup that have not ended, the one that has issued
/// the fewest barriers does not wait; and one that has ended has issued as many as the others will. Where that is
/// not so, because only a part of what waves did is known, their workgroup is separate.
pub(super) struct Barriers {
    /// By wave. The waves of a workgroup are next to each other.
    issued: Vec<u32>,
    /// Waves of a workgroup; the last workgroup may have fewer.
    per_workgroup: usize,
    /// Workgroups whose waves meet nobody.
    separate: Vec<usize>,
}

impl Barriers {
    /// Waves that have issued none.
    pub fn new(waves: usize, per_workgroup: usize) -> Barriers {
        Barriers {
            issued: vec![0; waves],
            per_workgroup: per_workgroup.max(1),
            separate: Vec::new(),
        }
    }

    /// The same, but the waves of some workgroups, in rising order, do not meet: each goes on when it has issued a barrier.
    pub fn with_separate(self, separate: Vec<usize>) -> Barriers {
        Barriers { separate, ..self }
    }

    /// Whether a wave meets those of its workgroup at barriers.
    pub fn meets(&self, wave: usize) -> bool {
        let is_separate = || self.separate.binary_search(&self.workgroup_of(wave));
        self.per_workgroup > 1 && is_separate().is_err()
    }

    /// Number of workgroups.
    pub fn workgroups(&self) -> usize {
        self.issued.len().div_ceil(self.per_workgroup)
    }

    /// Number of the workgroup that a wave belongs to.
    pub fn workgroup_of(&self, wave: usize) -> usize {
        wave / self.per_workgroup
    }

    /// The waves of a wave's workgroup.
    pub fn workgroup(&self, wave: usize) -> Range<usize> {
        let first = self.workgroup_of(wave) * self.per_workgroup;
        first..(first + self.per_workgroup).min(self.issued.len())
    }

    /// Whether a wave is in the second half of its workgroup.
    pub fn is_in_second_half(&self, wave: usize) -> bool {
        let workgroup = self.workgroup(wave);
        wave - workgroup.start >= workgroup.len().div_ceil(2)
    }

    /// A wave that does not wait issues a barrier. Gives the waves that go on because of it: all of its
    /// workgroup, or none while one of them has yet to arrive.
    pub fn issue(&mut self, wave: usize) -> Range<usize> {
        self.issued[wave] += 1;
        if !self.meets(wave) {
            return wave..wave + 1;
        }
        let workgroup = self.workgroup(wave);
        if self.waits(wave) {
            workgroup.start..workgroup.start
        } else {
            workgroup
        }
    }

    /// Whether a wave waits at its last barrier.
    pub fn waits(&self, wave: usize) -> bool {
        let workgroup = &self.issued[self.workgroup(wave)];
        self.meets(wave) && workgroup.iter().any(|&other| other < self.issued[wave])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_wave_to_arrive_releases_its_workgroup_alone() {
        let mut barriers = Barriers::new(5, 2);
        assert_eq!(barriers.workgroups(), 3);
        assert!(barriers.issue(1).is_empty() && barriers.waits(1));
        assert!(barriers.issue(3).is_empty());
        assert_eq!(barriers.issue(0), 0..2);
        assert!(!barriers.waits(0) && !barriers.waits(1) && barriers.waits(3));
        assert_eq!(barriers.issue(2), 2..4);
        // The last one is alone.
        assert_eq!(barriers.issue(4), 4..5);
    }

    #[test]
    fn waves_of_a_separate_workgroup_go_on_at_once() {
        let mut barriers = Barriers::new(4, 2).with_separate(vec![1]);
        assert!(barriers.issue(0).is_empty() && barriers.meets(0));
        for _ in 0..2 {
            assert_eq!(barriers.issue(2), 2..3);
            assert!(!barriers.waits(2) && !barriers.meets(2));
        }
        assert_eq!(barriers.issue(1), 0..2);
    }

    #[test]
    fn a_wave_that_is_a_barrier_ahead_waits_for_the_others_first_one() {
        let mut barriers = Barriers::new(4, 4);
        let second: Vec<usize> = (0..4).filter(|&w| barriers.is_in_second_half(w)).collect();
        assert_eq!(second, [2, 3]);
        for wave in second {
            assert!(barriers.issue(wave).is_empty());
        }
        assert!(barriers.issue(0).is_empty());
        assert_eq!(barriers.issue(1), 0..4);
    }
}
