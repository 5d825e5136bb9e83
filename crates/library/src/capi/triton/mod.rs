//! The AMD code generator of Triton, with a rewritten text: the four functions by which Triton 3.9 and later calls the library
//! that `TRITON_AMD_CODEGEN_PATH` names (`backends/amd/codegen/amdgpu_codegen.cc` in Triton).
//!
//! Every call goes to the code generator that Triton brings. When `CDNASCHED_TRITON` asks for it, the assembly text that it
//! returns is sent to a process of ours (`worker`), so that a crash there costs nothing but a rewritten text. On any doubt
//! the caller gets what the code generator returned.

mod real;
mod settings;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use real::{CodeGenerator, Options};
use settings::Settings;

/// Version 1 of Triton's interface; calls of another are passed on and their results left alone.
const ABI_VERSION: u32 = 1;

/// What a call returns that has failed, as in Triton.
const FAILED: c_int = 1;

/// Buffers that are ours, by address; all others are the code generator's.
static OWN: LazyLock<Mutex<HashMap<usize, CString>>> = LazyLock::new(Mutex::default);

/// Gives a text to the caller.
fn hand_out(text: CString) -> *mut c_char {
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let at = text.as_ptr().cast_mut();
    own.insert(at as usize, text);
    at
}

/// Takes a text back; false when it is none of ours.
fn take_back(pointer: *const c_void) -> bool {
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    own.remove(&(pointer as usize)).is_some()
}

/// Says why there is no code generator.
///
/// # Safety
/// `error` must be null or writable.
unsafe fn fail(reason: &str, error: *mut *mut c_char) -> c_int {
    if !error.is_null() {
        let text = CString::new(reason.replace('\0', " ")).unwrap_or_default();
        // SAFETY: not null, and the caller vouches that it can be written.
        unsafe { *error = hand_out(text) };
    }
    FAILED
}

/// LLVM's intermediate representation to assembly text, which is rewritten if so requested.
///
/// # Safety
/// As Triton's function of that name: `options`, `amdgcn`, `size` and `error` must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn triton_amdgpu_compile(
    ir: *const c_char,
    ir_size: usize,
    options: *const Options,
    amdgcn: *mut *mut c_char,
    size: *mut usize,
    error: *mut *mut c_char,
) -> c_int {
    let real = match real::code_generator() {
        Ok(real) => real,
        // SAFETY: the caller vouches for `error`.
        Err(reason) => return unsafe { fail(reason, error) },
    };
    // SAFETY: what the caller vouches for is what that function requires.
    let status = unsafe { (real.compile)(ir, ir_size, options, amdgcn, size, error) };
    if status == 0 && !options.is_null() && !amdgcn.is_null() && !size.is_null() {
        // SAFETY: not null, and the code generator has just used them.
        unsafe { replace(real, options, amdgcn, size) };
    }
    status
}

/// Replaces a text of the code generator by a better one, if there is one.
///
/// # Safety
/// The pointers must be those that the code generator has successfully used.
unsafe fn replace(
    real: &CodeGenerator,
    options: *const Options,
    amdgcn: *mut *mut c_char,
    size: *mut usize,
) {
    // SAFETY: as above; the version is the first member in every version.
    let version = unsafe { (*options).abi_version };
    let settings = Settings::of_process();
    if version != ABI_VERSION || settings.mode.is_none() {
        return;
    }
    // SAFETY: as above.
    let (at, length, processor) = unsafe { (*amdgcn, *size, (*options).processor) };
    if at.is_null() || processor.is_null() {
        return;
    }
    // SAFETY: the code generator made `length` bytes there, and was given a processor that ends with NUL.
    let (text, processor) = unsafe {
        let text = std::slice::from_raw_parts(at.cast::<u8>(), length);
        (text, CStr::from_ptr(processor))
    };
    let rewritten = catch_unwind(AssertUnwindSafe(|| {
        worker::rewrite(text, &processor.to_string_lossy(), settings)
    }));
    let Some(new) = rewritten.ok().flatten() else {
        return;
    };
    let length = new.as_bytes().len();
    // SAFETY: as above; the old text is the code generator's, and nobody else knows of it.
    unsafe {
        *amdgcn = hand_out(new);
        *size = length;
        (real.free)(at.cast());
    }
}

/// Assembly text to an object file, by the code generator.
///
/// # Safety
/// As Triton's function of that name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn triton_amdgpu_assemble(
    assembly: *const c_char,
    assembly_size: usize,
    triple: *const c_char,
    processor: *const c_char,
    features: *const c_char,
    object: *mut *mut c_char,
    object_size: *mut usize,
    error: *mut *mut c_char,
) -> c_int {
    match real::code_generator() {
        // SAFETY: what the caller vouches for is what that function requires.
        Ok(real) => unsafe {
            (real.assemble)(
                assembly,
                assembly_size,
                triple,
                processor,
                features,
                object,
                object_size,
                error,
            )
        },
        // SAFETY: the caller vouches for `error`.
        Err(reason) => unsafe { fail(reason, error) },
    }
}

/// Frees what the functions above returned.
///
/// # Safety
/// `pointer` must be null or of one of them, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn triton_amdgpu_free(pointer: *mut c_void) {
    if pointer.is_null() || take_back(pointer) {
        return;
    }
    if let Ok(real) = real::code_generator() {
        // SAFETY: it is none of ours, so it is the code generator's.
        unsafe { (real.free)(pointer) };
    }
}

/// The revision of the code generator and, when texts are rewritten, by what and how. Triton's cache takes it for the name of
/// the compiler. Lives as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn triton_amdgpu_revision() -> *const c_char {
    static REVISION: OnceLock<CString> = OnceLock::new();
    let revision = REVISION.get_or_init(|| {
        let real = match real::code_generator() {
            // SAFETY: it takes nothing.
            Ok(real) => unsafe { CStr::from_ptr((real.revision)()) },
            Err(_) => c"unknown",
        };
        let settings = Settings::of_process();
        let Some(key) = catch_unwind(|| settings.key()).ok().flatten() else {
            return real.to_owned();
        };
        let key = format!("{}+{key}", real.to_string_lossy());
        CString::new(key).unwrap_or_else(|_| real.to_owned())
    });
    revision.as_ptr()
}
