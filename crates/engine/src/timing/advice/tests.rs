use super::*;
use crate::machine::text;

/// The sentence for the first loop of a function under the first model.
fn said(registers: &str, body: &str) -> (Advice, String) {
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=1024 workgroup=64 entry\n\
         block 0 frequency=64 depth=1 loop=0 successors=0,1\n{body}\
         S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
         block 1 frequency=1 depth=0\n{registers}S_ENDPGM #0 | return term noreturn boundary\n"
    );
    let function = text::parse(&text).expect("a function");
    let trace = Trace::all(&function).remove(0);
    let [model, _] = Model::built_in(function.gpu);
    let advice = Advice::of(&function, &trace, &model).expect("a loop");
    let place = |inst: InstId| Some(format!("line {}", inst.index() + 1));
    let said = advice.describe(&function, &place);
    (advice, said)
}

/// Takes so many registers that one wave fits on a SIMD.
const ONE_WAVE: &str =
    "V_MOV_B32_e32 def v255, #0, imp exec\nV_ACCVGPR_WRITE_B32_e64 def a255, #0, imp exec\n";
const LOAD: &str =
    "GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0, imp exec | load | read space=1 bytes=4\n";
const WAIT: &str = "S_WAITCNT #3952\n";
const USE: &str = "V_ADD_F32_e32 def v4, v3, v3, imp exec\n";

#[test]
fn a_busy_unit_binds() {
    let mfma = "V_MFMA_F32_32X32X8F16_vgprcd_e64 def v[16:31], v[8:9], v[10:11], v[16:31], #0, #0, #0, imp exec\n";
    let (advice, said) = said(ONE_WAVE, &mfma.repeat(4));
    assert!(advice.is_at_bound(), "{advice:?}");
    assert!(said.contains("no order takes less than"), "{said}");
    assert!(
        said.ends_with("only fewer or faster instructions for it do."),
        "{said}"
    );
}

/// More instructions than there need be are not what a chain of values suffers from.
#[test]
fn a_chain_of_values_binds() {
    let (advice, said) = said(ONE_WAVE, &"V_EXP_F32_e32 def v8, v8, imp exec\n".repeat(4));
    assert!(advice.is_at_bound(), "{advice:?}");
    assert!(
        said.ends_with("only a shorter chain of them does."),
        "{said}"
    );
}

#[test]
fn a_load_behind_a_barrier_is_named_with_the_barrier() {
    let body = format!("S_BARRIER | boundary\n{LOAD}{WAIT}{USE}");
    let (advice, said) = said(ONE_WAVE, &body);
    let longest = advice.longest.expect("a stall");
    assert_eq!(longest.stall, Stall::Vmcnt);
    let cause = longest.cause.expect("the load");
    assert!(matches!(cause.holds, Holds::Wall(_)), "{cause:?}");
    assert!(
        said.contains("'s_waitcnt vmcnt(0)' (line 3) stalls longest, "),
        "{said}"
    );
    assert!(
        said.contains("of these clocks, for 'global_load_dword v3, v0, s[2:3]' (line 2)")
            && said.contains("clocks before the stall begins and ")
            && said.contains("0 clocks behind 's_barrier' (line 1), which nothing passes"),
        "{said}"
    );
}

#[test]
fn a_late_address_and_a_register_in_use_are_named() {
    let late = format!("V_ADD_U32_e32 def v0, #4, v0, imp exec\n{LOAD}{WAIT}{USE}");
    let (_, said_late) = said(ONE_WAVE, &late);
    assert!(said_late.contains("which writes v0 for it"), "{said_late}");
    let reuse = format!("V_ADD_F32_e32 def v9, v3, v3, imp exec\n{LOAD}{WAIT}{USE}");
    let (_, said_reuse) = said(ONE_WAVE, &reuse);
    assert!(
        said_reuse.contains("the last before it to use v3, which it overwrites"),
        "{said_reuse}"
    );
}

#[test]
fn a_load_that_nothing_holds_back_could_issue_earlier() {
    let other = "V_EXP_F32_e32 def v8, v7, imp exec\n".repeat(3);
    let (_, text) = said(ONE_WAVE, &format!("{other}{LOAD}{WAIT}{USE}"));
    assert!(
        text.contains("clocks into its iteration, in which nothing before it holds it back"),
        "{text}"
    );
    assert!(
        text.contains("no VGPR is free without losing a wave"),
        "{text}"
    );
    let (_, text) = said(
        "V_MOV_B32_e32 def v127, #0, imp exec\nV_ACCVGPR_WRITE_B32_e64 def a255, #0, imp exec\n",
        &format!("{other}{LOAD}{WAIT}{USE}"),
    );
    assert!(
        text.contains("128 VGPRs are free without losing a wave"),
        "{text}"
    );
}

/// Time in which the matrix pipe works is not idle, and what is idle is told apart.
#[test]
fn idle_time_is_that_of_the_matrix_pipe() {
    let mfma = "V_MFMA_F32_32X32X8F16_vgprcd_e64 def v[16:31], v[8:9], v[10:11], v[16:31], #0, #0, #0, imp exec\n";
    let (advice, text) = said(ONE_WAVE, &format!("{LOAD}{WAIT}{USE}{mfma}"));
    assert!(advice.is_matrix);
    let sum: u32 = advice.spent.iter().map(|(_, clocks)| clocks).sum();
    assert_eq!(sum, advice.idle);
    // The pipe works for 32 clocks (8 passes on MI300).
    assert_eq!(f64::from(advice.idle), advice.clocks - 32.0, "{text}");
    assert_eq!(advice.spent[0].0, Time::Stalled(Stall::Vmcnt));
    assert!(text.contains("The matrix pipe idles"), "{text}");
}
