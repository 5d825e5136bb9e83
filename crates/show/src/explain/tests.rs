//! Whole functions, one behaviour each.

use super::*;
use cdnasched_base::machine::text;

const END: &str = "S_ENDPGM #0 | return term noreturn\n";
const ENTRY: &str = " entry";

fn parse(entry: &str, blocks: &str) -> Function {
    let body = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=0{entry}\n{blocks}"
    );
    text::parse(&body).unwrap_or_else(|error| panic!("{error}\n{body}"))
}

fn straight(lines: &str) -> Function {
    parse(
        ENTRY,
        &format!("block 0 frequency=1 depth=0\n{lines}\n{END}"),
    )
}

/// The sentences of all waits and nops, each after the instruction's number.
fn sentences(function: &Function) -> Vec<String> {
    let all = explain(function, Policy::Safe).into_iter();
    all.flat_map(|of| {
        let number = of.inst.0;
        let sentences: Vec<String> = match of.reasons.is_empty() {
            true => vec![of.sentence(function)],
            false => of.reasons.iter().map(|r| r.sentence(function)).collect(),
        };
        sentences.into_iter().map(move |s| format!("{number} {s}"))
    })
    .collect()
}

fn load(def: &str) -> String {
    format!(
        "GLOBAL_LOAD_DWORDX2 def {def}, v[40:41], #0, #0, imp exec | load | read space=1 bytes=8\n"
    )
}

const BARRIER: &str = "S_BARRIER | effects\n";
const VMCNT0: &str = "S_WAITCNT #3952\n";
const VMCNT1: &str = "S_WAITCNT #3953\n";
const LGKMCNT0: &str = "S_WAITCNT #49279\n";

#[test]
fn a_wait_is_for_the_load_that_it_completes_and_its_first_reader() {
    let function = straight(&format!(
        "{}{}{VMCNT1}V_MOV_B32_e32 def v0, v5, imp exec\nV_MOV_B32_e32 def v1, v4, imp exec\n\
         {VMCNT0}V_MOV_B32_e32 def v0, v6, imp exec",
        load("v[4:5]"),
        load("v[6:7]")
    ));
    assert_eq!(
        sentences(&function),
        [
            "2 vmcnt(1): v5 is loaded by 'global_load_dwordx2 v[4:5], v[40:41], off' \
             and read by 'v_mov_b32_e32 v0, v5'",
            "5 vmcnt(0): v6 is loaded by 'global_load_dwordx2 v[6:7], v[40:41], off' \
             and read by 'v_mov_b32_e32 v0, v6'",
        ]
    );
}

#[test]
fn a_wait_may_be_stricter_than_anything_needs() {
    let function = straight(&format!(
        "{}{}{VMCNT0}V_MOV_B32_e32 def v0, v5, imp exec",
        load("v[4:5]"),
        load("v[6:7]")
    ));
    let all = explain(&function, Policy::Safe);
    let counts: Vec<_> = all[0]
        .reasons
        .iter()
        .map(|reason| match reason.kind {
            ReasonKind::Wait { count, .. } => (count, reason.consumer.is_some()),
            ReasonKind::Nop { .. } => panic!("a wait"),
        })
        .collect();
    // The younger load is complete as well, and nothing uses it.
    assert_eq!(counts, [(0, false), (1, true)]);
    assert_eq!(
        all[0].sentence(&function),
        format!("{}; and one more", all[0].reasons[1].sentence(&function))
    );
}

#[test]
fn what_is_overwritten_is_waited_for() {
    let function = straight(&format!(
        "DS_READ_B32_gfx9 def v4, v42, #0, #0, imp exec | load | read space=3 bytes=4\n\
         {LGKMCNT0}V_MOV_B32_e32 def v4, #0, imp exec"
    ));
    assert_eq!(
        sentences(&function),
        [
            "1 lgkmcnt(0): v4 is loaded by 'ds_read_b32 v4, v42' and overwritten by 'v_mov_b32_e32 v4, 0'"
        ]
    );
}

#[test]
fn stores_before_a_barrier_are_for_other_waves() {
    let store = "DS_WRITE_B32_gfx9 v42, v1, #0, #0, imp exec | store | write space=3 bytes=4\n";
    let function = straight(&format!("{store}{LGKMCNT0}{BARRIER}{LGKMCNT0}"));
    assert_eq!(
        sentences(&function),
        [
            "1 lgkmcnt(0): 'ds_write_b32 v42, v1' is complete before 's_barrier'; no register shows \
             who relies on it, other waves may",
            "3 nothing that this waits for can be outstanding here",
        ]
    );
}

#[test]
fn loads_into_lds_are_waited_for_by_accesses_to_lds() {
    let function = straight(&format!(
        "BUFFER_LOAD_DWORD_LDS_OFFSET s[44:47], #0, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 \
         | write space=3 bytes=4\n{VMCNT0}\
         DS_READ_B32_gfx9 def v4, v42, #0, #0, imp exec | load | read space=3 bytes=4\n"
    ));
    assert_eq!(
        sentences(&function),
        [
            "1 vmcnt(0): 'buffer_load_dword off, s[44:47], 0 lds' writes LDS, which 'ds_read_b32 v4, v42' accesses"
        ]
    );
}

/// A loop that reads what the iteration before has loaded.
fn pipelined() -> Function {
    let (first, next) = (load("v[4:5]"), load("v[4:5]"));
    parse(
        ENTRY,
        &format!(
            "block 0 frequency=1 depth=0 successors=1\n{first}\
             block 1 frequency=10 depth=1 loop=1 successors=1,2\n\
             {VMCNT0}V_MOV_B32_e32 def v0, v5, imp exec\n{next}\
             S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
             block 2 frequency=1 depth=0\n{END}"
        ),
    )
}

#[test]
fn an_operation_may_be_of_the_iteration_before() {
    let function = pipelined();
    let all = explain(&function, Policy::Safe);
    assert_eq!(all.len(), 1);
    let of: Vec<_> = all[0]
        .reasons
        .iter()
        .map(|r| (r.producer, r.iteration_before, r.path.clone()))
        .collect();
    assert_eq!(
        of,
        [
            (Some(InstId(0)), false, vec![BlockId(0), BlockId(1)]),
            (Some(InstId(3)), true, vec![BlockId(1), BlockId(1)]),
        ]
    );
    assert!(sentences(&function)[1].contains("' of the iteration before and read by"));
}

#[test]
fn a_callee_begins_with_waiting_for_its_caller() {
    let function = parse(
        "",
        &format!("block 0 frequency=1 depth=0\n{VMCNT0}V_MOV_B32_e32 def v0, v1, imp exec\n{END}"),
    );
    assert_eq!(
        sentences(&function),
        ["0 vmcnt(0): the caller may have left operations that vmcnt counts outstanding"]
    );
}

const MFMA: &str = "V_MFMA_F32_4X4X1F32_e64 def a[0:3], v1, v2, a[0:3], #0, #0, #0, imp mode, imp exec | passes=2\n";

#[test]
fn a_nop_is_for_the_pairs_that_it_keeps_apart() {
    let read = "V_ACCVGPR_READ_B32_e64 def v0, a2, imp exec\n";
    let function = straight(&format!("{MFMA}S_NOP #9\n{read}S_NOP #0\n"));
    let all = explain(&function, Policy::Safe);
    assert_eq!(all[0].reasons.len(), 1);
    let reason = &all[0].reasons[0];
    assert_eq!(reason.producer, Some(InstId(0)));
    assert_eq!(reason.consumer, Some(InstId(2)));
    assert_eq!(reason.registers, RegRange::parse("a2"));
    let ReasonKind::Nop { rule, have, need } = reason.kind else {
        panic!("a nop");
    };
    assert_eq!(have, WaitStates(10));
    assert_eq!(need, WaitStates(4));
    assert_eq!(
        reason.sentence(&function),
        format!(
            "4 wait states after 'v_mfma_f32_4x4x1_16b_f32 a[0:3], v1, v2, a[0:3]' before \
             'v_accvgpr_read_b32 v0, a2' on a2: rule {} ({}): {}",
            rule.id, rule.source, rule.why
        )
    );
    assert_eq!(
        all[1].sentence(&function),
        "no rule needs this nop while the others stay"
    );
}

/// Blocks may be laid out in another order than they execute in: a step back is an iteration only around a loop, and one
/// that both instructions are in.
#[test]
fn a_step_back_in_the_layout_is_no_iteration() {
    let read = "V_ACCVGPR_READ_B32_e64 def v0, a2, imp exec\n";
    let function = parse(
        ENTRY,
        &format!(
            "block 0 frequency=1 depth=0 successors=2\nS_BRANCH bb.2 | term branch\n\
             block 1 frequency=1 depth=0\nS_NOP #2\n{read}{END}\
             block 2 frequency=1 depth=0 successors=1\n{MFMA}S_BRANCH bb.1 | term branch\n"
        ),
    );
    let all = explain(&function, Policy::Safe);
    assert!(!all[0].reasons.is_empty());
    assert!(all[0].reasons.iter().all(|reason| !reason.iteration_before));
    let around = parse(
        ENTRY,
        &format!(
            "block 0 frequency=9 depth=1 loop=0 successors=0,1\nS_NOP #2\n{read}{MFMA}\
             S_CBRANCH_SCC1 bb.0, imp scc | term branch\nblock 1 frequency=1 depth=0\n{END}"
        ),
    );
    let all = explain(&around, Policy::Safe);
    assert!(!all[0].reasons.is_empty());
    assert!(all[0].reasons.iter().all(|reason| reason.iteration_before));
}

#[test]
fn pairs_within_reach_are_given_with_their_distance() {
    let read = "V_ACCVGPR_READ_B32_e64 def v0, a2, imp exec\n";
    let function = straight(&format!("{MFMA}S_NOP #3\n{read}"));
    for inst in [InstId(0), InstId(2)] {
        let pairs = Hazards::of(&function, Policy::Safe).pairs_of(inst);
        let of: Vec<_> = pairs
            .iter()
            .map(|p| (p.producer, p.consumer, p.have, p.need))
            .collect();
        assert_eq!(of, [(InstId(0), InstId(2), WaitStates(4), WaitStates(4))]);
    }
}

#[test]
fn values_come_from_every_way_that_leads_to_the_reader() {
    let function = pipelined();
    let values = Values::of(&function);
    let read = values.read_by(InstId(2));
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].writers, [InstId(0), InstId(3)]);
    assert_eq!(read[0].registers.to_string(), "v5");
    // The address is what the function begins with.
    assert_eq!(values.read_by(InstId(0))[0].writers, []);
    let readers: Vec<_> = values
        .readers_of(InstId(3))
        .iter()
        .map(|&(reader, _)| reader)
        .collect();
    assert_eq!(readers, [InstId(2)]);
}

#[test]
fn registers_of_an_operand_are_grouped_by_their_writers() {
    let function = straight(
        "V_MOV_B32_e32 def v0, #0, imp exec\nV_MOV_B32_e32 def v1, #0, imp exec\n\
         S_CMP_LG_U32 s0, #0, imp def scc\n\
         GLOBAL_STORE_DWORDX4 v[40:41], v[0:3], #0, #0, imp exec | store | write space=1 bytes=16\n\
         S_CSELECT_B32 def s1, s2, s3, imp scc",
    );
    let values = Values::of(&function);
    let of: Vec<_> = values
        .read_by(InstId(3))
        .iter()
        .map(|value| (value.registers.to_string(), value.writers.clone()))
        .collect();
    let v = |name: &str, writers: &[u32]| {
        (
            name.to_owned(),
            writers.iter().map(|&w| InstId(w)).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        of,
        [
            v("v[40:41]", &[]),
            v("v0", &[0]),
            v("v1", &[1]),
            v("v[2:3]", &[])
        ]
    );
    let last = values.read_by(InstId(4)).last().expect("SCC");
    assert_eq!(
        (last.registers.to_string(), &last.writers[..]),
        ("scc".to_owned(), &[InstId(2)][..])
    );
}

#[test]
fn lanes_that_were_disabled_keep_what_was_written_before() {
    let function = straight(
        "V_MOV_B32_e32 def v0, #0, imp exec\n\
         S_AND_SAVEEXEC_B64 def s[0:1], s[2:3], imp def exec, imp def scc, imp exec\n\
         V_MOV_B32_e32 def v0, #1, imp exec\n\
         V_MOV_B32_e32 def v1, v0, imp exec\n\
         S_OR_B64 def exec, exec, s[0:1], imp def scc\n\
         V_MOV_B32_e32 def v2, v0, imp exec",
    );
    let values = Values::of(&function);
    assert_eq!(values.read_by(InstId(3))[0].writers, [InstId(2)]);
    assert_eq!(values.read_by(InstId(5))[0].writers, [InstId(0), InstId(2)]);
}
