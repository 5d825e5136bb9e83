//! `llc` with the plugin in it, for the functions as stage 1 is given them.

use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Function, text};

use crate::folder::Folder;

/// The functions of an IR file after LLVM's own passes.
pub fn compiled(gpu: Gpu, file: &Path) -> Vec<Function> {
    saved(gpu, &["-cdna-sched", "-O3", "-stop-after=cdna-sched"], file)
}

/// The functions of a MIR file, unchanged.
pub fn parsed(gpu: Gpu, mir: &str) -> Vec<Function> {
    let folder = Folder::new();
    let file = folder.path().join("input.mir");
    std::fs::write(&file, mir).expect("our folder can be written");
    saved(gpu, &["-run-pass=cdna-sched"], &file)
}

fn saved(gpu: Gpu, arguments: &[&str], file: &Path) -> Vec<Function> {
    let folder = Folder::new();
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let tool = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llc");
    let test = std::env::current_exe().expect("a test has a path");
    let mut command = Command::new(tool);
    command
        .arg("-load")
        .arg(test.with_file_name("libcdnasched.so"))
        .args(["-mtriple=amdgcn-amd-amdhsa", "-mcpu", gpu.name()])
        // Dependences are there only when something is to be ordered.
        .args(["-cdna-sched-effort=fast", "-cdna-sched-waits=false"])
        .arg(format!("-cdna-sched-save={}", folder.path().display()))
        .args(arguments)
        .args(["-o", "-"])
        .arg(file);
    let output = command.output().expect("llc can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}\n{}",
        errors.chars().take(4000).collect::<String>()
    );
    let entries = std::fs::read_dir(folder.path()).expect("our folder");
    let files = entries.map(|entry| entry.expect("a readable entry").path());
    // What the check refuses is saved there as well, and so are logs of the search.
    let is_function = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".flat") && !name.starts_with("cdna-sched-")
    };
    let mut functions: Vec<Function> = files
        .filter(is_function)
        .map(|file| {
            let saved = std::fs::read_to_string(&file).expect("a saved function");
            text::parse(&saved).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
        })
        .collect();
    assert!(!functions.is_empty(), "{command:?} gives no function");
    functions.sort_by(|a, b| a.name.cmp(&b.name));
    functions
}
