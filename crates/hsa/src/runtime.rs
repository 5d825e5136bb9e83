//! The runtime's tables of functions, as far as they are needed here.
//!
//! Source: ROCr's `hsa_api_trace.h`, `hsa.h` and `hsa_ven_amd_loader.h`, of ROCm 5.2 (in Debian 12) and of late 2025. Functions are added at the
//! end of a table alone; what else changes a table raises its major version. lit-tests/hsa holds the places below to that header.

use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::mem::{offset_of, transmute};

/// `hsa_status_t`.
pub type Status = c_int;
/// `HSA_STATUS_SUCCESS`.
pub const SUCCESS: Status = 0;

/// The handles `hsa_executable_t`, `hsa_agent_t`, `hsa_code_object_reader_t`, ...: structures of one number.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handle(pub u64);

/// `hsa_code_object_reader_create_from_memory`.
pub type FromMemory = unsafe extern "C" fn(*const c_void, usize, *mut Handle) -> Status;
/// `hsa_code_object_reader_create_from_file`.
pub type FromFile = unsafe extern "C" fn(c_int, *mut Handle) -> Status;
/// `hsa_code_object_reader_destroy`.
pub type Destroy = unsafe extern "C" fn(Handle) -> Status;
/// `hsa_executable_load_agent_code_object`.
pub type Load = unsafe extern "C" fn(Handle, Handle, Handle, *const c_char, *mut Handle) -> Status;
/// `hsa_system_get_extension_table`: extension, major version, minor version, table.
pub type Extension = unsafe extern "C" fn(u16, u16, u16, *mut c_void) -> Status;
/// `hsa_system_get_major_extension_table`: extension, major version, length of the table in bytes, table.
pub type MajorExtension = unsafe extern "C" fn(u16, u16, usize, *mut c_void) -> Status;
/// `hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size`.
pub type FromPart = unsafe extern "C" fn(c_int, usize, usize, *mut Handle) -> Status;

/// `ApiTableVersion`.
#[repr(C)]
struct Version {
    major: u32,
    /// The length of the table in bytes.
    minor: u32,
    step: u32,
    reserved: u32,
}

/// `HsaApiTable`, up to the table of the core.
#[repr(C)]
pub struct Table {
    version: Version,
    core: *mut Core,
}

/// `CoreApiTable`, up to the last function needed here.
#[repr(C)]
struct Core {
    version: Version,
    before_extension: [usize; 4],
    extension: Option<Extension>,
    before_major_extension: [usize; 93],
    major_extension: Option<MajorExtension>,
    before_from_file: [usize; 16],
    from_file: Option<FromFile>,
    from_memory: Option<FromMemory>,
    destroy: Option<Destroy>,
    before_load: [usize; 2],
    load: Option<Load>,
}

/// The major versions of `HsaApiTable` there have been.
const TABLES: [u32; 3] = [1, 2, 3];
/// The major versions of `CoreApiTable` there have been.
const CORES: [u32; 2] = [1, 2];

/// The functions whose places are taken.
#[derive(Clone, Copy)]
pub struct Functions {
    pub extension: Extension,
    pub major_extension: MajorExtension,
    pub from_file: FromFile,
    pub from_memory: FromMemory,
    pub destroy: Destroy,
    pub load: Load,
}

/// Why a table is left alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It is not there.
    Missing,
    /// Its version is none of those that are known: its name, and the versions.
    Major(&'static str, u32),
    /// It is too short for a function.
    Short(&'static str, u32),
    /// It has no such function.
    Function(&'static str),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Missing => write!(f, "the runtime gave no table of functions"),
            Unknown::Major(table, major) => write!(
                f,
                "the runtime's {table} is of version {major}, which is not known; a later cdnasched may know it"
            ),
            Unknown::Short(table, bytes) => write!(
                f,
                "the runtime's {table} has {bytes} bytes, too few for the functions needed; expected ROCm 5 or later"
            ),
            Unknown::Function(name) => write!(f, "the runtime has no function {name}"),
        }
    }
}

/// Reads the runtime's own functions, if its tables are of a version that is known.
///
/// # Safety
/// `table` is null or a table of the runtime's: it begins with its version and its length, and so do the tables it names.
pub unsafe fn real(table: *const Table) -> Result<Functions, Unknown> {
    // SAFETY: as promised; nothing behind the version is read before its length is known.
    let core = unsafe {
        let version = table.cast::<Version>().as_ref().ok_or(Unknown::Missing)?;
        check(
            "HsaApiTable",
            version,
            &TABLES,
            offset_of!(Table, core) + size_of::<*mut Core>(),
        )?;
        let core = (*table).core;
        let version = core.cast::<Version>().as_ref().ok_or(Unknown::Missing)?;
        check("CoreApiTable", version, &CORES, size_of::<Core>())?;
        &*core
    };
    Ok(Functions {
        extension: there(core.extension, "hsa_system_get_extension_table")?,
        major_extension: there(core.major_extension, "hsa_system_get_major_extension_table")?,
        from_file: there(core.from_file, "hsa_code_object_reader_create_from_file")?,
        from_memory: there(
            core.from_memory,
            "hsa_code_object_reader_create_from_memory",
        )?,
        destroy: there(core.destroy, "hsa_code_object_reader_destroy")?,
        load: there(core.load, "hsa_executable_load_agent_code_object")?,
    })
}

/// A function of a table, of that name.
fn there<T>(function: Option<T>, name: &'static str) -> Result<T, Unknown> {
    function.ok_or(Unknown::Function(name))
}

fn check(
    name: &'static str,
    version: &Version,
    known: &[u32],
    needed: usize,
) -> Result<(), Unknown> {
    if !known.contains(&version.major) {
        return Err(Unknown::Major(name, version.major));
    }
    match version.minor as usize >= needed {
        true => Ok(()),
        false => Err(Unknown::Short(name, version.minor)),
    }
}

/// Puts functions in the place of the runtime's.
///
/// # Safety
/// [`real`] has taken the table.
pub unsafe fn put(table: *mut Table, ours: &Functions) {
    // SAFETY: `real` has looked at versions and lengths.
    let core = unsafe { &mut *(*table).core };
    core.extension = Some(ours.extension);
    core.major_extension = Some(ours.major_extension);
    core.from_file = Some(ours.from_file);
    core.from_memory = Some(ours.from_memory);
    core.destroy = Some(ours.destroy);
    core.load = Some(ours.load);
}

/// `HSA_EXTENSION_AMD_LOADER`.
pub const LOADER: u16 = 0x201;
/// The major version of its tables.
pub const LOADER_MAJOR: u16 = 1;
/// The first minor version with [`FromPart`].
pub const LOADER_MINOR: u16 = 2;
/// The place of [`FromPart`] in them: `hsa_ven_amd_loader_1_02_pfn_s`.
const FROM_PART: usize = 5;
/// How long such a table is that has it, in bytes.
pub const LOADER_BYTES: usize = (FROM_PART + 1) * size_of::<usize>();

/// Takes the place of [`FromPart`] in a table of the loader's functions, and returns what was there.
///
/// # Safety
/// The table has [`LOADER_BYTES`] bytes at least.
pub unsafe fn put_from_part(table: *mut c_void, ours: FromPart) -> Option<FromPart> {
    // SAFETY: as promised; a function or null is what is there.
    unsafe {
        let place = table.cast::<usize>().add(FROM_PART);
        let there = transmute::<usize, Option<FromPart>>(place.read_unaligned())?;
        place.write_unaligned(ours as usize);
        Some(there)
    }
}
