//! The C library: the functions of `include/cdna_sched.h`.
//!
//! What a function means is said in the header. Here its arguments are checked, panics stop, and answers get a form
//! that C can read. The work is done by [`service`], as for all other front ends.

mod outcome;
#[cfg(test)]
mod tests;
mod triton;

use std::any::Any;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::io::{BufReader, BufWriter};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use crate::service;
use cdnasched_base::panics;
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

/// A service that several threads may use.
pub struct Service(Mutex<service::Service>);

/// Why a call came to no answer.
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

/// Bytes of the caller's; `None` for null.
///
/// # Safety
/// `start` must be null or readable for `size` bytes, as long as what is made of it lives.
unsafe fn bytes<'a>(
    start: *const c_void,
    size: usize,
    what: &str,
) -> Result<Option<&'a [u8]>, Failure> {
    if start.is_null() && size > 0 {
        return Err(Failure::argument(format!("{what} is null")));
    }
    if isize::try_from(size).is_err() {
        let message = format!("the size of {what} is larger than any object in memory");
        return Err(Failure::argument(message));
    }
    // SAFETY: not null, and the caller vouches that so many bytes can be read.
    let given = || unsafe { std::slice::from_raw_parts(start.cast::<u8>(), size) };
    Ok((!start.is_null()).then(given))
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
#[unsafe(no_mangle)]
pub extern "C" fn cdna_sched_service_new() -> *mut Service {
    Box::into_raw(Box::new(Service(Mutex::default())))
}

/// See the header.
///
/// # Safety
/// `service` must be null or of [`cdna_sched_service_new`] and not freed, `request` and `input` null or readable for
/// as many bytes as is said, and `result` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_service_answer(
    service: *mut Service,
    request: *const c_char,
    request_size: usize,
    input: *const c_void,
    input_size: usize,
    result: *mut *mut Outcome,
) -> cdna_sched_status {
    if result.is_null() {
        return CDNA_SCHED_BAD_ARGUMENT;
    }
    // SAFETY: the caller vouches for the pointer.
    let service = unsafe { service.as_ref() };
    let reply = guarded(|| {
        let service = service.ok_or_else(|| Failure::argument("service is null"))?;
        // SAFETY: the caller vouches for both pointers.
        let (request, input) = unsafe {
            let request = bytes(request.cast(), request_size, "request")?;
            (request, bytes(input, input_size, "input")?)
        };
        let request = request.ok_or_else(|| Failure::argument("request is null"))?;
        let mut service = service.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(service.reply(request, input.map(<[u8]>::to_vec)))
    });
    let outcome = reply.map_or_else(Outcome::from, Outcome::from);
    let status = outcome.status;
    // SAFETY: not null, and the caller vouches that it can be written.
    unsafe { *result = Box::into_raw(Box::new(outcome)) };
    status
}

/// See the header.
///
/// # Safety
/// `service` must be null or of [`cdna_sched_service_new`] and not freed, and not be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_service_free(service: *mut Service) {
    if !service.is_null() {
        // SAFETY: the caller vouches that it is a box that nobody has freed.
        drop(unsafe { Box::from_raw(service) });
    }
}

/// Hands out bytes and how many they are; null and 0 for none.
///
/// # Safety
/// `size` must be null or writable.
unsafe fn handed_out(bytes: Option<&[u8]>, size: *mut usize) -> *const u8 {
    if !size.is_null() {
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *size = bytes.map_or(0, <[u8]>::len) };
    }
    bytes.map_or(std::ptr::null(), <[u8]>::as_ptr)
}

/// See the header.
///
/// # Safety
/// `result` must be null or a result that was not freed, and `size` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_text(
    result: *const Outcome,
    size: *mut usize,
) -> *const c_char {
    // SAFETY: the caller vouches for the pointer, as above.
    let answer = unsafe { result.as_ref() }.and_then(Outcome::answer);
    // SAFETY: the caller vouches for the pointer, as above.
    unsafe { handed_out(answer.map(CStr::to_bytes), size) }.cast()
}

/// See the header.
///
/// # Safety
/// As for [`cdna_sched_result_text`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_output(
    result: *const Outcome,
    size: *mut usize,
) -> *const c_void {
    // SAFETY: the caller vouches for the pointer, as above.
    let result = unsafe { result.as_ref() };
    let output = result.and_then(|result| result.output.as_deref());
    // SAFETY: the caller vouches for the pointer, as above.
    unsafe { handed_out(output, size) }.cast()
}

/// See the header.
///
/// # Safety
/// `result` must be null or a result that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_result_message(result: *const Outcome) -> *const c_char {
    // SAFETY: the caller vouches for the pointer, as above.
    let result = unsafe { result.as_ref() };
    result.map_or(c"".as_ptr(), |result| result.message().as_ptr())
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

/// See the header.
///
/// # Safety
/// Both must be open file descriptors that stay open meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_serve(input: c_int, output: c_int) -> c_int {
    if input < 0 || output < 0 {
        return 1;
    }
    let served = catch_unwind(|| {
        // SAFETY: the caller vouches that they are open; they are not closed here.
        let file = |fd| ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(fd) });
        let (input, output) = (file(input), file(output));
        service::serve(BufReader::new(&*input), BufWriter::new(&*output))
    });
    c_int::from(!matches!(served, Ok(Ok(()))))
}
