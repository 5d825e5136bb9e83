//! The functions in the place of the runtime's.
//!
//! Each does what the runtime's does, with other code where there is better: where there is none, where anything goes wrong here and
//! where the runtime refuses the better code, it calls the runtime's with what it was given.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_void};
use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd as _;
use std::os::unix::fs::FileExt as _;
use std::panic::{self, AssertUnwindSafe};
use std::slice;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use cdnasched_cache::Key;

use crate::runtime::{
    self, FromPart, Functions, Handle, LOADER, LOADER_BYTES, LOADER_MAJOR, LOADER_MINOR, SUCCESS,
    Status,
};
use crate::state::{Better, State};

/// `HSA_STATUS_ERROR_NOT_INITIALIZED`, for a call outside of `OnLoad` and `OnUnload`, which the runtime does not make.
const NOT_INITIALIZED: Status = 0x100b;
/// The longest code object that is read from a file here, in bytes.
const FILE_LIMIT: usize = 4 << 30;

/// What takes the place of the runtime's functions.
pub static OURS: Functions = Functions {
    extension,
    major_extension,
    from_file,
    from_memory,
    destroy,
    load,
};

/// A session, from `OnLoad` to `OnUnload`.
struct Session {
    state: State,
    real: Functions,
    /// Found in the loader's table.
    from_part: Mutex<Option<FromPart>>,
    /// Readers of better code, and where the original is.
    readers: Mutex<HashMap<Handle, Replaced>>,
}

#[derive(Clone)]
struct Replaced {
    key: Key,
    original: Original,
}

/// What the caller gave, which stays there as long as the reader.
#[derive(Clone, Copy)]
enum Original {
    Memory(usize, usize),
    File(c_int),
    Part(c_int, usize, usize),
}

static SESSION: RwLock<Option<Arc<Session>>> = RwLock::new(None);

/// Begins a session.
pub fn begin(state: State, real: Functions) {
    let session = Session {
        state,
        real,
        from_part: Mutex::default(),
        readers: Mutex::default(),
    };
    *SESSION.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(session));
}

/// Ends it.
pub fn end() {
    *SESSION.write().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Answers a call. The lock is not held during it: it may take long.
fn answer(call: impl FnOnce(&Session) -> Status) -> Status {
    let session = SESSION
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    session.map_or(NOT_INITIALIZED, |session| call(&session))
}

impl Session {
    /// A reader for what the caller gave: of better code, if there is some and the runtime takes it.
    ///
    /// # Safety
    /// The original is there; `reader` is null or the caller's place for a reader.
    unsafe fn read(&self, original: Original, reader: *mut Handle) -> Status {
        if !reader.is_null() {
            // SAFETY: as promised.
            let code = unsafe { contents(original) };
            // SAFETY: as promised, and it is not null.
            let replaced = code.and_then(|code| unsafe { self.replace(&code, original, reader) });
            if let Some(status) = replaced {
                return status;
            }
        }
        // SAFETY: as promised.
        unsafe { self.read_original(original, reader) }
    }

    /// A reader of the better code for these bytes, if there is some and the runtime takes it.
    ///
    /// # Safety
    /// `reader` is the caller's place for one.
    unsafe fn replace(
        &self,
        code: &[u8],
        original: Original,
        reader: *mut Handle,
    ) -> Option<Status> {
        let better = panic::catch_unwind(AssertUnwindSafe(|| self.state.better(code))).ok()??;
        let Better { key, code } = better;
        // SAFETY: code that stays, and the caller's place.
        let status = unsafe { (self.real.from_memory)(code.as_ptr().cast(), code.len(), reader) };
        if status != SUCCESS {
            return None;
        }
        // SAFETY: the runtime has put a reader there.
        let made = unsafe { *reader };
        self.readers(|readers| readers.insert(made, Replaced { key, original }));
        Some(status)
    }

    /// A reader of what the caller gave.
    ///
    /// # Safety
    /// `reader` is a place for one, and the original is still there.
    unsafe fn read_original(&self, original: Original, reader: *mut Handle) -> Status {
        // SAFETY: as promised.
        unsafe {
            match original {
                Original::Memory(code, bytes) => {
                    (self.real.from_memory)(code as *const c_void, bytes, reader)
                }
                Original::File(file) => (self.real.from_file)(file, reader),
                Original::Part(file, offset, bytes) => match self.part_reader() {
                    Some(from_part) => from_part(file, offset, bytes, reader),
                    None => NOT_INITIALIZED,
                },
            }
        }
    }

    fn readers<T>(&self, with: impl FnOnce(&mut HashMap<Handle, Replaced>) -> T) -> T {
        with(&mut self.readers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn part_reader(&self) -> Option<FromPart> {
        *self
            .from_part
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the caller gave; `None` where it cannot be read. A file is read without moving the caller's place in it.
///
/// # Safety
/// The original is there.
unsafe fn contents<'a>(original: Original) -> Option<Cow<'a, [u8]>> {
    let (file, part) = match original {
        Original::Memory(0, _) => return None,
        Original::Memory(code, bytes) => {
            isize::try_from(bytes).ok()?;
            // SAFETY: the caller's code, of that many bytes.
            let code = unsafe { slice::from_raw_parts(code as *const u8, bytes) };
            return Some(Cow::Borrowed(code));
        }
        Original::File(file) => (file, None),
        Original::Part(file, offset, bytes) => (file, Some((offset, bytes))),
    };
    if file < 0 {
        return None;
    }
    // SAFETY: the descriptor is the caller's, who has it open during this call; it is not closed here.
    let file = ManuallyDrop::new(unsafe { File::from_raw_fd(file) });
    let length = usize::try_from(file.metadata().ok()?.len()).ok()?;
    let (offset, bytes) = part.unwrap_or((0, length));
    if bytes > FILE_LIMIT || offset.checked_add(bytes)? > length {
        return None;
    }
    let mut code = vec![0; bytes];
    file.read_exact_at(&mut code, offset as u64).ok()?;
    Some(Cow::Owned(code))
}

unsafe extern "C" fn from_memory(code: *const c_void, bytes: usize, reader: *mut Handle) -> Status {
    let original = Original::Memory(code as usize, bytes);
    // SAFETY: the caller's arguments.
    answer(|session| unsafe { session.read(original, reader) })
}

unsafe extern "C" fn from_file(file: c_int, reader: *mut Handle) -> Status {
    // SAFETY: the caller's arguments.
    answer(|session| unsafe { session.read(Original::File(file), reader) })
}

unsafe extern "C" fn from_part(
    file: c_int,
    offset: usize,
    bytes: usize,
    reader: *mut Handle,
) -> Status {
    let original = Original::Part(file, offset, bytes);
    // SAFETY: the caller's arguments.
    answer(|session| unsafe { session.read(original, reader) })
}

unsafe extern "C" fn destroy(reader: Handle) -> Status {
    answer(|session| {
        session.readers(|readers| readers.remove(&reader));
        // SAFETY: the caller's argument.
        unsafe { (session.real.destroy)(reader) }
    })
}

unsafe extern "C" fn load(
    executable: Handle,
    agent: Handle,
    reader: Handle,
    options: *const c_char,
    loaded: *mut Handle,
) -> Status {
    answer(|session| {
        // SAFETY: the caller's arguments.
        let load =
            |reader| unsafe { (session.real.load)(executable, agent, reader, options, loaded) };
        let status = load(reader);
        if status == SUCCESS {
            return status;
        }
        let Some(replaced) = session.readers(|readers| readers.get(&reader).cloned()) else {
            return status;
        };
        let mut original = Handle(0);
        // SAFETY: the original is there as long as the reader, which the caller has just used.
        let read = unsafe { session.read_original(replaced.original, &raw mut original) };
        if read != SUCCESS {
            return read;
        }
        let again = load(original);
        // SAFETY: it was just made.
        unsafe { (session.real.destroy)(original) };
        // Where the original is refused, too, it is not for that device, or the program's own fault.
        if again == SUCCESS {
            let refused = || session.state.refused(&replaced.key, status);
            let _ = panic::catch_unwind(AssertUnwindSafe(refused));
        }
        again
    })
}

unsafe extern "C" fn extension(number: u16, major: u16, minor: u16, table: *mut c_void) -> Status {
    answer(|session| {
        // SAFETY: the caller's arguments.
        let status = unsafe { (session.real.extension)(number, major, minor, table) };
        let has_it = (number, major) == (LOADER, LOADER_MAJOR) && minor >= LOADER_MINOR;
        if status == SUCCESS && has_it {
            // SAFETY: tables of these versions have that function.
            unsafe { put_from_part(session, table) };
        }
        status
    })
}

unsafe extern "C" fn major_extension(
    number: u16,
    major: u16,
    bytes: usize,
    table: *mut c_void,
) -> Status {
    answer(|session| {
        // SAFETY: the caller's arguments.
        let status = unsafe { (session.real.major_extension)(number, major, bytes, table) };
        let has_it = (number, major) == (LOADER, LOADER_MAJOR) && bytes >= LOADER_BYTES;
        if status == SUCCESS && has_it {
            // SAFETY: the table is long enough.
            unsafe { put_from_part(session, table) };
        }
        status
    })
}

/// # Safety
/// The table has [`LOADER_BYTES`].
unsafe fn put_from_part(session: &Session, table: *mut c_void) {
    if table.is_null() {
        return;
    }
    // SAFETY: as promised.
    let there = unsafe { runtime::put_from_part(table, from_part) };
    // Where a table is handed out again that we have been at, ours is there.
    if let Some(there) = there.filter(|&there| there as usize != from_part as FromPart as usize) {
        *session
            .from_part
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(there);
    }
}
