//! Recorded thread traces: a small kernel of our own, with times that the test sets, in both forms that are read.

mod hostile;
mod incomplete;
mod objects;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

const KERNEL: &str = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx950\"
\t.text
\t.globl looped
\t.type looped,@function
looped:
\ts_mov_b32 s4, 8
.Lhead:
\tv_add_f32_e32 v1, v0, v0
\tv_add_f32_e32 v2, v1, v1
\tds_read_b32 v3, v2
\ts_waitcnt lgkmcnt(0)
\tv_mul_f32_e32 v4, v3, v3
\ts_sub_i32 s4, s4, 1
\ts_cmp_lg_u32 s4, 0
\ts_cbranch_scc1 .Lhead
\ts_endpgm
\t.section .rodata,\"a\",@progbits
\t.p2align 6, 0x0
\t.amdhsa_kernel looped
\t\t.amdhsa_next_free_vgpr 8
\t\t.amdhsa_next_free_sgpr 8
\t\t.amdhsa_accum_offset 8
\t.end_amdhsa_kernel
";

/// Breaks a trace.
type Change = fn(&mut Value);
/// Lines of its instructions.
const LINES: [u32; 10] = [6, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const ITERATIONS: usize = 8;
const WAVES: usize = 4;
/// Clocks of an iteration as below, and without what its wait stalls beyond its own slot.
const ITERATION: f64 = 100.0;
const NOWAIT: f64 = 60.0;

/// What a wave executes: instruction, gap, stall, issue.
fn executed() -> Vec<[u32; 4]> {
    let mut all = vec![[0, 0, 0, 4]];
    for iteration in 0..ITERATIONS {
        // Behind a taken branch there is nothing to try for 16 clocks.
        let behind_branch = if iteration > 0 { 16 } else { 0 };
        all.extend([
            [1, behind_branch, 0, 4],
            [2, 0, 0, 4],
            [3, 8, 0, 4],
            [4, 0, 44, 0],
            [5, 0, 0, 4],
            [6, 0, 0, 4],
            [7, 0, 0, 4],
            [8, 4, 0, 4],
        ]);
    }
    all.push([9, 0, 0, 4]);
    all
}

fn length() -> i64 {
    executed()
        .iter()
        .map(|one| i64::from(one[1] + one[2] + one[3]))
        .sum()
}

/// A wave of each SIMD, or so many of one.
fn trace(on_one_simd: bool) -> Value {
    let column = |at: usize| -> Vec<u32> { executed().iter().map(|one| one[at]).collect() };
    let wave = |number: usize| {
        json!({
            "se": 0, "cu": 1, "simd": if on_one_simd { 0 } else { number }, "slot": number, "id": 0,
            "begin": 4 * number, "end": 4 * number as i64 + length(),
            "resident": (0..if on_one_simd { WAVES } else { 1 })
                .map(|_| json!([4 * number, 4 * number as i64 + length()]))
                .collect::<Vec<_>>(),
            "inst": column(0), "gap": column(1), "stall": column(2), "issue": column(3),
        })
    };
    json!({
        "format": "cdna-att-trace", "version": 1, "name": "mine", "kernel": "looped", "gpu": "gfx950",
        "assembly": KERNEL, "lines": LINES, "waves": (0..WAVES).map(wave).collect::<Vec<_>>(),
    })
}

/// A folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("traces")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn packed(trace: &Value, file: &Path) {
    let mut packer = GzEncoder::new(fs::File::create(file).expect("a file"), Compression::fast());
    packer
        .write_all(trace.to_string().as_bytes())
        .expect("it is written");
    packer.finish().expect("it is written");
}

/// The same as rocprofv3 writes it for its viewer.
fn viewer(folder: &Path) {
    // Addresses are those of the assembled code: the wait, scalar instructions and VALU instructions have 4 bytes.
    let texts = [
        ("; looped", 0),
        ("s_mov_b32 s4, 8", 0),
        ("v_add_f32_e32 v1, v0, v0", 4),
        ("v_add_f32_e32 v2, v1, v1", 8),
        ("ds_read_b32 v3, v2", 12),
        ("s_waitcnt lgkmcnt(0)", 20),
        ("v_mul_f32_e32 v4, v3, v3", 24),
        ("s_sub_i32 s4, s4, 1", 28),
        ("s_cmp_lg_u32 s4, 0", 32),
        ("s_cbranch_scc1 65527", 36),
        ("s_endpgm", 40),
    ];
    let rows: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(at, (text, address))| {
            json!([text, 0, at, "k.py:1", 7, 4096 + address, 32, 128, 0, 0])
        })
        .collect();
    let code = json!({ "code": rows, "header": "ISA, _, LineNumber, Source, Codeobj, Vaddr, Hit, Latency, Stall, Idle" });
    fs::write(folder.join("code.json"), code.to_string()).expect("it is written");
    for simd in 0..WAVES {
        let begin = 73_000 + 4 * simd as i64;
        let mut now = begin;
        let mut rows = Vec::new();
        for [inst, gap, stall, issue] in executed() {
            now += i64::from(gap);
            rows.push(json!([now, 6, stall, stall + issue, inst + 1]));
            now += i64::from(stall + issue);
        }
        let wave = json!({ "name": "SE0", "wave": {
            "begin": begin, "end": now, "cu": 1, "simd": simd, "slot": 0, "id": 0, "instructions": rows, "waitcnt": [],
        }});
        let file = folder.join(format!("se0_sm{simd}_sl0_wv0.json"));
        fs::write(file, wave.to_string()).expect("it is written");
    }
}

fn run(command: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
        .arg(command)
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of ours")
}

fn parsed(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn complaint(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && !said.contains("panicked"),
        "{said}"
    );
    said
}

fn pair<'a>(part: &'a Value, before: &str, kind: &str, reads: bool) -> &'a Value {
    let mut pairs = part["pairs"].as_array().expect("pairs").iter();
    let found = pairs.find(|p| p["before"] == before && p["kind"] == kind && p["reads"] == reads);
    found.unwrap_or_else(|| panic!("no {before} -> {kind}"))
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().expect("a number");
    assert!(
        (value - expected).abs() < 1e-6,
        "{value}, expected {expected}"
    );
}

/// What is measured is what the trace says, whatever the model is.
fn check_part(part: &Value, samples: usize) {
    assert_eq!(part["samples"], samples);
    close(&part["all"]["measured"], ITERATION);
    close(&part["nowait"]["measured"], NOWAIT);
    close(&pair(part, "valu", "valu", true)["clocks"]["measured"], 4.0);
    close(
        &pair(part, "valu", "lds_read_1", true)["clocks"]["measured"],
        12.0,
    );
    close(
        &pair(part, "branch_taken", "valu", false)["clocks"]["measured"],
        20.0,
    );
    close(&part["stalls"][0]["clocks"]["measured"], ITERATION - NOWAIT);
    for side in ["measured", "model"] {
        let pairs = part["pairs"].as_array().expect("pairs");
        let sum: f64 = pairs
            .iter()
            .filter_map(|p| p["clocks"][side].as_f64())
            .sum();
        let whole = part["nowait"][side].as_f64().expect("clocks");
        assert!(whole > 0.0);
        // The median of iterations that are all alike but the first.
        assert!(
            (sum - whole).abs() <= 0.03 * whole,
            "{side}: {sum}, {whole}"
        );
    }
}

#[test]
fn a_loop_is_compared_with_the_model_step_by_step() {
    let folder = folder("loop");
    packed(&trace(false), &folder.join("mine.json.gz"));
    let all = parsed(&run("validate", &["--traces", text(&folder), "--json"]));
    let parts = all["traces"][0]["parts"].as_array().expect("parts");
    assert_eq!(parts.len(), 1, "{parts:?}");
    assert_eq!(
        (&parts[0]["part"], &parts[0]["waves"]),
        (&json!(".Lhead"), &json!(1))
    );
    check_part(&parts[0], WAVES * (ITERATIONS - 1));
    let shown = run("validate", &["--traces", text(&folder)]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("mine .Lhead"), "{shown}");
    assert!(
        shown.contains("valu -> lds_read_1 that reads it"),
        "{shown}"
    );
    // Nothing is that exact, and nothing that wrong.
    let strict = |percent: &str| {
        run(
            "validate",
            &["--traces", text(&folder), "--strict", percent],
        )
    };
    assert!(strict("1000").status.success());
    let model = parts[0]["nowait"]["model"].as_f64().expect("clocks");
    assert_eq!(strict("0").status.success(), model == NOWAIT);
}

/// Conflicts that the addresses show count as everywhere else: of 32 lanes that are 128 bytes apart, LDS serves one after the
/// other, where it would serve all at once.
#[test]
fn bank_conflicts_of_recorded_code_are_charged() {
    let model = |name: &str, shift: u32| {
        let second = format!("v_lshlrev_b32_e32 v2, {shift}, v0");
        let folder = folder(name);
        let mut trace = trace(false);
        trace["assembly"] = json!(KERNEL.replace("v_add_f32_e32 v2, v1, v1", &second));
        packed(&trace, &folder.join("mine.json.gz"));
        let all = parsed(&run("validate", &["--traces", text(&folder), "--json"]));
        let part = &all["traces"][0]["parts"][0];
        part["all"]["model"].as_f64().expect("clocks")
    };
    let (free, conflicts) = (model("no-conflicts", 2), model("conflicts", 7));
    // 31 lanes more, in each of two halves of a wave, each 4 clocks.
    assert_eq!(conflicts - free, 31.0 * 2.0 * 4.0, "{free}");
}

#[test]
fn waves_that_share_a_simd_are_timed_together() {
    let folder = folder("together");
    packed(&trace(true), &folder.join("mine.json.gz"));
    let all = parsed(&run("validate", &["--traces", text(&folder), "--json"]));
    let parts = all["traces"][0]["parts"].as_array().expect("parts");
    let part = parts
        .iter()
        .find(|part| part["waves"] == WAVES)
        .expect("a part of four waves");
    close(&part["all"]["measured"], ITERATION);
    let model = part["all"]["model"].as_f64().expect("clocks");
    // Four waves issue 8 instructions each, never two of a kind in one slot.
    assert!(model >= 4.0 * 4.0 * 3.0, "{model}");
}

#[test]
fn what_rocprofv3_writes_for_its_viewer_says_the_same() {
    let folder = folder("viewer");
    let below = folder.join("out/ui_output_agent_1_dispatch_2");
    fs::create_dir_all(&below).expect("a folder");
    viewer(&below);
    let said = complaint(&run("validate", &["--traces", text(&folder)]));
    assert!(said.contains("--mcpu"), "{said}");
    let read = |more: &[&str]| {
        let mut arguments = vec!["--traces", text(&folder), "--mcpu", "gfx950", "--json"];
        arguments.extend(more);
        parsed(&run("validate", &arguments))
    };
    let all = read(&[]);
    let part = &all["traces"][0]["parts"][0];
    assert_eq!(
        (&part["waves"], &all["traces"][0]["kernel"]),
        (&json!(1), &json!("looped"))
    );
    // The branch goes to the second instruction.
    assert_eq!(part["part"], ".L1004");
    check_part(part, WAVES * (ITERATIONS - 1));
    // Who else was there: a wave in another slot, from before to after.
    let mut rows = vec![json!([70_000, 1, 0, 3, 1, 1])];
    rows.push(json!([99_000, 1, 0, 3, 0, 1]));
    let occupancy = json!({ "0": rows, "dispatches": {} });
    fs::write(below.join("occupancy.json"), occupancy.to_string()).expect("it is written");
    let all = read(&[]);
    let parts = all["traces"][0]["parts"].as_array().expect("parts");
    let waves: Vec<&Value> = parts.iter().map(|part| &part["waves"]).collect();
    assert_eq!(waves, [1, 2]);
    fs::write(
        below.join("se0_sm1_sl0_wv0.json"),
        "{\"wave\":{\"instructions\":[[1,2]]}}",
    )
    .expect("it is written");
    let said = complaint(&run(
        "validate",
        &["--traces", text(&folder), "--mcpu", "gfx950"],
    ));
    assert!(
        said.contains("se0_sm1_sl0_wv0.json") && said.contains("2 numbers"),
        "{said}"
    );
}

#[test]
fn a_malformed_trace_is_named_with_what_was_expected() {
    let folder = folder("malformed");
    let said = complaint(&run("validate", &["--traces", text(&folder)]));
    assert!(said.contains("no trace in it"), "{said}");
    let file = folder.join("bad.json");
    let refuse = |content: Vec<u8>, what: &str| {
        fs::write(&file, content).expect("it is written");
        for command in [["validate", "--traces"], ["calibrate", "--att"]] {
            let said = complaint(&run(command[0], &[command[1], text(&file)]));
            assert!(
                said.contains("bad.json") && said.contains(what),
                "{said}, expected {what}"
            );
        }
    };
    refuse(vec![0x1f, 0x8b, 8, 0, 1, 2, 3], "cannot be unpacked");
    refuse(b"{".to_vec(), "expected a recorded trace in JSON");
    let changes: [(Change, &str); 8] = [
        (|t| t["format"] = json!("other"), "expected \"format\""),
        (
            |t| t["waves"][1]["gap"] = json!([0]),
            "wave 1 (from 0): inst, gap, stall and issue differ",
        ),
        (
            |t| t["waves"][0]["inst"][5] = json!(10),
            "executed instruction 10; there are 10",
        ),
        (|t| t["waves"][0]["begin"] = json!(-4), "it begins at -4"),
        (|t| t["waves"][0]["gap"][3] = json!(-1_000_000), "before 0"),
        (
            |t| {
                t["assembly"] =
                    json!("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx950\"\n\tv_nonsense v0\n")
            },
            "the code of the trace",
        ),
        (|t| t["kernel"] = json!("another"), "no kernel 'another'"),
        (|t| t["lines"][3] = json!(1), "instruction 3"),
    ];
    for (change, what) in changes {
        let mut trace = trace(false);
        change(&mut trace);
        refuse(trace.to_string().into_bytes(), what);
    }
}

#[test]
fn numbers_are_proposed_with_their_samples() {
    let folder = folder("calibrate");
    packed(&trace(false), &folder.join("mine.json.gz"));
    let file = self::folder("calibrate-out").join("model.json");
    let output = ["--att", text(&folder), "--json", "--output", text(&file)];
    let all = parsed(&run("calibrate", &output));
    let of = |number: &str| {
        let mut all = all.as_array().expect("proposals").iter();
        let found = all.find(|one| one["number"] == number);
        found
            .unwrap_or_else(|| panic!("{number} in {all:?}"))
            .clone()
    };
    let executions = WAVES * ITERATIONS;
    for (number, slots, samples) in [
        ("costs.valu.result", 1, executions),
        ("costs.lds_read_1.result", 12, executions),
        ("costs.branch_taken.issue", 5, executions - WAVES),
    ] {
        let one = of(number);
        assert_eq!(
            (&one["measured"], &one["samples"]),
            (&json!(slots), &json!(samples)),
            "{one}"
        );
        assert_eq!((&one["at_it"], &one["alone"]), (&json!(100), &json!(true)));
    }
    // One fall through each wave: too few.
    assert_eq!(of("costs.branch.issue")["clear"], false);
    let written: Value = serde_json::from_slice(&fs::read(&file).expect("a file")).expect("JSON");
    let built_in: Value = serde_json::from_slice(&run("models", &[]).stdout).expect("JSON");
    let result = |file: &Value| {
        let set = &file["measured"];
        let own = &set["overrides"]["gfx950"]["valu"];
        let row = if own.is_null() {
            &set["costs"]["valu"]
        } else {
            own
        };
        row["result"].clone()
    };
    assert_eq!(result(&written), 1);
    assert_eq!(written["llvm"], built_in["llvm"]);
    // The file is a model, and after it nothing is left to propose.
    let again = parsed(&run(
        "calibrate",
        &["--att", text(&folder), "--json", "--model", text(&file)],
    ));
    for one in again
        .as_array()
        .expect("proposals")
        .iter()
        .filter(|one| one["clear"] == true)
    {
        assert_eq!(one["model"], one["measured"], "{one}");
    }
}

#[test]
fn a_page_shows_what_was_measured_beside_the_model() {
    let folder = folder("view");
    packed(&trace(false), &folder.join("mine.json.gz"));
    let out = self::folder("view-out");
    let (kernel, page) = (out.join("looped.s"), out.join("page.json"));
    fs::write(&kernel, KERNEL).expect("it is written");
    let att = ["--att", text(&folder)];
    let view = |kernel: &Path| {
        run(
            "view",
            &[&[text(kernel)], &att[..], &["--json", "-o", text(&page)]].concat(),
        )
    };
    assert!(view(&kernel).status.success(), "{:?}", view(&kernel));
    let data: Value = serde_json::from_slice(&fs::read(&page).expect("a page")).expect("JSON");
    let kernel_data = &data["kernels"][0];
    let labels: Vec<&Value> = kernel_data["versions"]
        .as_array()
        .expect("versions")
        .iter()
        .map(|v| &v["label"])
        .collect();
    assert_eq!(labels, ["looped.s (model)", "measured"]);
    let measured = &kernel_data["regions"][0]["versions"][1];
    let timeline = &measured["timelines"][0];
    assert_eq!(
        (&timeline["waves"], &timeline["iterations"]),
        (&json!(1), &json!(3))
    );
    close(&timeline["period"], ITERATION);
    let spent: f64 = timeline["spent"]
        .as_array()
        .expect("parts")
        .iter()
        .filter_map(|s| s["clocks"].as_f64())
        .sum();
    close(&json!(spent), ITERATION);
    let events = &timeline["events"];
    let at = |column: &str, at: usize| events[column][at].clone();
    // The wait is the fourth of the loop.
    assert_eq!(
        (at("stall", 3), at("inst", 3)),
        (json!("lgkmcnt"), json!(4))
    );
    let stalled = at("issue", 3)
        .as_i64()
        .zip(at("ready", 3).as_i64())
        .map(|(issue, ready)| issue - ready);
    assert_eq!(stalled, Some(40));
    assert!(
        measured["advice"]
            .as_str()
            .expect("a note")
            .contains("28 iterations")
    );
    // Other code is refused: clocks would stand at instructions that did not take them.
    let other = out.join("other.s");
    // Another register, and a wait for something else.
    for (was, is) in [
        ("v_mul_f32_e32 v4", "v_mul_f32_e32 v5"),
        ("lgkmcnt(0)", "lgkmcnt(1)"),
    ] {
        fs::write(&other, KERNEL.replace(was, is)).expect("it is written");
        let said = complaint(&view(&other));
        let line = KERNEL.lines().position(|line| line.contains(was));
        let line = line.expect("it is there") + 1;
        for what in ["looped", "code that ran", &format!("line {line}"), was, is] {
            assert!(said.contains(what), "{said}, expected {what}");
        }
    }
    // Less of it, and more.
    for (was, is, what) in [
        ("\ts_endpgm\n", "\ts_nop 0\n\ts_endpgm\n", "s_nop 0"),
        ("\ts_sub_i32 s4, s4, 1\n", "", "s_sub_i32"),
    ] {
        fs::write(&other, KERNEL.replace(was, is)).expect("it is written");
        let said = complaint(&view(&other));
        assert!(said.contains(what), "{said}, expected {what}");
    }
    // Line 11 is the wait.
    let answer = run("why", &[&[text(&kernel), "--at", "11"], &att[..]].concat());
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    assert!(
        answer.contains("measured 32 times: stalled 44 clocks"),
        "{answer}"
    );
}
