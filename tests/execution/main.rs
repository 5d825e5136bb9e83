//! A small interpreter for the flat function: executes a program and what stage 1 made of it, and
//! compares what they did.
//!
//! It has no part in the scheduler, the wait placement or the checker, and shares no table with
//! them. Which counter an instruction raises comes from the ISA documents ([`counters`]).
//!
//! **Values.** A register holds a hash: of the opcode and of everything that the instruction which
//! wrote it has read. Two programs do the same when each instruction reads the same in both.
//!
//! **Not there yet.** What a load writes is not there until a wait covers it, and whatever any order
//! of completion could leave outstanding is taken to be outstanding: of in-order operations the
//! youngest `n` after a wait for `n`, of operations without an order all of them unless `n` is 0.
//! Reading such a register is an error. That covers completion as late as possible, as early as
//! possible and everything between.
//!
//! **Memory.** Several waves share memory. A write lands when it is complete; a read looks at any
//! time between its issue and its completion. For each read there is therefore a set of writes that
//! it sees for certain and a set of writes that it can see at all, and the result must see the
//! first and nothing outside the second, as the original does. The waves run in turns between
//! barriers, in several orders; what depends on the order of the original's waves is not compared.
//!
//! **The original** is what stage 1 was given. Registers have no waits there yet and hold their
//! value at once. Its memory is as the markers of the memory model and the user's waits make it:
//! a soft wait is a wait, `S_WAITCNT_lds_direct` waits for all loads into LDS, and nothing else
//! is ever complete. A barrier, an atomic, a cache control or a message tells others what is
//! complete. **The result** has only its own `s_waitcnt`: what was complete in the original when
//! others are told must be complete in the result, too.
//!
//! What it does not see:
//! - waves on different paths: all take the same one, by a seed's decisions;
//! - addresses: two accesses in one scheduling region that LLVM's dependence graph leaves unordered
//!   count as distinct, all others as overlapping;
//! - loads into LDS that the same wave reads without any marker in between: whether that needs a
//!   wait is a matter of alias facts, and `check` decides it;
//! - which of several plain loads a user's wait leaves outstanding, when it leaves some; of stores,
//!   atomics and loads into LDS it sees that;
//! - wait states.

mod compare;
mod counters;
mod events;
mod execute;
mod faults;
#[cfg(feature = "llvm")]
#[path = "../support/folder.rs"]
mod folder;
#[cfg(feature = "llvm")]
mod generator;
#[cfg(feature = "llvm")]
#[path = "../support/kernels.rs"]
mod inputs;
#[cfg(feature = "llvm")]
mod kernels;
#[cfg(feature = "llvm")]
#[path = "../support/lanes.rs"]
mod lanes;
#[cfg(feature = "llvm")]
mod llc;
#[cfg(feature = "llvm")]
mod mutants;
mod operation;
mod path;
#[cfg(feature = "llvm")]
mod random;
#[cfg(feature = "llvm")]
mod renamed;
mod wave;

// Unit tests of the checker have the interpreter of lanes as well.
#[cfg(feature = "llvm")]
use cdnasched_base::machine;
