//! Finds LLVM 22, compiles the shim, makes the bindings of the C ABI.

#[cfg(feature = "ffi")]
#[path = "buildscript/bindings.rs"]
mod bindings;
#[cfg(feature = "llvm")]
#[path = "buildscript/llvm.rs"]
mod llvm;
#[cfg(feature = "ffi")]
#[path = "buildscript/shared.rs"]
mod shared;

/// The plugin's shim.
#[cfg(feature = "llvm")]
const SHIM_SOURCES: [&str; 19] = [
    "cpp/options.cpp",
    "cpp/lower.cpp",
    "cpp/registers.cpp",
    "cpp/into_lds.cpp",
    "cpp/skips.cpp",
    "cpp/vector_asm.cpp",
    "cpp/renaming.cpp",
    "cpp/fit.cpp",
    "cpp/blocks.cpp",
    "cpp/forms.cpp",
    "cpp/guards.cpp",
    "cpp/peel.cpp",
    "cpp/liveins.cpp",
    "cpp/apply.cpp",
    "cpp/debug_values.cpp",
    "cpp/annotations.cpp",
    "cpp/locations.cpp",
    "cpp/pick.cpp",
    // Last: its DEBUG_TYPE is its own.
    "cpp/plugin.cpp",
];

fn main() {
    for inputs in ["cpp", "buildscript", "crates/abi/cpp"] {
        println!("cargo:rerun-if-changed={inputs}");
    }
    #[cfg(feature = "llvm")]
    llvm::compiler(&llvm::find_config())
        .file(llvm::as_one(&SHIM_SOURCES))
        // Nothing names the shim's static registration: keep all of it.
        .link_lib_modifier("+whole-archive")
        .compile("cdnasched_shim");
    #[cfg(feature = "ffi")]
    abi();
}

/// The C ABI between shim and core.
#[cfg(feature = "ffi")]
fn abi() {
    let builder = shared::of("cpp/cdnasched.h")
        .blocklist_type("CdnaSession")
        .allowlist_function("cdnasched_enable")
        .allowlist_function("cdnasched_built_for")
        .allowlist_function("cdnasched_pass_plugin");
    bindings::write(builder, "abi.rs");
}
