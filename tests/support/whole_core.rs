//! The whole core over random functions, for tests and the targets in `fuzz/`. A bug is a panic.

use cdnasched_base::machine::text;
use cdnasched_base::rules::Policy;
use cdnasched_driver::{Options, Stage, replay};
use cdnasched_engine::schedule::Effort;
use cdnasched_testing::{Shape, whole_text_of};

/// A small function in the text form, to mutate.
pub const TEXT: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    V_MFMA_F32_16X16X16F16_e64 def early a[0:3], v[2:3], v[4:5], a[0:3], #0, #0, #0, imp mode, imp exec | lat=4 passes=4\n\
    GLOBAL_LOAD_DWORD def v1, v[2:3], #0, #0, imp exec | load | read space=1 bytes=4\n\
    block 1 frequency=31.5 depth=1 loop=1 successors=1\n  S_CBRANCH_SCC1 bb.1, imp scc | term branch lat=1\n\
    edge 0 1 true 80\n";

/// The whole core over a function, checked after every stage.
///
/// # Panics
/// When the checker finds anything, or a stage left something unchanged that it could not process.
pub fn flat_function(shape: &Shape, hazards: Policy) {
    let text = whole_text_of(shape);
    let function = match text::parse(&text) {
        Ok(function) => function,
        Err(error) => panic!("expected a valid function: {error}\n{text}"),
    };
    let replayed = replay(function, None, &options(hazards));
    let (found, left) = (&replayed.findings, &replayed.left_alone);
    assert!(found.is_empty(), "{found:?}\n{text}\n{}", replayed.function);
    assert!(left.is_empty(), "{left:?}\n{text}");
}

/// Arbitrary text: refused, or a function that every stage processes or leaves unchanged.
pub fn text_parser(bytes: &[u8]) {
    let Ok(function) = text::parse(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    let written = function.to_string();
    match text::parse(&written) {
        Ok(again) => assert_eq!(again.to_string(), written),
        Err(error) => panic!("what is written can be read: {error}\n{written}"),
    }
    for stage in Stage::ALL {
        replay(function.clone(), Some(stage), &options(Policy::Safe));
    }
    replay(function, None, &options(Policy::Safe));
}

fn options(hazards: Policy) -> Options {
    Options {
        hazards,
        effort: Effort::Fast,
        ..Options::ALL
    }
}
