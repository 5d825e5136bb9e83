//! The command line when nobody reads its output.
#![cfg(feature = "llvm")]

use std::path::PathBuf;
use std::process::{Command, Stdio};

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
        &["doctor", "--llc", "/bin/true", "--clang", "/bin/true"],
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
