//! `docs/hazards.md` is the rule table, printed. `CDNASCHED_UPDATE=1 cargo test --test
//! hazards_doc` rewrites it.

use cdnasched_base::rules::{
    LEAST_GAPS, NOT_NEEDED, Need, PRACTICE, Policy, Rule, Slots, TAKEN_BRANCH, TAKEN_BRANCH_SOURCE,
    Via, rules,
};
use cdnasched_testing::witness;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const INTRODUCTION: &str = "\
# Software hazards

Generated from the rule table in `crates/base/src/rules/table/` by `tests/hazards_doc.rs`; do not edit.

A row requires wait states between an instruction that does one of the things in *first* and a
later one that does one of the things in *second*, if the *relation* between their registers
holds, on every path. A wait state is one issue slot of the same wave: every instruction counts
1, `s_nop n` counts n+1, what emits no code counts 0, and so does inline assembly that could not be
parsed, which *Asm* is about ([inline-asm.md](inline-asm.md)). Four numbers are for
producers of 2, 4, 8 and 16 passes, or, for assembly, of tuples of 2, 4, 8 and 16 registers. The
classes are explained in `crates/base/src/rules/class.rs`.

*Leave* is a call, a return or a tail call: the rows are as strict as the strictest instruction
that may follow it in the other function, for any registers, and count the jump itself as one
wait state. So nothing is outstanding at the entry of a function or after a call, if this plugin
compiled the other side. Functions that are left to LLVM, or compiled without the plugin, resolve
nothing when they leave: LLVM has no such rule.

LLVM's later fixes, and what this plugin does about each: [llvm-fixes.md](llvm-fixes.md).

The columns *safe*, *exact*, *isa* and *llvm* are what the policies of `-cdna-sched-hazards`
require. A *divergence* names a disagreement between LLVM 22 and AMD's documents.

**What `isa` is worth.** LLVM has two wait states between a compare and the `v_cndmask` that reads its mask; MI300 ISA, Table 11 (cases 14 and 18)
asks for two where a scalar register is read as a constant, and for none where it is carry-in. `safe`, `exact` and `llvm` have LLVM's two, `isa` has
none. In thread traces of attention on MI350X these nops are 5 to 6 % of the time of a wave, in a top-k kernel 15 %. For `isa` speaks that AMD's own hand-written
kernels have fewer states in 5,006 of 7,475 such pairs (gfx942) and in 2,748 of 5,249 (gfx950), while they keep to the letter the two of a constant from
a compare and the one of a transcendental result. Against it, that nobody has measured it here: [the kit](../kit/README.md)'s probe decides it on your GPU in a minute.

The search fills what it can first. Of the issue slots in the innermost loops of attention kernels of our corpus (9 for gfx942, 10 for gfx950) nops are 4.2 and
4.7 % in LLVM's code, 0.8 and 1.7 % in ours under `safe`, 0.6 and 1.1 % under `isa`; of those before a `v_cndmask` 1 and 5 slots of 7,305 and 5,017 are left under `safe`. What
is left is mostly for results of matrix instructions and for chains of DPP and permutes, where nothing independent is ready: in an online softmax 8.3 and 8.6 %. So `isa` is worth
little by the cost model, over loops of attention, matrix and softmax kernels -0.3 % (73 loops, gfx942) and -0.4 % (70, gfx950) of the clocks of one wave in the geometric mean, at
their own number of waves -0.1 and -0.3 %; single loops are up to 20 % faster or slower, since another search finds another order. In the twelve matrix loops of the ten attention kernels
alone (`fa_*`, `isa` against `safe`, `llc` for each and `cdna-sched compare` of both) the geometric mean is -0.7 % (gfx942, single loops -11.5 to +9.3) and -1.0 % (gfx950, -15.6 to +4.6) for
one wave, and at their own number of waves -0.1 (-2.8 to +4.8) and +0.8 % (-3.2 to +7.9): what a GPU does with it, only a measurement says.

Every row is tested on each of its GPUs by its *witnesses*, the smallest pairs of instructions
it is about: `crates/engine/src/hazard/tests/mod.rs` (at the requirement and one off; straight line, diamond,
loop), and `tests/hazards_vs_llvm` (the same against LLVM's own recogniser).
";

/// The closed list of `tests/hazards_vs_llvm/explain.rs`, for readers.
const RECOGNISER: &str = "
## Where LLVM's recogniser deviates from its own numbers

With the same numbers for every pair of instructions (`-cdna-sched-hazards=llvm`) our nops are
not always those of LLVM 22. `tests/hazards_vs_llvm` asks LLVM about each path and each pair alone,
and accepts a difference for these reasons only:

| | what LLVM does | effect |
|---|---|---|
| S1 | looks back 19 wait states, where rows of gfx950 require 20 | too few |
| S2 | visits a block once, by whichever path comes first, even the longer one | too few |
| S3 | counts branches at the end of a block that a taken branch skips | too few |
| S7 | stops at the nearest instruction that writes part of an operand, though the rest requires more | too few |
| S8 | XNACK: overlooks stores at the start of a run of memory instructions | too few |
| S9 | decides in one pass: nops that it inserts later, and that count around a loop, come too late | too many |
| S10 | keeps the last matrix instruction that it met on any path, and the shortest distance on another: requires what no path needs | too many |
| S11 | gfx908: ignores a result that is the accumulator itself, and waits for an older one that it has overwritten | too many |

Under `safe` LLVM's recogniser runs after ours. S10 and S11 are all that it still adds; the code
is correct without them. `exact` leaves them out.
";

/// What `cdna-sched lint` weighs against the rows.
const PRACTICE_HEADING: &str = "
## Where production code is closer

`cdna-sched lint` holds AMD's own hand-written kernels against the column *isa* (docs/lint.md says which). Where many of
them have fewer wait states than a row asks for, and their results are right, a pair that is as close is
*suspicious* and not an error. *Fewer* is how many may be missing, for producers of 2, 4, 8 and 16 passes where there
are four numbers; a pair that is still closer is an error. Nops are placed by the rows alone.

| row | GPUs | later instruction | fewer | evidence |
|---|---|---|---|---|
";

const LEAST_HEADING: &str = "
## The least time between two instructions

A wait state is an issue slot, four clocks. LLVM counts one for each instruction, and so do all policies by which nops
are placed. What takes longer holds the later instruction back by itself; with the policy *isa*
`cdna-sched lint` calls a pair that is too close in instructions, and far enough apart by these least times,
*suspicious*. Each is a lower bound: what stands between on a path is counted, never what may.

**Not taken for placement.** Nops could be placed by these times, too, where LLVM's recogniser does not run behind ours (`exact`, `isa`). It would save next to
nothing: in 127 kernels with matrix or attention loops (gfx942 and gfx950, our code, all nops taken out and placed anew by either count) the innermost loops go from
246 to 188 wait states under `isa` and from 984 to 926 under `exact`, and 145 loops change by +0.04 and +0.03 % of the modelled clocks of one wave in the
geometric mean, +0.06 and +0.08 % at their own number of waves (a saving of 0.2 % was to be worth an option): what a nop stands for is mostly time for which the
wave waits anyway, and the 4 bytes of an `s_nop` move what follows in instruction memory, which counts as much. So placement counts instructions, as LLVM does, and
needs no assumption about the hardware.

| earlier instruction | later instruction | slots at least from issue to issue | GPUs | source |
|---|---|---|---|---|
";

fn practice(out: &mut String) {
    out.push_str(PRACTICE_HEADING);
    for row in PRACTICE {
        let gpus: Vec<&str> = row.gpus.iter().map(|g| g.name()).collect();
        let _ = writeln!(
            out,
            "| `{}` | {} | {:?} | {} | {} |",
            row.rule,
            gpus.join(" "),
            row.second,
            need(row.short),
            row.evidence
        );
    }
    out.push_str(LEAST_HEADING);
    for gap in LEAST_GAPS {
        let gpus: Vec<&str> = gap.gpus.iter().map(|g| g.name()).collect();
        let slots = match gap.slots {
            Slots::Const(slots) => slots.to_string(),
            Slots::PassesAnd(0) => "its passes".to_owned(),
            Slots::PassesAnd(more) => format!("its passes and {more}"),
        };
        let _ = writeln!(
            out,
            "| {:?} | {:?} | {slots} | {} | {} |",
            gap.earlier,
            gap.later,
            gpus.join(" "),
            gap.source
        );
    }
    let _ = writeln!(
        out,
        "| branch that is taken | any | {TAKEN_BRANCH} | all | {TAKEN_BRANCH_SOURCE} |"
    );
}

#[test]
fn what_production_code_lacks_is_less_than_its_row_asks_for() {
    for shipped in PRACTICE {
        let rule = cdnasched_base::rules::rule(shipped.rule).expect("a row of the table");
        assert!(
            shipped.gpus.iter().all(|gpu| rule.gpus.contains(gpu)),
            "{}",
            rule.id
        );
        for passes in [2, 4, 8, 16].map(cdnasched_base::gpu::Passes) {
            let asked = rule.need(Policy::Isa).of(passes);
            assert!(shipped.short.of(passes) <= asked, "{}: {asked}", rule.id);
        }
    }
}

fn need(need: Need) -> String {
    match need {
        Need::Const(n) => n.to_string(),
        Need::PerPasses(list) => list.map(|n| n.to_string()).join("/"),
    }
}

fn list<T: std::fmt::Debug>(items: &[T]) -> String {
    let names: Vec<String> = items.iter().map(|i| format!("{i:?}")).collect();
    names.join(", ")
}

fn relation(rule: &Rule) -> String {
    let between = match rule.via {
        Some(Via::Dgemm) => ", an f64 matrix instruction in between",
        Some(Via::AccMove) => ", an accumulator move in between",
        Some(Via::EightPasses) => ", an 8-pass matrix instruction in between",
        Some(Via::SixteenPasses) => ", a 16-pass matrix instruction in between",
        None => "",
    };
    format!("{}{between}", rule.relation)
}

fn row(rule: &'static Rule, out: &mut String) {
    let gpus: Vec<&str> = rule.gpus.iter().map(|g| g.name()).collect();
    let policies = [Policy::Safe, Policy::Exact, Policy::Isa, Policy::Llvm];
    let needs: Vec<String> = policies.iter().map(|p| need(rule.need(*p))).collect();
    let divergence = rule.divergence.map_or(String::new(), |d| format!("{d:?}"));
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "| `{}` | {} | {} | {} | {} | {} | {divergence} | {} | {} | {} |",
        rule.id,
        gpus.join(" "),
        list(rule.producer),
        relation(rule),
        list(rule.consumer),
        needs.join(" | "),
        rule.source,
        rule.why,
        witness::witnesses(rule).len(),
    );
}

fn document() -> String {
    let mut out = INTRODUCTION.to_owned();
    out.push_str(
        "\n## Rows\n\n| row | GPUs | first | relation | second | safe | exact | isa | llvm | divergence | source | why | witnesses |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    rules().for_each(|rule| row(rule, &mut out));
    out.push_str("\n## Documented, and no row\n\n| case | source | why |\n|---|---|---|\n");
    for case in NOT_NEEDED {
        let _ = writeln!(out, "| `{}` | {} | {} |", case.id, case.source, case.why);
    }
    practice(&mut out);
    out.push_str(RECOGNISER);
    out
}

#[test]
fn the_document_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hazards.md");
    let now = document();
    if std::env::var_os("CDNASCHED_UPDATE").is_some() {
        std::fs::write(&path, &now).expect("docs/ can be written");
    }
    let then = std::fs::read_to_string(&path).unwrap_or_default();
    let line = then.lines().zip(now.lines()).find(|(a, b)| a != b);
    assert!(
        then == now,
        "docs/hazards.md is not the table (first difference: {line:?}); CDNASCHED_UPDATE=1 rewrites it"
    );
}

/// The cases of an MI300 table that a source names: `Table 37, cases 116 to 118`.
fn cases(source: &str, table: &str) -> BTreeSet<u32> {
    let mut cases = BTreeSet::new();
    for part in source
        .split(';')
        .filter(|p| p.contains("MI300 ISA") && p.contains(table))
    {
        let Some((_, tail)) = part.split_once(table) else {
            continue;
        };
        let words: Vec<&str> = tail
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .collect();
        let (mut last, mut to) = (None, false);
        for word in words.iter().skip_while(|w| !w.starts_with("case")).skip(1) {
            match (word.parse::<u32>(), last) {
                (Ok(n), Some(first)) if to => cases.extend(first..=n),
                (Ok(n), _) => {
                    cases.insert(n);
                    last = Some(n);
                }
                (Err(_), _) if !["to", "and"].contains(word) => break,
                _ => {}
            }
            to = *word == "to";
        }
    }
    cases
}

#[test]
fn sources_are_read_as_written() {
    let read = |s| cases(s, "Table 37").into_iter().collect::<Vec<_>>();
    assert_eq!(
        read("MI300 ISA Table 37, cases 102 to 104, 107 (comments); LLVM PR 218363"),
        [102, 103, 104, 107]
    );
    assert_eq!(
        read("MI300 ISA Table 37, case 120, and eight more passes"),
        [120]
    );
    assert!(read("MI300 ISA Table 11, case 20").is_empty());
}

/// Cases 1 to 21 and 100 to 120 of the MI300 document: each has a row of its own number, or is
/// listed as needing none.
#[test]
fn every_case_of_the_mi300_document_is_accounted_for() {
    for (table, all) in [("Table 11", 1..=21), ("Table 37", 100..=120)] {
        let rows = rules()
            .map(|r| r.source)
            .chain(NOT_NEEDED.iter().map(|n| n.source));
        let named: BTreeSet<u32> = rows.flat_map(|source| cases(source, table)).collect();
        assert_eq!(named, all.collect(), "{table}");
    }
}
