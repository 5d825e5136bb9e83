//! Strings and arrays of the C ABI, and its version.

pub use cdnasched_abi::raw::*;

use super::abi::CDNASCHED_ABI_VERSION;

/// Checks version and size of a top-level struct.
pub fn check_version(found: u32, found_size: u32, size: usize) -> Result<(), Error> {
    if found == CDNASCHED_ABI_VERSION && found_size as usize == size {
        Ok(())
    } else {
        Err(Error::Version {
            found,
            version: CDNASCHED_ABI_VERSION,
            found_size,
            size,
        })
    }
}
