//! Loops of two versions of a function, told which is which.

use super::LoopRecord;

/// What a loop is recognised by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LoopKey {
    /// Number of its first block.
    pub block: u32,
    /// Matrix instructions of its body.
    pub matrix_instructions: u32,
}

impl From<&LoopRecord> for LoopKey {
    fn from(found: &LoopRecord) -> LoopKey {
        LoopKey {
            block: found.block,
            matrix_instructions: found.matrix_instructions,
        }
    }
}

/// How much the same number of matrix instructions speaks for two loops being the same: more than the numbers of all blocks of
/// a function together.
const ALIKE: u64 = 1 << 32;

impl LoopKey {
    /// How much speaks for two loops being the same; 0 for nothing.
    fn likeness(self, other: LoopKey) -> u64 {
        let alike = u64::from(self.matrix_instructions == other.matrix_instructions);
        ALIKE * alike + u64::from(self.block == other.block)
    }
}

/// Which loops of two versions of a function are the same, as pairs of indices. Both lists are in the order
/// of the layout, which stays. Blocks that one version has besides (before and after a loop whose
/// iterations overlap) change the numbers of those behind, but no number of matrix instructions: of all
/// pairings in order, this is the one that most speaks for.
pub fn pairs(left: &[LoopKey], right: &[LoopKey]) -> Vec<(usize, usize)> {
    // By the loops that are left of both: how much speaks for the best pairing of these.
    let mut best = vec![vec![0; right.len() + 1]; left.len() + 1];
    let with = |best: &[Vec<u64>], l: usize, r: usize| match left[l].likeness(right[r]) {
        0 => 0,
        likeness => likeness + best[l + 1][r + 1],
    };
    for l in (0..left.len()).rev() {
        for r in (0..right.len()).rev() {
            let without = best[l + 1][r].max(best[l][r + 1]);
            best[l][r] = without.max(with(&best, l, r));
        }
    }
    let (mut l, mut r) = (0, 0);
    let mut pairs = Vec::new();
    while l < left.len() && r < right.len() {
        if best[l][r] > 0 && with(&best, l, r) == best[l][r] {
            pairs.push((l, r));
            (l, r) = (l + 1, r + 1);
        } else if best[l + 1][r] == best[l][r] {
            l += 1;
        } else {
            r += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(of: &[(u32, u32)]) -> Vec<LoopKey> {
        let key = |&(block, matrix_instructions)| LoopKey {
            block,
            matrix_instructions,
        };
        of.iter().map(key).collect()
    }

    #[test]
    fn loops_are_recognised_whatever_blocks_come_before_them() {
        let llvm = keys(&[(2, 0), (4, 64), (7, 64), (9, 0)]);
        assert_eq!(pairs(&llvm, &llvm), [(0, 0), (1, 1), (2, 2), (3, 3)]);
        // A block before and one after the second loop, and the third.
        let rotated = keys(&[(2, 0), (5, 64), (10, 64), (13, 0)]);
        assert_eq!(pairs(&llvm, &rotated), [(0, 0), (1, 1), (2, 2), (3, 3)]);
        // The numbers alone would pair the wrong ones.
        let shifted = keys(&[(4, 0), (7, 64), (9, 64), (12, 0)]);
        assert_eq!(pairs(&llvm, &shifted), [(0, 0), (1, 1), (2, 2), (3, 3)]);
    }

    /// Six blocks more before nine loops: by the numbers of blocks, each is the one that came before it.
    #[test]
    fn more_loops_in_pairs_count_more_than_numbers_of_blocks() {
        let found: Vec<(u32, u32)> = (1..10).map(|at| (6 * at, 4)).collect();
        let at_end: Vec<(u32, u32)> = (2..11).map(|at| (6 * at, 4)).collect();
        let all: Vec<(usize, usize)> = (0..9).map(|at| (at, at)).collect();
        assert_eq!(pairs(&keys(&found), &keys(&at_end)), all);
    }

    #[test]
    fn a_loop_that_only_one_version_has_is_left_out() {
        let llvm = keys(&[(2, 0), (4, 64), (7, 32)]);
        assert_eq!(pairs(&llvm, &keys(&[(2, 0), (7, 32)])), [(0, 0), (2, 1)]);
        assert_eq!(pairs(&llvm, &keys(&[(9, 32)])), [(2, 0)]);
        assert_eq!(pairs(&llvm, &[]), []);
        // Where the number of matrix instructions is another, the number of the block still counts.
        assert_eq!(pairs(&keys(&[(2, 8)]), &keys(&[(2, 16)])), [(0, 0)]);
        assert_eq!(pairs(&keys(&[(2, 8)]), &keys(&[(3, 16)])), []);
    }
}
