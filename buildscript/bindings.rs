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
