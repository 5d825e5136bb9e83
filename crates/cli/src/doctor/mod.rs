//! Checks an installation: it has the right LLVM, which knows every GPU, and LLVM's tools load the
//! plugin and schedule a sample with it.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::compare::Compiler;
use cdnasched::embed;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input};
use cdnasched_driver::Options;

/// Limit for the size of the report on one sample.
const REPORT_LIMIT_MIB: u64 = 1;
const SAMPLE: &str = include_str!("sample.ll");
const OPENCL_SAMPLE: &str =
    "__kernel void doctor(__global float *restrict y, __global const float *restrict x) {
  unsigned i = __builtin_amdgcn_workitem_id_x();
  y[i] = x[i] * y[i] + x[i + 1];
}
";

/// Where the parts of an installation are.
#[derive(Clone, Debug)]
pub struct Installation {
    /// The plugin.
    pub plugin: PathBuf,
    /// LLVM's code generator.
    pub llc: PathBuf,
    /// The compiler.
    pub clang: PathBuf,
}

/// The result of one check.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnosis {
    /// What was checked.
    pub check: String,
    /// Whether it is as it should be.
    pub ok: bool,
    /// What was found.
    pub found: String,
    /// What to do about it; empty if nothing is wrong.
    pub remedy: String,
}

impl Diagnosis {
    fn new(check: &str, found: Result<String, (String, String)>) -> Diagnosis {
        let check = check.to_owned();
        match found {
            Ok(found) => Diagnosis {
                check,
                ok: true,
                found,
                remedy: String::new(),
            },
            Err((found, remedy)) => Diagnosis {
                check,
                ok: false,
                found,
                remedy,
            },
        }
    }
}

/// Checks everything, even if something fails on the way.
pub fn examine(installation: &Installation) -> Vec<Diagnosis> {
    let (built_for, running) = embed::llvm_versions();
    let mut findings = vec![Diagnosis::new("LLVM", same_llvm(&built_for, &running))];
    for gpu in Gpu::ALL {
        findings.push(Diagnosis::new(&format!("opcodes of {gpu}"), opcodes(gpu)));
    }
    let exists = installation.plugin.is_file();
    let plugin = escape::path(&installation.plugin);
    findings.push(Diagnosis::new(
        "plugin",
        if exists {
            Ok(plugin)
        } else {
            Err((
                format!("{plugin} does not exist"),
                "run `make install PREFIX=DIR` and then DIR/bin/cdna-sched, or give --plugin PATH"
                    .to_owned(),
            ))
        },
    ));
    if exists {
        let load = installation.plugin.as_os_str();
        let mut llc = Command::new(&installation.llc);
        llc.arg("-load").arg(load).args([
            "-cdna-sched",
            "-verify-machineinstrs",
            "-O3",
            "-mcpu=gfx942",
        ]);
        findings.push(Diagnosis::new(
            "llc",
            schedules(llc, "llc", "-cdna-sched-report=", SAMPLE, &built_for),
        ));
        let mut clang = Command::new(&installation.clang);
        clang
            .arg(option("-fplugin=", &installation.plugin))
            .args(["-mllvm", "-cdna-sched", "-O3", "-x", "cl", "-cl-std=CL2.0"])
            .args(["--target=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib"])
            .args(["-S", "-mllvm"]);
        findings.push(Diagnosis::new(
            "clang",
            schedules(
                clang,
                "clang",
                "-cdna-sched-report=",
                OPENCL_SAMPLE,
                &built_for,
            ),
        ));
    }
    findings
}

fn same_llvm(built_for: &str, running: &str) -> Result<String, (String, String)> {
    let series = |version: &str| version.rsplit_once('.').map(|(s, _)| s.to_owned());
    if series(built_for) == series(running) {
        Ok(format!("built for {built_for}, runs in {running}"))
    } else {
        Err((
            format!("built for {built_for}, runs in {running}"),
            format!("install LLVM {built_for}, or rebuild: `make clean build LLVM_PREFIX=...`"),
        ))
    }
}

/// Compiles the sample in this process: LLVM must have the back end, and the stages must decline
/// nothing.
fn opcodes(gpu: Gpu) -> Result<String, (String, String)> {
    let compiled = Compiler::new(gpu)
        .and_then(|compiler| {
            compiler.compile_text(Path::new("sample.ll"), SAMPLE.as_bytes(), &Options::ALL)
        })
        .map_err(|e| {
            let remedy = "install an LLVM 22.1 with the AMDGPU back end (Debian's llvm-22 has it)";
            (e.to_string(), remedy.to_owned())
        })?;
    let Some(record) = compiled.records.first() else {
        return Err((
            "the stages did not run".to_owned(),
            "this LLVM's AMDGPU pipeline differs; rebuild against it: `make clean build LLVM_PREFIX=...`".to_owned(),
        ));
    };
    if let Some(left) = record.left_alone.first() {
        return Err((
            format!("left alone: {}: {}", left.what, left.reason),
            "this LLVM names its instructions differently; use LLVM 22.1, or report this output"
                .to_owned(),
        ));
    }
    Ok(format!(
        "{} instructions, {} of them matrix instructions, none declined",
        record.instructions, record.matrix_instructions
    ))
}

/// An option with a path, which may hold any bytes.
fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}

/// Has a tool compile a sample from its standard input, and reads the plugin's report.
fn schedules(
    mut tool: Command,
    name: &str,
    report_option: &str,
    sample: &str,
    built_for: &str,
) -> Result<String, (String, String)> {
    let path = escape::path(tool.get_program().as_ref());
    let report = std::env::temp_dir().join(format!(
        "cdna-sched-doctor-{}-{name}.json",
        std::process::id()
    ));
    let remedy = format!(
        "the plugin needs the {name} of LLVM {built_for} as a shared library; give --{name} PATH or --llvm-prefix DIR"
    );
    tool.arg(option(report_option, &report))
        .args(["-o", "/dev/null", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let output = tool
        .spawn()
        .and_then(|mut child| {
            if let Some(mut input) = child.stdin.take() {
                // A tool that ends early does not read its input; it says why on its standard error.
                let _ = input.write_all(sample.as_bytes());
            }
            child.wait_with_output()
        })
        .map_err(|e| (format!("cannot run {path}: {e}"), remedy.clone()))?;
    let written = input::read_text(&report, REPORT_LIMIT_MIB).unwrap_or_default();
    // A temporary file that stays does no harm.
    let _ = fs::remove_file(&report);
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let first = complaint.lines().next().unwrap_or("no message").to_owned();
        return Err((format!("{path}: {first}"), remedy));
    }
    if !written.contains("\"function\":\"doctor\"") {
        return Err((
            format!("{path} loads the plugin, but did not schedule the sample"),
            remedy,
        ));
    }
    Ok(format!("{path} loads the plugin and schedules a sample"))
}
