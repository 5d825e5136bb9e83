//! Arbitrary text: refused, or a function that every stage processes or leaves unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| cdnasched_fuzz::whole_core::text_parser(bytes));
