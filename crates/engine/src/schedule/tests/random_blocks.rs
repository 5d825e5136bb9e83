//! Any block: the result is a permutation that keeps all dependences and loses nowhere.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::*;
use crate::schedule::{Effort, certify};

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
        // After the best order come others that lose nowhere, and in the end the incoming one.
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
    // Few dependences, all on instructions shortly before: `function` would make too many.
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
