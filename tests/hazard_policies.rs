//! `-cdna-sched-hazards` in LLVM's own pipeline: which nops are ours, and whether LLVM's recogniser
//! still runs.
#![cfg(feature = "llvm")]

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A carry-in, for which LLVM's rules alone require nops; the same in a function that is opted
/// out; and shifts by the last register, which LLVM's recogniser rewrites on gfx90a alone.
const MIR: &str = r#"
--- |
  define amdgpu_kernel void @carry() { ret void }
  define amdgpu_kernel void @off() "cdna-sched"="off" { ret void }
  define amdgpu_kernel void @shift() { ret void }
  define amdgpu_kernel void @in_place() { ret void }
...
---
name: carry
body: |
  bb.0:
    $sgpr8_sgpr9 = V_CMP_EQ_U32_e64 $vgpr0, $vgpr1, implicit $exec
    $vgpr0 = V_CNDMASK_B32_e64 0, $vgpr0, 0, $vgpr1, $sgpr8_sgpr9, implicit $exec
    S_ENDPGM 0
...
---
name: off
body: |
  bb.0:
    $sgpr8_sgpr9 = V_CMP_EQ_U32_e64 $vgpr0, $vgpr1, implicit $exec
    $vgpr0 = V_CNDMASK_B32_e64 0, $vgpr0, 0, $vgpr1, $sgpr8_sgpr9, implicit $exec
    S_ENDPGM 0
...
---
name: shift
body: |
  bb.0:
    $vgpr0_vgpr1 = V_LSHLREV_B64_e64 $vgpr7, $vgpr2_vgpr3, implicit $exec
    S_ENDPGM 0
...
---
name: in_place
body: |
  bb.0:
    $vgpr0_vgpr1 = V_LSHLREV_B64_e64 $vgpr7, $vgpr0_vgpr1, implicit $exec
    S_ENDPGM 0
...
"#;

struct Run {
    success: bool,
    mir: String,
    messages: String,
}

impl Run {
    /// The instructions of a function.
    fn function(&self, name: &str) -> Vec<&str> {
        let lines = self.mir.lines();
        let of_it = lines.skip_while(|l| *l != format!("name:            {name}"));
        let body = of_it.skip_while(|l| !l.starts_with("body:"));
        let insts = body
            .take_while(|l| *l != "...")
            .filter(|l| l.starts_with("    "));
        insts.map(str::trim).filter(|l| !l.is_empty()).collect()
    }
    fn nops(&self, name: &str) -> usize {
        let insts = self.function(name);
        assert!(!insts.is_empty(), "{name}\n{}", self.mir);
        insts.iter().filter(|i| i.starts_with("S_NOP")).count()
    }
}

fn run(cpu: &str, policy: &str, more: &[&str]) -> Run {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let prefix = std::path::PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into()));
    let test = std::env::current_exe().expect("a test has a path");
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = format!("cdnasched-policies-{}-{count}.mir", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, MIR).expect("the temporary directory can be written");
    let output = Command::new(prefix.join("bin/llc"))
        .arg("-load")
        .arg(test.with_file_name("libcdnasched.so"))
        .args(["-mtriple=amdgcn-amd-amdhsa", "-mcpu", cpu, "-cdna-sched"])
        .arg(format!("-cdna-sched-hazards={policy}"))
        .args([
            "-pass-remarks-analysis=cdna-sched",
            "-pass-remarks-missed=cdna-sched",
        ])
        .args([
            "-start-before=si-pre-emit-peephole",
            "-stop-after=cdna-sched-audit",
        ])
        .args(more)
        .args(["-o", "-"])
        .arg(&file)
        // A refused function is saved where llc runs.
        .current_dir(std::env::temp_dir())
        .output()
        .expect("llc can be started");
    std::fs::remove_file(&file).expect("the file is ours");
    Run {
        success: output.status.success(),
        mir: String::from_utf8_lossy(&output.stdout).into_owned(),
        messages: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn the_recognizer_puts_nothing_back_under_isa() {
    for (policy, nops) in [("safe", 1), ("llvm", 1), ("exact", 1), ("isa", 0)] {
        let run = run("gfx942", policy, &[]);
        assert!(run.success, "{}", run.messages);
        assert_eq!(run.nops("carry"), nops, "{policy}");
        let left_out = run.messages.contains("hazard recognizer is left out");
        assert_eq!(
            left_out,
            ["exact", "isa"].contains(&policy),
            "{policy}: {}",
            run.messages
        );
    }
}

#[test]
fn functions_left_to_llvm_keep_its_recognizer() {
    for policy in ["safe", "llvm", "exact", "isa"] {
        assert_eq!(run("gfx942", policy, &[]).nops("off"), 1, "{policy}");
        let no_nops = run("gfx942", policy, &["-cdna-sched-nops=false"]);
        assert_eq!(no_nops.nops("carry"), 1, "{policy}");
    }
}

/// No nop repairs this one.
#[test]
fn what_only_the_recognizer_repairs_is_repaired() {
    for policy in ["safe", "exact", "isa"] {
        let run = run("gfx90a", policy, &[]);
        let shift = run.function("shift");
        assert!(
            shift.iter().any(|i| i.contains("V_LSHLREV_B64")),
            "{shift:?}"
        );
        assert!(
            !shift.iter().any(|i| i.contains("V_LSHLREV_B64_e64 $vgpr7")),
            "{policy} {shift:?}"
        );
        let kept = run.messages.contains("stays on");
        assert_eq!(kept, policy != "safe", "{policy}: {}", run.messages);
    }
    assert!(!run("gfx942", "isa", &[]).messages.contains("stays on"));
}

/// Where LLVM 22 does not know the fault, the amount is copied, or the user is told.
#[test]
fn a_shift_by_the_last_register_gets_its_amount_elsewhere() {
    for cpu in ["gfx908", "gfx942", "gfx950"] {
        let run = run(cpu, "safe", &["-verify-machineinstrs"]);
        assert!(run.success, "{}", run.messages);
        let shift = run.function("shift");
        let at = shift.iter().position(|i| i.contains("V_LSHLREV_B64"));
        let [.., copy, rewritten] = shift[..=at.expect("the shift is there")] else {
            panic!("{shift:?}");
        };
        assert!(
            copy.starts_with("$vgpr0 = V_MOV_B32_e32 ") && copy.contains("$vgpr7,"),
            "{cpu} {copy}"
        );
        let amount = "V_LSHLREV_B64_e64 killed $vgpr0, ";
        assert!(rewritten.contains(amount), "{cpu} {rewritten}");
        let told: Vec<&str> = run
            .messages
            .lines()
            .filter(|l| l.starts_with("warning") && l.contains("v_lshlrev_b64"))
            .collect();
        assert_eq!(told.len(), 1, "{cpu} {}", run.messages);
        assert!(
            told[0].contains("in_place") && told[0].contains("v7"),
            "{cpu} {told:?}"
        );
        let off = self::run(cpu, "safe", &["-cdna-sched-nops=false"]);
        let warned = |l: &&str| l.starts_with("warning") && l.contains("#183839");
        let told = off.messages.lines().filter(warned);
        assert_eq!(told.count(), 2, "{cpu} {}", off.messages);
    }
}

#[test]
fn a_policy_that_is_none_is_refused() {
    let run = run("gfx942", "strict", &[]);
    assert!(!run.success);
    assert!(
        run.messages.contains("cdna-sched-hazards") && run.messages.contains("'strict'"),
        "{}",
        run.messages
    );
}
