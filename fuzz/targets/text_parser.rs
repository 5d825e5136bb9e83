//! Arbitrary text: refused, or a function that every stage takes or leaves alone.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| cdnasched::fuzzing::text_parser(bytes));
