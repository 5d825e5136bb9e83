//! Searches beside each other, on as many threads as the machine runs at once; what comes out depends neither on their number nor
//! on which one ends first.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{Builder, available_parallelism, scope};

use super::rounds::Good;

/// What so many searches find, the best first; of equals, that of the lower seed. A panic in one of them is the caller's.
pub(super) fn best_first(searches: u32, search: impl Fn(u32) -> Option<Good> + Sync) -> Vec<Good> {
    let threads = match searches {
        0 | 1 => 1,
        _ => available_parallelism().map_or(1, NonZero::get),
    };
    best_first_on(threads, searches, search)
}

/// The same on so many threads.
pub(super) fn best_first_on(
    threads: usize,
    searches: u32,
    search: impl Fn(u32) -> Option<Good> + Sync,
) -> Vec<Good> {
    let next = AtomicU32::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= searches {
                return found;
            }
            found.extend(search(seed).map(|good| (seed, good)));
        }
    };
    let mut found: Vec<(u32, Good)> = scope(|scope| {
        // Where no thread can be had, this one does all of it.
        let others: Vec<_> = (1..threads.min(searches as usize))
            .filter_map(|_| Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut found = work();
        for thread in others {
            match thread.join() {
                Ok(of_thread) => found.extend(of_thread),
                Err(panic) => resume_unwind(panic),
            }
        }
        found
    });
    found.sort_by_key(|(seed, good)| (good.found.rank(), *seed));
    found.into_iter().map(|(_, good)| good).collect()
}
