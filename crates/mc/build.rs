//! Finds LLVM 22, compiles what stands before its MC layer, and makes the bindings of that.

#[cfg(not(feature = "shared"))]
#[path = "buildscript/archives.rs"]
mod archives;
#[path = "../../buildscript/bindings.rs"]
mod bindings;
#[path = "../../buildscript/llvm.rs"]
mod llvm;
#[path = "../../buildscript/shared.rs"]
mod shared;

const SOURCES: [&str; 3] = [
    "cpp/machine_code/reader.cpp",
    "cpp/machine_code/arrays.cpp",
    "cpp/machine_code/text.cpp",
];

fn main() {
    for inputs in ["cpp", "buildscript", "../../buildscript", "../abi/cpp"] {
        println!("cargo:rerun-if-changed={inputs}");
    }
    let config = llvm::find_config();
    let mut compiler = llvm::compiler(&config);
    // It comes with the archives.
    #[cfg(not(feature = "shared"))]
    compiler.cpp_link_stdlib(None);
    compiler
        .file(llvm::as_one(&SOURCES))
        .compile("cdnasched_machine_code");
    #[cfg(not(feature = "shared"))]
    archives::link(&config);
    let bindings = shared::of("cpp/machine_code.h").allowlist_function("cdnasched_code_.*");
    bindings::write(bindings, "machine_code.rs");
}
