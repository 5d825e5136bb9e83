use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::*;
use crate::gpu::{Unit, WaitStates};
use crate::machine::{BlockId, InstFlags, InstId, Role, text};
use crate::timing::{Model, ModelTiming};

/// A function of which the text leaves out the edges: every register dependence becomes one,
/// and memory accesses of which one writes keep their order.
pub(super) fn function(gpu: &str, body: &str) -> Function {
    let body = body.trim_start_matches('\n');
    let text = format!("cdna-flat 1\nfunction \"t\"\ngpu {gpu}\n{body}");
    let plain = text::parse(&text).expect("valid text");
    let mut edges = String::new();
    for block in plain.block_ids() {
        let is_boundary = |id: &InstId| plain.flags(*id).has(InstFlags::BOUNDARY);
        for insts in plain.block(block).order.split(is_boundary) {
            let heads: Vec<InstId> = insts
                .iter()
                .scan(InstId(0), |head, &inst| {
                    if !plain.flags(inst).has(InstFlags::IN_BUNDLE) {
                        *head = inst;
                    }
                    Some(*head)
                })
                .collect();
            for (at, &to) in insts.iter().enumerate() {
                for (before, &from) in insts[..at].iter().enumerate() {
                    let (head, tail) = (heads[before], heads[at]);
                    for kind in kinds(&plain, from, to).filter(|_| head != tail) {
                        writeln!(edges, "edge {} {} {kind} 1", head.0, tail.0).expect("a String");
                    }
                }
            }
        }
    }
    text::parse(&(text + "\n" + &edges)).expect("valid edges")
}

fn kinds(f: &Function, from: InstId, to: InstId) -> impl Iterator<Item = &'static str> {
    let shares = |from_def: bool, to_def: bool| {
        f.operands(from).iter().any(|a| {
            f.operands(to).iter().any(|b| match (a.reg(), b.reg()) {
                (Some(x), Some(y)) => {
                    a.is_def() == from_def && b.is_def() == to_def && x.overlaps(y)
                }
                _ => false,
            })
        })
    };
    let (load, store) = (InstFlags::MAY_LOAD, InstFlags::MAY_STORE);
    let has = |i: InstId, flag| f.flags(i).has(flag);
    let memory =
        has(from, store) && (has(to, load) || has(to, store)) || has(from, load) && has(to, store);
    [
        (shares(true, false), "true"),
        (shares(false, true), "anti"),
        (shares(true, true), "output"),
        (memory, "order"),
    ]
    .into_iter()
    .filter_map(|(holds, kind)| holds.then_some(kind))
}

/// The rules that the tests need: matrix results, and vector results read by matrix
/// instructions.
pub(super) fn needs(f: &Function) -> impl Fn(InstId, InstId) -> WaitStates + use<> {
    let f = f.clone();
    move |p, c| {
        let written = f.operands(p).iter().filter(|o| o.is_def());
        let hit = |role_is_c: bool| {
            let mut written = written.clone().filter_map(|o| o.reg());
            written.any(|w| {
                f.operands(c).iter().any(|o| {
                    o.is_use()
                        && (o.role == Role::MatC) == role_is_c
                        && o.reg().is_some_and(|r| r.overlaps(w))
                })
            })
        };
        WaitStates(match (f.info(p).matrix, f.info(c).unit) {
            (Some(matrix), _) if hit(false) => u32::from(matrix.passes.0) + 3,
            (None, Unit::Matrix) if hit(false) || hit(true) => 2,
            _ => 0,
        })
    }
}

fn run(f: &mut Function) -> Report {
    run_all(f).0
}

fn run_all(f: &mut Function) -> (Report, Vec<Alternatives>) {
    let needs = needs(f);
    let options = Options {
        waves: Some(1),
        ..Options::new(f)
    };
    schedule(f, &needs, &options)
}

/// The first word and first operand of every instruction of a block, in order.
fn listing(f: &Function, block: u32) -> String {
    let order = f.block(BlockId(block)).order.iter();
    order
        .map(|&i| {
            let line = f.inst_text(i);
            let end = line.find(',').unwrap_or(line.len());
            line[..end].to_owned() + "\n"
        })
        .collect()
}

fn place(f: &Function, block: u32, inst: u32) -> usize {
    let order = &f.block(BlockId(block)).order;
    order
        .iter()
        .position(|&i| i == InstId(inst))
        .expect("a permutation")
}

#[test]
fn chains_of_matrix_instructions_are_interleaved() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    // Each chain multiplies by the result of the one before: 4 passes and 3 wait states apart.
    for chain in 0..3 {
        for dep in 0..3 {
            let (d, a) = (40 + chain * 20 + dep * 4, 40 + chain * 20 + dep * 4 - 4);
            let _ = writeln!(
                body,
                "  V_MFMA_F32_16X16X16F16_e64 def early v[{d}:{}], v[{a}:{}], v[0:1], v[4:7], #0, #0, #0 | passes=4",
                d + 3,
                a + 1
            );
        }
    }
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    let (before, after) = (
        &report.traces[0].before[0].single_wave,
        &report.traces[0].after[0].single_wave,
    );
    assert_eq!((before.nops, after.nops), (42, 10));
    assert!(after.period < before.period);
    insta::assert_snapshot!(listing(&f, 0), @r"
    V_MFMA_F32_16X16X16F16_e64 def early v[40:43]
    V_MFMA_F32_16X16X16F16_e64 def early v[60:63]
    V_MFMA_F32_16X16X16F16_e64 def early v[80:83]
    V_MFMA_F32_16X16X16F16_e64 def early v[44:47]
    V_MFMA_F32_16X16X16F16_e64 def early v[64:67]
    V_MFMA_F32_16X16X16F16_e64 def early v[84:87]
    V_MFMA_F32_16X16X16F16_e64 def early v[48:51]
    V_MFMA_F32_16X16X16F16_e64 def early v[68:71]
    V_MFMA_F32_16X16X16F16_e64 def early v[88:91]
    ");
}

const READ: &str = "  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4\n";

#[test]
fn a_read_moves_ahead_of_work_that_does_not_need_it() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in 10..26 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += READ;
    body += "  V_ADD_F32_e32 def v30, v1, v1\n";
    let mut f = function("gfx942", &body);
    run(&mut f);
    assert_eq!((place(&f, 0, 16), place(&f, 0, 17)), (0, 17));
}

fn wide_read(d: u32) -> String {
    let last = d + 3;
    format!("  DS_READ_B128_gfx9 def v[{d}:{last}], v0, #0, #0 | load | read space=3 bytes=16\n")
}

#[test]
fn loads_come_in_the_order_in_which_they_are_used() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in [4, 8, 12, 16] {
        body += &wide_read(d);
    }
    for d in [16, 12, 8, 4] {
        for r in d..d + 4 {
            let _ = writeln!(body, "  V_EXP_F32_e32 def v{}, v{r}", r + 40);
        }
    }
    let mut f = function("gfx942", &body);
    let incoming = f.clone();
    let (mut report, mut others) = run_all(&mut f);
    // In use order the reads need a wait each, where one wait for the last serves all. It is
    // for the function to afford them, or to take the order back.
    let trace = &mut report.traces[0];
    assert!(trace.after[0].single_wave.period < trace.before[0].single_wave.period);
    assert!(trace.after[0].single_wave.waits > trace.before[0].single_wave.waits);
    others[0].revert(&mut f, trace);
    assert_eq!(f, incoming);
    assert_eq!(
        trace.regions[0].decision,
        Decision::Kept(Reason::SlowerElsewhere)
    );
    assert_eq!(trace.after, trace.before);
    // With a wait to spare, the read of the long chain goes first.
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    body += &wide_read(12);
    let _ = writeln!(body, "  V_ADD_F32_e32 def v40, v12, v12");
    body += &wide_read(4);
    body += &wide_read(8);
    for _ in 0..12 {
        let _ = writeln!(body, "  V_EXP_F32_e32 def v8, v8");
    }
    let _ = writeln!(body, "  V_ADD_F32_e32 def v41, v4, v4");
    let mut f = function("gfx942", &body);
    assert_eq!(run(&mut f).reordered(), 1);
    assert!(place(&f, 0, 3) < place(&f, 0, 2), "{}", listing(&f, 0));
}

#[test]
fn wait_states_are_filled_with_independent_work() {
    let mut body = String::from(
        "block 0 frequency=1 depth=0
  V_MFMA_F32_16X16X16F16_e64 def early v[8:11], v[0:1], v[2:3], v[4:7], #0, #0, #0 | passes=4
  V_ADD_F32_e32 def v12, v8, v8
",
    );
    for d in 20..27 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v40, v41");
    }
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    let trace = &report.traces[0];
    assert_eq!(
        (
            trace.before[0].single_wave.nops,
            trace.after[0].single_wave.nops
        ),
        (7, 0)
    );
    assert_eq!(place(&f, 0, 1), 8);
}

#[test]
fn an_order_that_cannot_be_beaten_stays() {
    let body = format!(
        "block 0 frequency=1 depth=0\n{READ}  V_ADD_F32_e32 def v2, v1, v1\n  V_ADD_F32_e32 def v3, v4, v4\n"
    );
    // The free add fits into the shadow of the read: better. Then nothing more is to be had.
    let mut f = function("gfx942", &body);
    let first = run(&mut f);
    let after = f.clone();
    let second = run(&mut f);
    assert_eq!((first.reordered(), second.reordered()), (1, 0));
    assert_eq!(f, after);
    assert_eq!(
        second.traces[0].regions[0].decision,
        Decision::Kept(Reason::NoneFaster)
    );
    assert_eq!(second.traces[0].before, second.traces[0].after);
}

/// Work that would gain from moving across whatever stands between.
fn around(directive: &str) -> Function {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in 10..20 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += directive;
    body += READ;
    body += "  V_ADD_F32_e32 def v30, v1, v1\n";
    function("gfx942", &body)
}

#[test]
fn nothing_crosses_what_a_user_wrote() {
    for directive in [
        "  S_WAITCNT #49279\n",
        "  S_SETPRIO #1\n",
        "  SCHED_BARRIER #0 | meta boundary\n",
        "  SCHED_BARRIER #536 | meta\n",
    ] {
        let mut f = around(directive);
        run(&mut f);
        assert_eq!(place(&f, 0, 10), 10, "{directive}");
        assert!(place(&f, 0, 11) > 10, "{directive}");
    }
    for directive in [
        "  SCHED_GROUP_BARRIER #8, #1, #0 | meta\n",
        "  IGLP_OPT #0 | meta\n",
    ] {
        let mut f = around(directive);
        let incoming = f.clone();
        let report = run(&mut f);
        assert_eq!(f, incoming);
        assert_eq!(
            report.traces[0].regions[0].decision,
            Decision::Kept(Reason::Directive)
        );
    }
    let mut f = around("  S_WAITCNT_soft #49279\n");
    assert_eq!(run(&mut f).reordered(), 1);
}

#[test]
fn bundles_move_whole() {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in 10..20 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += "
  BUNDLE def imp v4, def imp v5, imp v0 | bundle
  DS_READ_B32_gfx9 def v4, v0, #0, #0 | load inside | read space=3 bytes=4
  DS_READ_B32_gfx9 def v5, v0, #4, #0 | load inside | read space=3 bytes=4
  V_ADD_F32_e32 def v30, v4, v5
"
    .trim_start_matches('\n');
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    assert_eq!(report.reordered(), 1);
    let head = place(&f, 0, 10);
    assert_eq!(head, 0);
    assert_eq!((place(&f, 0, 11), place(&f, 0, 12)), (1, 2));
}

#[test]
fn a_loop_is_judged_in_steady_state() {
    // The read feeds the next iteration. Where it stands, the next one waits for it; any
    // place at which the rest of the loop hides its latency will do.
    let mut body = String::from("block 0 frequency=64 depth=1 loop=0 successors=0,1\n");
    body += "  V_ADD_F32_e32 def v30, v1, v30\n";
    for d in 10..22 {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body += READ;
    body += "  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\nblock 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
    let mut f = function("gfx942", &body);
    let report = run(&mut f);
    let trace = &report.traces[0];
    assert!(trace.trace.is_loop());
    let clocks = |t: &ModelTiming| t.single_wave.period.clocks();
    // One wait before the use; 13 adds, the read, and a taken branch of 5 slots.
    assert_eq!(clocks(&trace.after[0]), (1.0 + 13.0 + 1.0 + 5.0) * 4.0);
    assert!(clocks(&trace.before[0]) > clocks(&trace.after[0]));
}

/// A block of instructions with few registers, so that there are dependences of all kinds.
fn random_block(picks: &[(u8, u8, u8, u8)]) -> String {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for &(kind, d, a, b) in picks {
        let (d, a, b) = (d % 12, a % 12, b % 12);
        let _ = match kind % 6 {
            0 => writeln!(
                body,
                "  DS_READ_B32_gfx9 def v{d}, v{a}, #0, #0 | load | read space=3 bytes=4"
            ),
            1 => writeln!(
                body,
                "  DS_WRITE_B32_gfx9 v{a}, v{b}, #0, #0 | store | write space=3 bytes=4"
            ),
            2 => writeln!(
                body,
                "  V_MFMA_F32_4X4X4F16_e64 def early a[{}:{}], v[{a}:{}], v[{b}:{}], a[{}:{}], #0, #0, #0 | passes=2",
                d * 4,
                d * 4 + 3,
                a + 1,
                b + 1,
                d * 4,
                d * 4 + 3
            ),
            3 => writeln!(body, "  V_EXP_F32_e32 def v{d}, v{a}"),
            4 => writeln!(
                body,
                "  GLOBAL_LOAD_DWORD def v{d}, v[{a}:{}], #0, #0 | load | read space=1 bytes=4",
                a + 1
            ),
            _ => writeln!(body, "  V_ADD_F32_e32 def v{d}, v{a}, v{b}"),
        };
    }
    body
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("src/schedule/regressions.txt"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_result_is_a_permutation_that_keeps_all_dependences(
        picks in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 2..60),
    ) {
        let mut f = function("gfx942", &random_block(&picks));
        let incoming = f.clone();
        let report = run(&mut f);
        let (new, old) = (&f.block(BlockId(0)).order, &incoming.block(BlockId(0)).order);
        let mut sorted = new.clone();
        sorted.sort_unstable();
        prop_assert_eq!(&sorted, old);
        for edge in f.edges() {
            prop_assert!(place(&f, 0, edge.from.0) < place(&f, 0, edge.to.0));
        }
        let trace = &report.traces[0];
        for (after, before) in trace.after.iter().zip(&trace.before) {
            prop_assert!(after.single_wave.period <= before.single_wave.period);
            prop_assert!(after.at_occupancy <= before.at_occupancy);
        }
        for (model, after) in Model::built_in(f.gpu).iter().zip(&trace.after) {
            let options = Options {
                models: vec![model.clone()],
                effort: Effort::Fast,
                ..Options::new(&incoming)
            };
            for certificate in certify(&incoming, &|_: InstId, _: InstId| WaitStates(0), &options) {
                prop_assert!(certificate.bound <= after.single_wave.period.cycles());
            }
        }
        let mut again = incoming.clone();
        let (mut same, mut others) = run_all(&mut again);
        for (same, trace) in same.traces.iter().zip(&report.traces) {
            prop_assert_eq!((&same.before, &same.after), (&trace.before, &trace.after));
            prop_assert_eq!(&same.regions, &trace.regions);
        }
        prop_assert_eq!(&again, &f);
        // Behind the best order there are others that lose nowhere, and then the incoming one.
        let trace = &mut same.traces[0];
        for _ in 0..8 {
            others[0].revert(&mut again, trace);
            for (after, before) in trace.after.iter().zip(&trace.before) {
                prop_assert!(after.single_wave.period <= before.single_wave.period);
                prop_assert!(after.at_occupancy <= before.at_occupancy);
            }
        }
        prop_assert_eq!(&again, &incoming);
    }
}

#[test]
fn a_huge_block_takes_time_in_proportion() {
    let picks: Vec<_> = (0..20_000u32)
        .map(|n| {
            let mixed = n.wrapping_mul(0x9e37_79b9).to_le_bytes();
            (mixed[3], mixed[2], mixed[1], mixed[0] ^ mixed[2])
        })
        .collect();
    // Deps only to the instructions right before: the text has no edges but these.
    let mut text = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n{}",
        random_block(&picks)
    );
    for n in 3..20_000 {
        let _ = writeln!(text, "edge {} {n} true 1", n - 3);
    }
    let mut f = text::parse(&text).expect("valid text");
    let mut incoming = f.block(BlockId(0)).order.clone();
    let options = Options {
        waves: Some(1),
        effort: Effort::Fast,
        ..Options::new(&f)
    };
    let report = schedule(&mut f, &|_: InstId, _: InstId| WaitStates(0), &options);
    assert_eq!(report.0.traces[0].regions[0].instructions, 20_000);
    let mut order = f.block(BlockId(0)).order.clone();
    order.sort_unstable();
    incoming.sort_unstable();
    assert_eq!(order, incoming);
}
