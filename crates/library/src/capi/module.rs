//! An input with its options.

use std::ffi::{CStr, CString, c_char, c_void};

use super::Failure;
use super::header::*;
use super::outcome::c_text;
use cdnasched_base::rules::Policy;
use cdnasched_engine::schedule::Effort;
use cdnasched_object::{self as object, Target};

/// What was opened, or why it could not be.
pub struct Module {
    opened: Result<Input, Failure>,
    message: CString,
}

/// An input that can be worked on.
pub struct Input {
    pub bytes: Vec<u8>,
    /// What the options say.
    pub target: Option<Target>,
    pub hazards: Option<Policy>,
    pub needless: bool,
    pub undecided: bool,
    pub effort: Effort,
}

impl Module {
    pub fn of(opened: Result<Input, Failure>) -> Module {
        let message = match &opened {
            Ok(_) => CString::default(),
            Err(failure) => c_text(&failure.message),
        };
        Module { opened, message }
    }

    pub fn status(&self) -> cdna_sched_status {
        self.opened
            .as_ref()
            .err()
            .map_or(CDNA_SCHED_OK, |f| f.status)
    }

    pub fn message(&self) -> &CStr {
        &self.message
    }

    /// The input; a failure to open it is one of each call.
    pub fn input(&self) -> Result<&Input, Failure> {
        self.opened.as_ref().map_err(Clone::clone)
    }
}

/// Takes a copy of the input, and sees what it is.
///
/// # Safety
/// `data` must be readable for `size` bytes, `options` null or as the header says.
pub unsafe fn open(
    data: *const c_void,
    size: usize,
    options: *const cdna_sched_options,
) -> Result<Input, Failure> {
    // SAFETY: the caller vouches for the pointer.
    let options = unsafe { known_options(options) }?;
    if data.is_null() && size > 0 {
        return Err(Failure::argument("data is null"));
    }
    if isize::try_from(size).is_err() {
        return Err(Failure::argument(
            "size is larger than any object in memory",
        ));
    }
    let bytes = if size == 0 {
        Vec::new()
    } else {
        // SAFETY: not null, and the caller vouches that so many bytes can be read.
        unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) }.to_vec()
    };
    // SAFETY: the caller vouches for the strings of the options.
    let (processor, hazards) = unsafe { (text(options.processor)?, text(options.hazards)?) };
    let target = processor
        .map(|id| {
            Target::parse(id).map_err(|error| Failure::argument(format!("processor: {error}")))
        })
        .transpose()?;
    let hazards = hazards.map(|name| {
        Policy::from_name(name).ok_or_else(|| {
            let names = Policy::ALL.map(Policy::name).join(", ");
            Failure::argument(format!("hazards is '{name}', expected one of {names}"))
        })
    });
    let hazards = hazards.transpose()?;
    // SAFETY: the caller vouches for the strings of the options.
    let effort = unsafe { text(options.effort) }?.map_or(Ok(Effort::Default), |name| {
        let found = Effort::ALL.into_iter().find(|effort| effort.name() == name);
        let names = Effort::ALL.map(Effort::name).join(", ");
        found.ok_or_else(|| {
            Failure::argument(format!("effort is '{name}', expected one of {names}"))
        })
    })?;
    object::read(&bytes).map_err(Failure::input)?;
    Ok(Input {
        bytes,
        target,
        hazards,
        needless: options.needless != 0,
        undecided: options.undecided != 0,
        effort,
    })
}

/// The members of options that this version knows; those that the caller's does not know are zero.
///
/// # Safety
/// `options` must be null or readable for as many bytes as its member `size` says.
unsafe fn known_options(options: *const cdna_sched_options) -> Result<cdna_sched_options, Failure> {
    const KNOWN: usize = size_of::<cdna_sched_options>();
    let mut known = cdna_sched_options {
        size: KNOWN,
        processor: std::ptr::null(),
        hazards: std::ptr::null(),
        needless: 0,
        undecided: 0,
        effort: std::ptr::null(),
    };
    if options.is_null() {
        return Ok(known);
    }
    // SAFETY: not null, and the caller vouches that the size can be read.
    let size = unsafe { (*options).size };
    if size < KNOWN {
        return Err(Failure::argument(format!(
            "options.size is {size}, expected at least {KNOWN}; set it to sizeof(cdna_sched_options)"
        )));
    }
    // SAFETY: the caller vouches that so many bytes can be read.
    let newer =
        unsafe { std::slice::from_raw_parts(options.cast::<u8>().add(KNOWN), size - KNOWN) };
    if newer.iter().any(|&byte| byte != 0) {
        return Err(Failure::argument(format!(
            "options has members that version {CDNA_SCHED_API_VERSION} of the library does not know"
        )));
    }
    // SAFETY: at least as large as what is read.
    known = unsafe { options.read() };
    Ok(known)
}

/// A string of the caller's; `None` for null.
///
/// # Safety
/// `string` must be null or end with NUL, and live as long as is made of it.
unsafe fn text<'a>(string: *const c_char) -> Result<Option<&'a str>, Failure> {
    if string.is_null() {
        return Ok(None);
    }
    // SAFETY: not null, and the caller vouches for its end.
    let text = unsafe { CStr::from_ptr(string) }.to_str();
    text.map(Some)
        .map_err(|_| Failure::argument("a string of the options is not UTF-8"))
}
