//! Which waits LLVM added to those of stage 1.

use crate::gpu::Counts;
use crate::machine::Function;
use crate::waitcnt;

/// What all waits require, encoded and sorted: a user's immediate may have bits that mean nothing, and LLVM writes it anew.
/// Requests that LLVM's pass has yet to decide on are none.
pub(super) fn requirements(function: &Function) -> Vec<u16> {
    let insts = function.blocks().iter().flat_map(|b| &b.order);
    let waits = insts.filter(|&&id| function.info(id).is_standing_wait());
    let mut all: Vec<u16> = waits
        .filter_map(|&id| waitcnt::wait_request(function, id))
        .map(Counts::encode)
        .collect();
    all.sort_unstable();
    all
}

/// How many of `now` are not in `before`; both sorted.
pub(super) fn added(before: &[u16], now: &[u16]) -> u32 {
    let mut before = before.iter().peekable();
    let mut added = 0;
    for wait in now {
        while before.next_if(|b| *b < wait).is_some() {}
        if before.next_if(|b| *b == wait).is_none() {
            added += 1;
        }
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_waits_are_counted_once_each() {
        assert_eq!(added(&[1, 2, 2, 7], &[1, 2, 7]), 0);
        assert_eq!(added(&[1, 2], &[1, 2, 2, 3]), 2);
        assert_eq!(added(&[], &[5]), 1);
        assert_eq!(added(&[6], &[5]), 1);
    }
}
