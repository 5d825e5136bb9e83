//! What is said of waits and nops in real kernels as LLVM finishes them, beside the reasons that their makers give.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use cdnasched_base::gpu::{Gpu, Unit};
use cdnasched_base::machine::{Features, Function, InstId};
use cdnasched_base::rules::Policy;
use cdnasched_check as check;
use cdnasched_engine::{hazard, waitcnt};
use cdnasched_show::explain::{Reason, ReasonKind, Values, explain};
use cdnasched_text::program::{Program, SourceText};

fn is_wait(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_WAITCNT"
}

/// `CDNASCHED_CORPUS=DIR` takes `DIR/gfx942/*.ll`.
fn functions() -> Vec<Function> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels");
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map_or_else(own, PathBuf::from);
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let prefix = prefix.map_or_else(|| PathBuf::from("/usr/lib/llvm-22"), PathBuf::from);
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus.join("gfx942"))
        .expect("kernels")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    let mut functions = Vec::new();
    for file in files {
        let output = Command::new(prefix.join("bin/llc"))
            .args(["-O3", "-mcpu=gfx942", "-o", "-"])
            .arg(&file)
            .output()
            .expect("llc can be started");
        assert!(output.status.success(), "{}", file.display());
        let text = String::from_utf8(output.stdout).expect("text");
        let source = SourceText::new(&text);
        let features = Features {
            sram_ecc: true,
            ..Features::default()
        };
        let read = Program::of_text(&source, Gpu::Gfx942, features).expect("assembly");
        functions.extend(read.routines.into_iter().map(|routine| routine.function));
    }
    functions
}

/// The function without the waits and nops of its maker.
fn without_fillers(function: &Function) -> Function {
    let mut bare = function.clone();
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        order.retain(|&inst| !is_wait(function, inst) && function.info(inst).unit != Unit::Nop);
        bare.set_order(block, order);
    }
    bare
}

#[test]
fn the_makers_of_waits_and_nops_give_the_same_reasons() {
    let (mut waits, mut same_waits, mut nops, mut same_nops) = (0, 0, 0, 0);
    for function in functions() {
        let mut finished = without_fillers(&function);
        let placed = waitcnt::place_at_once(&mut finished, waitcnt::Policy::Ours);
        let placed = placed.expect("waits can be placed");
        let nops_placed = hazard::place(&mut finished, Policy::Safe);
        let explained = explain(&finished, Policy::Safe);
        let reasons = |inst: InstId| {
            let of = explained.iter().find(|of| of.inst == inst);
            of.map_or(&[][..], |of| &of.reasons)
        };
        for wait in &placed.waits {
            for reason in &wait.reasons {
                use waitcnt::Cause::{Lds, Overwrite, Read, ScalarRead};
                let (Read { producer, .. }
                | Overwrite { producer, .. }
                | Lds { producer }
                | ScalarRead { producer }) = reason.cause
                else {
                    continue;
                };
                waits += 1;
                let same = |r: &&Reason| {
                    r.producer == Some(producer)
                        && r.consumer == wait.consumer
                        && matches!(r.kind, ReasonKind::Wait { counter, .. } if counter == reason.counter)
                };
                let found = reasons(wait.inst).iter().any(|r| same(&r));
                if !found {
                    println!("{} {}: {}", finished.name, wait.inst.0, reason.cause);
                }
                same_waits += usize::from(found);
            }
        }
        for nop in &nops_placed.insertions {
            let Some(rule) = nop.rule else { continue };
            nops += 1;
            let same = |r: &Reason| {
                r.consumer == Some(nop.consumer)
                    && matches!(r.kind, ReasonKind::Nop { rule: of, .. } if of.id == rule.id)
            };
            let found = reasons(nop.nop).iter().any(same);
            if !found {
                println!("{} {}: {}", finished.name, nop.nop.0, rule.id);
            }
            same_nops += usize::from(found);
        }
    }
    println!("{same_waits} of {waits} waits, {same_nops} of {nops} nops");
    assert!(waits > 100 && nops > 10, "{waits} waits, {nops} nops");
    assert!(
        same_waits * 100 >= waits * 95,
        "{same_waits} of {waits} waits"
    );
    assert!(same_nops * 100 >= nops * 95, "{same_nops} of {nops} nops");
}

#[test]
fn a_wait_or_nop_that_something_needs_is_missed_when_it_is_left_out() {
    let (mut left_out, mut missed) = (0, 0);
    for function in functions() {
        let begin = Instant::now();
        let explained = explain(&function, Policy::Llvm);
        let time = begin.elapsed();
        let begin = Instant::now();
        let values = Values::of(&function);
        println!(
            "{}: {} instructions, {} waits and nops: {time:?}; values {:?}",
            function.name,
            function.inst_count(),
            explained.len(),
            begin.elapsed()
        );
        drop(values);
        if function.inst_count() > 2000 {
            continue;
        }
        // Every instruction is a wait state, waits too.
        let open = |function: &Function, of: InstId| match is_wait(function, of) {
            true => check::waits(function).len(),
            false => check::hazards(function, Policy::Llvm).len(),
        };
        for of in explained.iter().step_by(7) {
            let needed = of.reasons.iter().any(|reason| match reason.kind {
                ReasonKind::Wait { reliance, .. } => reliance.is_some(),
                ReasonKind::Nop { .. } => true,
            });
            let mut without = function.clone();
            for block in function.block_ids() {
                let mut order = function.block(block).order.clone();
                order.retain(|&inst| inst != of.inst);
                without.set_order(block, order);
            }
            let is_missed = open(&without, of.inst) > open(&function, of.inst);
            assert_eq!(
                is_missed,
                needed,
                "{} {}: {}",
                function.name,
                of.inst.0,
                of.sentence(&function)
            );
            left_out += 1;
            missed += usize::from(is_missed);
        }
    }
    println!("{missed} of {left_out} are needed");
    assert!(missed > 20, "{missed} of {left_out}");
}
