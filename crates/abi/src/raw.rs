//! Strings and arrays of the C ABI (untrusted) as Rust sees them, and what may be wrong with them.

use std::ffi::OsString;
use std::slice;

use thiserror::Error;

use super::bindings::CdnaStr;
use cdnasched_base::{escape, machine};

/// Names of the supported processors.
pub const SUPPORTED_CPUS: &str = "gfx908, gfx90a, gfx942, gfx950";

/// Why a description cannot be taken.
#[derive(Debug, Error)]
pub enum Error {
    /// The shim and the core were compiled from different headers.
    #[error(
        "the shim speaks version {found} of the C ABI with {found_size} bytes, the core version \
         {version} with {size}; rebuild both from one tree"
    )]
    Version {
        /// Version the shim sent.
        found: u32,
        /// Version the core speaks.
        version: u32,
        /// Struct size the shim sent.
        found_size: u32,
        /// Struct size the core has.
        size: usize,
    },
    /// A null pointer where data was announced.
    #[error(
        "the {what} are announced with {count} entries but their pointer is null; expected a pointer to \
         that many entries, or a count of 0"
    )]
    Null {
        /// Which array or string.
        what: &'static str,
        /// Entries announced.
        count: u64,
    },
    /// A range that leaves its array.
    #[error(
        "entries {first} to {first}+{count} were named of the {table}, which have {len}; expected a \
         range inside the array"
    )]
    Range {
        /// Which array.
        table: &'static str,
        /// First index.
        first: u32,
        /// Number of entries.
        count: u32,
        /// Entries there are.
        len: usize,
    },
    /// A value that is none of those the header allows.
    #[error("the {what} is {value}; expected {expected}")]
    Value {
        /// What it should be.
        what: &'static str,
        /// The value.
        value: u64,
        /// What the header allows.
        expected: &'static str,
    },
    /// A processor that is not supported.
    #[error("the processor is '{0}'; expected one of {names}; compile for one of them, or leave \
         the function to LLVM", names = SUPPORTED_CPUS)]
    Processor(String),
    /// A register the core cannot place.
    #[error(
        "register unit '{unit}' is not one the core knows; the function was left as LLVM had it"
    )]
    Register {
        /// LLVM's name of the unit's root register.
        unit: String,
    },
    /// A register whose units are no run of 32-bit slots.
    #[error(
        "register of units {units} is no tuple of 32-bit slots; the function was left as LLVM had it"
    )]
    Tuple {
        /// LLVM's names of the units' root registers.
        units: String,
    },
    /// Text that is not UTF-8.
    #[error("the {0} is not UTF-8; expected the name as LLVM has it")]
    Text(&'static str),
    /// The function itself does not hold together.
    #[error(transparent)]
    Machine(#[from] machine::BuildError),
}

/// Gives a slice of what a pointer and a count announce.
///
/// # Safety
/// If `count` is not 0 and `data` not null, `data` must point to that many valid entries.
pub unsafe fn array<'a, T>(
    data: *const T,
    count: u64,
    what: &'static str,
) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Error::Null { what, count });
    }
    let count = usize::try_from(count).map_err(|_| Error::Value {
        what,
        value: count,
        expected: "a number of entries that fits the address space",
    })?;
    // SAFETY: not null, and the caller vouches for the entries.
    Ok(unsafe { slice::from_raw_parts(data, count) })
}

/// Reads a string of the ABI.
///
/// # Safety
/// As for [`array`].
pub unsafe fn text<'a>(value: CdnaStr, what: &'static str) -> Result<&'a str, Error> {
    // SAFETY: the caller vouches for the bytes.
    let bytes = unsafe { array(value.data.cast::<u8>(), value.size, what)? };
    std::str::from_utf8(bytes).map_err(|_| Error::Text(what))
}

/// Reads a symbol, which may be any bytes, as text: see [`escape::bytes`].
///
/// # Safety
/// As for [`array`].
pub unsafe fn symbol(value: CdnaStr) -> Result<String, Error> {
    // SAFETY: the caller vouches for the bytes.
    let bytes = unsafe { array(value.data.cast::<u8>(), value.size, "name")? };
    Ok(escape::bytes(bytes))
}

/// Reads the bytes of a string of the ABI.
///
/// # Safety
/// As for [`array`].
pub unsafe fn bytes<'a>(value: CdnaStr, what: &'static str) -> Result<&'a [u8], Error> {
    // SAFETY: the caller vouches for the bytes.
    unsafe { array(value.data.cast::<u8>(), value.size, what) }
}

/// Reads the values of the options, which may be any bytes where the system allows it.
///
/// # Safety
/// As for [`array`], for the values and what each points to.
pub unsafe fn values(values: *const CdnaStr, count: u64) -> Result<Vec<OsString>, Error> {
    // SAFETY: the caller vouches for the values.
    let values = unsafe { array(values, count, "values of the options")? };
    let value = |value: &CdnaStr| {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            // SAFETY: the caller vouches for what each points to.
            let bytes = unsafe { bytes(*value, "value of an option")? };
            Ok(OsString::from_vec(bytes.to_vec()))
        }
        #[cfg(not(unix))]
        {
            // SAFETY: as above.
            Ok(unsafe { text(*value, "value of an option")? }.into())
        }
    };
    values.iter().map(value).collect()
}

/// The entries of a table that were named.
pub fn range<'a, T>(
    all: &'a [T],
    first: u32,
    count: u32,
    table: &'static str,
) -> Result<&'a [T], Error> {
    let begin = first as usize;
    all.get(begin..begin.saturating_add(count as usize))
        .ok_or(Error::Range {
            table,
            first,
            count,
            len: all.len(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cdnasched_base::gpu::Gpu;

    #[test]
    fn every_supported_processor_is_named() {
        let names = Gpu::ALL.map(Gpu::name);
        assert_eq!(SUPPORTED_CPUS, names.join(", "));
    }
}
