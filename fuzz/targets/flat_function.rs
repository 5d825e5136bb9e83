//! Valid functions with many conflicts, through the whole core, checked after every stage.
#![no_main]

use cdnasched::fuzzing::{self, Shape};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (shape, hazards) = Shape::from_bytes(bytes);
    fuzzing::flat_function(&shape, hazards);
});
