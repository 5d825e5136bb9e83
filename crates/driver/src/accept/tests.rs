//! Which orders the check keeps, and which it reverts.

use std::fmt::Write as _;

use super::llvm_baseline::Figures;
use super::traces::apply;
use super::*;
use crate::finish::{FinishedCopy, Followed, finished_as_llvm};
use crate::hazard::Facts;
use crate::machine::{BlockId, InstId, text};
use crate::rules::Policy;
use crate::schedule::{self, Options, Overhead};
use crate::table_oracle::TableOracle;
use crate::timing::FAMILY;

/// A loop with a load, a matrix instruction, and work that needs neither; the ids of the load,
/// of what uses it, of the matrix instruction and of what reads its result.
fn looped() -> (Function, [u32; 4]) {
    let mut lines = vec![
        "DS_READ_B32_gfx9 def v10, v0, #0, #0 | load | read space=3 bytes=4".to_owned(),
        "V_ADD_F32_e32 def v11, v10, v10".to_owned(),
        "V_MFMA_F32_4X4X4F16_e64 def early a[0:3], v[4:5], v[6:7], a[0:3], #0, #0, #0 | passes=2"
            .to_owned(),
    ];
    lines.extend((0..12).map(|n| format!("V_ADD_F32_e32 def v{}, v2, v3", 20 + n)));
    lines.push("V_ACCVGPR_READ_B32_e64 def v12, a0".to_owned());
    let mut body = String::new();
    for line in &lines {
        let _ = writeln!(body, "  {line}");
    }
    let body = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n\
         block 0 frequency=64 depth=1 loop=0 successors=0,1\n{body}  \
         S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
         block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n\n\
         edge 0 1 true 1\nedge 2 15 true 1\n"
    );
    (text::parse(&body).expect("valid text"), [0, 1, 2, 15])
}

/// A function, and what it costs finished: clocks; waits and wait states.
struct Costed {
    function: Function,
    timing: Figures,
    needs: Overhead,
}

/// Schedules the loop, replaces the order that was found by `order` unless that is empty, and checks it.
/// Returns the function as it came in and as the check left it.
fn checked(order: &[u32]) -> [Costed; 2] {
    checked_of(looped().0, order)
}

fn as_llvm_made<'a>(function: &'a Function, facts: &'a Facts) -> Incoming<'a> {
    Incoming {
        function,
        facts,
        is_llvms: true,
    }
}

fn finished(function: &Function, facts: &Facts) -> Option<FinishedCopy> {
    let (function, policy) = (function.clone(), waitcnt::Policy::Ours);
    FinishedCopy::of(function, facts, policy, Followed::ByLlvm)
}

fn measure(search: &Options, waves: u32) -> Measure<'_> {
    Measure {
        search,
        followed: Followed::ByLlvm,
        waves,
    }
}

fn checked_of(incoming: Function, order: &[u32]) -> [Costed; 2] {
    let facts = Facts::new(&incoming, Policy::default());
    let needs = TableOracle(Rc::new(Facts::new(&incoming, Policy::default())));
    let options = Options {
        waves: Some(1),
        ..Options::new(&incoming)
    };
    let mut function = incoming.clone();
    let (mut report, mut others) = schedule::schedule(&mut function, &needs, &options);
    assert!(
        report.traces[0].is_moved(),
        "there is something to gain here"
    );
    if !order.is_empty() {
        function.set_order(BlockId(0), order.iter().map(|&i| InstId(i)).collect());
    }
    let measure = measure(&options, report.waves);
    let subject = Subject {
        function: &mut function,
        report: &mut report,
        alternatives: &mut others,
    };
    apply(subject, as_llvm_made(&incoming, &facts), &facts, measure);
    [incoming, function].map(|function| {
        let finished = finished(&function, &facts).expect("waits can be placed");
        Costed {
            timing: Timing::finished(&finished.function, &options.models, report.waves),
            needs: finished.total(),
            function,
        }
    })
}

fn order_of(costed: &Costed) -> Vec<u32> {
    let order = costed.function.block(BlockId(0)).order.iter();
    order.map(|i| i.0).collect()
}

fn loses_nowhere(old: &Costed, new: &Costed) {
    assert!(new.needs.excess_over(old.needs) == 0);
    let models = |costed: &Costed| costed.timing.traces[0].models.clone();
    for (new, old) in models(new).iter().zip(&models(old)) {
        assert!(
            new.single_wave.period <= old.single_wave.period
                && new.at_occupancy <= old.at_occupancy
        );
    }
}

#[test]
fn an_order_that_gains_stays() {
    let [incoming, checked] = checked(&[]);
    assert_ne!(order_of(&checked), order_of(&incoming));
    loses_nowhere(&incoming, &checked);
}

#[test]
fn an_order_that_needs_more_wait_states_is_reverted() {
    let [load, user, matrix, reader] = looped().1;
    // The result of the matrix instruction is read at once.
    let rest = 3..15;
    let order: Vec<u32> = [load]
        .into_iter()
        .chain(rest)
        .chain([user, matrix, reader, 16])
        .collect();
    let [incoming, checked] = checked(&order);
    assert_ne!(order_of(&checked), order);
    loses_nowhere(&incoming, &checked);
}

#[test]
fn an_order_that_is_slower_is_reverted() {
    let [load, user, matrix, reader] = looped().1;
    // As many waits and nops as before; but the load is issued last.
    let order: Vec<u32> = [matrix]
        .into_iter()
        .chain(3..15)
        .chain([reader, load, user, 16])
        .collect();
    let [incoming, checked] = checked(&order);
    assert_ne!(order_of(&checked), order);
    loses_nowhere(&incoming, &checked);
}

/// A loop in which a load of a tile (there is a matrix instruction) comes first, followed by more work
/// than it takes; the time of a transcendental instruction can be gained.
fn far_load() -> Function {
    let adds: String = (0..215)
        .map(|n| format!("  V_ADD_F32_e32 def v{}, v2, v3\n", 20 + n))
        .collect();
    let body = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n\
         block 0 frequency=64 depth=1 loop=0 successors=0,1\n  \
         GLOBAL_LOAD_DWORD_SADDR def v10, v0, s[2:3], #0, #0 | load | read space=1 bytes=4\n{adds}  \
         V_EXP_F32_e32 def v12, v2\n  V_ADD_F32_e32 def v13, v12, v12\n  \
         V_ADD_F32_e32 def v11, v10, v10\n  \
         S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
         block 1 frequency=1 depth=0\n  \
         V_MFMA_F32_16X16X16F16_e64 def v[4:7], v[4:5], v[6:7], v[4:7], #0, #0, #0\n  \
         S_ENDPGM #0 | return term noreturn boundary\n\n\
         edge 0 218 true 1\nedge 216 217 true 1\n"
    );
    text::parse(&body).expect("valid text")
}

#[test]
fn an_order_that_loses_where_memory_is_slower_is_reverted() {
    // The load moves after twenty additions and the transcendental instruction, behind which it is free: early enough
    // for its modelled latency, and for no longer one.
    let order: Vec<u32> = (1..21)
        .chain([216, 0])
        .chain(21..216)
        .chain([217, 218, 219])
        .collect();
    let [incoming, checked] = checked_of(far_load(), &order);
    let under = |function: &Function, models: &[Model]| {
        let facts = Facts::new(function, Policy::default());
        let finished = finished(function, &facts).expect("waits placed");
        Figures::finished(&finished.function, models, 1).clocks(0)
    };
    let base = Model::built_in(incoming.function.gpu);
    let far = FAMILY.iter().find(|p| p.name == "memory_latency_1.6");
    let far = [far.and_then(|p| p.of(&base[0])).expect("a member")];
    let mut moved = incoming.function.clone();
    moved.set_order(BlockId(0), order.iter().map(|&i| InstId(i)).collect());
    // It would gain, and lose where the load takes longer.
    assert!(under(&moved, &base) < under(&incoming.function, &base));
    assert!(under(&moved, &far) > 1.005 * under(&incoming.function, &far));
    assert_ne!(order_of(&checked), order);
    assert!(under(&checked.function, &far) <= 1.005 * under(&incoming.function, &far));
}

#[test]
fn what_our_rules_cost_above_llvms_is_returned() {
    let body = "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n\
        block 0 frequency=2 depth=0\n  BUFFER_WBL2 #16, imp exec | effects\n  \
        S_WAITCNT_soft #3952\n  S_ENDPGM #0 | return term noreturn boundary\n";
    let mut function = text::parse(body).expect("valid text");
    let facts = Facts::new(&function, Policy::default());
    let options = Options::new(&function);
    let needs = TableOracle(Rc::new(Facts::new(&function, Policy::default())));
    let incoming = function.clone();
    let (mut report, mut others) = schedule::schedule(&mut function, &needs, &options);
    let measure = measure(&options, report.waves);
    let subject = Subject {
        function: &mut function,
        report: &mut report,
        alternatives: &mut others,
    };
    let costs = apply(subject, as_llvm_made(&incoming, &facts), &facts, measure);
    // LLVM drops the wait for the write-back: a slot, twice.
    assert_eq!(costs[0].one_wave, 8.0);
}

#[test]
fn a_trace_gets_an_order_back() {
    let (incoming, _) = looped();
    let needs = TableOracle(Rc::new(Facts::new(&incoming, Policy::default())));
    let mut function = incoming.clone();
    let (mut report, mut others) =
        schedule::schedule(&mut function, &needs, &Options::new(&incoming));
    let (best, trace, others) = (function.clone(), &mut report.traces[0], &mut others[0]);
    let (saved, after) = (others.save(trace), trace.after.clone());
    while trace.is_moved() {
        others.revert(&mut function, trace);
    }
    assert_eq!(function, incoming);
    others.restore(&mut function, trace, saved);
    assert!(function == best && trace.is_moved() && trace.after == after);
}

/// Two statements of inline assembly, of which the second reads what the first one writes: LLVM's recogniser puts a
/// nop between them, where it runs.
#[test]
fn the_nops_that_llvm_adds_around_assembly_are_counted() {
    let body = "cdna-flat 1\nfunction \"t\"\ngpu gfx942\nblock 0 frequency=2 depth=0\n  \
        INLINEASM opaque, #1, #10, def v1, #9, v0 | asm parsed\n  \
        V_ADD_F32_e32 def v1, v0, v0 | embedded inside line=1\n  \
        INLINEASM opaque, #1, #10, def v2, #9, v1 | asm parsed\n  \
        V_ADD_F32_e32 def v2, v1, v1 | embedded inside line=1\n  \
        S_ENDPGM #0 | return term noreturn boundary\n";
    let function = text::parse(body).expect("valid text");
    let nops = |policy: Policy| {
        let facts = Facts::new(&function, policy);
        let copy = finished(&function, &facts);
        copy.expect("waits can be placed").total().nops
    };
    assert_eq!((nops(Policy::Safe), nops(Policy::Exact)), (1, 0));
    let llvm = finished_as_llvm(&function, Followed::ByLlvm).expect("waits can be placed");
    let mut order = llvm.block(BlockId(0)).order.iter();
    assert!(order.any(|&i| llvm.opcode(i).name == "S_NOP"));
}

#[test]
fn a_result_that_takes_longer_alone_or_by_a_margin_beside_others_is_one() {
    let timing = |one_wave: f64, own_waves: f64| crate::report::TimingRecord {
        last: crate::report::Clocks {
            one_wave,
            own_waves,
        },
        ..Default::default()
    };
    // A function, and its loop at own waves.
    let record = |one_wave: f64, own_waves: f64, of_loop: f64| Record {
        clocks: vec![timing(one_wave, own_waves)],
        loops: vec![crate::report::LoopRecord {
            clocks: vec![timing(1.0, of_loop)],
            ..Default::default()
        }],
        ..Record::default()
    };
    let before = record(1000.0, 1024.0, 512.0);
    for (one_wave, own_waves, of_loop, longer) in [
        (1000.0, 1024.0, 512.0, false),
        (1000.0, 1032.0, 516.0, false),
        (1000.0, 1032.5, 512.0, true),
        (1000.0, 1024.0, 516.5, true),
        (1000.5, 1000.0, 500.0, true),
        (900.0, 1033.0, 500.0, true),
        (900.0, 900.0, 517.0, true),
        (900.0, 900.0, 500.0, false),
    ] {
        let after = record(one_wave, own_waves, of_loop);
        assert_eq!(
            is_slower_stream(&after, &before),
            longer,
            "{one_wave} {own_waves} {of_loop}"
        );
    }
    // Under the second model one wave may be behind by a margin, and the whole at the own number of waves by anything.
    let under_both = |second: f64| Record {
        clocks: vec![timing(1000.0, 1000.0), timing(second, 2.0 * second)],
        ..Record::default()
    };
    assert!(!is_slower_stream(&under_both(1040.0), &under_both(1024.0)));
    assert!(is_slower_stream(&under_both(1040.5), &under_both(1024.0)));
    let beside_others = Record {
        clocks: vec![timing(1000.0, 1000.0), timing(1024.0, 3000.0)],
        ..Record::default()
    };
    assert!(!is_slower_stream(&beside_others, &under_both(1024.0)));
    // Who gains a fifth under the first may lose a twentieth there.
    let gained = |second: f64| Record {
        clocks: vec![timing(800.0, 800.0), timing(second, 2000.0)],
        ..Record::default()
    };
    assert!(!is_slower_stream(&gained(1050.0), &under_both(1000.0)));
    assert!(is_slower_stream(&gained(1051.0), &under_both(1000.0)));
}
