//! A tool of the ROCm runtime (ROCr, `HSA_TOOLS_LIB`): processes load better code objects, whatever framework they are of.
//!
//! The library takes the place of the runtime's functions that read code objects. What is read is looked up in the cache on disk; what is not
//! there is read as it is, while `cdna-sched`, as a process of its own, makes the better code for the next start. Whatever goes wrong, the
//! process gets the code that it asked for. docs/hsa.md.
#![deny(missing_docs)]

mod calls;
mod log;
mod program;
mod runtime;
mod settings;
mod state;

use std::ffi::c_char;
use std::panic;

use log::Log;
use runtime::Table;
use settings::{Mode, Settings};
use state::State;

/// What the runtime calls once it has loaded the library: its tables of functions, the version of the first of them, and which tools failed
/// before. `true` where the library is at work, or is switched off; at `false` the runtime goes on without it.
///
/// # Safety
/// `table` is the runtime's, which stays where it is until `OnUnload`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OnLoad(
    table: *mut Table,
    _version: u64,
    _failed: u64,
    _names: *const *const c_char,
) -> bool {
    let loaded = panic::catch_unwind(|| {
        let log = Log::new(cdnasched_cache::log());
        let settings = match Settings::from_environment() {
            Ok(settings) if settings.mode == Mode::Off => return true,
            Ok(settings) => settings,
            Err(error) => return log.off(&error),
        };
        let state = match State::new(settings, log.clone()) {
            Ok(state) => state,
            Err(error) => return log.off(&error),
        };
        // SAFETY: it is what the runtime gave us.
        match unsafe { runtime::real(table) } {
            Ok(real) => {
                calls::begin(state, real);
                // SAFETY: `real` has looked at the table's version and length.
                unsafe { runtime::put(table, &calls::OURS) };
                true
            }
            Err(error) => log.off(&error.to_string()),
        }
    });
    // The hook has said what panicked.
    loaded.unwrap_or(false)
}

/// What the runtime calls before it closes the library. It resets its tables itself.
#[unsafe(no_mangle)]
pub extern "C" fn OnUnload() {
    let _ = panic::catch_unwind(calls::end);
}
