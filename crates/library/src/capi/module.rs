//! An input with its options.

use std::ffi::{CStr, CString, OsStr, c_char, c_void};

use super::Failure;
use super::header::*;
use super::outcome::c_text;
use cdnasched_driver::Options;
use cdnasched_driver::settings::{self, FrontEnd, Row};
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
    given: Vec<(&'static Row, String)>,
    pub needless: bool,
    pub undecided: bool,
}

impl Input {
    /// The options of a call, as its front end has them: a module's are for all calls, and each takes those that it has.
    pub fn options(&self, front_end: FrontEnd) -> Result<Options, Failure> {
        let mut settings = settings::defaults(front_end);
        for (row, given) in &self.given {
            if row.is_in(front_end) {
                row.set(front_end, &mut settings, OsStr::new(given))
                    .map_err(|error| Failure::argument(error.to_string()))?;
            }
        }
        Ok(settings.options)
    }
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
    let processor = unsafe { text(options.processor) }?;
    let target = processor
        .map(|id| {
            Target::parse(id).map_err(|error| Failure::argument(format!("processor: {error}")))
        })
        .transpose()?;
    let mut given = Vec::new();
    for (name, value) in [("hazards", options.hazards), ("effort", options.effort)] {
        // SAFETY: the caller vouches for the strings of the options.
        let value = unsafe { text(value) }?;
        let Some((row, value)) = Row::named(name).zip(value) else {
            continue;
        };
        let checked = row.check(value);
        checked.map_err(|error| Failure::argument(format!("{name} is '{value}', {error}")))?;
        given.push((row, value.to_owned()));
    }
    object::read(&bytes).map_err(Failure::input)?;
    Ok(Input {
        bytes,
        target,
        given,
        needless: options.needless != 0,
        undecided: options.undecided != 0,
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
