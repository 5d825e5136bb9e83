//! Arbitrary contents at the C ABI: a status, never a crash. A panic ends the run even where the ABI
//! would catch it.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

/// Where refused functions are saved.
static FOLDER: LazyLock<String> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("cdnasched-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder.to_string_lossy().into_owned()
});

fuzz_target!(|bytes: &[u8]| cdnasched::fuzzing::abi_bytes(bytes, &FOLDER));
