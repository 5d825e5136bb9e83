//! Recordings that do not say all: waves without instructions, compute units that are not named.

use std::fs;
use std::path::{Path, PathBuf};

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::recorded::{self, Recording};
use serde_json::{Value, json};

use super::{
    ITERATIONS, KERNEL, WAVES, complaint, folder, packed, parsed, run, text, trace, viewer,
};

fn read(folder: &Path) -> Recording {
    let read = recorded::read(folder, Some(Gpu::Gfx950));
    let mut all = read.expect("a recording");
    assert_eq!(all.len(), 1);
    all.remove(0).1
}

fn wave_file(folder: &Path, simd: usize) -> PathBuf {
    folder.join(format!("se0_sm{simd}_sl0_wv0.json"))
}

/// Changes a file of JSON.
fn change(file: &Path, change: impl FnOnce(&mut Value)) {
    let content = fs::read(file).expect("a file");
    let mut content = serde_json::from_slice(&content).expect("JSON");
    change(&mut content);
    fs::write(file, content.to_string()).expect("it is written");
}

#[test]
fn waves_of_which_nothing_is_known_stay_residents() {
    let folder = folder("empty-waves");
    viewer(&folder);
    // The last two run another function, or nothing that the tracer could follow, all on one SIMD.
    change(&folder.join("code.json"), |code| {
        let rows = code["code"].as_array_mut().expect("rows");
        rows.push(json!(["; other", 0, 11, "", 7, 9000, 0, 0, 0, 0]));
        rows.push(json!(["s_endpgm", 0, 12, "", 7, 9004, 0, 0, 0, 0]));
    });
    for simd in 0..WAVES {
        change(&wave_file(&folder, simd), |file| {
            let wave = &mut file["wave"];
            (wave["simd"], wave["slot"]) = (json!(0), json!(simd));
            let first = &mut wave["instructions"][0][4];
            match simd {
                2 => *first = json!(12),
                3 => *first = json!(-1),
                _ => {}
            }
        });
    }
    let recording = read(&folder);
    let lengths: Vec<usize> = recording.waves.iter().map(|w| w.executed.len()).collect();
    assert_eq!(lengths, [2 + 8 * ITERATIONS; 2]);
    let residents: Vec<usize> = recording.waves.iter().map(|w| w.resident.len()).collect();
    assert_eq!(residents, [WAVES; 2]);
}

#[test]
fn a_wave_is_on_the_compute_unit_that_the_occupancy_names() {
    let folder = folder("compute-unit");
    viewer(&folder);
    let mut rows = Vec::new();
    for simd in 0..WAVES {
        let mut begin = 0;
        change(&wave_file(&folder, simd), |file| {
            let wave = file["wave"].as_object_mut().expect("a wave");
            wave.remove("cu");
            begin = wave["begin"].as_i64().expect("a number");
        });
        // The same slot of compute unit 3, and, later, of 5.
        rows.push((begin, 3, simd, 0, 1));
        rows.push((begin + 16, 5, simd, 0, 1));
        // Another slot of SIMD 1 alone.
        if simd == 1 {
            rows.push((begin, 3, simd, 4, 1));
            rows.push((begin + 9000, 3, simd, 4, 0));
            rows.push((begin, 0, simd, 4, 1));
            rows.push((begin + 9000, 0, simd, 4, 0));
        }
        rows.push((begin + 9000, 3, simd, 0, 0));
        rows.push((begin + 9000, 5, simd, 0, 0));
    }
    let occupancy = json!({ "0": rows });
    fs::write(folder.join("occupancy.json"), occupancy.to_string()).expect("it is written");
    let recording = read(&folder);
    let units: Vec<u32> = recording.waves.iter().map(|w| w.simd[1]).collect();
    assert_eq!(units, [3; WAVES]);
    let residents: Vec<usize> = recording.waves.iter().map(|w| w.resident.len()).collect();
    assert_eq!(residents, [1, 2, 1, 1]);
    assert!(recording.remarks.is_empty(), "{:?}", recording.remarks);
}

#[test]
fn a_resident_is_on_no_guessed_compute_unit() {
    let folder = folder("no-guess");
    viewer(&folder);
    let names = json!({ "wave_filenames": { "0": { "1": {
        "0": { "0": ["se0_sm1_sl0_wv0.json", 73_004, 74_000] },
        "5": { "0": ["se0_sm1_sl5_wv0.json", 73_000, 75_000] },
    } } } });
    fs::write(folder.join("filenames.json"), names.to_string()).expect("it is written");
    // All traced waves are on one: so is what has a file beside them.
    let recording = read(&folder);
    let residents: Vec<usize> = recording.waves.iter().map(|w| w.resident.len()).collect();
    assert_eq!(residents, [1, 2, 1, 1]);
    assert!(recording.remarks.is_empty(), "{:?}", recording.remarks);
    // They are on two: which of them, nobody says.
    change(&wave_file(&folder, 2), |file| file["wave"]["cu"] = json!(2));
    let recording = read(&folder);
    let residents: Vec<usize> = recording.waves.iter().map(|w| w.resident.len()).collect();
    assert_eq!(residents, [1; WAVES]);
    let [remark] = &recording.remarks[..] else {
        panic!("one remark: {:?}", recording.remarks);
    };
    assert!(remark.contains("filenames.json"), "{remark}");
    let arguments = ["--traces", text(&folder), "--mcpu", "gfx950"];
    let shown = run("validate", &arguments);
    assert!(String::from_utf8_lossy(&shown.stdout).contains(remark));
    let all = parsed(&run("validate", &[&arguments[..], &["--json"]].concat()));
    assert_eq!(all["traces"][0]["remarks"], json!([remark]));
}

#[test]
fn a_part_of_a_trace_is_told_from_a_trace() {
    let folder = folder("part");
    viewer(&folder);
    for file in [folder.join("code.json"), wave_file(&folder, 0)] {
        let arguments = ["--traces", text(&file), "--mcpu", "gfx950"];
        let said = complaint(&run("validate", &arguments));
        assert!(said.contains("name its directory"), "{said}");
    }
}

#[test]
fn code_without_loops_is_measured_up_to_its_end() {
    let folder = folder("straight");
    let mut trace = trace(false);
    let without = KERNEL.replace("\ts_cbranch_scc1 .Lhead\n", "");
    trace["assembly"] = json!(without);
    trace["lines"].as_array_mut().expect("lines").pop();
    for wave in trace["waves"].as_array_mut().expect("waves") {
        wave["inst"] = json!([0, 1, 2, 3, 4, 5, 6, 7, 8]);
        wave["gap"] = json!(vec![0; 9]);
        wave["issue"] = json!(vec![4; 9]);
        // The last waits for what was stored.
        wave["stall"] = json!([0, 0, 0, 0, 40, 0, 0, 0, 900]);
    }
    packed(&trace, &folder.join("mine.json.gz"));
    let out = self::folder("straight-out");
    let (kernel, other) = (out.join("mine.s"), out.join("other.s"));
    fs::write(&kernel, &without).expect("it is written");
    fs::write(
        &other,
        without.replace("v_mul_f32_e32 v4", "v_mul_f32_e32 v5"),
    )
    .expect("written");
    let compare =
        |one: &Path, two: &Path| run("compare", &[text(one), text(two), "--att", text(&folder)]);
    let shown = compare(&kernel, &other);
    let said = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.status.success(), "{shown:?}");
    // One block: its instructions and the stall of the wait, up to s_endpgm.
    assert!(said.contains("72 clocks, the median of 4 runs"), "{said}");
    // Of the other text it says why not.
    assert!(
        said.contains("other.s looped: not measured") && said.contains("v_mul_f32_e32 v5"),
        "{said}"
    );
    let said = complaint(&compare(&other, &other));
    assert!(said.contains("no trace is of the code"), "{said}");
    // Three waves are too few, and that is another reason.
    trace["waves"].as_array_mut().expect("waves").pop();
    packed(&trace, &folder.join("mine.json.gz"));
    let said = compare(&kernel, &other);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(said.contains("no loop or block 4 times"), "{said}");
}

#[test]
fn residents_have_times() {
    let folder = folder("resident-times");
    let file = folder.join("mine.json");
    for (resident, what) in [
        (
            json!([[40, 20]]),
            "resident 0 (from 0) begins at 40 and ends at 20",
        ),
        (
            json!([[0, 900], [0, i64::MAX]]),
            "resident 1 (from 0) begins at 0",
        ),
        (json!([[i64::MIN, 900]]), "resident 0 (from 0)"),
    ] {
        let mut trace = trace(false);
        trace["waves"][2]["resident"] = resident;
        fs::write(&file, trace.to_string()).expect("it is written");
        let said = complaint(&run("validate", &["--traces", text(&file)]));
        assert!(
            said.contains("wave 2 (from 0)") && said.contains(what),
            "{said}, expected {what}"
        );
    }
    // Others that were there before or after it are nobody's business.
    let mut trace = trace(false);
    for wave in trace["waves"].as_array_mut().expect("waves") {
        let resident = wave["resident"].as_array_mut().expect("residents");
        resident.push(json!([-50, 0]));
        resident.push(json!([90_000, 99_000]));
    }
    packed(&trace, &file);
    let recording = recorded::read(&file, None)
        .expect("a recording")
        .remove(0)
        .1;
    let residents: Vec<usize> = recording.waves.iter().map(|w| w.resident.len()).collect();
    assert_eq!(residents, [1; WAVES]);
}
