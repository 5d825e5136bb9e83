//! LLVM's `llc` with the plugin in it, and what its MIR says of waits.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_base::gpu::{Counter, Counts, Gpu};
use cdnasched_base::machine::{Function, text};

use crate::folder::Folder;

/// LLVM's wait inserter. Alias analysis tells it which LDS objects a direct write cannot touch.
pub const LLVM: &str = "-run-pass=scoped-noalias-aa,tbaa,aa,si-insert-waitcnts";

/// `llc` for a GPU with the plugin loaded, on a file. Gives what it prints.
pub fn llc(gpu: Gpu, arguments: &[&str], file: &Path) -> String {
    match try_llc(gpu, arguments, file) {
        Ok(printed) => printed,
        Err(errors) => panic!("llc {arguments:?} {}\n{errors}", file.display()),
    }
}

/// The same, or what it complains about.
fn try_llc(gpu: Gpu, arguments: &[&str], file: &Path) -> Result<String, String> {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let tool = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llc");
    let test = std::env::current_exe().expect("a test has a path");
    let mut command = Command::new(tool);
    command
        .arg("-load")
        .arg(test.with_file_name("libcdnasched.so"))
        .args(["-mtriple=amdgcn-amd-amdhsa", "-mcpu", gpu.name()])
        .args(arguments)
        .args(["-o", "-"])
        .arg(file)
        // A refused function is saved where llc runs.
        .current_dir(std::env::temp_dir());
    let output = command.output().expect("llc can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(errors.chars().take(4000).collect());
    }
    Ok(String::from_utf8(output.stdout).expect("MIR is text"))
}

/// The same, on text.
pub fn llc_on(gpu: Gpu, arguments: &[&str], mir: &str) -> String {
    let folder = Folder::new();
    let file = folder.path().join("input.mir");
    std::fs::write(&file, mir).expect("our folder can be written");
    llc(gpu, arguments, &file)
}

/// The functions of a module as stage 1 is given them; `None` when LLVM does not compile it for
/// this GPU.
pub fn before_stage_1(gpu: Gpu, file: &Path) -> Option<Vec<Function>> {
    let folder = Folder::new();
    let save = format!("-cdna-sched-save={}", folder.path().display());
    let look = [
        "-O3",
        "-cdna-sched",
        "-cdna-sched-schedule=false",
        "-stop-after=cdna-sched",
        &save,
    ];
    try_llc(gpu, &look, file).ok()?;
    Some(saved(&folder))
}

/// The functions of a file as the core sees them, unchanged.
pub fn flat(gpu: Gpu, mir: &str) -> Vec<Function> {
    let folder = Folder::new();
    let save = format!("-cdna-sched-save={}", folder.path().display());
    let look = [
        "-run-pass=cdna-sched",
        "-cdna-sched-schedule=false",
        "-cdna-sched-waits=false",
        &save,
    ];
    llc_on(gpu, &look, mir);
    saved(&folder)
}

fn saved(folder: &Folder) -> Vec<Function> {
    let functions = std::fs::read_dir(folder.path()).expect("our folder");
    functions
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "flat")
        })
        .map(|file| {
            let saved = std::fs::read_to_string(&file).expect("a saved function");
            text::parse(&saved).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
        })
        .collect()
}

/// What the waits before each instruction, and before each block's end, require together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stream {
    pub name: String,
    pub slots: Vec<Counts>,
    /// The immediates of all waits, in layout order.
    pub waits: Vec<u16>,
    /// Each slot's instruction; empty for a block's end.
    pub text: Vec<String>,
    /// Each slot's line in the file.
    pub lines: Vec<usize>,
    /// How many waits the stream has up to each slot.
    through: Vec<usize>,
}

impl Stream {
    /// The waits before a slot, as indices of [`Stream::waits`].
    pub fn waits_of(&self, slot: usize) -> Range<usize> {
        let first = slot.checked_sub(1).map_or(0, |before| self.through[before]);
        first..self.through[slot]
    }
    /// The slot after a wait.
    pub fn slot_of(&self, wait: usize) -> Option<usize> {
        (0..self.slots.len()).find(|&slot| self.waits_of(slot).contains(&wait))
    }
}

/// The immediate of a wait in a line of MIR.
pub fn wait(line: &str) -> Option<u16> {
    let imm = line.trim().strip_prefix("S_WAITCNT ")?;
    // Only 16 bits are encoded.
    let digits = imm.split_whitespace().next()?;
    digits.parse::<i64>().ok().map(|imm| imm as u16)
}

/// Reads the waits of every function of a MIR file.
pub fn streams(mir: &str) -> Vec<Stream> {
    let mut streams: Vec<Stream> = Vec::new();
    let mut pending = Counts::NONE;
    let mut in_body = false;
    for (number, line) in mir.lines().enumerate() {
        if let Some(name) = line.strip_prefix("name:") {
            in_body = false;
            streams.push(Stream {
                name: name.trim().trim_matches(['\'', '"']).to_owned(),
                ..Stream::default()
            });
        }
        let Some(stream) = streams.last_mut() else {
            continue;
        };
        let mut close = |text: &str| {
            stream.slots.push(std::mem::take(&mut pending));
            // The pass that inserts waits repairs kill flags.
            stream.text.push(text.replace("killed ", ""));
            stream.lines.push(number);
            stream.through.push(stream.waits.len());
        };
        if !line.is_empty() && !line.starts_with(' ') {
            if std::mem::replace(&mut in_body, line.starts_with("body:")) {
                close("");
            }
            continue;
        }
        if !in_body {
            continue;
        }
        if line.starts_with("  bb.") && !line.starts_with("  bb.0") {
            close("");
        }
        let text = line.trim();
        let silent = ["successors:", "liveins:", ";", "bb.", "}", "DBG_", "S_NOP "];
        let within = line.starts_with("    ") && !silent.iter().any(|s| text.starts_with(s));
        match wait(text) {
            Some(imm) => {
                pending = pending.and(Counts::decode(imm));
                stream.waits.push(imm);
            }
            None if within && !text.is_empty() => close(text),
            None => {}
        }
    }
    streams
}

/// The file without the requests that LLVM's wait inserter has yet to look at.
pub fn without_requests(mir: &str) -> String {
    let request = |line: &&str| {
        let text = line.trim_start();
        text.starts_with("S_WAITCNT_soft") || text.starts_with("S_WAITCNT_lds_direct")
    };
    let kept = mir.split_inclusive('\n').filter(|line| !request(line));
    kept.collect()
}

/// Reads what others have required in every function of a MIR file without our waits: the user,
/// and the memory legaliser. What it requires for direct writes to LDS can be as much as `vmcnt(0)`.
pub fn requests(mir: &str) -> Vec<Stream> {
    let all = format!(
        "S_WAITCNT {}",
        Counts::NONE.with(Counter::Vm, Some(0)).encode()
    );
    let mir = mir.replace("S_WAITCNT_lds_direct", &all);
    streams(&mir.replace("S_WAITCNT_soft", "S_WAITCNT"))
}
