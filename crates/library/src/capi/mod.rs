//! The C library: the functions of `include/cdna_sched.h`.
//!
//! What a function means is said in the header. Here its arguments are checked, panics stop, and results get a form
//! that C can read. The work is done by [`cdnasched_text`], as for the command line.

mod module;
mod outcome;
mod service;
#[cfg(test)]
mod tests;
mod triton;
mod work;

use std::any::Any;
use std::ffi::{CStr, c_char, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use cdnasched_base::panics;
use module::Module;
use outcome::Outcome;

/// The types of the header.
#[allow(missing_docs, dead_code, non_camel_case_types, clippy::all)]
mod header {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

use header::*;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no NUL"),
    };

/// Why a call did not do its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    status: cdna_sched_status,
    message: String,
}

impl Failure {
    fn argument(message: impl Into<String>) -> Failure {
        Failure {
            status: CDNA_SCHED_BAD_ARGUMENT,
            message: message.into(),
        }
    }

    fn input(message: impl ToString) -> Failure {
        Failure {
            status: CDNA_SCHED_BAD_INPUT,
            message: message.to_string(),
        }
    }

    fn refused(message: impl Into<String>) -> Failure {
        Failure {
            status: CDNA_SCHED_REFUSED,
            message: message.into(),
        }
    }

    fn of_panic(panic: &(dyn Any + Send)) -> Failure {
        Failure {
            status: CDNA_SCHED_INTERNAL,
            message: format!(
                "a fault of the library, please report it with the input: {}",
                panics::message(panic)
            ),
        }
    }
}

/// Does work that may fail; a panic is a failure of ours.
fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::of_panic(&*panic)))
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdna_sched_api_version() -> c_uint {
    CDNA_SCHED_API_VERSION
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdna_sched_version() -> *const c_char {
    VERSION.as_ptr()
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdna_sched_status_text(status: cdna_sched_status) -> *const c_char {
    let text = match status {
        CDNA_SCHED_OK => c"done",
        CDNA_SCHED_BAD_ARGUMENT => c"an argument cannot be used",
        CDNA_SCHED_BAD_INPUT => c"the input cannot be read",
        CDNA_SCHED_REFUSED => c"this cannot be done with the input",
        CDNA_SCHED_INTERNAL => c"a fault of the library",
        _ => c"an unknown status",
    };
    text.as_ptr()
}

/// See the header.
///
/// # Safety
/// `data` must be readable for `size` bytes, `options` null or as the header says, `module` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_open(
    data: *const c_void,
    size: usize,
    options: *const cdna_sched_options,
    module: *mut *mut Module,
) -> cdna_sched_status {
    if module.is_null() {
        return CDNA_SCHED_BAD_ARGUMENT;
    }
    // SAFETY: the caller vouches for the pointers, as above.
    let opened = Module::of(guarded(|| unsafe { module::open(data, size, options) }));
    let status = opened.status();
    // SAFETY: not null, and the caller vouches that it can be written.
    unsafe { *module = Box::into_raw(Box::new(opened)) };
    status
}

/// See the header.
///
/// # Safety
/// `module` must be null or of [`cdna_sched_open`] and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_module_message(module: *const Module) -> *const c_char {
    // SAFETY: the caller vouches for the pointer, as above.
    let module = unsafe { module.as_ref() };
    module.map_or(c"".as_ptr(), |module| module.message().as_ptr())
}

/// See the header.
///
/// # Safety
/// `module` must be null or of [`cdna_sched_open`] and not freed, and not be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_module_free(module: *mut Module) {
    if !module.is_null() {
        // SAFETY: the caller vouches that it is a box that nobody has freed.
        drop(unsafe { Box::from_raw(module) });
    }
}

/// Does something with a module and hands out what came of it.
///
/// # Safety
/// `module` must be null or of [`cdna_sched_open`] and not freed, `result` null or writable.
unsafe fn call(
    module: *const Module,
    result: *mut *mut Outcome,
    work: impl FnOnce(&Module) -> Result<Outcome, Failure>,
) -> cdna_sched_status {
    if result.is_null() {
        return CDNA_SCHED_BAD_ARGUMENT;
    }
    // SAFETY: the caller vouches for the pointer, as above.
    let module = unsafe { module.as_ref() };
    let outcome = module
        .ok_or_else(|| Failure::argument("module is null"))
        .and_then(|module| guarded(|| work(module)));
    let (status, outcome) = match outcome {
        Ok(outcome) => (CDNA_SCHED_OK, outcome),
        Err(failure) => (failure.status, Outcome::failed(&failure.message)),
    };
    // SAFETY: not null, and the caller vouches that it can be written.
    unsafe { *result = Box::into_raw(Box::new(outcome)) };
    status
}

/// See the header.
///
/// # Safety
/// As for `call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_lint(
    module: *const Module,
    result: *mut *mut Outcome,
) -> cdna_sched_status {
    // SAFETY: the caller vouches for the pointers, as above.
    unsafe { call(module, result, work::lint) }
}

/// See the header.
///
/// # Safety
/// As for `call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_fix(
    module: *const Module,
    result: *mut *mut Outcome,
) -> cdna_sched_status {
    // SAFETY: the caller vouches for the pointers, as above.
    unsafe { call(module, result, work::fix) }
}

/// See the header.
///
/// # Safety
/// As for `call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_opt(
    module: *const Module,
    result: *mut *mut Outcome,
) -> cdna_sched_status {
    // SAFETY: the caller vouches for the pointers, as above.
    unsafe { call(module, result, work::opt) }
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`]; `size` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_text(
    result: *const Outcome,
    size: *mut usize,
) -> *const c_char {
    // SAFETY: the caller vouches for the pointer, as above.
    let made = unsafe { result.as_ref() }.and_then(Outcome::made);
    if !size.is_null() {
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *size = made.map_or(0, <[u8]>::len) };
    }
    made.map_or(std::ptr::null(), |made| made.as_ptr().cast())
}

/// See the header.
///
/// # Safety
/// `result` must be null or a result that was not freed; so for all functions below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_message(result: *const Outcome) -> *const c_char {
    // SAFETY: the caller vouches for the pointer, as above.
    let result = unsafe { result.as_ref() };
    result.map_or(c"".as_ptr(), |result| result.message().as_ptr())
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_findings(result: *const Outcome) -> usize {
    // SAFETY: the caller vouches for the pointer, as above.
    unsafe { result.as_ref() }.map_or(0, |result| result.findings().len())
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_finding(
    result: *const Outcome,
    index: usize,
) -> *const cdna_sched_finding {
    // SAFETY: the caller vouches for the pointer, as above.
    let result = unsafe { result.as_ref() };
    let finding = result.and_then(|result| result.findings().get(index));
    finding.map_or(std::ptr::null(), std::ptr::from_ref)
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_notes(result: *const Outcome) -> usize {
    // SAFETY: the caller vouches for the pointer, as above.
    unsafe { result.as_ref() }.map_or(0, |result| result.notes().len())
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_note(
    result: *const Outcome,
    index: usize,
) -> *const cdna_sched_note {
    // SAFETY: the caller vouches for the pointer, as above.
    let result = unsafe { result.as_ref() };
    let note = result.and_then(|result| result.notes().get(index));
    note.map_or(std::ptr::null(), std::ptr::from_ref)
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_functions(result: *const Outcome) -> usize {
    // SAFETY: the caller vouches for the pointer, as above.
    unsafe { result.as_ref() }.map_or(0, Outcome::functions)
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_message`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_instructions(result: *const Outcome) -> usize {
    // SAFETY: the caller vouches for the pointer, as above.
    unsafe { result.as_ref() }.map_or(0, Outcome::instructions)
}

/// See the header.
///
/// # Safety
/// `result` must be null or a result that was not freed, and not be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_free(result: *mut Outcome) {
    if !result.is_null() {
        // SAFETY: the caller vouches that it is a box that nobody has freed.
        drop(unsafe { Box::from_raw(result) });
    }
}
