//! Our mnemonics against those that LLVM's disassembler writes, for every opcode of every GPU.

use std::collections::BTreeMap;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::mnemonic;

use crate::decode::accepted;
use crate::{IRRELEVANT, of_the_passes, pseudos, stem};

fn compare(gpu: Gpu) {
    let pseudos = pseudos();
    let mut spellings: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (real, seen) in accepted(gpu) {
        let (base, encoding) = stem(real);
        if IRRELEVANT.contains(&base.as_str()) {
            continue;
        }
        for opcode in of_the_passes(&pseudos, &base, encoding) {
            spellings.entry(opcode).or_default().push(&seen.mnemonic);
        }
    }
    let mut wrong = Vec::new();
    for (opcode, llvm) in &spellings {
        let ours = mnemonic(opcode, gpu);
        // A name may stand for two instructions of the assembler: the older semantics of some
        // 16-bit operations have an opcode of their own there.
        if !llvm.contains(&ours.as_str()) {
            wrong.push(format!("{opcode}: {ours}, LLVM {llvm:?}"));
        }
    }
    println!("{gpu}: {} opcodes", spellings.len());
    assert!(
        wrong.is_empty(),
        "{gpu}: {}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn gfx908_mnemonics() {
    compare(Gpu::Gfx908);
}

#[test]
fn gfx90a_mnemonics() {
    compare(Gpu::Gfx90a);
}

#[test]
fn gfx942_mnemonics() {
    compare(Gpu::Gfx942);
}

#[test]
fn gfx950_mnemonics() {
    compare(Gpu::Gfx950);
}
