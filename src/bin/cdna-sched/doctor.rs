//! `cdna-sched doctor`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::out::say;
use cdnasched::doctor::{self, Installation};

#[derive(clap::Args)]
pub struct Arguments {
    /// The plugin [default: beside this program, or in ../lib].
    #[arg(long)]
    plugin: Option<PathBuf>,
    /// The LLVM whose tools load it.
    #[arg(long, env = "LLVM_PREFIX", default_value = "/usr/lib/llvm-22")]
    llvm_prefix: PathBuf,
    /// Its llc [default: LLVM_PREFIX/bin/llc].
    #[arg(long)]
    llc: Option<PathBuf>,
    /// Its clang [default: LLVM_PREFIX/bin/clang].
    #[arg(long)]
    clang: Option<PathBuf>,
    /// Print JSON, one object a check.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: Arguments) -> ExitCode {
    let bin = arguments.llvm_prefix.join("bin");
    let findings = doctor::examine(&Installation {
        plugin: arguments.plugin.unwrap_or_else(plugin_of_this_program),
        llc: arguments.llc.unwrap_or_else(|| bin.join("llc")),
        clang: arguments.clang.unwrap_or_else(|| bin.join("clang")),
    });
    for finding in &findings {
        if arguments.json {
            say!("{}\n", serde_json::json!(finding));
            continue;
        }
        let verdict = if finding.ok { "ok" } else { "FAILED" };
        say!("{:<18} {verdict:<7} {}\n", finding.check, finding.found);
        if !finding.ok {
            say!("{:<26} to do: {}\n", "", finding.remedy);
        }
    }
    if findings.iter().all(|finding| finding.ok) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// `bin/cdna-sched` has its plugin in `lib`; a build has both in one folder.
fn plugin_of_this_program() -> PathBuf {
    const NAME: &str = "libcdnasched.so";
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("."));
    let beside = folder.join(NAME);
    if beside.exists() {
        beside
    } else {
        folder.join("../lib").join(NAME)
    }
}
