//! Results that nothing waited for.

use super::*;
use cdnasched_base::gpu::Counter;
use cdnasched_base::machine::Reg;

const LOAD: &str =
    "GLOBAL_LOAD_DWORD def v1, v[40:41], #0, #0, imp exec | load | read space=1 bytes=4";
const LOAD2: &str =
    "GLOBAL_LOAD_DWORD def v2, v[40:41], #0, #0, imp exec | load | read space=1 bytes=4";
const STORE: &str =
    "GLOBAL_STORE_DWORD v[40:41], v9, #0, #0, imp exec | store | write space=1 bytes=4";
const FLAT: &str = "FLAT_LOAD_DWORD def v3, v[40:41], #0, #0, imp exec, imp flat_scratch | load | read space=0 bytes=4";
const LDS: &str = "DS_READ_B32_gfx9 def v4, v42, #0, #0, imp exec | load | read space=3 bytes=4";
const LDS2: &str = "DS_READ_B32_gfx9 def v5, v42, #0, #0, imp exec | load | read space=3 bytes=4";
const SMEM: &str =
    "S_LOAD_DWORD_IMM def s4, s[40:41], #0, #0 | load | read invariant space=4 bytes=4";
const DMA: &str = "BUFFER_LOAD_DWORD_LDS_OFFSET s[44:47], #0, #0, #0, #0, imp exec, imp m0 | load store | read space=8 bytes=4 | write space=3 bytes=4 group=1";

fn read(reg: &str) -> String {
    format!("V_MOV_B32_e32 def v50, {reg}, imp exec")
}

fn wait(vm: Option<u8>, lgkm: Option<u8>) -> String {
    let counts = cdnasched_base::gpu::Counts::NONE
        .with(Counter::Vm, vm)
        .with(Counter::Lgkm, lgkm);
    format!("S_WAITCNT #{}", counts.encode())
}

/// Per finding: consumer, what would do.
fn late(function: &Function) -> Vec<String> {
    let open = waits(function);
    let line = |w: &OpenWait| format!("{} {}({})", w.consumer.0, w.counter, w.count);
    open.iter().map(line).collect()
}

fn gfx942(lines: &[&str]) -> Vec<String> {
    late(&straight("gfx942", lines))
}

#[test]
fn a_result_is_poison_until_a_wait_proves_it() {
    let v1 = read("v1");
    assert_eq!(gfx942(&[LOAD, &v1]), ["1 vmcnt(0)"]);
    assert_eq!(gfx942(&[LOAD, &wait(Some(0), None), &v1]), [""; 0]);
    let overwrite = "V_MOV_B32_e32 def v1, #0, imp exec";
    let open = waits(&straight("gfx942", &[LOAD, overwrite]));
    assert_eq!(
        open.iter().map(|w| w.reliance).collect::<Vec<_>>(),
        [Reliance::Overwrite(Reg::vgpr(1).expect("v1"))]
    );
}

#[test]
fn younger_operations_of_the_line_may_stay_outstanding() {
    let v1 = read("v1");
    for (count, open) in [(2, vec![]), (3, vec!["4 vmcnt(2)".to_owned()])] {
        let wait = wait(Some(count), None);
        assert_eq!(gfx942(&[LOAD, LOAD2, STORE, &wait, &v1]), open);
    }
}

/// Each counter has a maximum of its own: 15 for LDS, 63 for vector memory. One less is the weakest wait.
#[test]
fn a_full_counter_shows_nothing_complete() {
    let v1 = read("v1");
    let mut lines = vec![LOAD];
    lines.extend([LOAD2; 15]);
    lines.extend([STORE, LDS, &v1]);
    assert_eq!(gfx942(&lines), ["18 vmcnt(16)"]);
    lines.splice(1..1, [LOAD2; 60]);
    assert_eq!(gfx942(&lines), ["78 vmcnt(62)"]);
    let (none, weakest) = (wait(None, Some(0)), wait(Some(62), None));
    let at = lines.len() - 1;
    lines.insert(at, &none);
    assert_eq!(gfx942(&lines), ["79 vmcnt(62)"]);
    lines[at] = &weakest;
    assert_eq!(gfx942(&lines), [""; 0]);
    let v4 = read("v4");
    let mut lines = vec![LDS];
    lines.extend([LDS2; 20]);
    lines.push(&v4);
    let open = gfx942(&lines);
    assert_eq!(open.last().map(String::as_str), Some("21 lgkmcnt(14)"));
}

#[test]
fn scalar_memory_and_mixed_flat_accesses_return_in_any_order() {
    let one = wait(Some(1), Some(1));
    let (s4, v3) = (read("s4"), read("v3"));
    let other = SMEM.replace("s4", "s5");
    assert_eq!(gfx942(&[SMEM, &other, &one, &s4]), ["3 lgkmcnt(0)"]);
    assert_eq!(
        gfx942(&[FLAT, LOAD, LDS, &one, &v3]),
        ["4 vmcnt(0)", "4 lgkmcnt(0)"]
    );
    let zero = wait(Some(0), Some(0));
    assert_eq!(gfx942(&[FLAT, LOAD, LDS, &zero, &v3]), [""; 0]);
}

/// A flat access may leave the counter before what was issued ahead of it.
#[test]
fn a_count_above_zero_means_nothing_with_a_mixed_flat_access_in_between() {
    let (one, v1, v4) = (wait(Some(1), Some(1)), read("v1"), read("v4"));
    assert_eq!(gfx942(&[LOAD, FLAT, &one, &v1]), ["3 vmcnt(0)"]);
    assert_eq!(gfx942(&[LDS, FLAT, &one, &v4]), ["3 lgkmcnt(0)"]);
    let proved = FLAT.replace("space=0", "space=1");
    assert_eq!(gfx942(&[LOAD, &proved, &one, &v1]), [""; 0]);
}

#[test]
fn another_line_on_the_counter_proves_nothing() {
    let (one, v4) = (wait(None, Some(1)), read("v4"));
    assert_eq!(gfx942(&[LDS, SMEM, &one, &v4]), ["3 lgkmcnt(0)"]);
    assert_eq!(gfx942(&[LDS, LDS2, SMEM, &one, &v4]), [""; 0]);
}

#[test]
fn vector_memory_may_overwrite_its_own_kind() {
    assert_eq!(gfx942(&[LOAD, LOAD]), [""; 0]);
    assert_eq!(gfx942(&[LDS, LDS]), ["1 lgkmcnt(0)"]);
    let flat = FLAT.replace("v3", "v1");
    assert_eq!(gfx942(&[LOAD, &flat]), ["1 vmcnt(0)"]);
}

#[test]
fn lds_written_from_memory_is_poison_too() {
    assert_eq!(gfx942(&[DMA, LDS]), ["1 vmcnt(0)"]);
    let other = LDS.replace("bytes=4", "bytes=4 group=2");
    assert_eq!(gfx942(&[DMA, &other]), ["1 vmcnt(0)"]);
    assert_eq!(gfx942(&[DMA, &other, "alias 2 1 distinct"]), [""; 0]);
    assert_eq!(gfx942(&[DMA, &other, "alias 2 1 unproved"]), [""; 0]);
    assert_eq!(gfx942(&[DMA, LOAD, &wait(Some(1), None), LDS]), [""; 0]);
}

#[test]
fn a_store_waits_for_scalar_loads_of_its_memory() {
    assert_eq!(gfx942(&[SMEM, STORE]), [""; 0]);
    let changing = SMEM.replace(" invariant", "");
    assert_eq!(gfx942(&[&changing, STORE]), ["1 lgkmcnt(0)"]);
}

#[test]
fn the_shortest_path_decides() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=2,1\n{LOAD}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
         block 1 frequency=1 depth=0 successors=2\n{LOAD2}\n{STORE}\n\
         block 2 frequency=1 depth=0\n{}\n{}\n{END}",
        wait(Some(2), None),
        read("v1"),
    );
    assert_eq!(late(&kernel("gfx942", &body)), ["5 vmcnt(0)"]);
}

#[test]
fn a_wait_after_a_taken_branch_proves_nothing() {
    let body = format!(
        "block 0 frequency=1 depth=0 successors=2,1\n{LOAD}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
         {} | term\nS_BRANCH bb.1 | term branch noreturn\n\
         block 1 frequency=1 depth=0\n{v1}\n{END}block 2 frequency=1 depth=0\n{v1}\n{END}",
        wait(Some(0), None),
        v1 = read("v1"),
    );
    assert_eq!(late(&kernel("gfx942", &body)), ["6 vmcnt(0)"]);
}

#[test]
fn a_loop_carries_what_it_issued_around() {
    let body = |wait: &str| {
        format!(
            "block 0 frequency=1 depth=0 successors=1\nS_NOP #0\n\
             block 1 frequency=32 depth=1 loop=1 successors=1,2\n{wait}\n{}\n{LOAD}\n{LOAD2}\n\
             S_CBRANCH_SCC1 bb.1, imp scc | term branch\nblock 2 frequency=1 depth=0\n{END}",
            read("v1"),
        )
    };
    assert_eq!(late(&kernel("gfx942", &body("S_NOP #0"))), ["2 vmcnt(1)"]);
    let enough = kernel("gfx942", &body(&wait(Some(1), None)));
    assert_eq!(late(&enough), [""; 0]);
    assert_eq!(needless(&enough), []);
    let strict = kernel("gfx942", &body(&wait(Some(0), None)));
    assert_eq!(needless(&strict), [InstId(1)]);
}

#[test]
fn callers_and_callees_expect_nothing_outstanding() {
    let callee = |lines: &str| {
        parse(&format!(
            "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=0\n\
             block 0 frequency=1 depth=0\n{lines}\nS_SETPC_B64_return s[30:31] | return term noreturn\n"
        ))
    };
    assert_eq!(late(&callee(&read("v1"))).len(), 6);
    let zero = "S_WAITCNT #0";
    assert_eq!(late(&callee(&format!("{zero}\n{}", read("v1")))), [""; 0]);
    assert_eq!(late(&callee(&format!("{zero}\n{STORE}"))), ["2 vmcnt(0)"]);
}
