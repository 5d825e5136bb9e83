//! LLVM's assembler, disassembler and printer for AMD GPUs out of its archives, for a program or library that
//! needs no LLVM where it runs.

use super::bindings::fail;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the assembler layer needs of LLVM; `llvm-config` adds what these need themselves.
const COMPONENTS: [&str; 4] = [
    "amdgpuasmparser",
    "amdgpudisassembler",
    "mcparser",
    "mcdisassembler",
];

/// What LLVM can compress debug information with. The rest of what it names as system libraries (an XML parser,
/// a solver) belongs to components that are not linked.
const COMPRESSORS: [(&str, &str); 2] = [("z", "zlib1g-dev"), ("zstd", "libzstd-dev")];

/// Tells cargo to link the archives. The objects that use them must have been named before.
pub fn link(config: &Path) {
    let llvm = |arguments: &[&str]| run(&config.display().to_string(), arguments);
    search(&llvm(&["--libdir"]));
    let libraries = llvm(&[&["--link-static", "--libs"][..], &COMPONENTS].concat());
    for library in names(&libraries) {
        archive(library);
    }
    let system = llvm(&["--link-static", "--system-libs"]);
    for library in names(&system) {
        if let Some((_, package)) = COMPRESSORS.iter().find(|(name, _)| *name == library) {
            if let Some(directory) = located(library, package).parent() {
                search(&directory.display().to_string());
            }
            archive(library);
        }
    }
    compat();
    cxx_library();
}

/// LLVM's archives were compiled for the compiler's own C++ library. It gets another name because drivers replace
/// `-lstdc++` by the C++ library that they bring.
fn cxx_library() {
    let out = env::var("OUT_DIR").unwrap_or_else(|_| fail("cargo did not set OUT_DIR"));
    let to = Path::new(&out).join("libcdnasched_cxx.a");
    let from = located("stdc++", "libstdc++-12-dev");
    fs::copy(&from, &to).unwrap_or_else(|error| {
        fail(&format!(
            "cannot copy {} to {}: {error}",
            from.display(),
            to.display()
        ))
    });
    search(&out);
    archive("cdnasched_cxx");
}

/// What a C library from before the objects were compiled lacks.
fn compat() {
    cc::Build::new()
        .file("cpp/glibc.c")
        .warnings(true)
        .compile("cdnasched_glibc");
}

/// The names after -l.
fn names(flags: &str) -> impl Iterator<Item = &str> {
    flags
        .split_whitespace()
        .filter_map(|flag| flag.strip_prefix("-l"))
}

/// LLVM's archives are hundreds of megabytes: they are linked, not copied into ours.
fn archive(name: &str) {
    println!("cargo:rustc-link-lib=static:-bundle={name}");
}

fn search(directory: &str) {
    println!("cargo:rustc-link-search=native={directory}");
}

/// The archive of a library of the system. The compiler knows; it answers with the bare name when there is none.
fn located(name: &str, package: &str) -> PathBuf {
    let file = format!("lib{name}.a");
    let path = PathBuf::from(run("c++", &[&format!("-print-file-name={file}")]));
    if path.is_absolute() {
        return path;
    }
    fail(&format!(
        "{file} was expected, to link LLVM statically, but the C++ compiler does not find it.\n\
         Install it (apt-get install {package})."
    ))
}

fn run(program: &str, arguments: &[&str]) -> String {
    match Command::new(program).args(arguments).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        Ok(output) => fail(&format!(
            "{program} {} ended with {}: {}",
            arguments.join(" "),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        )),
        Err(error) => fail(&format!("cannot run {program}: {error}")),
    }
}
