//! Plans that take copies and spills out: forms of matrix instructions, webs across blocks, removals.

use super::*;

const FILE: &str = "coalescing.mir";

/// LLVM's name of a tuple.
fn tuple(file: &str, first: u32, count: u32) -> String {
    let names: Vec<String> = (first..first + count)
        .map(|at| format!("{file}{at}"))
        .collect();
    names.join("_")
}

/// The lines of the blocks that follow from a plan that has to be applied, and that `llc` then takes to the
/// end.
fn coalesced(script: &str) -> Vec<String> {
    let (body, said) = run(FILE, "gfx942", script, "-run-pass=cdna-sched");
    assert!(!said.contains("refused"), "{script}: {said}");
    let folder = Folder::new();
    let object = folder.path().join("out.o");
    let output = Command::new(cpp::llvm_tool("llc"))
        .args(["-mtriple=amdgcn-amd-amdhsa", "-verify-machineinstrs"])
        .args(["-mcpu=gfx942", "-start-before=si-memory-legalizer"])
        .args(["-filetype=obj", "-load"])
        .arg(&PLUGIN.1)
        .arg("-cdna-sched")
        .arg(format!("-cdna-sched-script={script}"))
        .arg(format!("{}/tests/plans/{FILE}", env!("CARGO_MANIFEST_DIR")))
        .arg("-o")
        .arg(object)
        .output()
        .expect("llc can be started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {said}");
    assert!(!said.contains("refused"), "{script}: {said}");
    body.lines().map(|line| plain(line.trim())).collect()
}

/// The line that begins like this.
fn line<'a>(lines: &'a [String], begin: &str) -> &'a str {
    let found = lines.iter().find(|line| line.starts_with(begin));
    found.unwrap_or_else(|| panic!("{begin}: {lines:#?}"))
}

fn live_ins(lines: &[String]) -> Vec<&str> {
    let lists = lines
        .iter()
        .filter_map(|line| line.strip_prefix("liveins: "));
    lists.collect()
}

/// The registers of the debug values.
fn debug(lines: &[String]) -> Vec<&str> {
    let values = lines
        .iter()
        .filter_map(|line| line.strip_prefix("DBG_VALUE "));
    values
        .map(|value| value.split(',').next().unwrap_or(""))
        .collect()
}

#[test]
fn accumulators_move_between_files_with_the_form_of_their_instructions() {
    let v4 = tuple("VGPR", 4, 4);
    let lines = coalesced(&format!(
        "form 5 V_MFMA_F32_16X16X16F16_vgprcd_e64; edit 0 0={v4}; edit 5 0={v4} 3={v4}; \
         edit 14 2=VGPR4; remove 11"
    ));
    let v4 = v4.to_lowercase();
    assert_eq!(
        line(&lines, &format!("{v4} = V_")),
        format!(
            "{v4} = V_MFMA_F32_16X16X16F16_vgprcd_e64 vgpr0_vgpr1, vgpr0_vgpr1, killed {v4}, 0, 0, 0, \
             implicit mode"
        )
    );
    assert_eq!(
        line(&lines, "vgpr11 = "),
        "vgpr11 = V_ADD3_U32_e64 killed vgpr9, killed vgpr4, killed vgpr12"
    );
    let live_ins = live_ins(&lines);
    assert!(live_ins[1].contains(&v4) && !live_ins[1].contains("agpr0"));
    // And back.
    let a4 = tuple("AGPR", 4, 4);
    let v24 = tuple("VGPR", 24, 4);
    let there = format!(
        "form 8 V_MFMA_F32_16X16X16F16_vgprcd_e64; edit 8 0={v24}; \
         insert 3 16 2 0 0=AGPR5 1=VGPR24; edit 16 1=AGPR5"
    );
    let lines = coalesced(&there);
    assert_eq!(
        line(&lines, &v24.to_lowercase()),
        format!(
            "{} = V_MFMA_F32_16X16X16F16_vgprcd_e64 vgpr0_vgpr1, vgpr0_vgpr1, 0, 0, 0, 0, implicit mode",
            v24.to_lowercase()
        )
    );
    assert_eq!(
        line(&lines, "agpr5"),
        "agpr5 = V_ACCVGPR_WRITE_B32_e64 killed vgpr24"
    );
    let lines = coalesced(&format!(
        "edit 8 0={a4}; insert 3 16 2 0 0=AGPR5 1=AGPR4; insert 3 16 2 0 0=VGPR15 1=AGPR5; remove 16; \
         edit 18 3=VGPR15"
    ));
    assert_eq!(
        line(&lines, "agpr5"),
        "agpr5 = V_ACCVGPR_MOV_B32 killed agpr4"
    );
    assert_eq!(
        line(&lines, "vgpr15"),
        "vgpr15 = V_ACCVGPR_READ_B32_e64 killed agpr5"
    );
}

#[test]
fn accumulators_are_written_in_place_and_no_longer() {
    let (a16, a48) = (tuple("AGPR", 16, 16), tuple("AGPR", 48, 16));
    let lines = coalesced(&format!(
        "form 6 V_MFMA_F32_32X32X8F16_mac_e64; edit 6 0={a16}; edit 7 0={a16} 3={a16}; edit 15 1=AGPR16"
    ));
    let a16 = a16.to_lowercase();
    let written: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with(&format!("{a16} = V_MFMA_F32_32X32X8F16_mac_e64")))
        .collect();
    assert_eq!(written.len(), 2, "{lines:#?}");
    let lines = coalesced(&format!(
        "form 7 V_MFMA_F32_32X32X8F16_e64; edit 7 0={a48}; edit 15 1=AGPR48"
    ));
    let a48 = a48.to_lowercase();
    let early = line(&lines, &format!("early-clobber {a48} = "));
    assert!(early.contains("= V_MFMA_F32_32X32X8F16_e64"), "{early}");
    // To VGPRs and in place at once; the other end copies.
    let (v32, a32) = (tuple("VGPR", 32, 16), tuple("AGPR", 32, 16));
    let lines = coalesced(&format!(
        "form 7 V_MFMA_F32_32X32X8F16_mac_vgprcd_e64; edit 7 0={v32} 3={v32}; \
         form 6 V_MFMA_F32_32X32X8F16_vgprcd_e64; edit 6 0={v32} 3={}; edit 1 0={}; \
         insert 3 15 2 0 0=AGPR32 1=VGPR32",
        tuple("VGPR", 48, 16),
        tuple("VGPR", 48, 16)
    ));
    let v32 = v32.to_lowercase();
    assert!(
        line(&lines, &format!("early-clobber {v32} = ")).contains("F16_vgprcd_e64"),
        "{lines:#?}"
    );
    assert!(
        line(&lines, &format!("{v32} = ")).contains("F16_mac_vgprcd_e64"),
        "{lines:#?}"
    );
    assert!(!lines.iter().any(|line| line.contains(&a32.to_lowercase())));
}

/// The loop in between names none of the web's registers.
#[test]
fn webs_move_across_blocks() {
    let lines = coalesced("edit 2 0=VGPR20; edit 3 0=VGPR20; edit 10 1=VGPR20");
    for list in &live_ins(&lines)[1..] {
        let names: Vec<&str> = list.split(", ").collect();
        assert!(
            names.contains(&"vgpr20") && !names.contains(&"vgpr8"),
            "{list}"
        );
    }
    // The accumulators take its place.
    let v8 = tuple("VGPR", 8, 4);
    let lines = coalesced(&format!(
        "edit 2 0=VGPR20; edit 3 0=VGPR20; edit 10 1=VGPR20; form 5 V_MFMA_F32_16X16X16F16_vgprcd_e64; \
         edit 0 0={v8}; edit 5 0={v8} 3={v8}; edit 14 2=VGPR8; remove 11"
    ));
    assert!(live_ins(&lines)[1].contains(&v8.to_lowercase()));
}

#[test]
fn copies_are_removed() {
    let lines = coalesced("remove 10; edit 14 1=VGPR8");
    assert_eq!(
        line(&lines, "vgpr11 = "),
        "vgpr11 = V_ADD3_U32_e64 killed vgpr8, killed vgpr10, killed vgpr12"
    );
    // Debug values stay as they are: the core names those that change.
    let as_they_were = ["vgpr8", "vgpr8", "vgpr9", "vgpr30"];
    assert_eq!(debug(&lines), as_they_were);
    let lines = coalesced("remove 10; edit 14 1=VGPR10; insert 3 14 2 0 0=VGPR8 1=VGPR10");
    assert_eq!(debug(&lines), as_they_were);
}

#[test]
fn spills_are_replaced_by_moves_and_removed() {
    let lines = coalesced("insert 3 12 2 0 0=VGPR12 1=VGPR8; remove 12; remove 3");
    assert_eq!(
        line(&lines, "vgpr12 = "),
        "vgpr12 = V_MOV_B32_e32 killed vgpr8"
    );
    assert!(
        !lines.iter().any(|line| line.contains("STORE")),
        "{lines:#?}"
    );
    let rest: Vec<&String> = lines.iter().filter(|l| l.contains("SCRATCH")).collect();
    assert_eq!(rest.len(), 1, "{lines:#?}");
    assert!(rest[0].starts_with("vgpr22 = SCRATCH_LOAD_DWORD_ST 4"));
    // Nothing of the clause is left, and nothing of the register before the loop.
    let lines =
        coalesced("remove 12; remove 13; remove 10; edit 14 1=VGPR0 3=VGPR1; edit 18 4=VGPR0");
    assert!(
        !lines
            .iter()
            .any(|l| l.contains("LOAD") || l.contains("BUNDLE"))
    );
    assert!(
        !live_ins(&lines)[1..]
            .iter()
            .any(|list| list.contains("vgpr8"))
    );
    // The loop goes on describing what nobody reads any more.
    assert_eq!(debug(&lines)[0], "vgpr8");
}

#[test]
fn forms_and_moves_that_cannot_be_had_are_refused_with_all_of_the_plan() {
    let fit = "a register does not fit its operand";
    let (v4, a8) = (tuple("VGPR", 4, 4), tuple("AGPR", 8, 4));
    let none = "there is no such form";
    for (gpu, script, why) in [
        ("gfx942", "form 5 V_MFMA_F32_16X16X16F16_mac_e64", none),
        ("gfx942", "form 5 V_MFMA", none),
        (
            "gfx942",
            "form 2 V_MFMA_F32_16X16X16F16_e64",
            "a form has other operands",
        ),
        (
            "gfx942",
            "form 5 V_MFMA_SCALE_F32_16X16X128_F8F6F4_f4_f4_e64",
            "a form has other operands",
        ),
        ("gfx942", "form 5 V_MFMA_F32_16X16X16F16_vgprcd_e64", fit),
        (
            "gfx942",
            &format!("form 5 V_MFMA_F32_16X16X16F16_vgprcd_e64; edit 5 0={v4}"),
            fit,
        ),
        (
            "gfx942",
            &format!("form 5 V_MFMA_F32_16X16X16F16_vgprcd_e64; edit 5 0={a8} 3={v4}"),
            fit,
        ),
        (
            "gfx942",
            "form 6 V_MFMA_F32_32X32X8F16_mac_e64",
            "LLVM does not accept an instruction",
        ),
        (
            "gfx942",
            "form 8 V_MFMA_F32_32X32X8F16_mac_e64",
            "a form's accumulator is no register",
        ),
        (
            "gfx942",
            "edit 14 1=SGPR4 2=SGPR5",
            "LLVM does not accept an instruction",
        ),
        (
            "gfx908",
            &format!("form 5 V_MFMA_F32_16X16X16F16_vgprcd_e64; edit 5 0={v4} 3={v4}"),
            none,
        ),
        (
            "gfx908",
            "insert 3 16 2 0 0=AGPR5 1=AGPR8",
            "there is no such move",
        ),
        ("gfx942", "insert 3 16 2 0 0=SGPR5 1=AGPR8", fit),
        ("gfx942", "insert 3 16 2 0 0=AGPR5 1=SGPR8", fit),
        (
            "gfx942",
            "insert 3 16 2 0 0=VGPR64 1=VGPR8",
            "a register is reserved",
        ),
    ] {
        let untouched = run(FILE, gpu, "", "-run-pass=cdna-sched").0;
        let script = format!("insert 0 0 0 1; remove 10; {script}");
        let (body, said) = run(FILE, gpu, &script, "-run-pass=cdna-sched");
        assert!(
            said.contains(&format!("refused: {why};")),
            "{script}: {said}"
        );
        assert_eq!(body, untouched, "{script}");
    }
}
