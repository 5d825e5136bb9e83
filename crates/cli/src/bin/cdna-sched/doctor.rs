//! `cdna-sched doctor`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::exit;
use crate::out::say;
use cdnasched_cli::doctor::{self, Installation};

#[derive(clap::Args)]
pub struct Arguments {
    /// The plugin [default: next to this program, or in ../lib].
    #[arg(long)]
    plugin: Option<PathBuf>,
    /// The folder of the LLVM whose tools load the plugin.
    #[arg(long, env = "LLVM_PREFIX", default_value = "/usr/lib/llvm-22")]
    llvm_prefix: PathBuf,
    /// The llc of that LLVM [default: LLVM_PREFIX/bin/llc].
    #[arg(long)]
    llc: Option<PathBuf>,
    /// The clang of that LLVM [default: LLVM_PREFIX/bin/clang].
    #[arg(long)]
    clang: Option<PathBuf>,
    /// Print JSON, one object for each check.
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
        exit::found()
    }
}

/// An installation has the plugin in `lib`, next to `bin`; a build has both in one folder.
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
