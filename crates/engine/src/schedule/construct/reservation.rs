//! Slots of resources that are taken, counted from the end of what is scheduled.

use smallvec::SmallVec;

use crate::timing::Pipe;

/// The slots of one resource, counted from the end of the region: a union-find structure over runs of
/// taken slots.
#[derive(Default)]
struct FreeSlots {
    /// By slot: itself if it is free, else a later one to look at next.
    next: Vec<u32>,
}

impl FreeSlots {
    /// The first free slot from that one on. Compresses the path that it walks, so that a long run of
    /// taken slots is passed at once.
    fn free_from(&mut self, slot: u32) -> u32 {
        let known = self.next.len() as u32;
        self.next.extend(known..(slot + 1).max(known));
        let mut end = slot;
        while self.next.get(end as usize).is_some_and(|&next| next != end) {
            end = self.next[end as usize];
        }
        let mut at = slot;
        while at != end {
            at = std::mem::replace(&mut self.next[at as usize], end);
        }
        end
    }

    /// A slot from `first` on, before which no run of `length` free slots begins. `first` itself only if
    /// the whole run is free.
    fn run_from(&mut self, first: u32, length: u32) -> u32 {
        let last_taken = (first..first + length)
            .rev()
            .find(|&slot| self.free_from(slot) != slot);
        last_taken.map_or(first, |slot| self.free_from(slot))
    }

    fn take(&mut self, first: u32, length: u32) {
        for slot in first..first + length {
            self.free_from(slot);
            self.next[slot as usize] = slot + 1;
        }
    }
}

/// Which slots of the resources of a region are taken.
#[derive(Default)]
pub(crate) struct ReservationTable {
    issue: FreeSlots,
    matrix: FreeSlots,
    lds: FreeSlots,
    vmem: FreeSlots,
}

impl ReservationTable {
    /// Takes the latest free slots that begin at least `least` slots before the end, and returns how many
    /// slots before the end they begin.
    pub(crate) fn place(&mut self, least: u32, issue: u32, pipe: Pipe, busy: u32) -> u32 {
        let unit = match pipe {
            Pipe::Matrix => Some(&mut self.matrix),
            Pipe::Lds => Some(&mut self.lds),
            Pipe::Vmem => Some(&mut self.vmem),
            Pipe::None | Pipe::Salu | Pipe::Valu | Pipe::Packed | Pipe::Smem => None,
        };
        let issue = issue.max(1);
        // A unit may be busy beyond the end of the region.
        let mut wanted: SmallVec<[(&mut FreeSlots, u32); 2]> = SmallVec::new();
        wanted.push((&mut self.issue, issue));
        wanted.extend(unit.map(|unit| (unit, busy.max(1))));
        let mut begin = least.max(issue);
        loop {
            let before = begin;
            for (slots, length) in &mut wanted {
                let length = begin.min(*length);
                begin = slots.run_from(begin - length, length) + length;
            }
            if begin == before {
                break;
            }
        }
        for (slots, length) in &mut wanted {
            let length = begin.min(*length);
            slots.take(begin - length, length);
        }
        begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_taken_slots_are_passed() {
        let mut slots = FreeSlots::default();
        slots.take(2, 3);
        slots.take(6, 1);
        assert_eq!(
            [0, 1, 2, 4, 5, 6, 9].map(|s| slots.free_from(s)),
            [0, 1, 5, 5, 5, 7, 9]
        );
        assert_eq!([0, 1].map(|s| slots.run_from(s, 2)), [0, 5]);
        assert_eq!(slots.run_from(5, 2), 7);
    }
}
