//! The functions C calls.

use std::ffi::{CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::abi::*;
use super::debug_values;
use super::import;
use super::libraries;
use super::opcodes;
use super::options;
use super::plan;
use super::raw;
use super::session::{self, Session};
use super::stages;
use crate::escape;
use crate::machine::{Function, InstId};
use crate::pipeline::{Outcome, Stage};
use crate::schedule::Walls;
use crate::transform::guards::{self, Guard};

pub(super) fn message(text: String) -> *mut c_char {
    // A NUL inside would only cut the message short.
    CString::new(text.replace('\0', " "))
        .unwrap_or_default()
        .into_raw()
}

/// The options; see the header.
///
/// # Safety
/// `count` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_options(count: *mut u64) -> *const CdnaOption {
    let options = options::describe();
    if !count.is_null() {
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *count = options.len() as u64 };
    }
    options.as_ptr()
}

/// Opcodes that the shim needs; see the header.
///
/// # Safety
/// `count` must be null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_opcodes(count: *mut u64) -> *const CdnaStr {
    let opcodes = opcodes::describe();
    if !count.is_null() {
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *count = opcodes.len() as u64 };
    }
    opcodes.as_ptr()
}

/// What is wrong with the LLVM libraries of this process; see the header.
///
/// # Safety
/// The string must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_check_libraries(
    llvm: *const c_void,
    version: CdnaStr,
) -> *mut c_char {
    // SAFETY: the caller vouches for the string.
    let version = unsafe { raw::text(version, "version of LLVM") }.unwrap_or_default();
    libraries::check(llvm as u64, version).map_or(std::ptr::null_mut(), message)
}

/// The version of cdnasched; see the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdnasched_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Gives an answer, or a warning.
///
/// # Safety
/// `warning` must be null or writable.
unsafe fn answer(answer: Result<bool, String>, warning: *mut *mut c_char) -> u32 {
    let (answer, text) = match answer {
        Ok(answer) => (answer, std::ptr::null_mut()),
        Err(_) if warning.is_null() => return 0,
        Err(text) => (false, message(text)),
    };
    if !warning.is_null() {
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *warning = text };
    }
    u32::from(answer)
}

/// Whether an annotation switches its function off; see the header.
///
/// # Safety
/// The strings must be valid, `warning` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_annotation(
    function: CdnaStr,
    text: CdnaStr,
    warning: *mut *mut c_char,
) -> u32 {
    // SAFETY: the caller vouches for the strings.
    let (function, text) = unsafe { (raw::symbol(function), raw::bytes(text, "annotation")) };
    let text = escape::bytes(text.unwrap_or_default());
    let said = session::annotation(&function.unwrap_or_default(), &text);
    // SAFETY: passed on from the caller.
    unsafe { answer(said, warning) }
}

/// That a target is left to LLVM; see the header.
///
/// # Safety
/// The string must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_unsupported(target: CdnaStr) -> *mut c_char {
    // SAFETY: the caller vouches for the string.
    let target = unsafe { raw::text(target, "target") };
    message(session::unsupported(target.unwrap_or_default()))
}

/// Opens a session; see the header.
///
/// # Safety
/// The values and what they point to must be valid, `error` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_session_open(
    abi_version: u32,
    values: *const CdnaStr,
    value_count: u64,
    error: *mut *mut c_char,
) -> *mut CdnaSession {
    let opened = catch_unwind(|| {
        let size = size_of::<CdnaFunction>();
        raw::check_version(abi_version, size as u32, size).map_err(|e| e.to_string())?;
        // SAFETY: the caller vouches for the values.
        let values = unsafe { raw::values(values, value_count) }.map_err(|e| e.to_string())?;
        let settings = options::parse(values).map_err(|e| e.to_string())?;
        Session::open(settings).map_err(|e| e.to_string())
    });
    let failure = match opened {
        Ok(Ok(session)) => return Box::into_raw(Box::new(session)),
        Ok(Err(failure)) => failure,
        Err(_) => "cdna-sched: internal error while starting".to_owned(),
    };
    if !error.is_null() {
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *error = message(failure) };
    }
    std::ptr::null_mut()
}

/// What the session's options need; see the header.
///
/// # Safety
/// `session` must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_session_needs(session: *const CdnaSession) -> u32 {
    // SAFETY: the caller vouches for what is not null.
    unsafe { session.as_ref() }.map_or(0, Session::needs)
}

/// Whether a function is wanted; see the header.
///
/// # Safety
/// `session` must be null or valid, the strings valid, and `warning` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_wants(
    session: *const CdnaSession,
    stage: u32,
    explain: u32,
    name: CdnaStr,
    attribute: CdnaStr,
    cpu: CdnaStr,
    warning: *mut *mut c_char,
) -> u32 {
    // SAFETY: the caller vouches for what is not null, and for the strings.
    let (session, name, attribute, cpu) = unsafe {
        (
            session.as_ref(),
            raw::bytes(name, "name"),
            raw::bytes(attribute, "attribute"),
            raw::text(cpu, "processor"),
        )
    };
    let wanted = match (session, stage_of(stage), name, attribute, cpu) {
        (Some(session), Some(stage), Ok(name), Ok(attribute), Ok(cpu)) => {
            session.wants(stage, explain != 0, name, attribute, cpu)
        }
        _ => Ok(false),
    };
    // SAFETY: passed on from the caller.
    unsafe { answer(wanted, warning) }
}

/// The stage of a number of the header.
fn stage_of(stage: u32) -> Option<Stage> {
    match stage {
        CDNA_STAGE_SCHEDULE => Some(Stage::Schedule),
        CDNA_STAGE_NOPS => Some(Stage::Nops),
        CDNA_STAGE_AUDIT => Some(Stage::Audit),
        _ => None,
    }
}

/// Whether the report is whole; see the header.
///
/// # Safety
/// `session` must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_session_finish(session: *const CdnaSession) -> *mut c_char {
    // SAFETY: the caller vouches for what is not null.
    let settled = unsafe { session.as_ref() }.map_or(Ok(()), Session::settle);
    settled.map_or_else(
        |error| message(error.to_string()),
        |()| std::ptr::null_mut(),
    )
}

/// Closes a session; see the header.
///
/// # Safety
/// `session` must be null or come from [`cdnasched_session_open`], and not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_session_close(session: *mut CdnaSession) {
    if !session.is_null() {
        // SAFETY: made by Box::into_raw in session_open.
        drop(unsafe { Box::from_raw(session) });
    }
}

/// Releases an error message; see the header.
///
/// # Safety
/// `string` must be null or come from this library, and not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_string_free(string: *mut c_char) {
    if !string.is_null() {
        // SAFETY: made by CString::into_raw in message().
        drop(unsafe { CString::from_raw(string) });
    }
}

/// LLVM's entry of a pass plugin; see the header.
#[cfg(feature = "llvm")]
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> CdnaPassPlugin {
    // SAFETY: a plain call of the shim.
    unsafe { cdnasched_pass_plugin() }
}

/// Calls a stage with everything checked and panics stopped.
///
/// # Safety
/// The pointers must be null or valid, `function` for all it points to.
unsafe fn call(
    stage: Stage,
    session: *const CdnaSession,
    function: *const CdnaFunction,
    explain: u32,
    plan: *mut *mut CdnaPlan,
) -> u32 {
    // SAFETY: the caller vouches for what is not null.
    let (Some(session), Some(function), false) =
        (unsafe { (session.as_ref(), function.as_ref(), plan.is_null()) })
    else {
        return CDNA_BAD_CALL;
    };
    let size = size_of::<CdnaFunction>();
    if raw::check_version(function.abi_version, function.struct_size, size).is_err() {
        return CDNA_BAD_CALL;
    }
    let options = session.options(explain != 0);
    let flat = || {
        // SAFETY: the caller vouches for the function's arrays.
        let flat = unsafe { import::function(function, options.walls == Walls::Cross) };
        flat.map_err(|error| error.to_string())
    };
    let taken = || {
        let flat = flat()?;
        // SAFETY: as above.
        let debug = unsafe { debug_values::import(function, &flat) };
        Ok((flat, debug.map_err(|error| error.to_string())?))
    };
    let answer = catch_unwind(AssertUnwindSafe(|| match taken() {
        Ok((flat, debug_values)) => match (stage, session.check_files()) {
            (Stage::Schedule | Stage::Nops, Err(error)) => {
                stages::no_file(stage, session, &flat, error).into()
            }
            _ => stages::run(stage, session, flat, debug_values, &options),
        },
        Err(error) => {
            // SAFETY: as above.
            let (name, cpu) = unsafe {
                (
                    raw::symbol(function.name).unwrap_or_default(),
                    raw::text(function.cpu, "cpu").unwrap_or_default(),
                )
            };
            stages::not_taken(stage, session, &name, cpu, error).into()
        }
    }))
    .unwrap_or_else(|panic| {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            stages::panicked(stage, session, flat(), &*panic, &options)
        }));
        let outcome = outcome
            .unwrap_or_else(|_| Outcome::declined("internal error; please report it".to_owned()));
        outcome.into()
    });
    let status = if answer.outcome.declined {
        CDNA_DECLINED
    } else {
        CDNA_OK
    };
    // SAFETY: checked not to be null above; the caller vouches that it can be written.
    unsafe { *plan = plan::export(answer.outcome, &answer.script, &answer.debug) };
    status
}

/// Guarded code of a function, with LLVM's numbers of instructions.
fn numbered(function: &Function, found: &[Guard]) -> Vec<CdnaGuard> {
    let indices = plan::llvm_indices(function);
    let number = |inst: InstId| Some(indices.get(inst.index()).copied()??.0);
    let raw = found.iter().filter_map(|guard| {
        Some(CdnaGuard {
            first: number(guard.first)?,
            guarded: guard.guarded.0,
            last: number(guard.last)?,
            reserved: 0,
        })
    });
    raw.collect()
}

/// Guarded code that is to run without a branch around it; see the header.
///
/// # Safety
/// `session` and `function` must be null or valid, `function` for all it points to, and `guards` valid for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_guards(
    session: *const CdnaSession,
    function: *const CdnaFunction,
    guards: *mut CdnaGuard,
    capacity: u64,
) -> u64 {
    let find = |session: &Session, flat: Function| {
        let found = guards::guards(&flat, session.walls());
        let raw = numbered(&flat, &found);
        if !found.is_empty() {
            let guarded = found.iter().map(|guard| guard.guarded).collect();
            let name = flat.name.clone();
            session.with_progress(&name, |progress| progress.before_merging(flat, guarded));
        }
        raw
    };
    // SAFETY: what the caller vouches for.
    unsafe { before_stage(session, function, (guards, capacity), find) }
}

/// Asks what is to be done with a function before stage 1, and writes it to an array with room for so many; gives how much that is: nothing
/// where it does not fit, where a pointer is null, or where loops are to stay as they are.
///
/// # Safety
/// `session` and `function` must be null or valid, `function` for all it points to, and the array valid for as many entries.
pub(super) unsafe fn before_stage<T: Copy>(
    session: *const CdnaSession,
    function: *const CdnaFunction,
    (array, capacity): (*mut T, u64),
    find: impl FnOnce(&Session, Function) -> Vec<T>,
) -> u64 {
    // SAFETY: the caller vouches for what is not null.
    let (Some(session), Some(raw), false) =
        (unsafe { (session.as_ref(), function.as_ref(), array.is_null()) })
    else {
        return 0;
    };
    if !session.merges_guarded() {
        return 0;
    }
    let crosses = session.options(false).walls == Walls::Cross;
    let found = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller vouches for the function's arrays.
        let flat = unsafe { import::function(raw, crosses) };
        flat.map_or(Vec::new(), |flat| find(session, flat))
    }))
    .unwrap_or_default();
    let found = match found.len() as u64 > capacity {
        true => Vec::new(),
        false => found,
    };
    for (at, &raw) in found.iter().enumerate() {
        // SAFETY: within the capacity that the caller vouches for.
        unsafe { array.add(at).write(raw) };
    }
    found.len() as u64
}

/// Runs a stage; see the header.
///
/// # Safety
/// As the header says: valid pointers, valid arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_run(
    session: *mut CdnaSession,
    stage: u32,
    function: *const CdnaFunction,
    explain: u32,
    plan: *mut *mut CdnaPlan,
) -> u32 {
    match stage_of(stage) {
        // SAFETY: passed on from the caller.
        Some(stage) => unsafe { call(stage, session, function, explain, plan) },
        None => CDNA_BAD_CALL,
    }
}

/// Releases a plan; see the header.
///
/// # Safety
/// `plan` must be null or come from a stage, and not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_plan_free(plan: *mut CdnaPlan) {
    // SAFETY: passed on from the caller.
    unsafe { plan::free(plan) }
}
