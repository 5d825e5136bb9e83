//! Random functions: LLVM adds nothing after our waits, the checker finds none missing, and where
//! we require more than LLVM there is a reason.

use std::collections::BTreeMap;

use cdnasched_base::gpu::{Counter, Counts, Gpu};
use cdnasched_base::machine::Function;
use cdnasched_check as check;

use crate::gaps::{Case, Gap, Request};
use crate::generator::{Dice, module};
use crate::llc::{self, Stream};
use crate::mutation::{waits, weakened};

/// Functions for each GPU.
fn count() -> usize {
    let count = std::env::var("CDNASCHED_RANDOM");
    count.map_or(300, |n| n.parse().expect("CDNASCHED_RANDOM is a number"))
}

/// Functions in one run of llc.
const BATCH: usize = 500;

const PLACE: [&str; 2] = ["-cdna-sched-schedule=false", "-run-pass=cdna-sched"];

/// Why we require more than LLVM in some place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Why {
    /// With LLVM's request there instead of ours, the checker names a missing wait.
    Needed,
    /// The memory legaliser required it.
    Gap(Gap),
}

#[derive(Default, Debug)]
struct Tally {
    functions: usize,
    equal: usize,
    weaker: usize,
    /// Functions in which LLVM's own waits leave something open.
    llvm_unclean: usize,
    stronger: BTreeMap<Why, usize>,
    /// Functions in which LLVM adds `lgkmcnt(0)` before a store to what a scalar load of the
    /// function reads: it keeps that account in the order of its visits, not along paths.
    scalar_account: usize,
    wrong: Vec<String>,
}

/// The waits before one slot, weakened to what LLVM requires there.
fn as_llvm(
    function: &Function,
    ours: &Stream,
    slot: usize,
    counter: Counter,
    count: Option<u8>,
) -> Function {
    let mut copy = function.clone();
    let placed = waits(function);
    for wait in ours.waits_of(slot) {
        let (block, inst, imm) = placed[wait];
        let asked = Counts::decode(imm);
        let less = asked
            .get(counter)
            .filter(|n| count.is_some_and(|c| *n >= c));
        copy = weakened(&copy, block, inst, asked.with(counter, less.or(count)));
    }
    copy
}

fn compare_one(
    case: &Case<'_>,
    llvm: &Stream,
    ours: &Stream,
    function: &Function,
    tally: &mut Tally,
) {
    let mut stronger = false;
    let mut weaker = false;
    for slot in 0..ours.slots.len() {
        for counter in Counter::ALL {
            let (mine, theirs) = (ours.slots[slot].get(counter), llvm.slots[slot].get(counter));
            let rank = |n: Option<u8>| n.unwrap_or(u8::MAX);
            weaker |= rank(mine) > rank(theirs);
            if rank(mine) >= rank(theirs) {
                continue;
            }
            stronger = true;
            let less = as_llvm(function, ours, slot, counter, theirs);
            let gap = || {
                case.gap(Request {
                    slot,
                    counter,
                    count: mine?,
                })
            };
            let why = if !check::waits(&less).is_empty() {
                Why::Needed
            } else if let Some(gap) = gap() {
                Why::Gap(gap)
            } else {
                tally.wrong.push(format!(
                    "{}: {counter} {mine:?} where LLVM has {theirs:?} before {}\n{}",
                    ours.name, ours.text[slot], case.input
                ));
                continue;
            };
            *tally.stronger.entry(why).or_default() += 1;
        }
    }
    tally.weaker += usize::from(weaker && !stronger);
    tally.equal += usize::from(!weaker && !stronger);
}

fn batch(gpu: Gpu, input: &str, tally: &mut Tally) {
    let llvm_mir = llc::llc_on(gpu, &[llc::LLVM], input);
    let our_mir = llc::llc_on(gpu, &PLACE, input);
    let both = llc::streams(&llc::llc_on(gpu, &[llc::LLVM], &our_mir));
    // LLVM sees our result with the memory model's requests in it.
    let our_mir = llc::without_requests(&our_mir);
    let (llvm, ours) = (llc::streams(&llvm_mir), llc::streams(&our_mir));
    let find = |all: Vec<Function>| -> BTreeMap<String, Function> {
        all.into_iter().map(|f| (f.name.clone(), f)).collect()
    };
    let (llvm_flat, our_flat) = (
        find(llc::flat(gpu, &llvm_mir)),
        find(llc::flat(gpu, &our_mir)),
    );
    let inputs: Vec<&str> = input.split("---\nname:").skip(1).collect();
    assert_eq!(inputs.len(), ours.len());
    let results: Vec<&str> = our_mir.split("---\nname:").skip(1).collect();
    let case = |at: usize| Case {
        gpu,
        passes: llc::LLVM,
        module: input,
        name: &ours[at].name,
        input: inputs[at],
        ours: results[at],
    };
    for (at, mine) in ours.iter().enumerate() {
        tally.functions += 1;
        assert_eq!(mine.name, llvm[at].name);
        let same = mine.text == llvm[at].text && mine.slots.len() == both[at].slots.len();
        assert!(same, "{}: other instructions\n{}", mine.name, inputs[at]);
        let flat = &our_flat[&mine.name];
        let open = check::waits(flat);
        if !open.is_empty() {
            let list: Vec<String> = open.iter().map(|w| w.describe(flat)).collect();
            tally.wrong.push(format!(
                "{}: the checker: {list:?}\n{}",
                mine.name, our_flat[&mine.name]
            ));
        }
        if mine.slots != both[at].slots {
            let differ = |i: &usize| mine.slots[*i] != both[at].slots[*i];
            let differ: Vec<usize> = (0..mine.slots.len()).filter(differ).collect();
            if case(at).scalar_account() {
                tally.scalar_account += 1;
                continue;
            }
            let differ = differ.into_iter();
            let list: Vec<String> = differ
                .map(|i| {
                    format!(
                        "{} -> {} before {}",
                        mine.slots[i], both[at].slots[i], mine.text[i]
                    )
                })
                .collect();
            tally
                .wrong
                .push(format!("{}: LLVM adds {list:?}\n{}", mine.name, inputs[at]));
        }
        tally.llvm_unclean += usize::from(!check::waits(&llvm_flat[&mine.name]).is_empty());
        let function = &our_flat[&mine.name];
        compare_one(&case(at), &llvm[at], mine, function, tally);
    }
}

fn compare(gpu: Gpu) {
    let mut dice = Dice(7);
    let mut tally = Tally::default();
    let count = count();
    for first in (0..count).step_by(BATCH) {
        let input = module(&mut dice, gpu, first, BATCH.min(count - first));
        batch(gpu, &input, &mut tally);
        if count > BATCH {
            eprintln!("{gpu}: {} of {count}", tally.functions);
        }
    }
    println!(
        "{gpu}: {} functions: as LLVM {}, weaker {}, stronger in places {:?}; LLVM adds for its account of scalar loads in {}; the checker finds something open in {} of LLVM's",
        tally.functions,
        tally.equal,
        tally.weaker,
        tally.stronger,
        tally.scalar_account,
        tally.llvm_unclean
    );
    let wrong = &tally.wrong;
    assert!(
        wrong.is_empty(),
        "{} findings, the first:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n")
    );
}

#[test]
fn gfx908_random() {
    compare(Gpu::Gfx908);
}

#[test]
fn gfx90a_random() {
    compare(Gpu::Gfx90a);
}

#[test]
fn gfx942_random() {
    compare(Gpu::Gfx942);
}

#[test]
fn gfx950_random() {
    compare(Gpu::Gfx950);
}
