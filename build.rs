//! Finds LLVM 22, compiles the shim, makes the bindings of the C ABI.

fn main() {
    println!("cargo:rerun-if-changed=cpp");
    println!("cargo:rerun-if-changed=buildscript");
    println!("cargo:rerun-if-changed=include");
    #[cfg(feature = "mc")]
    llvm::build();
    #[cfg(feature = "ffi")]
    {
        bindings::of_the_abi();
        #[cfg(feature = "mc")]
        bindings::of_the_library();
    }
}

/// Says what went wrong and ends the build.
#[cfg(feature = "ffi")]
fn fail(message: &str) -> ! {
    eprintln!("\ncdnasched: {message}\n");
    std::process::exit(1)
}

#[cfg(all(feature = "mc", not(feature = "llvm")))]
#[path = "buildscript/archives.rs"]
mod archives;

#[cfg(feature = "mc")]
mod llvm {
    use super::fail;
    use std::env;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    /// The only LLVM version whose pass pipeline and opcode names the shim was written for.
    const VERSION: &str = "22.1";
    const INSTALL: &str =
        "apt-get install llvm-22-dev llvm-22-tools clang-22 libclang-22-dev lld-22";

    /// LLVM's MC layer behind the C ABI.
    const CODE_SOURCES: [&str; 3] = [
        "cpp/machine_code/reader.cpp",
        "cpp/machine_code/arrays.cpp",
        "cpp/machine_code/text.cpp",
    ];

    /// The plugin's shim.
    #[cfg(feature = "llvm")]
    const SHIM_SOURCES: [&str; 14] = [
        "cpp/plugin.cpp",
        "cpp/options.cpp",
        "cpp/lower.cpp",
        "cpp/registers.cpp",
        "cpp/into_lds.cpp",
        "cpp/renaming.cpp",
        "cpp/fit.cpp",
        "cpp/blocks.cpp",
        "cpp/forms.cpp",
        "cpp/liveins.cpp",
        "cpp/apply.cpp",
        "cpp/debug_values.cpp",
        "cpp/annotations.cpp",
        "cpp/locations.cpp",
    ];

    pub fn build() {
        println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
        let config = find_config();
        #[cfg(feature = "llvm")]
        compiler(&config)
            .files(SHIM_SOURCES)
            // Nothing names the shim's static registration: keep all of it.
            .link_lib_modifier("+whole-archive")
            .compile("cdnasched_shim");
        compiler(&config)
            .files(CODE_SOURCES)
            .compile("cdnasched_machine_code");
        #[cfg(not(feature = "llvm"))]
        super::archives::link(&config);
    }

    fn find_config() -> PathBuf {
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
    fn compiler(config: &Path) -> cc::Build {
        let mut build = cc::Build::new();
        build.cpp(true).warnings(true).include("cpp");
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
        // It comes with the archives.
        #[cfg(not(feature = "llvm"))]
        build.cpp_link_stdlib(None);
        build
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
}

#[cfg(feature = "ffi")]
mod bindings {
    use super::fail;
    use bindgen::Builder;
    use std::env;
    use std::path::PathBuf;

    /// The C ABI between shim and core.
    pub fn of_the_abi() {
        let bindings = Builder::default()
            .header("cpp/machine_code.h")
            .allowlist_type("Cdna.*")
            .allowlist_var("CDNA.*")
            .blocklist_type("CdnaSession")
            .allowlist_function("cdnasched_code_.*")
            .allowlist_function("cdnasched_enable")
            .allowlist_function("cdnasched_built_for")
            .allowlist_function("cdnasched_pass_plugin")
            .prepend_enum_name(false)
            .derive_default(true);
        write(bindings, "abi.rs");
    }

    /// The types of the C library.
    #[cfg(feature = "mc")]
    pub fn of_the_library() {
        let bindings = Builder::default()
            .header("include/cdna_sched.h")
            .allowlist_type("cdna_sched_(options|spot|finding|note|status|severity)")
            .allowlist_var("CDNA_SCHED_.*")
            .prepend_enum_name(false);
        write(bindings, "library.rs");
    }

    fn write(builder: Builder, file: &str) {
        let bindings = builder.layout_tests(true).generate().unwrap_or_else(|e| {
            fail(&format!(
                "bindgen could not read the headers of {file}: {e}"
            ))
        });
        let out = PathBuf::from(
            env::var_os("OUT_DIR").unwrap_or_else(|| fail("cargo did not set OUT_DIR")),
        );
        bindings
            .write_to_file(out.join(file))
            .unwrap_or_else(|e| fail(&format!("cannot write the bindings {file}: {e}")));
    }
}
