//! Finished streams are charged for the waits and nops in them, and for no others.

use proptest::prelude::*;

use super::*;
use crate::gpu::Unit;
use crate::hazard::{self};
use crate::machine::{BlockId, Function, InstId, text};
use crate::rules::Policy;
use crate::waitcnt;
use cdnasched_testing::{KINDS, Shape, text_of};

/// One run of a single finished block by one wave: clocks until it ends, and until all has returned.
fn once(gpu: &str, lines: &str) -> (f64, f64) {
    let source = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu {gpu}\nblock 0 frequency=1 depth=0\n{}",
        lines.trim_start_matches('\n')
    );
    let f = text::parse(&source).expect("valid text");
    let timing = Timing::finished(&f, &Model::built_in(f.gpu), 1);
    let one = timing.traces[0].models[0].single_wave;
    (one.period.clocks(), one.drained.clocks())
}

const READ: &str = "  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4\n";
const USE: &str = "  V_ADD_F32_e32 def v2, v1, v1\n";
const LOAD: &str = "  GLOBAL_LOAD_DWORD def v5, v[2:3], #0, #0 | load | read space=1 bytes=4\n";
const LDS_DMA: &str = "  BUFFER_LOAD_DWORD_LDS_OFFEN v0, s[4:7], s0, #0, #0, #0, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4\n";

#[test]
fn only_a_wait_waits_for_memory() {
    let wait = "  S_WAITCNT #49279\n";
    // The read and the addition issue; the value is there 12 slots after the read.
    assert_eq!(once("gfx942", &format!("{READ}{USE}")), (8.0, 12.0 * 4.0));
    let waited = once("gfx942", &format!("{READ}{wait}{USE}"));
    assert_eq!(waited.0, (12.0 + 1.0) * 4.0);
    // Nor does an access to LDS wait for loads into LDS, nor one write for another.
    assert_eq!(once("gfx950", &format!("{LDS_DMA}{READ}")).0, 8.0);
    let overwritten = "  V_MOV_B32_e32 def v1, v9\n";
    assert_eq!(once("gfx942", &format!("{READ}{overwritten}")).0, 8.0);
}

#[test]
fn markers_of_the_memory_model_are_no_instructions() {
    for marker in ["  S_WAITCNT_soft #0\n", "  S_WAITCNT_lds_direct\n"] {
        let lines = format!("{LDS_DMA}{READ}{marker}{USE}");
        assert_eq!(once("gfx950", &lines).0, 12.0, "{marker}");
    }
}

#[test]
fn arithmetic_is_interlocked() {
    let lines = "  V_EXP_F32_e32 def v1, v0\n  V_ADD_F32_e32 def v2, v1, v1\n";
    assert_eq!(once("gfx942", lines).0, 24.0);
}

#[test]
fn a_wait_lasts_until_its_counter_has_fallen() {
    // All but the youngest of two.
    let one_left = "  S_WAITCNT #3953\n";
    let far = LOAD.replace("v5", "v6");
    let (clocks, _) = once("gfx942", &format!("{LOAD}{far}{one_left}"));
    assert_eq!(clocks, 245.0 * 4.0);
    // Of a scalar load and two reads of LDS one may be left: whichever is last. The second read is as far ahead of
    // the first one's service as it can be.
    let scalar = "  S_LOAD_DWORD_IMM def s0, s[2:3], #0, #0 | load | read space=4 bytes=4\n";
    let read =
        "  DS_READ_B128_gfx9 def v[4:7], v0, #0, #0 | load | read space=3 bytes=16\n".to_owned();
    let (clocks, _) = once(
        "gfx942",
        &format!("{READ}{read}{scalar}  S_WAITCNT #49535\n"),
    );
    assert_eq!(clocks, (2.0 + 10.0) * 4.0);
    let (clocks, _) = once(
        "gfx942",
        &format!("{READ}{read}{scalar}  S_WAITCNT #49279\n"),
    );
    assert_eq!(clocks, (1.0 + 16.0) * 4.0);
}

#[test]
fn no_more_is_outstanding_than_a_counter_can_count() {
    let reads: String = (0..16)
        .map(|n| READ.replace("v1", &format!("v{n}")))
        .collect();
    let source =
        format!("cdna-flat 1\nfunction \"t\"\ngpu gfx942\nblock 0 frequency=1 depth=0\n{reads}");
    let f = text::parse(&source).expect("valid text");
    // Queues that never fill, and reads that take longer than sixteen take to issue.
    let text = ModelSets::built_in_text()
        .replace(
            r#""queues": { "lds": 8, "lds_entries": 5,"#,
            r#""queues": { "lds": 16,"#,
        )
        .replace(r#""busy": 2,  "result": 12"#, r#""busy": 1,  "result": 30"#);
    let models = Model::parse(&text, f.gpu).expect("a model file");
    let timing = Timing::finished(&f, &models[..1], 1);
    // The sixteenth issues when the first has returned.
    let one = timing.traces[0].models[0].single_wave;
    assert_eq!(one.period.clocks(), (30.0 + 1.0) * 4.0);
}

/// The same trace without one of its waits.
fn without(function: &Function, block: BlockId, wait: InstId) -> Function {
    let mut copy = function.clone();
    let mut order = function.block(block).order.clone();
    order.retain(|&inst| inst != wait);
    copy.set_order(block, order);
    copy
}

/// A block's time for one wave, by model: run once, and as a loop for a number of iterations.
fn clocks(function: &Function, block: BlockId) -> Vec<u32> {
    let mut all = Vec::new();
    for (next, iterations) in [(None, 1), (Some(block), 9)] {
        let trace = Trace {
            blocks: vec![block],
            next,
        };
        let program = Program::finished(function, &trace);
        for model in Model::built_in(function.gpu) {
            let costs = program.costs(function, &model);
            let mut state = SimState::new(&program, None);
            for _ in 0..iterations {
                state.run(&program, &costs, &program.order());
            }
            all.extend([state.wave.now, state.wave.drained()]);
        }
    }
    all
}

fn shapes() -> impl Strategy<Value = Shape> {
    let inst = (0..KINDS.len(), any::<[u8; 5]>());
    let block = (prop::collection::vec(inst, 0..40), (0u8..5, 0u8..3, 0u8..3));
    let gpus = prop::sample::select(&["gfx908", "gfx90a", "gfx942", "gfx950"][..]);
    (gpus, prop::collection::vec(block, 1..3)).prop_map(|(gpu, blocks)| Shape {
        gpu,
        callable: false,
        xnack: false,
        blocks,
    })
}

proptest! {
    #[test]
    fn without_a_wait_a_stream_is_no_slower(shape in shapes()) {
        let mut function = text::parse(&text_of(&shape)).expect("valid text");
        waitcnt::place(&mut function).expect("waits can be placed");
        hazard::place(&mut function, Policy::Safe);
        for block in function.block_ids() {
            let whole = clocks(&function, block);
            let order = function.block(block).order.iter().copied();
            for wait in order.filter(|&inst| function.info(inst).unit == Unit::Wait) {
                let less = clocks(&without(&function, block, wait), block);
                let pairs = || less.iter().zip(&whole);
                prop_assert!(pairs().all(|(a, b)| a <= b), "{less:?} {whole:?}\n{function}");
            }
        }
    }
}

/// LLVM's blocks may end with two branches: the second one issues only when the first is not taken.
#[test]
fn what_stands_behind_a_taken_branch_takes_no_time() {
    let clocks = |last: &str| {
        let source = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n\
             block 0 frequency=32 depth=1 loop=0 successors=0,1\n{USE}  \
             S_CBRANCH_SCC1 bb.0, imp scc | branch term\n{last}\
             block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n"
        );
        let f = text::parse(&source).unwrap_or_else(|error| panic!("{error}"));
        let timing = Timing::finished(&f, &Model::built_in(f.gpu), 1);
        timing.traces[0].models[0].single_wave.period.clocks()
    };
    assert_eq!(clocks(""), clocks("  S_BRANCH bb.1 | branch term\n"));
}
