//! The functions C calls to pick the compile: see `cpp/pick.h`.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::*;
use super::entry::message;
use super::options;
use super::raw;
use super::session;
use crate::pipeline::Options;
use crate::pipeline::pick::{Compilations, Part};
use crate::report::{self, PickRecord};

/// Opaque to C: what is known of a module under each strategy.
pub struct Pick {
    compilations: Compilations,
    /// What came out, once it is decided.
    decided: Option<Vec<(String, PickRecord)>>,
}

impl Pick {
    fn decided(&mut self) -> &[(String, PickRecord)] {
        let compilations = &mut self.compilations;
        self.decided.get_or_insert_with(|| {
            let decided = compilations.decide().into_iter();
            decided.map(|(name, of)| (name.to_owned(), of)).collect()
        })
    }
}

fn part(search: u32) -> Part {
    match search {
        0 => Part::Look,
        _ => Part::Search,
    }
}

/// Does something that must not panic across the ABI; the default where it would.
fn guarded<T: Default>(work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_default()
}

/// Begins; see the header.
///
/// # Safety
/// `session` must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_begin(session: *const CdnaSession) -> *mut Pick {
    // SAFETY: the caller vouches for what is not null.
    let most = unsafe { session.as_ref() }.map_or(0, |session| session.options(false).pick);
    match most {
        0 => std::ptr::null_mut(),
        most => Box::into_raw(Box::new(Pick {
            compilations: Compilations::new(most),
            decided: None,
        })),
    }
}

/// Adds a kernel; see the header.
///
/// # Safety
/// `pick` must be null or valid, and so must the strings and attributes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_kernel(
    pick: *mut Pick,
    name: CdnaStr,
    attributes: *const CdnaArgument,
    attribute_count: u64,
    is_leaf: u32,
) {
    // SAFETY: the caller vouches for what is not null, and for the array.
    let (Some(pick), Ok(attributes)) = (unsafe {
        (
            pick.as_mut(),
            raw::array(attributes, attribute_count, "attributes"),
        )
    }) else {
        return;
    };
    // SAFETY: the caller vouches for the strings.
    let Ok(name) = (unsafe { raw::symbol(name) }) else {
        return;
    };
    let text = |of: CdnaStr| {
        // SAFETY: as above.
        let bytes = unsafe { raw::bytes(of, "attribute") }.unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    let own = attributes.iter().map(|of| (text(of.key), text(of.value)));
    pick.compilations.add(&name, own.collect(), is_leaf != 0);
}

/// What is compiled now; see the header.
///
/// # Safety
/// `pick` must be null or valid, `strategies` writable for as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_jobs(
    pick: *mut Pick,
    search: u32,
    strategies: *mut u32,
    capacity: u64,
) -> u64 {
    // SAFETY: the caller vouches for what is not null.
    let Some(pick) = (unsafe { pick.as_mut() }) else {
        return 0;
    };
    let jobs = guarded(|| pick.compilations.jobs(part(search)));
    let jobs = jobs.into_iter().take(capacity as usize);
    let mut count = 0;
    for (at, job) in jobs.enumerate() {
        // SAFETY: the caller vouches for that many.
        unsafe { strategies.add(at).write(job as u32) };
        count += 1;
    }
    count
}

/// Attributes of a strategy; see the header.
///
/// # Safety
/// `pick` must be null or valid, the string valid, `attributes` writable for as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_attributes(
    pick: *const Pick,
    kernel: CdnaStr,
    strategy: u32,
    attributes: *mut CdnaArgument,
    capacity: u64,
) -> u64 {
    // SAFETY: the caller vouches for what is not null, and for the string.
    let (Some(pick), Ok(kernel)) = (unsafe { (pick.as_ref(), raw::symbol(kernel)) }) else {
        return 0;
    };
    let found = pick.compilations.attributes(&kernel, strategy as usize);
    let found = found.iter().take(capacity as usize);
    let mut count = 0;
    for (at, (key, value)) in found.enumerate() {
        let (key, value) = (CdnaStr::of(key), CdnaStr::of(value));
        // SAFETY: the caller vouches for that many; the texts are static.
        unsafe { attributes.add(at).write(CdnaArgument { key, value }) };
        count += 1;
    }
    count
}

/// Makes this process one that compiles for another; see the header.
///
/// # Safety
/// `session` must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_prepare(session: *const CdnaSession, search: u32) {
    // SAFETY: the caller vouches for what is not null.
    let options = unsafe { session.as_ref() }.map(|session| session.options(false));
    let options = options.unwrap_or(Options::LOOK);
    let options = match part(search) {
        Part::Look => Options {
            models: options.models,
            ..Options::LOOK
        },
        // The process that this one compiles for checks what it takes.
        Part::Search => Options { pick: 0, ..options },
    };
    options::embed(Some(options));
    session::capture(true);
}

/// What this process hands over; see the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdnasched_pick_records() -> *mut c_char {
    let mut lines = Vec::new();
    for record in session::capture(false) {
        // Writing to memory does not fail.
        let _ = record.write_line(&mut lines);
    }
    message(String::from_utf8(lines).unwrap_or_default())
}

/// What came of a compilation; see the header.
///
/// # Safety
/// `pick` must be null or valid, and so must the strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_result(
    pick: *mut Pick,
    search: u32,
    strategy: u32,
    records: CdnaStr,
    failure: CdnaStr,
) {
    // SAFETY: the caller vouches for what is not null, and for the strings.
    let (pick, records, failure) = unsafe {
        (
            pick.as_mut(),
            raw::bytes(records, "records").unwrap_or_default(),
            raw::text(failure, "failure").unwrap_or_default(),
        )
    };
    let Some(pick) = pick else {
        return;
    };
    let compiled = match (failure, report::read_lines(records)) {
        ("", Ok(records)) => Ok(records),
        ("", Err(error)) => Err(format!("what it handed over cannot be read: {error}")),
        (failure, _) => Err(failure.to_owned()),
    };
    guarded(|| {
        let at = strategy as usize;
        pick.compilations.add_result(part(search), at, compiled);
    });
}

/// What a kernel gets; see the header.
///
/// # Safety
/// `pick` must be null or valid, the string valid, `text` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_chosen(
    pick: *mut Pick,
    kernel: CdnaStr,
    text: *mut *mut c_char,
) -> u32 {
    // SAFETY: the caller vouches for what is not null, and for the string.
    let (Some(pick), Ok(kernel)) = (unsafe { (pick.as_mut(), raw::symbol(kernel)) }) else {
        return 0;
    };
    let said = guarded(|| {
        let decided = pick.decided();
        let found = decided.iter().find(|(name, _)| *name == *kernel);
        found.map(|(_, of)| of.to_string())
    });
    if !text.is_null() {
        let said = said.map_or(std::ptr::null_mut(), message);
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *text = said };
    }
    pick.compilations.chosen(&kernel) as u32
}

/// Ends it; see the header.
///
/// # Safety
/// `pick` must be null or come from [`cdnasched_pick_begin`], and not be used again; `session` null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_pick_end(pick: *mut Pick, session: *mut CdnaSession) {
    if pick.is_null() {
        return;
    }
    // SAFETY: made by Box::into_raw in pick_begin.
    let pick = unsafe { Box::from_raw(pick) };
    // SAFETY: the caller vouches for what is not null.
    if let Some(session) = unsafe { session.as_ref() } {
        session.pick(pick.decided.unwrap_or_default());
    }
}
