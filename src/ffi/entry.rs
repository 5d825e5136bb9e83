//! The functions C calls.

use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::abi::*;
use super::import;
use super::plan;
use super::session::Session;
use crate::machine::Function;
use crate::pipeline::{self, Options, Outcome};
use crate::target::Gpu;

const SUPPORTED: &str = "gfx908, gfx90a, gfx942, gfx950";

fn message(text: String) -> *mut c_char {
    // A NUL inside would only cut the message short.
    CString::new(text.replace('\0', " "))
        .unwrap_or_default()
        .into_raw()
}

/// Opens a session; see the header.
///
/// # Safety
/// The strings must be valid, `error` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_session_open(
    abi_version: u32,
    report_path: CdnaStr,
    save_directory: CdnaStr,
    error: *mut *mut c_char,
) -> *mut CdnaSession {
    let opened = catch_unwind(|| {
        let size = size_of::<CdnaFunction>();
        import::check_version(abi_version, size as u32, size).map_err(|e| e.to_string())?;
        // SAFETY: the caller vouches for the strings.
        let (report, save) = unsafe {
            (
                import::text(report_path, "report path").map_err(|e| e.to_string())?,
                import::text(save_directory, "save directory").map_err(|e| e.to_string())?,
            )
        };
        Session::open(report, save).map_err(|e| e.to_string())
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

/// Whether a processor is supported; see the header.
///
/// # Safety
/// The string must be valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_supports(cpu: CdnaStr) -> u32 {
    // SAFETY: the caller vouches for the string.
    let name = unsafe { import::text(cpu, "processor") };
    u32::from(name.is_ok_and(|name| Gpu::from_name(name).is_some()))
}

/// Names of the supported processors; see the header.
#[unsafe(no_mangle)]
pub extern "C" fn cdnasched_supported_cpus() -> CdnaStr {
    CdnaStr {
        data: SUPPORTED.as_ptr().cast(),
        size: SUPPORTED.len() as u64,
    }
}

/// Runs a stage with everything checked and panics stopped.
///
/// # Safety
/// The pointers must be null or valid, `function` for all it points to.
unsafe fn stage(
    session: *const CdnaSession,
    function: *const CdnaFunction,
    options: *const CdnaOptions,
    plan: *mut *mut CdnaPlan,
    run: impl FnOnce(&Session, Function, &Options) -> Outcome,
) -> u32 {
    // SAFETY: the caller vouches for what is not null.
    let (Some(session), Some(function), Some(options), false) = (unsafe {
        (
            session.as_ref(),
            function.as_ref(),
            options.as_ref(),
            plan.is_null(),
        )
    }) else {
        return CDNA_BAD_CALL;
    };
    let size = size_of::<CdnaOptions>();
    if import::check_version(options.abi_version, options.struct_size, size).is_err()
        || import::check_version(
            function.abi_version,
            function.struct_size,
            size_of::<CdnaFunction>(),
        )
        .is_err()
    {
        return CDNA_BAD_CALL;
    }
    let (Some(hazards), Some(effort)) = (
        import::policy(options.hazards),
        import::effort(options.effort),
    ) else {
        return CDNA_BAD_CALL;
    };
    let flag = |bit| options.flags & bit != 0;
    let options = Options {
        schedule: flag(CDNA_OPTION_SCHEDULE),
        waits: flag(CDNA_OPTION_WAITS),
        nops: flag(CDNA_OPTION_NOPS),
        check: flag(CDNA_OPTION_CHECK),
        explain: flag(CDNA_OPTION_EXPLAIN),
        judge: flag(CDNA_OPTION_JUDGE),
        hazards,
        effort,
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller vouches for the function's arrays.
        match unsafe { import::function(function) } {
            Ok(flat) => run(session, flat, &options),
            Err(error) => {
                let name = unsafe { import::text(function.name, "name") }.unwrap_or("");
                session.with_record(name, |r| r.left_alone("function", &error.to_string()));
                Outcome::declined(error.to_string())
            }
        }
    }))
    .unwrap_or_else(|panic| {
        let what = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Outcome::declined(format!(
            "internal error ({what}); the function was left as LLVM had it, please report it"
        ))
    });
    let status = if outcome.declined {
        CDNA_DECLINED
    } else {
        CDNA_OK
    };
    // SAFETY: checked not to be null above; the caller vouches that it can be written.
    unsafe { *plan = plan::export(outcome) };
    status
}

/// Stage 1; see the header.
///
/// # Safety
/// As the header says: valid pointers, valid arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_schedule(
    session: *mut CdnaSession,
    function: *const CdnaFunction,
    options: *const CdnaOptions,
    plan: *mut *mut CdnaPlan,
) -> u32 {
    // SAFETY: passed on from the caller.
    unsafe {
        stage(
            session,
            function,
            options,
            plan,
            |session, flat, options| {
                if let Some(directory) = session.save_directory() {
                    save(directory, &flat);
                }
                let name = flat.name.clone();
                session.with_record(&name, |record| pipeline::schedule(flat, options, record))
            },
        )
    }
}

/// Stage 2; see the header.
///
/// # Safety
/// As the header says: valid pointers, valid arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_place_nops(
    session: *mut CdnaSession,
    function: *const CdnaFunction,
    options: *const CdnaOptions,
    plan: *mut *mut CdnaPlan,
) -> u32 {
    // SAFETY: passed on from the caller.
    unsafe {
        stage(
            session,
            function,
            options,
            plan,
            |session, flat, options| {
                let name = flat.name.clone();
                session.with_record(&name, |record| pipeline::place_nops(flat, options, record))
            },
        )
    }
}

/// Whether anybody wants the audit; see the header.
///
/// # Safety
/// `session` must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_wants_audit(session: *const CdnaSession, explain: u32) -> u32 {
    // SAFETY: the caller vouches for what is not null.
    let session = unsafe { session.as_ref() };
    u32::from(explain != 0 || session.is_some_and(Session::reports))
}

/// The audit; see the header.
///
/// # Safety
/// As the header says: valid pointers, valid arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cdnasched_audit(
    session: *mut CdnaSession,
    function: *const CdnaFunction,
    options: *const CdnaOptions,
    plan: *mut *mut CdnaPlan,
) -> u32 {
    // SAFETY: passed on from the caller.
    unsafe {
        stage(
            session,
            function,
            options,
            plan,
            |session, flat, options| {
                let name = flat.name.clone();
                let mut outcome =
                    session.with_record(&name, |record| pipeline::audit(&flat, options, record));
                if let Err(error) = session.finish(&name) {
                    outcome.missed(
                        "Report",
                        format!("the report could not be written: {error}"),
                    );
                }
                outcome
            },
        )
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

/// Saves a function in its text form. A failure to save never stops a compilation.
fn save(directory: &Path, function: &Function) {
    let safe: String = function
        .name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .take(200)
        .collect();
    let _ = std::fs::write(directory.join(format!("{safe}.flat")), function.to_string());
}
