//! Loads that run ahead of barriers: what the maker lets pass, and what the judges accept, by two readings of a kernel.

use super::*;
use cdnasched_base::machine::{BlockId, DepKind};
use cdnasched_engine::transform::passing::{Passing, let_pass};

const BARRIER: &str = "S_BARRIER | effects ordered lat=1";
/// Waits for LDS and scalar memory only, and for everything.
const LGKM: &str = "S_WAITCNT_soft #49279 | effects ordered lat=1";
const VM: &str = "S_WAITCNT_soft #3952 | effects ordered lat=1";
const LOAD: &str = "GLOBAL_LOAD_DWORD_SADDR def v4, v3, s[2:3], #0, #0, imp exec | load lat=1 | read space=1 bytes=4";
const SCRATCH_LOAD: &str =
    "SCRATCH_LOAD_DWORD_ST def v4, #16, #0, imp exec | load lat=1 | read space=5 bytes=4";
const SCRATCH_STORE: &str =
    "SCRATCH_STORE_DWORD_ST v6, #16, #0, imp exec | store lat=1 | write space=5 bytes=4";
const STORE: &str = "GLOBAL_STORE_DWORD_SADDR v3, v6, s[4:5], #0, #0, imp exec | store lat=1 | write space=1 bytes=4";
const LDS_WRITE: &str =
    "DS_WRITE_B32_gfx9 v7, v6, #0, #0, imp exec | store lat=1 | write space=3 bytes=4";
const LDS_READ: &str =
    "DS_READ_B32_gfx9 def v8, v7, #0, #0, imp exec | load lat=1 | read space=3 bytes=4";

/// A loop that begins with a barrier and has a load and a use of it behind; `before`, `inside` and `after`: what else there is in
/// front of it, at its beginning, and behind it. An edge keeps the load behind the barrier, as LLVM's graph does.
fn looping(resources: &str, before: &[&str], inside: &[&str], after: &[&str]) -> (Function, usize) {
    let lines = |all: &[&str]| {
        all.iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let count = before.len() + inside.len();
    let (barrier, load) = (count, count + 1);
    let mut body = format!(
        "block 0 frequency=1 depth=0 successors=1\n{}\
         block 1 frequency=8 depth=1 loop=1 successors=1,2\n{}{BARRIER}\n{LOAD}\n\
         V_ADD_U32_e32 def v9, v4, v9, imp exec\n\
         S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
         block 2 frequency=1 depth=0\n{}{END}",
        lines(before),
        lines(inside),
        lines(after),
    );
    body += &format!(
        "edge {barrier} {load} order 0\nedge {load} {} true 8\n",
        load + 1
    );
    let function = parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 {resources}\n{body}"
    ));
    (function, load)
}

/// Whether the maker lets the load pass, and whether the judges take the order in which it has.
fn verdicts((function, load): &(Function, usize)) -> [bool; 2] {
    let load = InstId(*load as u32);
    let mut freed = function.clone();
    let_pass(&mut freed);
    let is_held = freed
        .edges()
        .iter()
        .any(|e| e.to == load && e.kind == DepKind::Order && is_barrier(function, e.from));
    assert_eq!(Passing::of(function).is_free(load), !is_held);
    let mut moved = function.clone();
    let mut order_of = function.block(BlockId(1)).order.clone();
    let at = order_of
        .iter()
        .position(|&inst| inst == load)
        .expect("there");
    order_of.swap(at - 1, at);
    moved.set_order(BlockId(1), order_of);
    [!is_held, is_taken(&moved, function)]
}

fn is_barrier(function: &Function, inst: InstId) -> bool {
    function.opcode(inst).name == "S_BARRIER"
}

fn is_taken(moved: &Function, function: &Function) -> bool {
    let orders: Vec<Vec<InstId>> = function.blocks().iter().map(|b| b.order.clone()).collect();
    let verdicts = [
        order(moved, function).is_ok(),
        same_values(moved, function, false).is_ok(),
        memory_order(moved, function).is_ok(),
    ];
    assert!(kept(moved, &orders).is_ok() || !verdicts[0]);
    // Text of earlier GPUs keeps its loads behind barriers.
    let mut unmarked = function.clone();
    unmarked.atomics_are_marked = false;
    assert!(memory_order(moved, &unmarked).is_err());
    // Each of the two judges on its own; what one of them refuses is not taken.
    verdicts.into_iter().all(|taken| taken)
}

#[test]
fn a_load_passes_where_no_wave_can_tell_that_it_has_written() {
    let atomic = "GLOBAL_LOAD_DWORD_SADDR def v10, v3, s[2:3], #0, #0, imp exec | load ordered lat=1 | read atomic space=1 bytes=4";
    let volatile = "GLOBAL_LOAD_DWORD_SADDR def v10, v3, s[2:3], #0, #0, imp exec | load ordered lat=1 | read volatile space=1 bytes=4";
    let writes_back = "BUFFER_WBL2 #16 | effects ordered lat=1";
    let unknown = "V_BOGUS def v20, v21 | load store effects lat=1";
    let call = "SI_CALL s[30:31], #0 | call lat=1";
    for (before, inside, after, expected) in [
        (&[][..], &[][..], &[STORE, STORE][..], true),
        (
            &[LDS_WRITE, BARRIER],
            &[LDS_READ, LDS_WRITE],
            &[BARRIER, LDS_READ, STORE],
            true,
        ),
        // What is written is told by a barrier, a write to LDS, or in the next round.
        (&[], &[], &[STORE, BARRIER, STORE], false),
        (&[], &[], &[STORE, LDS_WRITE], false),
        (&[STORE], &[], &[], false),
        (&[STORE, BARRIER], &[], &[], false),
        (&[], &[STORE], &[], false),
        // What others' writes are seen by.
        (&[atomic], &[], &[], false),
        (&[volatile], &[], &[], false),
        (&[writes_back], &[], &[], false),
        (&[unknown], &[], &[], false),
        (&[call], &[], &[], false),
        (&[SCRATCH_STORE], &[SCRATCH_STORE], &[SCRATCH_STORE], true),
    ] {
        let function = looping("entry", before, inside, after);
        assert_eq!(
            verdicts(&function),
            [expected; 2],
            "{before:?} {inside:?} {after:?}"
        );
    }
    // A text does not say which accesses others watch.
    let (mut of_text, load) = looping("entry", &[], &[], &[STORE]);
    of_text.atomics_are_marked = false;
    assert_eq!(verdicts(&(of_text, load)), [false; 2]);
    // Who calls may have written.
    assert_eq!(verdicts(&looping("", &[], &[], &[STORE])), [false; 2]);
}

/// A block of these lines in which line `from` moved to `to`: whether the judges take it, with edges between what is ordered.
fn moved(lines: &[&str], from: usize, to: usize, edges: &str) -> bool {
    let body = lines.join("\n");
    let function = kernel(
        "gfx942",
        &format!("block 0 frequency=1 depth=0\n{body}\n{END}{edges}"),
    );
    let mut changed = function.clone();
    let mut order_of = function.block(BlockId(0)).order.clone();
    let inst = order_of.remove(from);
    order_of.insert(to, inst);
    changed.set_order(BlockId(0), order_of);
    let orders: Vec<Vec<InstId>> = function.blocks().iter().map(|b| b.order.clone()).collect();
    kept(&changed, &orders).is_ok() && order(&changed, &function).is_ok()
}

#[test]
fn no_load_falls_behind_a_barrier() {
    assert!(moved(&[BARRIER, LOAD, LDS_READ], 1, 0, ""));
    assert!(!moved(&[LOAD, BARRIER, LDS_READ], 0, 1, ""));
    // Nothing else passes one.
    assert!(!moved(&[BARRIER, LDS_READ], 1, 0, "edge 0 1 order 0\n"));
}

#[test]
fn a_load_passes_waits_that_are_not_for_it() {
    assert!(moved(&[LDS_WRITE, LGKM, BARRIER, LOAD], 3, 1, ""));
    assert!(moved(&[LDS_WRITE, LGKM, BARRIER, LOAD], 3, 0, ""));
    assert!(!moved(&[LDS_WRITE, VM, BARRIER, LOAD], 3, 1, ""));
    assert!(!moved(&[LDS_WRITE, VM, LOAD], 2, 1, ""));
    // Others keep their side of a wait.
    assert!(!moved(&[LDS_WRITE, LGKM, LDS_READ], 2, 1, ""));
}

#[test]
fn scratch_keeps_the_order_of_its_own_accesses() {
    let both = [SCRATCH_STORE, BARRIER, SCRATCH_LOAD];
    for lines in [
        both,
        [SCRATCH_STORE, LGKM, SCRATCH_LOAD],
        [SCRATCH_LOAD, LGKM, SCRATCH_STORE],
    ] {
        let mut freed = straight("gfx942", &lines);
        let_pass(&mut freed);
        let edges = freed.edges().iter();
        let pairs: Vec<(u32, u32)> = edges.map(|e| (e.from.0, e.to.0)).collect();
        assert!(pairs.contains(&(0, 2)), "{lines:?}: {pairs:?}");
    }
    assert!(moved(&both, 2, 1, ""));
    assert!(!moved(&both, 2, 0, ""));
    // Scratch belongs to its lane, whatever is written elsewhere.
    assert!(moved(&[STORE, BARRIER, SCRATCH_LOAD, STORE], 2, 1, ""));
    assert!(moved(&[STORE, BARRIER, SCRATCH_LOAD, STORE], 2, 0, ""));
    assert!(!moved(&[STORE, BARRIER, LOAD, STORE], 2, 1, ""));
}

/// LLVM's graph has no dependence between two accesses with a wait or a barrier between them, but by way of that.
#[test]
fn what_a_load_may_pass_orders_nothing_else() {
    for passed in [LGKM, BARRIER] {
        let by_way = "edge 0 1 order 0\nedge 1 2 order 0\n";
        let after = [SCRATCH_STORE, passed, SCRATCH_LOAD];
        assert!(moved(&after, 2, 1, by_way), "{passed}");
        assert!(!moved(&after, 2, 0, by_way), "{passed}");
        assert!(!moved(&[SCRATCH_LOAD, passed, SCRATCH_STORE], 0, 2, by_way));
        let both = [STORE, passed, LOAD, STORE];
        assert!(!moved(&both, 2, 0, by_way), "{passed}");
        // LDS is nothing that it reads, whoever writes there.
        let atomic = "DS_ADD_RTN_U32_gfx9 def v8, v7, v6, #0, #0, imp exec | load store ordered lat=1 | \
                      read atomic space=3 bytes=4 | write atomic space=3 bytes=4";
        assert!(
            moved(&[atomic, passed, SCRATCH_LOAD], 2, 0, by_way),
            "{passed}"
        );
        let clock = "S_MEMTIME def s[8:9] | load effects lat=1";
        assert!(
            moved(&[clock, passed, SCRATCH_LOAD], 2, 0, by_way),
            "{passed}"
        );
        let lds = "GLOBAL_LOAD_LDS_DWORD v[18:19], #0, #0, imp m0, imp exec | load store lat=1 | \
                   read space=1 bytes=4 | write space=3 bytes=4";
        assert!(moved(&[lds, passed, LOAD], 2, 0, by_way), "{passed}");
        // Where nothing of the kind is between them, the graph says that they meet, or that they are apart.
        let direct = [passed, SCRATCH_STORE, SCRATCH_LOAD];
        assert!(moved(&direct, 2, 0, "edge 0 2 order 0\n"), "{passed}");
        let meet = "edge 0 2 order 0\nedge 1 2 order 0\n";
        assert!(!moved(&direct, 2, 0, meet), "{passed}");
    }
}

/// A loop with a barrier, and behind it code for some lanes, which LLVM's graph keeps there.
fn guarded(code: &[&str], after: &[&str]) -> (Function, usize) {
    let narrows = "S_AND_SAVEEXEC_B64 def s[6:7], vcc, def imp noreg, def imp dead scc, imp exec | inside guard";
    let restores =
        "S_OR_B64 def dead s[6:7], internal exec, internal s[6:7], def imp dead scc | inside guard";
    let header = "BUNDLE def imp dead s[6:7], def imp dead scc, def imp v4, imp vcc, imp exec, imp v3, imp s[2:3], imp v4, imp v7, imp v6 | bundle guard";
    let body = format!(
        "block 0 frequency=1 depth=0 successors=1\n\
         block 1 frequency=8 depth=1 loop=1 successors=1,2\n{BARRIER}\n{header}\n{narrows}\n{}\n{restores}\n\
         V_ADD_U32_e32 def v9, v4, v9, imp exec\n\
         S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
         block 2 frequency=1 depth=0\n{}\n{END}edge 0 1 order 0\nedge 1 {} true 8\n",
        code.join("\n"),
        after.join("\n"),
        code.len() + 4,
    );
    let function = parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n{body}"
    ));
    (function, code.len() + 3)
}

#[test]
fn guarded_loads_pass_as_one_and_nothing_else_that_is_guarded() {
    let load = "GLOBAL_LOAD_DWORD_SADDR def v4, v3, s[2:3], #0, #0, imp internal exec, imp v4 | load inside guard lat=1 | read space=1 bytes=4";
    let write = "DS_WRITE_B32_gfx9 v7, v6, #0, #0, imp internal exec | store inside guard lat=1 | write space=3 bytes=4";
    for (code, after, expected) in [
        (&[load][..], &[STORE][..], true),
        (&[load, load], &[STORE], true),
        (&[load, write], &[STORE], false),
        (&[write], &[STORE], false),
        (&[load], &[STORE, BARRIER, STORE], false),
    ] {
        let (function, unit) = guarded(code, after);
        let header = InstId(1);
        let mut freed = function.clone();
        let_pass(&mut freed);
        let is_held = freed.edges().iter().any(|e| e.to == header);
        assert_eq!(Passing::of(&function).is_free(header), !is_held);
        let mut moved = function.clone();
        let mut order_of = function.block(BlockId(1)).order.clone();
        order_of[..=unit].rotate_left(1);
        moved.set_order(BlockId(1), order_of);
        let verdicts = [!is_held, is_taken(&moved, &function)];
        assert_eq!(verdicts, [expected; 2], "{code:?} {after:?}");
    }
}
