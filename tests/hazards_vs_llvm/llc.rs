//! LLVM's `llc` with the plugin in it, on many functions at once.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use cdnasched_base::gpu::{Gpu, Unit};
use cdnasched_base::machine::{Function, InstFlags, InstId};
use cdnasched_base::rules::Policy;

use crate::mir::mir;

/// What runs over the functions.
#[derive(Clone, Copy, Debug)]
pub enum Passes {
    /// LLVM's hazard recogniser.
    Llvm,
    /// Our nops.
    Ours(Policy),
    /// Our nops, then LLVM's recogniser.
    OursThenLlvm(Policy),
}

/// Wait states of the `s_nop`s before every other instruction and the end of every block,
/// in layout order. The heads of bundles do not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nops(pub Vec<u32>);

impl Nops {
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The same of a function of the core.
    pub fn of(function: &Function) -> Nops {
        let mut nops = Counter::default();
        for block in function.blocks() {
            for &inst in block.order.iter().filter(|i| !is_head(function, **i)) {
                nops.inst(nop(function, inst));
            }
            nops.inst(None);
        }
        Nops(nops.done)
    }
}

/// Wait states of an `s_nop`; `None` when the instruction is none.
pub fn nop(function: &Function, inst: InstId) -> Option<u32> {
    let imm = || function.operands(inst).first()?.imm();
    (function.info(inst).unit == Unit::Nop).then(|| imm().unwrap_or(0) as u32 + 1)
}

/// Whether the instruction is the head of a bundle.
pub fn is_head(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::BUNDLE)
}

#[derive(Default)]
struct Counter {
    done: Vec<u32>,
    pending: u32,
}

impl Counter {
    fn inst(&mut self, nop: Option<u32>) {
        match nop {
            Some(wait_states) => self.pending += wait_states,
            None => self.done.push(std::mem::take(&mut self.pending)),
        }
    }
}

fn tool() -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llc")
}

/// The plugin, which cargo builds next to the tests.
pub fn plugin() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let plugin = test.with_file_name("libcdnasched.so");
    assert!(plugin.exists(), "{} does not exist", plugin.display());
    plugin
}

/// `llc` for a GPU, with the plugin loaded.
pub fn llc(gpu: Gpu) -> Command {
    let mut command = Command::new(tool());
    command
        .arg("-load")
        .arg(plugin())
        .args(["-mtriple=amdgcn-amd-amdhsa", "-mcpu"])
        .arg(gpu.name());
    command
}

/// Runs the passes over functions of one GPU and one XNACK setting. Gives the nops of each.
pub fn run(passes: Passes, functions: &[Function]) -> Vec<Nops> {
    let Some(first) = functions.first() else {
        return Vec::new();
    };
    let text: String = functions.iter().map(mir).collect();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("cdnasched-{}-{count}.mir", std::process::id()));
    std::fs::write(&file, text).expect("the temporary directory can be written");
    let mut command = llc(first.gpu);
    let sign = if first.features.xnack { '+' } else { '-' };
    command.arg(format!("-mattr={sign}xnack"));
    let names = match passes {
        Passes::Llvm => "post-RA-hazard-rec",
        Passes::Ours(_) => "cdna-sched-nops",
        Passes::OursThenLlvm(_) => "cdna-sched-nops,post-RA-hazard-rec",
    };
    command.arg(format!("-run-pass={names}"));
    if let Passes::Ours(policy) | Passes::OursThenLlvm(policy) = passes {
        command.arg(format!("-cdna-sched-hazards={policy}"));
    }
    let output = command
        .args(["-verify-machineinstrs", "-o", "-"])
        .arg(&file)
        // A refused function is saved where llc runs.
        .current_dir(std::env::temp_dir())
        .output()
        .expect("llc can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{command:?}\n{}",
        errors.chars().take(4000).collect::<String>()
    );
    std::fs::remove_file(&file).expect("the file is ours");
    let nops = parse(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(nops.len(), functions.len(), "{passes:?}");
    for ((name, nops), function) in nops.iter().zip(functions) {
        assert_eq!(name, &function.name);
        // A rewritten instruction would make the comparison meaningless.
        assert_eq!(
            nops.0.len(),
            Nops::of(function).0.len(),
            "{passes:?} {name}\n{function}"
        );
    }
    nops.into_iter().map(|(_, nops)| nops).collect()
}

/// Instructions of an MIR file are indented by four, blocks by two.
fn parse(mir: &str) -> Vec<(String, Nops)> {
    let mut functions: Vec<(String, Counter)> = Vec::new();
    let mut in_body = false;
    for line in mir.lines() {
        if let Some(name) = line.strip_prefix("name:") {
            functions.push((name.trim().to_owned(), Counter::default()));
        }
        let Some((_, counter)) = functions.last_mut() else {
            continue;
        };
        if !line.starts_with(' ') {
            if std::mem::replace(&mut in_body, line.starts_with("body:")) {
                counter.inst(None);
            }
            continue;
        }
        if !in_body {
            continue;
        }
        if line.starts_with("  bb.") && !line.starts_with("  bb.0") {
            counter.inst(None);
        }
        let text = line.trim();
        let skip = ["successors:", "liveins:", ";", "bb.", "BUNDLE", "}"];
        if line.starts_with("    ") && !text.is_empty() && !skip.iter().any(|s| text.starts_with(s))
        {
            let nop = text.strip_prefix("S_NOP ");
            counter.inst(nop.map(|imm| imm.parse::<u32>().expect("an immediate") + 1));
        }
    }
    let done = |(name, counter): (String, Counter)| (name, Nops(counter.done));
    functions.into_iter().map(done).collect()
}

/// Whether the instruction only ends its block: on one path alone it is a wait state like any.
pub fn is_branch(function: &Function, inst: InstId) -> bool {
    function.flags(inst).has(InstFlags::BRANCH)
}
