//! What a target in `fuzz/` calls. A bug is a panic.

use crate::ffi::fuzz;

/// Arbitrary contents at the C ABI: a status for every stage.
///
/// # Panics
/// When a stage returns an unknown status, or reports an internal error.
pub fn abi_bytes(bytes: &[u8], directory: &str) {
    for (status, remarks) in fuzz::call(bytes, directory) {
        assert!(status <= fuzz::LAST_STATUS, "status {status}");
        assert!(!remarks.contains("internal error"), "{remarks}");
    }
}
