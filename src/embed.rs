//! For programs that link the plugin in: set its options, and take its records without a file.

use std::sync::{Mutex, PoisonError};

use crate::ffi;
use crate::pipeline::Options;
use crate::report::Record;

/// Only one embedded run at a time: LLVM's options are global to the process.
static RUN: Mutex<()> = Mutex::new(());

/// Compiles with the stages in the pipeline and gives their records, in the order in which
/// LLVM finished the functions.
///
/// With every option off the stages only look: the code is LLVM's, and the records describe
/// it.
pub fn run<T>(options: &Options, compile: impl FnOnce() -> T) -> (T, Vec<Record>) {
    let _one = RUN.lock().unwrap_or_else(PoisonError::into_inner);
    ffi::embed(Some(options.clone()));
    ffi::capture(true);
    let result = compile();
    let records = ffi::capture(false);
    ffi::embed(None);
    (result, records)
}

/// The LLVM the plugin was compiled for, and the one in this process, as `22.1.8`.
pub fn llvm_versions() -> (String, String) {
    ffi::llvm_versions()
}
