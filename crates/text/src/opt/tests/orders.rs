//! Orders that are given, and what stands in their way.

use super::super::*;
use super::{program, text};
use cdnasched_base::machine::{BlockId, Walls};
use cdnasched_check as check;
use cdnasched_driver::settings::{FrontEnd, defaults};

#[test]
fn dependences_of_memory_follow_from_address_spaces() {
    let source = text(
        "global_load_dword v1, v0, s[0:1]\nds_write_b32 v0, v2\nglobal_store_dword v0, v3, s[2:3]\n\
         global_load_dword v4, v0, s[0:1]\nds_read_b32 v5, v0",
    );
    let program = program(&source);
    let lines = Lines::new(&source, &program.listing).expect("lines");
    let prepared = prepare::prepare(
        &program.routines[0],
        &program.listing,
        &lines,
        prepare::Registers::Used,
    );
    let function = prepared.expect("a kernel").function;
    let order: Vec<_> = function.block(BlockId(0)).order.clone();
    let edges: Vec<(usize, usize)> = function
        .edges()
        .iter()
        .filter(|edge| edge.kind == cdnasched_base::machine::DepKind::Order)
        .filter_map(|edge| {
            let place = |inst| order.iter().position(|&at| at == inst);
            Some((place(edge.from)?, place(edge.to)?))
        })
        .collect();
    assert_eq!(edges, [(0, 2), (1, 4), (2, 3)]);
    assert_eq!(check::memory_order(&function, &function), Ok(()));
}

const LATE_LOAD: &str = "v_mul_f32_e32 v5, v0, v0\nv_mul_f32_e32 v6, v5, v5\nglobal_load_dword v1, v0, s[0:1]\n\
    s_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\nglobal_store_dword v0, v2, s[0:1]";

fn orderable(source: &str) -> OrderableText {
    let features = Features::default();
    OrderableText::open(
        source,
        Gpu::Gfx942,
        features,
        &defaults(FrontEnd::OpenText).options,
    )
    .expect("assembly")
}

#[test]
fn a_text_gets_the_order_that_was_given_for_it() {
    let source = text(LATE_LOAD);
    let orderable = orderable(&source);
    let [kernel] = orderable.kernels() else {
        panic!("{:?}", orderable.left());
    };
    let graph = kernel.graph();
    let nodes = &graph.regions[0].nodes;
    let texts: Vec<&str> = nodes.iter().map(|node| &*node.text).collect();
    assert_eq!(
        nodes.len(),
        5,
        "the wait is placed behind the order: {texts:?}"
    );
    assert_eq!((&*nodes[2].lines, nodes[2].loads), (&[7][..], true));
    // The load first.
    let order = std::collections::BTreeMap::from([(0, vec![2, 0, 1, 3, 4])]);
    let written = orderable
        .apply(&[("k".to_owned(), order)].into())
        .expect("assembly");
    assert_eq!(written.functions[0].kept, None);
    let body: Vec<&str> = written.text.lines().skip(4).map(str::trim).collect();
    assert!(
        body[0].starts_with("global_load") && body[3] == "s_waitcnt vmcnt(0)",
        "{body:?}"
    );
    let same = |line: &&str| line.trim().starts_with('.');
    assert!(
        source
            .lines()
            .filter(same)
            .eq(written.text.lines().filter(same))
    );
}

#[test]
fn a_text_keeps_its_order_where_none_was_given_or_a_dependence_is_in_the_way() {
    let source = text(LATE_LOAD);
    let orderable = orderable(&source);
    let nothing = orderable
        .apply(&std::collections::BTreeMap::new())
        .expect("assembly");
    assert_eq!(nothing.text, source);
    let order = std::collections::BTreeMap::from([(0, vec![3, 0, 1, 2, 4])]);
    let turned = orderable
        .apply(&[("k".to_owned(), order)].into())
        .expect("assembly");
    assert_eq!(turned.text, source);
    let why = turned.functions[0].kept.clone().unwrap_or_default();
    assert!(why.contains("the later one reads v1"), "{why}");
}

#[test]
fn a_wave_finds_what_it_has_stored_without_a_wait() {
    // Whether the first instruction takes effect before the second by itself.
    let in_order = |body: &str| {
        let source = text(body);
        let program = program(&source);
        let lines = Lines::new(&source, &program.listing).expect("lines");
        let prepared = prepare::prepare(
            &program.routines[0],
            &program.listing,
            &lines,
            prepare::Registers::Used,
        );
        let function = prepared.expect("a kernel that can be ordered").original;
        let order = &function.block(BlockId(0)).order;
        check::takes_effect_before(&function, order[0], order[1])
    };
    let store = "global_store_dword v0, v1, s[0:1]\n";
    assert!(in_order("ds_write_b32 v0, v1\nds_read_b32 v2, v0"));
    assert!(in_order(&format!(
        "{store}global_load_dword v2, v0, s[0:1]"
    )));
    // To what others may see, or what goes another way, it does not.
    for other in [
        "global_store_dword v0, v2, s[2:3]",
        "global_load_dword v2, v0, s[0:1] sc0 sc1",
        "global_atomic_add v0, v2, s[0:1]",
        "s_load_dword s4, s[0:1], 0x0",
        "flat_load_dword v2, v[0:1]",
        "ds_read_b32 v2, v0",
    ] {
        assert!(!in_order(&format!("{store}{other}")), "{other}");
    }
    assert!(!in_order("ds_add_u32 v0, v1\nds_read_b32 v2, v0"));
    assert!(!in_order(
        "flat_store_dword v[0:1], v1\nflat_load_dword v2, v[0:1]"
    ));
}

/// Hints about order: correctness needs none of them.
#[test]
fn hints_hold_nothing_back_where_they_are_crossed() {
    let loads = |hint: &str| {
        text(&format!(
            "v_lshlrev_b32_e32 v9, 2, v0\nglobal_load_dword v1, v9, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v3, v1, v1\n\
             {hint}\nglobal_load_dword v2, v9, s[2:3]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v4, v2, v2\n\
             global_store_dword v9, v3, s[4:5]\nglobal_store_dword v9, v4, s[6:7]"
        ))
    };
    let done = |hint: &str, walls: Walls| {
        let options = Options {
            walls,
            ..defaults(FrontEnd::Opt).options
        };
        let done = optimise(&loads(hint), Gpu::Gfx942, Features::default(), &options);
        let done = done.expect("assembly");
        assert_eq!(done.text.matches(hint).count(), 1, "{}", done.text);
        done
    };
    let loads_together = |hint: &str, walls: Walls| {
        let text = done(hint, walls).text;
        let after = text.split("global_load_dword").nth(1).map(str::to_owned);
        !after.expect("a load").contains("v_add_f32")
    };
    let barrier = "; sched_barrier mask(0x00000000)";
    assert!(!loads_together(barrier, Walls::Honour));
    assert!(loads_together(barrier, Walls::Cross));
    for hint in [
        "; sched_group_barrier mask(0x00000008) size(1) SyncID(0)",
        "; iglp_opt mask(0x00000000)",
    ] {
        assert!(!loads_together(hint, Walls::Honour), "{hint}");
        assert!(loads_together(hint, Walls::Cross), "{hint}");
    }
    assert!(!loads_together("; wave_barrier", Walls::Cross));
    let reads_together = |walls: Walls| {
        let options = Options {
            walls,
            ..defaults(FrontEnd::Opt).options
        };
        let source = text(
            "v_lshlrev_b32_e32 v9, 2, v0\nds_read_b32 v1, v9\ns_waitcnt lgkmcnt(0)\nv_add_f32_e32 v3, v1, v1\ns_setprio 1\nds_read_b32 v2, v9 offset:512\n\
             s_waitcnt lgkmcnt(0)\nv_add_f32_e32 v4, v2, v2\nglobal_store_dword v9, v3, s[4:5]\nglobal_store_dword v9, v4, s[6:7]",
        );
        let done = optimise(&source, Gpu::Gfx942, Features::default(), &options);
        let text = done.expect("assembly").text;
        let between = text.split("ds_read_b32").nth(1).map(str::to_owned);
        !between.expect("a read").contains("v_add_f32")
    };
    assert_eq!(Walls::ALL.map(reads_together), [false, true]);
    assert!(!loads_together("s_setprio 0", Walls::Honour));
    assert!(loads_together("s_setprio 0", Walls::Cross));
    // What a priority is worth the model knows: the order may stay, but there is one region.
    let regions = |walls: Walls| {
        let done = done("s_setprio 0", walls);
        let remarks = done.functions[0].remarks.iter();
        let regions = remarks.filter(|remark| remark.message.starts_with("region of"));
        regions.count()
    };
    assert_eq!(regions(Walls::Honour), 2);
    assert!(regions(Walls::Cross) < 2);
}
