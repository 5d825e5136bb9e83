//! `cdna-sched validate` on a kernel of this project, with a table of its own.
#![cfg(feature = "llvm")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::Compiler;
use cdnasched_driver::Options;
use cdnasched_driver::report::{LoopRecord, Record};

const COLUMNS: &str = "kernel\tfiles\tgpu\ttile\twaves\tmatrix\tmatrix_clocks\tpublished\tlimits\trepository\tremarks";

fn kernel() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("tests/kernels/gfx950/gemm_f16_128x128x64_async.ll")
}

/// The kernel as LLVM compiles it, and its loop of matrix instructions.
fn compiled() -> (Record, LoopRecord) {
    let compiler = Compiler::new(Gpu::Gfx950).expect("LLVM has the AMDGPU back end");
    let compiled = compiler.compile(&kernel(), &Options::LOOK);
    let record = compiled.expect("it compiles").records.remove(0);
    let loops: Vec<&LoopRecord> = record
        .loops
        .iter()
        .filter(|l| l.matrix_instructions > 0)
        .collect();
    let [hot] = loops[..] else {
        panic!("the kernel has one matrix loop");
    };
    let hot = hot.clone();
    (record, hot)
}

fn validate(table: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
        .args(["validate", "--mcpu", "gfx950", "--measured"])
        .arg(table)
        .args(more)
        .arg(kernel())
        .output()
        .expect("the program runs")
}

#[test]
fn a_loop_is_compared_with_its_row() {
    let (record, hot) = compiled();
    let waves = record.waves_per_simd;
    let last = &hot.clocks[0].last;
    let model = match waves {
        1 => last.one_wave,
        waves => last.own_waves * f64::from(waves),
    };
    // An iteration of the measured loop has twice as many matrix instructions, and ours is 20 % faster than
    // the faster of its figures, for half of it.
    let (matrix, fast) = (hot.matrix_instructions * 2, 2.0 * model / 0.8);
    let work = f64::from(waves * matrix * 16);
    let row = |limits: &str| {
        let (share, slow) = (100.0 * work / fast, fast * 1.25);
        format!(
            "{COLUMNS}\nown\tgemm_f16\tgfx950\t128x128\t{waves}\t{matrix}\t16\t{share:.9}% a b; {slow}clk c d\t\
             {limits}\te\tf\n"
        )
    };
    let table = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measured.tsv");
    std::fs::write(&table, row("-")).expect("a written table");
    let output = validate(&table, &["--json"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let [file, summary] = &lines[..] else {
        panic!("{text}");
    };
    let compared = &file["compared"];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    assert_eq!(number(&compared["model_clocks"]), model);
    let near = |value: &serde_json::Value, expected: f64| {
        let found = number(value);
        assert!((found - expected).abs() < 1e-3, "{found}, {expected}");
    };
    near(&compared["measured"]["low"], fast / 2.0);
    near(&compared["measured"]["high"], fast * 0.625);
    near(&compared["error_to_range"], -20.0);
    near(&compared["error_to_middle"], 100.0 * (0.8 / 1.125 - 1.0));
    let family = &compared["family"];
    assert!(number(&family["low"]) < number(&family["high"]), "{family}");
    near(&summary["summary"]["error_to_range"]["largest"], 20.0);

    assert!(validate(&table, &["--strict", "20.1"]).status.success());
    let strict = validate(&table, &["--strict", "19.9"]);
    assert_eq!(strict.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&strict.stderr).into_owned();
    assert!(complaint.contains("is off by -20.0 %"), "{complaint}");
    // Nothing is expected of a kernel whose LDS accesses conflict.
    std::fs::write(&table, row("conflicts")).expect("a written table");
    assert!(validate(&table, &["--strict", "1"]).status.success());
}
