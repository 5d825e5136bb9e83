//! C++ that tests compile for themselves against the LLVM under test.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program of the LLVM under test.
pub fn llvm_tool(name: &str) -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let prefix = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into()));
    prefix.join("bin").join(name)
}

/// What `llvm-config` answers, word by word.
fn llvm_config(questions: &[&str]) -> Vec<String> {
    let answer = run(Command::new(llvm_tool("llvm-config")).args(questions));
    answer.split_whitespace().map(str::to_owned).collect()
}

/// Compiles sources below the project's folder and links them with LLVM's library. The compiler is
/// `$CXX`, or the system's.
pub fn compile<S: AsRef<OsStr>>(sources: &[S], options: &[&str], output: &Path) {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let mut command = Command::new(compiler);
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(llvm_config(&["--cxxflags"]))
        .args(["-fno-rtti", "-w"])
        .args(options)
        .args(sources)
        .arg("-o")
        .arg(output)
        .args(llvm_config(&["--ldflags", "--libs", "--system-libs"]));
    // Classes of LLVM's headers have other layouts with assertions on.
    if llvm_config(&["--assertion-mode"]) == ["OFF"] {
        command.arg("-DNDEBUG");
    }
    run(&mut command);
}

/// Runs a program that has to succeed; gives what it prints.
pub fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
