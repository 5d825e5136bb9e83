//! LLVM 22, and a C++ compiler for its headers.

use super::bindings::fail;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The only LLVM version whose pass pipeline and opcode names the C++ was written for.
const VERSION: &str = "22.1";
const INSTALL: &str = "apt-get install llvm-22-dev llvm-22-tools clang-22 libclang-22-dev lld-22";

/// The path of its `llvm-config`.
pub fn find_config() -> PathBuf {
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    let prefix = env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let config = Path::new(&prefix).join("bin/llvm-config");
    if !config.exists() {
        fail(&format!(
            "LLVM {VERSION} was expected in {prefix} (LLVM_SYS_221_PREFIX), but {} does not exist.\n\
             Install it ({INSTALL}) or set LLVM_SYS_221_PREFIX.",
            config.display()
        ));
    }
    let version = ask(&config, "--version");
    if !version.starts_with(&format!("{VERSION}.")) {
        fail(&format!(
            "LLVM {VERSION} was expected, but {} says it is {version}.\n\
             Install LLVM {VERSION} ({INSTALL}) or set LLVM_SYS_221_PREFIX to it.",
            config.display()
        ));
    }
    config
}

/// A C++ compiler set up for LLVM's headers.
pub fn compiler(config: &Path) -> cc::Build {
    let mut build = cc::Build::new();
    build.cpp(true).warnings(true);
    for flag in ask(config, "--cxxflags").split_whitespace() {
        match flag.strip_prefix("-I") {
            // LLVM's own headers are not ours to warn about.
            Some(dir) => build.flag("-isystem").flag(dir),
            None => build.flag(flag),
        };
    }
    // Classes of LLVM's headers (ScheduleDAG) have other layouts with assertions on.
    if ask(config, "--assertion-mode") == "OFF" {
        build.define("NDEBUG", None);
    }
    build
        .flag_if_supported("-fno-rtti")
        .flag_if_supported("-Wno-unused-parameter");
    build
}

/// A file of all these, compiled once: most of the time goes into LLVM's headers.
pub fn as_one(sources: &[&str]) -> PathBuf {
    let [out, root] = ["OUT_DIR", "CARGO_MANIFEST_DIR"].map(|name| match env::var(name) {
        Ok(path) => PathBuf::from(path),
        Err(_) => fail(&format!(
            "{name} is not set; build scripts are run by cargo"
        )),
    });
    let one = out.join("sources.cpp");
    let includes = sources
        .iter()
        .map(|source| format!("#include \"{}\"\n", root.join(source).display()));
    match std::fs::write(&one, includes.collect::<String>()) {
        Ok(()) => one,
        Err(error) => fail(&format!("cannot write {}: {error}", one.display())),
    }
}

fn ask(config: &Path, what: &str) -> String {
    match Command::new(config).arg(what).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        Ok(output) => fail(&format!(
            "{} {what} ended with {}",
            config.display(),
            output.status
        )),
        Err(error) => fail(&format!("cannot run {}: {error}", config.display())),
    }
}
