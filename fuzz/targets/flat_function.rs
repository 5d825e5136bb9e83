//! Valid functions with many conflicts, through the whole core, checked after every stage.
#![no_main]

use cdnasched_fuzz::whole_core::flat_function;
use cdnasched_testing::Shape;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (shape, hazards) = Shape::from_bytes(bytes);
    flat_function(&shape, hazards);
});
