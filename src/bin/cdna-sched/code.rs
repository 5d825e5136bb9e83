//! Files with assembly text or machine code, as a user names them.

use std::path::Path;

use cdnasched::assembly::object;
use cdnasched::input::{self, Error};

/// The bytes of a file or pipe. Libraries with kernels for every GPU have gigabytes, text that anybody means has not.
///
/// # Errors
/// When it cannot be read, or is longer than its kind may be.
pub fn read(file: &Path) -> Result<Vec<u8>, Error> {
    let bytes = input::read_named(file, input::CODE_LIMIT_MIB)?;
    let limit_mib = input::CASE_LIMIT_MIB;
    if !object::is_container(&bytes) && bytes.len() as u64 > limit_mib << 20 {
        return Err(Error::Long(limit_mib));
    }
    Ok(bytes)
}
