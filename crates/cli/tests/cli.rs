//! The command line: output that nobody reads or that cannot be written, and files whose names are not
//! UTF-8.
#![cfg(feature = "llvm")]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use cdnasched_base::gpu::Gpu;
use cdnasched_cli::compare::{Compiler, Totals};
use cdnasched_driver::Options;
use cdnasched_engine::schedule::Effort;

/// Runs a subcommand whose output goes to a pipe that is closed already.
fn without_reader(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), complaint)
}

fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cdnasched-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("a written file");
    file
}

#[test]
fn every_subcommand_ends_quietly_when_nobody_reads() {
    let case = file(
        "case.flat",
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
         block 0 frequency=1 depth=0\nS_ENDPGM #0 | return term noreturn\n",
    );
    let kernel = file(
        "kernel.ll",
        "target triple = \"amdgcn-amd-amdhsa\"\n\
         define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n\
         store i32 1, ptr addrspace(1) %p\nret void\n}\n",
    );
    let (case, kernel) = (case.to_string_lossy(), kernel.to_string_lossy());
    // The doctor gives its sample to a compiler that does not read it.
    for arguments in [
        &["replay", "--print", &*case][..],
        &["compare", &*kernel],
        &["compare", "--json", &*kernel, &*kernel],
        &["validate", &*kernel],
        &["doctor", "--llc", "/bin/true", "--clang", "/bin/true"],
        &["models"],
        &["--help"],
    ] {
        let (code, complaint) = without_reader(arguments);
        assert!(
            !complaint.contains("panicked"),
            "{arguments:?}: {complaint}"
        );
        assert_eq!(code, Some(141), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_compiler_that_does_not_read_is_examined_to_the_end() {
    // Tests have the plugin of their build beside them.
    let test = std::env::current_exe().expect("a test has a path");
    let output = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
        .args(["doctor", "--llc", "/bin/true", "--clang", "/bin/true"])
        .arg("--plugin")
        .arg(test.with_file_name("libcdnasched.so"))
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("/bin/true"), "{said}");
}

/// `compare` has files compiled by another process: not a digit may change on the way.
#[test]
fn another_process_says_what_this_one_finds() {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/kernels/gfx942");
    let files = ["fa_f16_d64_128x64.ll", "softmax_f16_1k.ll"].map(|name| folder.join(name));
    let compiler = Compiler::new(Gpu::Gfx942).expect("LLVM has the AMDGPU back end");
    for (name, coalesce) in [("on", true), ("off", false)] {
        let output = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
            .args(["compare", "--json", "--effort", "fast", "--coalesce", name])
            .args(&files)
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        let options = Options {
            effort: Effort::Fast,
            coalesce,
            ..Options::ALL
        };
        let mut totals = Totals::default();
        let mut expected = String::new();
        for file in &files {
            let comparison = compiler.compare(file, &options).expect("it compiles");
            totals.add(&comparison);
            expected += &format!("{}\n", serde_json::json!(comparison));
        }
        expected += &format!("{}\n", serde_json::json!({ "totals": totals }));
        let is_said = expected.contains("\"coalesced\":{");
        assert_eq!(is_said, coalesce, "{expected}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;

    use super::*;

    const KERNEL: &str = "target triple = \"amdgcn-amd-amdhsa\"\n\
        define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n\
        store i32 1, ptr addrspace(1) %p\nret void\n}\n";

    #[test]
    fn output_that_cannot_be_written_is_a_failure_with_a_reason() {
        let kernel = file("full.ll", KERNEL);
        let kernel = kernel.to_string_lossy();
        for arguments in [
            &["compare", &*kernel][..],
            &["compare", "--json", &*kernel, &*kernel],
            &["compare", "--totals", &*kernel],
            &["validate", &*kernel],
            &["doctor", "--llc", "/bin/true", "--clang", "/bin/true"],
            &["models"],
            &["--help"],
        ] {
            let full = File::options().write(true).open("/dev/full");
            let output = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
                .args(arguments)
                .stdout(full.expect("Linux has it"))
                .output()
                .expect("the program runs");
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
            assert!(
                complaint.contains("cannot write to standard output: No space left on device"),
                "{arguments:?}: {complaint}"
            );
        }
    }

    /// A device that is always full, of the test's own: the machine's must not get lost by a fault.
    fn full_device(name: &str) -> Option<PathBuf> {
        let node = file(name, "");
        std::fs::remove_file(&node).expect("it was just written");
        let made = Command::new("mknod")
            .arg(&node)
            .args(["c", "1", "7"])
            .output();
        let usable = File::options().write(true).open(&node).is_ok();
        (made.is_ok_and(|made| made.status.success()) && usable).then_some(node)
    }

    #[test]
    fn a_device_is_still_there_after_a_write_that_failed() {
        use std::os::unix::fs::FileTypeExt as _;
        let Some(node) = full_device("full-device") else {
            eprintln!("skipped: device nodes cannot be made or used here (mknod)");
            return;
        };
        let full = node.to_string_lossy();
        let text = file(
            "device.s",
            "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.type k,@function\nk:\n\ts_nop 0\n\ts_endpgm\n\
             \t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 8\n\t\t.amdhsa_next_free_sgpr 16\n\
             \t\t.amdhsa_accum_offset 8\n\t.end_amdhsa_kernel\n",
        );
        let (text, module) = (text.to_string_lossy(), file("device.ll", KERNEL));
        let (module, unused) = (module.to_string_lossy(), file("unused", ""));
        let unused = unused.to_string_lossy();
        for arguments in [
            &["fix", "-o", &*full, &*text][..],
            &["opt", "-o", &*full, &*text],
            &["opt", "-o", &*unused, "--report", &*full, &*text],
            &["view", "-o", &*full, &*text],
            &["lint", "--write-baseline", &*full, &*text],
            &["why", "--save-asm", &*full, "--at", "1", &*module],
        ] {
            let output = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
                .args(arguments)
                .output()
                .expect("the program runs");
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "{arguments:?}: {complaint}");
            let about = std::fs::symlink_metadata(&node).expect("the device is still there");
            assert!(about.file_type().is_char_device(), "{arguments:?}");
            assert!(
                complaint.contains("No space left on device"),
                "{arguments:?}: {complaint}"
            );
        }
        std::fs::remove_file(&node).expect("it was made here");
    }

    #[test]
    fn a_program_whose_file_is_gone_compares_all_the_same() {
        let kernel = file("gone.ll", KERNEL);
        let program = kernel.with_file_name("cdna-sched-gone");
        std::fs::copy(env!("CARGO_BIN_EXE_cdna-sched"), &program).expect("a copy");
        let output = Command::new("sh")
            .args([
                "-c",
                "exec 3<\"$1\"; rm \"$1\"; exec /proc/self/fd/3 compare \"$2\"",
                "sh",
            ])
            .args([&program, &kernel])
            .output()
            .expect("a shell");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{complaint}");
    }

    #[test]
    fn no_output_at_all_is_a_failure_with_a_reason() {
        let program = env!("CARGO_BIN_EXE_cdna-sched");
        let closed = Command::new("sh")
            .args(["-c", &format!("'{program}' models >&-")])
            .output()
            .expect("a shell");
        let complaint = String::from_utf8_lossy(&closed.stderr);
        assert_eq!(closed.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains("cannot write to standard output: it is closed"));
        // The null device is a fine place.
        let thrown_away = Command::new(program)
            .arg("models")
            .stdout(Stdio::null())
            .status();
        assert!(thrown_away.is_ok_and(|status| status.success()));
    }

    #[test]
    fn names_may_be_no_utf8() {
        let folder = file("any", "");
        let folder = folder.parent().expect("a folder").to_owned();
        let named = |name: &[u8]| folder.join(OsStr::from_bytes(name));
        let (kernel, model) = (named(b"k\xff.ll"), named(b"m\xff.json"));
        std::fs::write(&kernel, KERNEL).expect("a written file");
        let run = |arguments: &[&OsStr]| {
            Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
                .args(arguments)
                .output()
                .expect("the program runs")
        };
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let arg = OsStr::new;

        let models = text(run(&[arg("models")]).stdout);
        std::fs::write(&model, models.replace("\"measured\"", "\"mine\"")).expect("a file");
        let compared = run(&[
            arg("compare"),
            arg("--model"),
            model.as_os_str(),
            kernel.as_os_str(),
        ]);
        let table = text(compared.stdout);
        assert!(compared.status.success(), "{table}");
        assert!(table.contains(r"k\xff.ll)"), "{table}");
        assert!(table.contains("clocks, mine, one wave"), "{table}");
        let json = text(run(&[arg("compare"), arg("--json"), kernel.as_os_str()]).stdout);
        assert!(json.contains(r#"k\\xff.ll","functions":[{"#), "{json}");

        let missing = run(&[arg("replay"), named(b"n\xff.flat").as_os_str()]);
        let complaint = text(missing.stderr);
        assert!(complaint.contains(r"n\xff.flat: expected"), "{complaint}");

        // The plugin itself, and its options.
        let test = std::env::current_exe().expect("a test has a path");
        let prefix =
            std::env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
        let plugin = named(b"p\xff.so");
        std::fs::copy(test.with_file_name("libcdnasched.so"), &plugin).expect("a copy");
        let doctor = run(&[
            arg("doctor"),
            arg("--llvm-prefix"),
            arg(&prefix),
            arg("--plugin"),
            plugin.as_os_str(),
        ]);
        let findings = text(doctor.stdout);
        assert!(doctor.status.success(), "{findings}");
        assert!(findings.contains(r"p\xff.so"), "{findings}");
        let option = |name: &str, path: &Path| {
            let mut option = std::ffi::OsString::from(name);
            option.push(path);
            option
        };
        let (report, saved) = (named(b"r\xff.json"), named(b"s\xff"));
        let output = Command::new(Path::new(&prefix).join("bin/llc"))
            .arg("-load")
            .arg(&plugin)
            .args(["-cdna-sched", "-O3", "-mcpu=gfx942", "-o", "/dev/null"])
            .arg(option("-cdna-sched-report=", &report))
            .arg(option("-cdna-sched-save=", &saved))
            .arg(option("-cdna-sched-model=", &model))
            .arg(&kernel)
            .output()
            .expect("llc runs");
        let complaint = text(output.stderr);
        assert!(
            output.status.success() && complaint.is_empty(),
            "{complaint}"
        );
        let report = std::fs::read_to_string(&report).expect("the report");
        assert!(report.contains(r#""model":"mine""#), "{report}");
        assert!(saved.join("k.flat").exists());
    }
}
