//! Bindings of headers, by bindgen.

use bindgen::Builder;
use std::env;
use std::path::PathBuf;

/// Says what went wrong and ends the build.
pub fn fail(message: &str) -> ! {
    eprintln!("\ncdnasched: {message}\n");
    std::process::exit(1)
}

/// Writes the bindings to a file in cargo's folder for the output of build scripts.
pub fn write(builder: Builder, file: &str) {
    drop_other_systems_headers();
    let bindings = builder.layout_tests(true).generate().unwrap_or_else(|e| {
        fail(&format!(
            "bindgen could not read the headers of {file}: {e}"
        ))
    });
    let out =
        PathBuf::from(env::var_os("OUT_DIR").unwrap_or_else(|| fail("cargo did not set OUT_DIR")));
    bindings
        .write_to_file(out.join(file))
        .unwrap_or_else(|e| fail(&format!("cannot write the bindings {file}: {e}")));
}

/// A linker for older systems (`scripts/dist.sh`) names headers of its own by the target in variables that bindgen obeys. Ours
/// need no system's headers but those for fixed-width types, which clang brings along.
fn drop_other_systems_headers() {
    let is_of_target = |name: &str| name.starts_with("BINDGEN_EXTRA_CLANG_ARGS_");
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(|name| is_of_target(name)).collect::<Vec<_>>() {
        // SAFETY: a build script has one thread.
        unsafe { env::remove_var(name) };
    }
}
