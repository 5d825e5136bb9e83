//! Our assembly text of the final stream against LLVM's own assembly, instruction by instruction.
//! Every mnemonic and every register must be LLVM's; how many texts are LLVM's in full is printed
//! with `--nocapture`, and must not fall. `CDNASCHED_CORPUS=DIR` takes `DIR/<gpu>/*.ll`.
#![cfg(feature = "llvm")]

#[path = "../../../tests/support/folder.rs"]
mod folder;
#[path = "../../../tests/support/kernels.rs"]
mod kernels;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_base::gpu::{Gpu, Unit};
use cdnasched_base::machine::{Function, InstFlags, InstId, text};
use folder::Folder;
use kernels::kernels_in;

/// The least part of all instructions whose text is LLVM's in full.
const IN_FULL: f64 = 0.99;

/// Kernels of ours for gfx942 that every GPU can run: the older ones have none of their own.
const FOR_ALL: [&str; 6] = [
    "dbg_gemm_f16_64x64x32",
    "fa_f16_d64_128x64",
    "gemm_f16_64x64x64_w4_s3",
    "scatter_atomics",
    "softmax_f16_1k",
    "transcend_f32",
];

fn files(gpu: Gpu) -> Vec<PathBuf> {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/kernels");
    let files = kernels_in(&corpus.unwrap_or_else(|| own.clone()).join(gpu.name()));
    if !files.is_empty() {
        return files;
    }
    let shared = own.join("gfx942");
    FOR_ALL
        .iter()
        .map(|name| shared.join(format!("{name}.ll")))
        .collect()
}

/// LLVM's assembly of a kernel and the final streams that it was printed from.
fn compile(gpu: Gpu, file: &Path) -> (String, Vec<Function>) {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let llc = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llc");
    let test = std::env::current_exe().expect("a test has a path");
    let folder = Folder::new();
    let assembly = folder.path().join("out.s");
    let status = Command::new(llc)
        .arg("-load")
        .arg(test.with_file_name("libcdnasched.so"))
        .args(["-cdna-sched", "-O3", "-mcpu", gpu.name(), "-o"])
        .arg(&assembly)
        .arg(format!("-cdna-sched-save={}", folder.path().display()))
        // The stage that sees the final stream runs for a report.
        .arg(format!(
            "-cdna-sched-report={}",
            folder.path().join("report").display()
        ))
        .args([
            "-cdna-sched-schedule=false",
            "-cdna-sched-waits=false",
            "-cdna-sched-nops=false",
        ])
        .arg(file)
        .status()
        .expect("llc can be started");
    assert!(status.success(), "{}", file.display());
    let entries = std::fs::read_dir(folder.path()).expect("our folder");
    let saved = entries
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".final.flat"));
    let read = |path: PathBuf| {
        let saved = std::fs::read_to_string(&path).expect("a saved function");
        text::parse(&saved).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let streams = saved.map(read).collect();
    let assembly = std::fs::read_to_string(&assembly).expect("what llc wrote");
    (assembly, streams)
}

/// The instructions of a function in LLVM's assembly; inline assembly is left out.
fn of_llvm(assembly: &str, function: &str) -> Vec<String> {
    let label = format!("{function}:");
    let lines = assembly
        .lines()
        .skip_while(|line| line.split_whitespace().next() != Some(label.as_str()));
    let end = format!(".size\t{function}");
    let mut inline = false;
    let mut all = Vec::new();
    for line in lines.take_while(|line| !line.contains(&end) && !line.contains(".section")) {
        inline = (inline || line.contains(";;#ASMSTART")) && !line.contains(";;#ASMEND");
        let instruction = line.split(';').next().unwrap_or_default();
        if !inline && line.starts_with('\t') && !instruction.trim().is_empty() {
            let instruction = instruction.trim();
            if instruction.starts_with(".p2align") {
                // What comes before is for firmware that does not preload kernel arguments; the
                // printer adds it.
                all.clear();
            } else if !instruction.starts_with('.') {
                all.push(in_our_words(instruction));
            }
        }
    }
    all
}

/// A branch target is a label in assembly, and a block in ours: only that it is one is compared.
fn in_our_words(instruction: &str) -> String {
    let branch = instruction.split_once(' ').filter(|(mnemonic, target)| {
        mnemonic.starts_with("s_cbranch") && target.starts_with(['.', 'b'])
            || *mnemonic == "s_branch"
    });
    let words: Vec<&str> = instruction.split_whitespace().collect();
    branch.map_or_else(
        || words.join(" "),
        |(mnemonic, _)| format!("{mnemonic} LABEL"),
    )
}

fn of_us(function: &Function) -> Vec<(InstId, String)> {
    let blocks = function.blocks().iter();
    let all = blocks.flat_map(|block| block.order.iter().copied());
    let emitted = all.filter(|&inst| {
        // What is in inline assembly stands in LLVM's text as its author wrote it.
        let asm = InstFlags::INLINE_ASM.0 | InstFlags::IN_ASM.0;
        let silent = InstFlags::META.0 | InstFlags::BUNDLE.0 | asm;
        function.flags(inst).0 & silent == 0 && function.info(inst).unit != Unit::Meta
    });
    emitted
        .map(|inst| (inst, in_our_words(&function.asm(inst))))
        .collect()
}

/// The registers in a text, in its order.
fn registers(text: &str) -> Vec<&str> {
    let words = text.split([' ', ',', '|', '(', ')', '-']).skip(1);
    let is_register = |word: &&str| {
        let special = ["vcc", "exec", "m0", "scc"];
        let rest = word.strip_prefix(['v', 'a', 's']).unwrap_or("");
        special.iter().any(|s| word.starts_with(s))
            || rest.starts_with(|c: char| c == '[' || c.is_ascii_digit())
    };
    words.filter(is_register).collect()
}

fn look_at(gpu: Gpu) {
    let (mut all, mut equal) = (0, 0);
    let mut wrong = Vec::new();
    let mut others: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for file in files(gpu) {
        let (assembly, streams) = compile(gpu, &file);
        for function in &streams {
            let (llvm, ours) = (of_llvm(&assembly, &function.name), of_us(function));
            assert_eq!(
                llvm.len(),
                ours.len(),
                "{}: {}",
                file.display(),
                function.name
            );
            for (llvm, (inst, ours)) in llvm.iter().zip(&ours) {
                all += 1;
                if llvm == ours {
                    equal += 1;
                    continue;
                }
                let mnemonic = |text: &str| text.split(' ').next().map(str::to_owned);
                let pair = format!("{ours} is {llvm} in LLVM: {}", function.inst_text(*inst));
                if mnemonic(llvm) != mnemonic(ours) || registers(llvm) != registers(ours) {
                    wrong.push(pair.clone());
                }
                let name = function.opcode(*inst).name.clone();
                others.entry(name).or_insert((0, pair)).0 += 1;
            }
        }
    }
    let part = equal as f64 / f64::max(f64::from(all), 1.0);
    println!(
        "{gpu}: {equal} of {all} instructions, {:.2} %",
        part * 100.0
    );
    for (count, pair) in others.values() {
        println!("  {count} {pair}");
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(part >= IN_FULL, "{gpu}: {part}");
}

#[test]
fn gfx908_text() {
    look_at(Gpu::Gfx908);
}

#[test]
fn gfx90a_text() {
    look_at(Gpu::Gfx90a);
}

#[test]
fn gfx942_text() {
    look_at(Gpu::Gfx942);
}

#[test]
fn gfx950_text() {
    look_at(Gpu::Gfx950);
}
