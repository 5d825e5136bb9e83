//! Traces that are not what they should be: a reason, never a crash.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::recorded::{self, Calibration, Kernel, Measured, Validation};
use cdnasched_engine::timing::ModelSets;
use serde_json::{Value, json};

use super::{WAVES, complaint, folder, run, text, trace, viewer};

#[test]
fn rows_of_the_code_are_instructions_and_nothing_else() {
    let folder = folder("rows");
    viewer(&folder);
    let file = folder.join("code.json");
    let code = fs::read(&file).expect("a file");
    let code: Value = serde_json::from_slice(&code).expect("JSON");
    for row in [
        ".globl v_nop",
        ".macro s_nop",
        "label:",
        "label: s_nop 0",
        "label : s_nop 0",
        "symbol = 5",
        "s_nop=5",
        "S_NOP 0",
        "s_nop 0 ; s_endpgm",
        "s_nop 0 // s_endpgm",
        "s_nop /* 0",
        "s_nop 0\ns_nop 0",
        "s_nop 0\rs_nop 0",
        "s_nop 0\u{0}",
        "ds_swizzle_b32 v1, v1 offset:swizzle(BITMASK_PERM,\"0000p)",
        "# 1 \"file\"",
        "\\x",
        "s_nop 0 \u{e4}",
        "1",
    ] {
        let mut changed = code.clone();
        changed["code"][3][0] = json!(row);
        fs::write(&file, changed.to_string()).expect("it is written");
        for (command, option) in [("validate", "--traces"), ("calibrate", "--att")] {
            let said = complaint(&run(command, &[option, text(&folder), "--mcpu", "gfx950"]));
            assert!(
                said.contains("code.json: row 3 (from 0)") && said.contains("expected"),
                "{row}: {said}"
            );
        }
    }
    // What LLVM prints of operands is taken.
    for row in [
        "v_add_f32_e64 v1, -|v0|, abs(v0) clamp mul:2",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0",
        "s_waitcnt vmcnt(0) & lgkmcnt(0)",
        "ds_swizzle_b32 v1, v1 offset:swizzle(BITMASK_PERM,\"00pip\")",
        "v_pk_add_f32 v[2:3], v[0:1], v[0:1] op_sel:[0,1] neg_lo:[0,1]",
        "v_mov_b32_e32 v1, 0.15915494",
    ] {
        let mut changed = code.clone();
        changed["code"][3][0] = json!(row);
        fs::write(&file, changed.to_string()).expect("it is written");
        let shown = run("validate", &["--traces", text(&folder), "--mcpu", "gfx950"]);
        let said = String::from_utf8_lossy(&shown.stderr).into_owned();
        assert!(shown.status.success(), "{row}: {said}");
    }
}

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end.max(1) as u64) as usize
    }

    /// What stands nowhere in such files, or elsewhere.
    fn value(&mut self) -> Value {
        let numbers = [
            0,
            1,
            -1,
            4,
            9,
            1 << 20,
            i64::from(i32::MAX),
            i64::from(u32::MAX),
            i64::MAX,
            i64::MIN,
        ];
        match self.below(8) {
            0 => Value::Null,
            1 => json!(["s_endpgm", "", "v_nop", "; looped", "x:"][self.below(5)]),
            2 => json!([]),
            3 => json!({ "1": [1] }),
            _ => json!(numbers[self.below(numbers.len())]),
        }
    }

    /// Replaces, removes or doubles something somewhere below a value, each field as often as others.
    fn change(&mut self, value: &mut Value) {
        let is_deeper = self.below(5) > 0;
        match value {
            Value::Array(all) if !all.is_empty() && is_deeper => {
                let at = self.below(all.len());
                match self.below(8) {
                    0 => drop(all.remove(at)),
                    1 => all.insert(at, all[at].clone()),
                    2 => all.swap(at, 0),
                    _ => self.change(&mut all[at]),
                }
            }
            Value::Object(all) if !all.is_empty() && is_deeper => {
                let keys = all
                    .iter()
                    .flat_map(|(key, of)| vec![key.clone(); fields(of)]);
                let keys: Vec<String> = keys.collect();
                let key = &keys[self.below(keys.len())];
                match self.below(12) {
                    0 => drop(all.remove(key)),
                    _ => self.change(&mut all[key]),
                }
            }
            _ => *value = self.value(),
        }
    }

    fn bytes(&mut self, content: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let at = self.below(content.len());
            match self.below(3) {
                0 => content.truncate(at),
                1 => content[at..]
                    .iter_mut()
                    .take(1)
                    .for_each(|byte| *byte = b"[]{}\",0-\xff\0"[self.below(10)]),
                _ => content.insert(at, b"[]{}\",0-\xff\0"[self.below(10)]),
            }
        }
    }
}

/// How many things in a value can be changed, of lists one element.
fn fields(value: &Value) -> usize {
    1 + match value {
        Value::Array(all) => all.first().map_or(0, fields),
        Value::Object(all) => all.values().map(fields).sum(),
        _ => 0,
    }
}

/// All that is done with traces. Whether it was understood.
fn use_all(path: &Path) -> bool {
    let Ok(all) = recorded::read(path, Some(Gpu::Gfx950)) else {
        return false;
    };
    let models = ModelSets::default();
    let mut validation = Validation::default();
    for (path, recording) in &all {
        let Ok(kernel) = Kernel::of(path, recording) else {
            return false;
        };
        let measured = Measured::of(&kernel.function, recording, &kernel);
        let parts = measured.map(|measured| measured.parts());
        assert!(parts.is_ok(), "a trace is of its own code");
        if validation.add(path, recording, &models).is_err() {
            return false;
        }
    }
    assert!(!validation.print().is_empty() && !validation.json().is_empty());
    let built_in = serde_json::from_str(ModelSets::built_in_text()).expect("JSON");
    let calibration = Calibration::of(&all).expect("it was compared");
    calibration.expect("a recording").file(&built_in);
    true
}

#[test]
fn changed_files_are_refused_or_read() {
    let mut random = Random(35);
    let limit = Duration::from_secs(20);
    let mut outcomes = [0; 2];
    let mut try_one = |path: &Path| {
        let begin = Instant::now();
        outcomes[usize::from(use_all(path))] += 1;
        assert!(begin.elapsed() < limit, "{path:?} takes too long");
    };
    let folder = folder("changed");
    let (facts, out) = (folder.join("mine.json"), folder.join("viewer"));
    fs::create_dir(&out).expect("a folder");
    viewer(&out);
    let occupancy = json!({ "0": (0..WAVES)
        .flat_map(|simd| [1, 0].map(|begins| json!([73_900 - 900 * begins, 1, simd, 0, begins, 1])))
        .collect::<Vec<_>>() });
    fs::write(out.join("occupancy.json"), occupancy.to_string()).expect("it is written");
    let names = json!({ "wave_filenames": { "0": { "0": { "0": { "0": ["se0_sm0_sl0_wv0.json", 73_000, 74_000] } } } } });
    fs::write(out.join("filenames.json"), names.to_string()).expect("it is written");
    let mut files = vec!["code.json", "occupancy.json", "filenames.json"];
    files.push("se0_sm0_sl0_wv0.json");
    for round in 0..400 {
        for file in &files {
            let file = out.join(file);
            let content = fs::read(&file).expect("a file");
            let mut changed: Value = serde_json::from_slice(&content).expect("JSON");
            (0..=round % 4).for_each(|_| random.change(&mut changed));
            let mut bytes = changed.to_string().into_bytes();
            if round % 3 == 0 {
                random.bytes(&mut bytes);
            }
            fs::write(&file, &bytes).expect("it is written");
            try_one(&out);
            fs::write(&file, content).expect("it is written");
        }
        let mut changed = trace(round % 2 == 0);
        (0..=round % 4).for_each(|_| random.change(&mut changed));
        let mut bytes = changed.to_string().into_bytes();
        if round % 3 == 0 {
            random.bytes(&mut bytes);
        }
        fs::write(&facts, &bytes).expect("it is written");
        try_one(&facts);
    }
    // Neither is all refused nor all read.
    assert!(outcomes.iter().all(|&count| count > 50), "{outcomes:?}");
}
