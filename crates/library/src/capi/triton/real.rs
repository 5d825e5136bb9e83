//! The code generator that Triton brings.

use std::ffi::{CStr, CString, OsString, c_char, c_int, c_void};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Names the code generator, where it is not beside Triton's library.
pub(super) const VARIABLE: &str = "CDNASCHED_TRITON_CODEGEN";

/// Its place, from the folder of `libtriton.so`.
const PLACE: &str = "../backends/amd/lib/libtriton_amd_codegen.so";

/// How to compile: Triton's `CodegenOptions`, version 1.
#[repr(C)]
pub struct Options {
    pub(super) abi_version: u32,
    triple: *const c_char,
    pub(super) processor: *const c_char,
    features: *const c_char,
    abi: *const c_char,
    flags: *const c_char,
    disabled_passes: *const c_char,
    enable_fp_fusion: u8,
    disable_optimization: u8,
    canonicalize_gep: u8,
    dump_ir: u8,
    enable_timing: u8,
}

type Compile = unsafe extern "C" fn(
    *const c_char,
    usize,
    *const Options,
    *mut *mut c_char,
    *mut usize,
    *mut *mut c_char,
) -> c_int;
type Assemble = unsafe extern "C" fn(
    *const c_char,
    usize,
    *const c_char,
    *const c_char,
    *const c_char,
    *mut *mut c_char,
    *mut usize,
    *mut *mut c_char,
) -> c_int;
type Free = unsafe extern "C" fn(*mut c_void);
type Revision = unsafe extern "C" fn() -> *const c_char;

/// Its functions.
pub(super) struct CodeGenerator {
    pub(super) compile: Compile,
    pub(super) assemble: Assemble,
    pub(super) free: Free,
    pub(super) revision: Revision,
}

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
    fn dladdr(address: *const c_void, found: *mut Place) -> c_int;
}

/// glibc's `Dl_info`.
#[repr(C)]
struct Place {
    file: *const c_char,
    base: *mut c_void,
    symbol: *const c_char,
    address: *mut c_void,
}

const RTLD_NOW: c_int = 2;

/// The code generator, loaded once.
///
/// # Errors
/// Why there is none, and what to do.
pub(super) fn code_generator() -> Result<&'static CodeGenerator, &'static str> {
    static LOADED: OnceLock<Result<CodeGenerator, String>> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| find().and_then(|path| load(&path)));
    loaded.as_ref().map_err(String::as_str)
}

fn find() -> Result<PathBuf, String> {
    let found = match std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => {
            let maps = std::fs::read("/proc/self/maps").unwrap_or_default();
            let folder = folder_of_triton(&maps).ok_or_else(|| {
                format!("libtriton.so is not in this process; set {VARIABLE} to the code generator of Triton")
            })?;
            folder.join(PLACE)
        }
    };
    let resolved = found.canonicalize().map_err(|error| {
        format!(
            "{}: {error}; set {VARIABLE} to the code generator of Triton",
            found.display()
        )
    })?;
    if own_path().and_then(|own| own.canonicalize().ok()).as_ref() == Some(&resolved) {
        return Err(format!(
            "{VARIABLE} names cdnasched itself; name the code generator of Triton"
        ));
    }
    Ok(resolved)
}

/// Where `libtriton.so` lies that a process has loaded, by its `/proc/self/maps`.
pub(super) fn folder_of_triton(maps: &[u8]) -> Option<PathBuf> {
    let lines = maps.split(|&byte| byte == b'\n');
    let paths = lines.filter_map(|line| {
        let at = line.iter().position(|&byte| byte == b'/')?;
        Some(&line[at..])
    });
    let path = paths
        .into_iter()
        .find(|path| path.ends_with(b"/libtriton.so"))?;
    let path = PathBuf::from(OsString::from_vec(path.to_vec()));
    path.parent().map(Path::to_owned)
}

fn load(path: &Path) -> Result<CodeGenerator, String> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    let described = |what: &str| {
        // SAFETY: takes nothing; the string lives until the next call on this thread.
        let error = unsafe { dlerror() };
        let error = match error.is_null() {
            true => "unknown error".into(),
            // SAFETY: not null, and it ends with NUL.
            false => unsafe { CStr::from_ptr(error) }.to_string_lossy(),
        };
        format!("{what}: {error}")
    };
    // SAFETY: the path ends with NUL. What runs when the library is loaded is Triton's affair.
    let library = unsafe { dlopen(name.as_ptr(), RTLD_NOW) };
    if library.is_null() {
        return Err(described(&path.display().to_string()));
    }
    let symbol = |name: &CStr| {
        // SAFETY: the library is open and stays so.
        let found = unsafe { dlsym(library, name.as_ptr()) };
        match found.is_null() {
            true => Err(described(&name.to_string_lossy())),
            false => Ok(found),
        }
    };
    // SAFETY: these are the types by which Triton calls the functions of these names.
    unsafe {
        Ok(CodeGenerator {
            compile: std::mem::transmute::<*mut c_void, Compile>(symbol(c"triton_amdgpu_compile")?),
            assemble: std::mem::transmute::<*mut c_void, Assemble>(symbol(
                c"triton_amdgpu_assemble",
            )?),
            free: std::mem::transmute::<*mut c_void, Free>(symbol(c"triton_amdgpu_free")?),
            revision: std::mem::transmute::<*mut c_void, Revision>(symbol(
                c"triton_amdgpu_revision",
            )?),
        })
    }
}

/// The file that this code is in.
pub(super) fn own_path() -> Option<PathBuf> {
    let mut place = Place {
        file: std::ptr::null(),
        base: std::ptr::null_mut(),
        symbol: std::ptr::null(),
        address: std::ptr::null_mut(),
    };
    // SAFETY: any address may be asked for, and the place can be written.
    let found = unsafe { dladdr(own_path as *const c_void, &raw mut place) };
    if found == 0 || place.file.is_null() {
        return None;
    }
    // SAFETY: not null, and it ends with NUL.
    let file = unsafe { CStr::from_ptr(place.file) };
    Some(PathBuf::from(OsString::from_vec(file.to_bytes().to_vec())))
}
