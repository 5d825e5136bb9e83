//! Comparisons of loops that no compiler made.

use super::*;
use cdnasched_driver::report::{Clocks, LoopRecord, SpentRecord, TimingRecord};

const TABLE: &str = "kernel\tfiles\tgpu\ttile\twaves\tmatrix\tmatrix_clocks\tpublished\tlimits\trepository\tremarks\n\
    plain\tplain\tgfx950\t-\t1\t8\t16\t200clk p f; 250clk q f\t-\tr\tsay it\n\
    clash\tclash\tgfx950\t-\t1\t8\t16\t400clk p f\tconflicts\tr\t-\n\
    pair\tpair\tgfx950\t-\t2\t8\t16\t50% p f\t-\tr\t-\n\
    small\tsmall\tgfx950\t-\t1\t8\t16\t200clk p f\tgrid\tr\t-\n";

/// A function with one loop of these matrix instructions of 16 clocks: its clocks for one wave under the
/// model, and under two perturbed sets.
fn function(matrix: u32, waves: u32, clocks: [f64; 3]) -> Vec<Record> {
    let timing = |(name, one_wave): (&str, f64)| TimingRecord {
        model: name.to_owned(),
        last: Clocks {
            one_wave,
            own_waves: one_wave * 0.75,
        },
        ..TimingRecord::default()
    };
    let names = ["measured", "measured a", "measured b"];
    let hot = LoopRecord {
        block: 3,
        frequency: 10.0,
        matrix_instructions: matrix,
        clocks: names.into_iter().zip(clocks).map(timing).collect(),
        spent: SpentRecord {
            matrix_work: u64::from(matrix) * 16,
            ..SpentRecord::default()
        },
        ..LoopRecord::default()
    };
    let cold = LoopRecord {
        block: 1,
        frequency: 1.0,
        ..hot.clone()
    };
    let other = LoopRecord {
        matrix_instructions: 0,
        frequency: 1000.0,
        ..hot.clone()
    };
    vec![Record {
        function: "f".to_owned(),
        waves_per_simd: waves,
        loops: vec![other, cold, hot],
        ..Record::default()
    }]
}

fn validation() -> Validation {
    let table = Measured::parse(TABLE, "t.tsv").expect("a good table");
    Validation::new(Gpu::Gfx950, table)
}

fn compared(file: &str, records: &[Record]) -> Result<Comparison, String> {
    let table = validation().measured;
    let row = table.row(Path::new(file), Gpu::Gfx950).expect("a row");
    Comparison::of(row, records)
}

#[test]
fn the_hottest_matrix_loop_is_compared() {
    let found = compared("plain.ll", &function(8, 1, [180.0, 150.0, 190.0])).expect("compared");
    assert_eq!((found.block, found.model_clocks), (3, 180.0));
    assert_eq!(
        (found.error_to_range, found.error_to_middle),
        (-10.0, -20.0)
    );
    let family = found.family.expect("two members");
    assert_eq!((family.low, family.high), (150.0, 190.0));
}

#[test]
fn another_unrolling_is_scaled() {
    let found = compared("plain.ll", &function(16, 1, [600.0; 3])).expect("compared");
    assert_eq!((found.measured.low, found.measured.high), (400.0, 500.0));
    assert_eq!(found.error_to_range, 20.0);
    assert_eq!(found.per_matrix_clock(), (600.0 / 256.0, 450.0 / 256.0));
    let half = compared("plain.ll", &function(4, 1, [100.0; 3])).expect("compared");
    assert_eq!((half.measured.low, half.error_to_range), (100.0, 0.0));
}

#[test]
fn all_waves_of_a_simd_are_compared() {
    // Two waves of 8 instructions keep the pipe busy for 256 clocks: 512 at 50 %.
    let found = compared("pair.ll", &function(8, 2, [300.0; 3])).expect("compared");
    assert_eq!((found.model_clocks, found.measured.low), (450.0, 512.0));
}

#[test]
fn another_loop_is_refused() {
    let refusal = |file: &str, records: &[Record]| compared(file, records).expect_err("refused");
    for matrix in [12, 24, 32, 2] {
        let why = refusal("plain.ll", &function(matrix, 1, [200.0; 3]));
        let expected = format!(
            "its hottest loop has {matrix} matrix instructions of 16 clocks, but plain was measured with 8 of 16"
        );
        assert_eq!(why, expected);
    }
    let mut wide = function(8, 1, [200.0; 3]);
    wide[0].loops[2].spent.matrix_work = 256;
    assert!(refusal("plain.ll", &wide).contains("8 matrix instructions of 32 clocks"));
    let why = refusal("plain.ll", &function(8, 2, [200.0; 3]));
    assert_eq!(
        why,
        "plain was measured with 1 waves on a SIMD, and the code allows 2"
    );
    // Its grid does not fill the SIMDs.
    assert!(compared("small.ll", &function(8, 2, [200.0; 3])).is_ok());
    assert!(refusal("plain.ll", &[]).contains("no loop with matrix instructions"));
}

#[test]
fn a_summary_leaves_out_what_conflicts() {
    let mut all = validation();
    for (file, clocks) in [("plain", 300.0), ("small", 100.0), ("clash", 200.0)] {
        let file = format!("{file}.ll");
        assert_eq!(
            all.add(Path::new(&file), &function(8, 1, [clocks; 3])),
            None
        );
    }
    all.add(Path::new("other.ll"), &function(8, 1, [1.0; 3]));
    let summary = all.summary();
    assert_eq!(
        (summary.compared, summary.without_conflicts_and_spills),
        (3, 2)
    );
    // 300 is 20 % above 250, 100 is 50 % below 200; 200 of clash is 50 % below 400.
    assert_eq!(
        (summary.error_to_range.mean, summary.error_to_range.largest),
        (35.0, 50.0)
    );
    // Model: small, clash, plain; measured: small, plain, clash.
    assert_eq!(summary.rank_correlation, Some(0.5));
    assert_eq!(
        all.complaints(30.0),
        ["small is off by -50.0 %", "the rank correlation is 0.500"]
    );
    assert_eq!(all.complaints(50.0).len(), 1);
    let text = all.print();
    for expected in [
        "plain: say it",
        "no published measurement for gfx950: other",
        "3 kernels: 0.500",
        "mean 35.0 %, largest 50.0 %",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let json = all.json();
    assert!(json.contains(r#""not_measured""#), "{json}");
    assert!(json.contains(r#"{"summary":{"compared":3,"#), "{json}");
}

#[test]
fn strict_fails_where_nothing_can_be_said() {
    let mut none = validation();
    none.add(Path::new("other.ll"), &function(8, 1, [1.0; 3]));
    assert_eq!(none.complaints(100.0), ["no file was compared"]);
    let refused = none.add(Path::new("a/plain.ll"), &function(5, 1, [1.0; 3]));
    assert!(refused.is_some_and(|why| why.starts_with("a/plain.ll: its hottest loop")));
    assert_eq!(none.complaints(100.0)[0], "plain cannot be compared");
    assert!(
        none.print()
            .contains("not compared: plain: its hottest loop")
    );
}
