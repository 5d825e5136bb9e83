//! The states that a search has been in, compared by their content.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

/// States as bytes, each with what it took to reach it: several numbers, of which less is better.
///
/// A hash leads to the states to compare with and decides nothing. When the memory is full, no
/// state is added: those that are there still count, and the search may go through others twice.
pub(super) struct Visited {
    /// By hash, the last state of that hash.
    last: FxHashMap<u64, u32>,
    states: Vec<Stored>,
    bytes: Vec<u8>,
    /// What it took to reach each state, `costs` numbers a state.
    reached: Vec<u32>,
    costs: usize,
    /// The most bytes to keep.
    limit: usize,
}

struct Stored {
    /// Where its bytes begin; they end where those of the next state do.
    begin: u32,
    /// The one before it of the same hash.
    before: u32,
}

/// No state.
const NONE: u32 = u32::MAX;
/// What a state takes beside its bytes and costs, the table of hashes included.
const OVERHEAD: usize = 32;

impl Visited {
    /// Nothing, with memory for `limit` bytes; a state takes `costs` numbers to reach.
    pub fn new(costs: usize, limit: usize) -> Visited {
        Visited {
            last: FxHashMap::default(),
            states: Vec::new(),
            bytes: Vec::new(),
            reached: Vec::new(),
            costs,
            limit: limit.min(u32::MAX as usize),
        }
    }

    /// Whether the search has been in this state at no higher cost. If not, it now has.
    pub fn dominates(&mut self, state: &[u8], reached: &[u32]) -> bool {
        debug_assert_eq!(reached.len(), self.costs);
        let mut hasher = FxHasher::default();
        hasher.write(state);
        let hash = hasher.finish();
        let head = self.last.get(&hash).copied().unwrap_or(NONE);
        let mut at = head;
        while at != NONE {
            if self.bytes_of(at) == state {
                let first = at as usize * self.costs;
                let known = &mut self.reached[first..first + self.costs];
                let pairs = || known.iter().zip(reached);
                if pairs().all(|(known, new)| known <= new) {
                    return true;
                }
                if pairs().all(|(known, new)| new <= known) {
                    known.copy_from_slice(reached);
                    return false;
                }
            }
            at = self.states[at as usize].before;
        }
        if self.size() + state.len() <= self.limit {
            self.last.insert(hash, self.states.len() as u32);
            self.states.push(Stored {
                begin: self.bytes.len() as u32,
                before: head,
            });
            self.bytes.extend_from_slice(state);
            self.reached.extend_from_slice(reached);
        }
        false
    }

    fn bytes_of(&self, at: u32) -> &[u8] {
        let begin = self.states[at as usize].begin as usize;
        let end = self.states.get(at as usize + 1);
        &self.bytes[begin..end.map_or(self.bytes.len(), |next| next.begin as usize)]
    }

    /// Bytes kept, and what goes with them.
    fn size(&self) -> usize {
        self.bytes.len() + self.states.len() * (OVERHEAD + 4 * self.costs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_dominated_by_itself_reached_at_no_higher_cost() {
        let mut visited = Visited::new(2, 1 << 10);
        assert!(!visited.dominates(b"ab", &[3, 3]));
        assert!(visited.dominates(b"ab", &[3, 4]));
        assert!(!visited.dominates(b"ac", &[3, 4]));
        // Less of one and more of the other: both stay.
        assert!(!visited.dominates(b"ab", &[2, 5]));
        assert!(visited.dominates(b"ab", &[3, 3]) && visited.dominates(b"ab", &[2, 6]));
        // Less of both takes the place of one.
        assert!(!visited.dominates(b"ab", &[1, 3]));
        assert!(visited.dominates(b"ab", &[2, 3]));
    }

    #[test]
    fn full_memory_keeps_what_it_has() {
        let mut visited = Visited::new(1, 100);
        let added = (0..10u8).filter(|&n| {
            visited.dominates(&[n], &[7]);
            visited.dominates(&[n], &[7])
        });
        assert_eq!(added.count(), 3);
        assert!(visited.dominates(&[0], &[7]) && !visited.dominates(&[9], &[7]));
    }
}
