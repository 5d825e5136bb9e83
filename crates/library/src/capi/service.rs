//! Requests over the C library.

use std::ffi::{c_char, c_int};
use std::io::{BufReader, BufWriter};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd as _;
use std::sync::{Mutex, PoisonError};

use super::header::*;
use super::outcome::Outcome;
use super::{Failure, guarded};
use crate::service;

/// A service that several threads may use.
pub struct Service(Mutex<service::Service>);

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdna_sched_service_new() -> *mut Service {
    Box::into_raw(Box::new(Service(Mutex::default())))
}

/// See the header.
///
/// # Safety
/// `service` must be null or of [`cdna_sched_service_new`] and not freed, `request` readable for `size` bytes, and
/// `result` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_service_answer(
    service: *mut Service,
    request: *const c_char,
    size: usize,
    result: *mut *mut Outcome,
) -> cdna_sched_status {
    if result.is_null() {
        return CDNA_SCHED_BAD_ARGUMENT;
    }
    // SAFETY: the caller vouches for the pointer.
    let service = unsafe { service.as_ref() };
    let answer = guarded(|| {
        let service = service.ok_or_else(|| Failure::argument("service is null"))?;
        if request.is_null() || isize::try_from(size).is_err() {
            return Err(Failure::argument("request is null, or too long"));
        }
        // SAFETY: not null, and the caller vouches that so many bytes can be read.
        let request = unsafe { std::slice::from_raw_parts(request.cast::<u8>(), size) };
        let mut service = service.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(service.answer(request))
    });
    let (status, outcome) = match answer {
        Ok(answer) => (CDNA_SCHED_OK, Outcome::of_answer(answer)),
        Err(failure) => (failure.status, Outcome::failed(&failure.message)),
    };
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

/// See the header.
///
/// # Safety
/// Both must be open file descriptors that stay open meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdna_sched_serve(input: c_int, output: c_int) -> c_int {
    if input < 0 || output < 0 {
        return 1;
    }
    let served = guarded(|| {
        // SAFETY: the caller vouches that they are open; they are not closed here.
        let file = |fd| ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(fd) });
        let (input, output) = (file(input), file(output));
        let served = service::serve(BufReader::new(&*input), BufWriter::new(&*output));
        served.map_err(Failure::input)
    });
    c_int::from(served.is_err())
}
