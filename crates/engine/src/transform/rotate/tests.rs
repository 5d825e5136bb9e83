//! Which loops are rotated, where they are cut, and what comes out.

use super::*;
use crate::machine::{DepKind, Walls, text};

/// A loop that reads LDS, adds, multiplies matrices and counts; `{}`: what else is in it.
fn looping(inside: &str, branches: &str) -> Function {
    let count = 4 + inside
        .lines()
        .filter(|line| !line.trim().is_empty())
        .count();
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
         block 0 frequency=1 depth=0 successors=1\n  S_NOP #0\n\
         block 1 frequency=8 depth=1 loop=1 successors=1,2\n  \
         DS_READ_B64_gfx9 def v[10:11], v1, #0, #0, imp exec | load | read space=3 bytes=8\n  \
         V_ADD_U32_e32 def v1, s5, v1, imp exec\n  \
         V_MFMA_F32_4X4X4F16_vgprcd_e64 def v[20:23], v[10:11], v[10:11], v[20:23], #0, #0, #0, imp mode, imp exec\n  \
         {inside}\
         S_ADD_I32 def s4, s4, #-1, def imp dead scc\n  \
         S_CMP_LG_U32 s4, #0, def imp scc\n  \
         {branches}\
         block 2 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n\
         edge 1 2 anti 0\nedge 1 3 true 8\nedge {count} {} true 1\n",
        count + 1
    );
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const BACK: &str = "S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n";
const HEADER: BlockId = BlockId(1);

fn shape_of(function: &Function) -> Result<LoopShape, Decline> {
    shape(function, HEADER, Walls::Honour).expect("a loop")
}

fn names(function: &Function, block: BlockId) -> Vec<&str> {
    let order = function.block(block).order.iter();
    order
        .map(|&inst| function.opcode(inst).name.as_str())
        .collect()
}

#[test]
fn a_loop_that_branches_back_on_a_bit_has_the_shape() {
    for branches in [
        BACK,
        "S_CBRANCH_SCC0 bb.1, imp scc | term branch boundary\n",
        "S_CBRANCH_VCCNZ bb.1, imp vcc | term branch boundary\n",
        "S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n  S_BRANCH bb.2 | term branch noreturn boundary\n",
    ] {
        let function = looping("", branches);
        let shape = shape_of(&function).expect(branches);
        assert_eq!(
            (shape.exit, &*shape.entries),
            (BlockId(2), &[BlockId(0)][..])
        );
        assert_eq!((shape.body.len(), shape.iterations), (5, 8.0));
    }
    assert_eq!(shape(&looping("", BACK), BlockId(0), Walls::Honour), None);
}

#[test]
fn what_cannot_be_rotated_is_declined_with_its_reason() {
    for (inside, branches, decline) in [
        (
            "",
            "S_CBRANCH_EXECNZ bb.1, imp exec | term branch boundary\n",
            Decline::Branch,
        ),
        (
            "",
            "S_CBRANCH_SCC1 bb.2, imp scc | term branch boundary\n  S_BRANCH bb.1 | term branch noreturn boundary\n",
            Decline::Branch,
        ),
        ("S_MOV_B64 def exec, #-1\n  ", BACK, Decline::Exec),
        (
            "INLINEASM | asm effects boundary\n  ",
            BACK,
            Decline::Opaque,
        ),
        ("IGLP_OPT #0 | meta effects\n  ", BACK, Decline::Pipeline),
        ("S_SENDMSG #1 | effects\n  ", BACK, Decline::Unique),
        ("S_GETPC_B64 def s[8:9]\n  ", BACK, Decline::Unique),
        (
            "BUNDLE | bundle\n  S_NOP #0 | inside\n  ",
            BACK,
            Decline::Bundle,
        ),
    ] {
        let function = looping(inside, branches);
        assert_eq!(
            shape_of(&function).err(),
            Some(decline),
            "{inside}{branches}"
        );
    }
}

#[test]
fn facts_about_one_iteration_keep_a_loop_as_it_is() {
    let plain = looping("", BACK).to_string();
    let accessed = plain.replace("read space=3 bytes=8", "read space=3 bytes=8 group=1");
    let told = accessed.replace("block 0 ", "alias 1 1 iteration\nblock 0 ");
    let parsed = text::parse(&told).unwrap_or_else(|e| panic!("{e}\n{told}"));
    assert_eq!(shape_of(&parsed).err(), Some(Decline::IterationFacts));
}

#[test]
fn what_the_branch_needs_runs_ahead_and_the_rest_is_left() {
    let function = looping("", BACK);
    let shape = shape_of(&function).expect("the shape");
    let cuts = Cuts::new(&function, &shape, Walls::Honour).expect("a condition");
    let cut = cuts.leaving(&function, 16, 16);
    // The matrix instruction waits; the reads are before it, the count is needed.
    let of = |part: &[InstId]| part.iter().map(|inst| inst.0).collect::<Vec<_>>();
    assert_eq!(
        (of(&cut.first), of(&cut.second)),
        (vec![1, 2, 4, 5], vec![3])
    );
    assert_eq!(of(&cuts.before(0).second), [1, 2, 3]);
}

#[test]
fn what_is_before_a_wall_runs_ahead() {
    for (wall, walls, left) in [
        (
            "SCHED_GROUP_BARRIER #8, #1, #0 | meta effects",
            Walls::Cross,
            4,
        ),
        ("IGLP_OPT #0 | meta effects", Walls::Cross, 4),
        ("S_SETPRIO #1 | effects", Walls::Honour, 0),
        ("S_SETPRIO #1 | effects", Walls::Cross, 4),
        ("SCHED_BARRIER #0 | meta effects", Walls::Honour, 0),
        ("S_WAITCNT #127 | effects", Walls::Honour, 4),
    ] {
        let function = looping(&format!("{wall}\n  "), BACK);
        let shape = shape(&function, HEADER, walls).expect("a loop");
        let shape = shape.expect("the shape");
        let cuts = Cuts::new(&function, &shape, walls).expect("a condition");
        assert_eq!(cuts.before(0).second.len(), left, "{wall}");
    }
}

#[test]
fn a_loop_without_a_condition_of_its_own_is_not_cut() {
    let function = looping("", "S_CBRANCH_VCCNZ bb.1, imp vcc | term branch boundary\n");
    let shape = shape_of(&function).expect("the shape");
    assert!(Cuts::new(&function, &shape, Walls::Honour).is_none());
}

#[test]
fn a_rotated_loop_is_the_second_part_and_then_the_first() {
    let leave = "S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n  S_BRANCH bb.2 | term branch noreturn boundary\n";
    for branches in [BACK, leave] {
        let mut function = looping("", branches);
        let shape = shape_of(&function).expect("the shape");
        let cut = Cuts::new(&function, &shape, Walls::Honour)
            .expect("a condition")
            .leaving(&function, 16, 16);
        arrange(&mut function, &shape, &cut);
        let at = rotate(&mut function, &shape, &cut).expect("rotated");
        assert_eq!(
            function.layout(),
            [BlockId(0), at.prologue, HEADER, at.epilogue, BlockId(2)]
        );
        let ahead = [
            "DS_READ_B64_gfx9",
            "V_ADD_U32_e32",
            "S_ADD_I32",
            "S_CMP_LG_U32",
        ];
        let matrix = "V_MFMA_F32_4X4X4F16_vgprcd_e64";
        let in_front = [&ahead[..], &["S_CBRANCH_SCC0"]].concat();
        assert_eq!(names(&function, at.prologue), in_front);
        let inside = [&[matrix], &ahead[..], &["S_CBRANCH_SCC1"]].concat();
        assert_eq!(names(&function, HEADER), inside);
        let behind = names(&function, at.epilogue);
        assert_eq!(behind[0], matrix);
        assert_eq!(behind.get(1), (branches == leave).then_some(&"S_BRANCH"));
        let to = |block: BlockId| &*function.block(block).successors;
        assert_eq!(to(BlockId(0)), [at.prologue]);
        assert_eq!(to(at.prologue), [HEADER, at.epilogue]);
        assert_eq!(to(HEADER), [HEADER, at.epilogue]);
        assert_eq!(to(at.epilogue), [BlockId(2)]);
        let frequency = |block: BlockId| function.block(block).frequency;
        assert_eq!(
            [at.prologue, HEADER, at.epilogue].map(frequency),
            [1.0, 7.0, 1.0]
        );
    }
}

#[test]
fn the_next_read_comes_after_the_present_use_of_its_register() {
    let mut function = looping("", BACK);
    let shape = shape_of(&function).expect("the shape");
    let cut = Cuts::new(&function, &shape, Walls::Honour)
        .expect("a condition")
        .leaving(&function, 16, 16);
    arrange(&mut function, &shape, &cut);
    rotate(&mut function, &shape, &cut).expect("rotated");
    let edges = |from: u32, to: u32| {
        let between = |e: &&Edge| (e.from.0, e.to.0) == (from, to);
        function
            .edges()
            .iter()
            .filter(between)
            .map(|e| e.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(edges(3, 1), [DepKind::Anti]);
    // What one iteration reads for its own matrix instruction goes over the back edge.
    assert_eq!(edges(1, 3), []);
    assert_eq!(edges(1, 2), [DepKind::Anti]);
}

/// The dependences of the second instruction on the first, which is of the iteration before.
fn across(first: &str, second: &str) -> Vec<DepKind> {
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
         block 0 frequency=1 depth=0\n  {first}\n  {second}\n"
    );
    let function = text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let edges = links::between(&function, &[InstId(0)], &[InstId(1)]);
    edges.iter().map(|edge| edge.kind).collect()
}

#[test]
fn registers_are_compared_between_iterations() {
    let add = |to: u32, from: u32| format!("V_ADD_U32_e32 def v{to}, #1, v{from}, imp exec");
    assert_eq!(across(&add(1, 2), &add(3, 1)), [DepKind::True]);
    assert_eq!(across(&add(1, 2), &add(2, 3)), [DepKind::Anti]);
    assert_eq!(across(&add(1, 2), &add(1, 3)), [DepKind::Output]);
    assert_eq!(across(&add(1, 2), &add(3, 4)), []);
    let compare = "S_CMP_LG_U32 s4, #0, def imp scc";
    assert_eq!(
        across("S_CSELECT_B32 def s1, s2, s3, imp scc", compare),
        [DepKind::Anti]
    );
}

#[test]
fn memory_is_compared_by_address_space_between_iterations() {
    let read = "DS_READ_B32_gfx9 def v1, v2, #0, #0, imp exec | load | read space=3 bytes=4";
    let write = "DS_WRITE_B32_gfx9 v3, v4, #0, #0, imp exec | store | write space=3 bytes=4";
    let load = "GLOBAL_LOAD_DWORD def v5, v[6:7], #0, #0, imp exec | load | read space=1 bytes=4";
    let store = "GLOBAL_STORE_DWORD v[8:9], v10, #0, #0, imp exec | store | write space=1 bytes=4";
    let flat = "FLAT_STORE_DWORD v[8:9], v10, #0, #0, imp exec | store | write space=0 bytes=4";
    let unknown = "GLOBAL_LOAD_DWORD def v5, v[6:7], #0, #0, imp exec | load";
    let constant =
        "S_LOAD_DWORD_IMM def s1, s[2:3], #0, #0 | load | read invariant space=4 bytes=4";
    let volatile = "GLOBAL_LOAD_DWORD def v5, v[6:7], #0, #0, imp exec | load ordered | read volatile space=1 bytes=4";
    let barrier = "S_BARRIER | effects";
    let ordered = |first, second| across(first, second).contains(&DepKind::Order);
    for (first, second) in [
        (read, write),
        (write, read),
        (write, write),
        (load, store),
        (store, load),
        (read, flat),
        (flat, load),
        (store, unknown),
        (volatile, read),
        (barrier, read),
        (write, barrier),
        (barrier, barrier),
    ] {
        assert!(ordered(first, second), "{first}\n{second}");
    }
    for (first, second) in [
        (read, read),
        (load, load),
        (read, store),
        (write, load),
        (store, constant),
        (barrier, constant),
        (load, unknown),
    ] {
        assert!(!ordered(first, second), "{first}\n{second}");
    }
}

/// Leaves the matrix instruction alone for the next round.
fn rotated(function: &mut Function) -> (Cut, Rotated) {
    let shape = shape_of(function).expect("the shape");
    let second = vec![InstId(3)];
    let first = shape.body.iter().filter(|inst| !second.contains(inst));
    let cut = Cut {
        first: first.copied().collect(),
        second,
    };
    arrange(function, &shape, &cut);
    let at = rotate(function, &shape, &cut).expect("rotated");
    (cut, at)
}

#[test]
fn the_prologue_begins_operations_in_the_order_of_the_loop() {
    let read = |to: u32, from: u32| {
        format!(
            "DS_READ_B32_gfx9 def v{to}, v{from}, #0, #0, imp exec | load | read space=3 bytes=4\n  "
        )
    };
    // The last one overwrites the address of the one before.
    let inside = [read(30, 2), read(31, 3), read(3, 4)].concat();
    let plain = looping(&inside, BACK).to_string();
    let linked = plain.replace("edge 1 2 anti 0", "edge 1 2 anti 0\nedge 5 6 anti 0");
    let mut function = text::parse(&linked).unwrap_or_else(|e| panic!("{e}\n{linked}"));
    let reads = [1, 4, 5, 6].map(InstId);
    let (cut, at) = rotated(&mut function);
    let loaded = |function: &Function, block: BlockId| -> Vec<u32> {
        let order = function.block(block).order.iter();
        let reads = order.filter(|&&inst| function.opcode(inst).name.starts_with("DS_READ"));
        let result = |&inst: &InstId| {
            let range = function.operands(inst)[0].reg();
            range.map_or(u32::MAX, |range| range.first().index() as u32)
        };
        reads.map(result).collect()
    };
    // The loop comes to read in another order.
    let mut order = function.block(HEADER).order.clone();
    order.retain(|inst| !reads.contains(inst));
    order.splice(0..0, [5, 1, 6, 4].map(InstId));
    function.set_order(HEADER, order);
    let edges = function.edges().to_vec();
    lead_in(&mut function, &at, &cut, Walls::Honour);
    assert_eq!(loaded(&function, at.prologue), [31, 10, 3, 30]);
    assert_eq!(loaded(&function, HEADER), [31, 10, 3, 30]);
    // Each but the first follows the one before, from here on.
    assert_eq!(function.edges().len(), edges.len() + 3);
    function.set_edges(edges);
    // What a dependence forbids stays as it is.
    let mut order = function.block(HEADER).order.clone();
    order.retain(|inst| !reads.contains(inst));
    order.splice(0..0, [6, 5, 1, 4].map(InstId));
    function.set_order(HEADER, order);
    lead_in(&mut function, &at, &cut, Walls::Honour);
    assert_eq!(loaded(&function, at.prologue), [31, 3, 10, 30]);
}

#[test]
fn a_prologue_with_a_mask_keeps_its_order() {
    let inside = "DS_READ_B32_gfx9 def v30, v2, #0, #0, imp exec | load | read space=3 bytes=4\n  SCHED_BARRIER #2 | meta effects\n  ";
    let mut function = looping(inside, BACK);
    let (cut, at) = rotated(&mut function);
    let mut order = function.block(HEADER).order.clone();
    order.retain(|inst| inst.0 != 4);
    order.insert(0, InstId(4));
    function.set_order(HEADER, order);
    let before = function.block(at.prologue).order.clone();
    lead_in(&mut function, &at, &cut, Walls::Honour);
    assert_eq!(function.block(at.prologue).order, before);
}
