//! Waits told apart, and wrong results refused.

use super::*;
use crate::check;
use crate::machine::BlockId;

/// A kernel with these instructions.
fn text(body: &str) -> String {
    let lines: String = body
        .lines()
        .map(|line| format!("\t{}\n", line.trim()))
        .collect();
    format!(
        "\t.text\n\t.globl k\n\t.type k,@function\nk:\n{lines}\ts_endpgm\n\t.amdhsa_kernel k\n\
         \t\t.amdhsa_next_free_vgpr 16\n\t\t.amdhsa_next_free_sgpr 16\n\t\t.amdhsa_accum_offset 16\n\
         \t.end_amdhsa_kernel\n"
    )
}

fn program(source: &str) -> Program {
    let read = Program::of_text(&SourceText::new(source), Gpu::Gfx942, Features::default());
    let read = read.expect("assembly");
    assert_eq!(read.not_analysed, []);
    read
}

/// The soft waits that a kernel is prepared with, each with the instruction behind it.
fn requests(body: &str) -> Vec<String> {
    let source = text(body);
    let program = program(&source);
    let lines = Lines::new(&source, &program.listing).expect("lines");
    let prepared = prepare::prepare(&program.routines[0], &program.listing, &lines);
    let function = prepared.expect("a kernel that can be ordered").function;
    let mut found = Vec::new();
    let mut open = None;
    for block in function.blocks() {
        for &inst in &block.order {
            match waits::counts(&function, inst) {
                Some(counts) => open = Some(counts),
                None => found.extend(
                    open.take()
                        .map(|counts| format!("{counts} {}", function.mnemonic(inst))),
                ),
            }
        }
        found.extend(open.take().map(|counts| format!("{counts} (end)")));
    }
    found
}

#[test]
fn waits_for_loaded_registers_are_placed_anew() {
    let loads = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\n\
        s_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v3, s4";
    assert_eq!(requests(loads), [""; 0]);
}

#[test]
fn waits_that_no_register_explains_stay() {
    // Nothing reads what is loaded.
    let load =
        "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nglobal_load_dword v2, v0, s[2:3]";
    assert_eq!(requests(load), ["vmcnt(0) global_load_dword"]);
    // Stores, and what follows them.
    let store =
        "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\nglobal_store_dword v0, v2, s[2:3]";
    assert_eq!(requests(store), ["vmcnt(0) global_store_dword"]);
    // Loads into LDS, one of which may be outstanding.
    let dma = "s_mov_b32 m0, 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\n\
        buffer_load_dword v0, s[4:7], 0 offen offset:4 lds\ns_waitcnt vmcnt(1)\nds_read_b32 v1, v2";
    assert_eq!(requests(dma), ["vmcnt(1) ds_read_b32"]);
    // The last of its block.
    let end = "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\n.Lnext:\n\
        global_store_dword v0, v2, s[2:3]\ns_cbranch_scc1 .Lnext";
    assert_eq!(requests(end), ["vmcnt(0) (end)"]);
    // A nop behind it goes.
    let nop = "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\ns_nop 0\nglobal_store_dword v0, v2, s[2:3]";
    assert_eq!(requests(nop), ["vmcnt(0) global_store_dword"]);
    // A load with a scope.
    let acquire =
        "global_load_dword v1, v0, s[0:1] sc1\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1";
    assert_eq!(requests(acquire), ["vmcnt(0) v_add_f32_e32"]);
}

#[test]
fn what_was_complete_at_a_barrier_is_requested_there() {
    let barrier =
        "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v0 offset:4";
    assert_eq!(requests(barrier), ["lgkmcnt(0) s_barrier"]);
    // The wait is for a register, and the barrier relies on it all the same.
    let read =
        "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\ns_barrier";
    assert_eq!(requests(read), ["vmcnt(0) s_barrier"]);
}

/// What the judge says of a text with another body than was meant.
fn judged(body: &str, other: &str) -> Result<(), String> {
    let (source, changed) = (text(body), text(other));
    let (program, read) = (program(&source), program(&changed));
    let original = &program.routines[0].function;
    // The same instructions, found by their text.
    let mut function = original.clone();
    let block = BlockId(0);
    let other = &read.routines[0].function;
    let mut left = original.block(block).order.clone();
    let order = other.block(block).order.iter().map(|&inst| {
        let same = |&at: &_| original.asm(at) == other.asm(inst);
        left.remove(left.iter().position(same).expect("an instruction of both"))
    });
    let order = order.collect();
    function.set_order(block, order);
    let meant = judge::Meant {
        original,
        function: &function,
    };
    judge::judge(&meant, &read.routines[0], crate::rules::Policy::Safe)
}

#[test]
fn a_wrong_result_is_refused() {
    let stores = "global_store_dword v0, v1, s[0:1]\nglobal_store_dword v0, v2, s[2:3]";
    let swapped = "global_store_dword v0, v2, s[2:3]\nglobal_store_dword v0, v1, s[0:1]";
    assert_eq!(judged(stores, stores), Ok(()));
    assert!(judged(stores, swapped).is_err());
    // LDS and memory are apart.
    let apart = "ds_write_b32 v0, v1\nglobal_store_dword v0, v2, s[2:3]";
    let swapped = "global_store_dword v0, v2, s[2:3]\nds_write_b32 v0, v1";
    assert_eq!(judged(apart, swapped), Ok(()));
    // A barrier that is no longer waited for.
    let waits = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier";
    let late = "ds_write_b32 v0, v1\ns_barrier\ns_waitcnt lgkmcnt(0)";
    assert_eq!(judged(waits, waits), Ok(()));
    let refused = judged(waits, late).expect_err("a lost wait");
    assert!(
        refused.contains("what was complete before s_barrier"),
        "{refused}"
    );
    // What moves values between lanes accesses no memory: it may be outstanding at a barrier.
    let lanes = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_bpermute_b32 v2, v0, v3";
    let early = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\nds_bpermute_b32 v2, v0, v3\ns_barrier";
    assert_eq!(judged(lanes, early), Ok(()));
    // A read of LDS may not.
    let reads = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v2, v0";
    let early = "ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\nds_read_b32 v2, v0\ns_barrier";
    assert!(judged(reads, early).is_err());
    // A store that need not be complete any more.
    let waits =
        "global_store_dword v0, v1, s[0:1]\ns_waitcnt vmcnt(0)\nglobal_store_dword v0, v2, s[2:3]";
    let late =
        "global_store_dword v0, v1, s[0:1]\nglobal_store_dword v0, v2, s[2:3]\ns_waitcnt vmcnt(0)";
    assert_eq!(judged(waits, waits), Ok(()));
    let refused = judged(waits, late).expect_err("a lost wait");
    assert!(
        refused.contains("what was complete before global_store"),
        "{refused}"
    );
    // A register that has not arrived.
    let load = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1";
    let early = "global_load_dword v1, v0, s[0:1]\nv_add_f32_e32 v2, v1, v1\ns_waitcnt vmcnt(0)";
    assert!(judged(load, early).is_err());
}

#[test]
fn the_judge_reads_scopes_and_what_the_author_knew_from_the_text() {
    let store = "global_store_dword v0, v1, s[0:1]\n";
    let (wait, load) = ("s_waitcnt vmcnt(0)\n", "global_load_dword v2, v3, s[2:3]");
    let both = |scope: &str| {
        let early = format!("{store}{wait}{load}{scope}\nv_mov_b32_e32 v5, v4");
        let late = format!("{store}{load}{scope}\n{wait}v_mov_b32_e32 v5, v4");
        judged(&early, &late)
    };
    assert_eq!(both(""), Ok(()));
    let refused = both(" sc0 sc1").expect_err("a load that others may have written for");
    assert!(refused.contains("before global_load_dword"), "{refused}");
    // Whoever reads LDS without a wait knows that it is another place; whoever waits may not.
    let (dma, read) = (
        "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword v0, s[4:7], 0 offen lds\n",
        "ds_read_b32 v1, v2\n",
    );
    let knows = format!("{dma}{read}{wait}v_mov_b32_e32 v5, v4");
    assert_eq!(judged(&knows, &knows), Ok(()));
    let waits = format!("{dma}{wait}{read}v_mov_b32_e32 v5, v4");
    assert_eq!(judged(&waits, &waits), Ok(()));
    assert!(judged(&waits, &knows).is_err());
}

#[test]
fn what_is_written_must_be_what_was_meant() {
    let source = text("v_add_f32_e32 v2, v1, v1");
    let other = text("v_add_f32_e32 v2, v1, v3");
    let (meant, read) = (program(&source), program(&other));
    let function = &meant.routines[0].function;
    let meant = judge::Meant {
        original: function,
        function,
    };
    let refused = judge::judge(&meant, &read.routines[0], crate::rules::Policy::Safe);
    assert!(refused.is_err_and(|reason| reason.contains("differs")));
}

#[test]
fn dependences_of_memory_follow_from_address_spaces() {
    let source = text(
        "global_load_dword v1, v0, s[0:1]\nds_write_b32 v0, v2\nglobal_store_dword v0, v3, s[2:3]\n\
         global_load_dword v4, v0, s[0:1]\nds_read_b32 v5, v0",
    );
    let program = program(&source);
    let lines = Lines::new(&source, &program.listing).expect("lines");
    let prepared = prepare::prepare(&program.routines[0], &program.listing, &lines);
    let function = prepared.expect("a kernel").function;
    let order: Vec<_> = function.block(BlockId(0)).order.clone();
    let edges: Vec<(usize, usize)> = function
        .edges()
        .iter()
        .filter(|edge| edge.kind == crate::machine::DepKind::Order)
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
    OrderableText::open(source, Gpu::Gfx942, features, &Options::ALL).expect("assembly")
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
        let prepared = prepare::prepare(&program.routines[0], &program.listing, &lines);
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

/// The instruction before a line of a text that writes the register named last there, and the next one that reads it.
fn around<'a>(text: &'a str, keeps: &str, register: &str) -> (&'a str, &'a str) {
    let names = |line: &&str| {
        let mut words = line.split([' ', ',', '\t']).skip(1);
        words.any(|word| word == register)
    };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = lines.iter().position(|line| line.contains(keeps));
    let at = at.expect("the instruction that keeps a part");
    let before = lines[..at].iter().rev().copied().find(names);
    let after = lines[at + 1..].iter().copied().find(names);
    (before.unwrap_or(""), after.unwrap_or(""))
}

/// What a result keeps of its register is neither dead before it nor another register's.
#[test]
fn what_a_result_keeps_stays() {
    for (register, begin, keeps) in [
        (
            "s22",
            "v_readfirstlane_b32 s22, v11",
            "s_bitset1_b32 s22, s20",
        ),
        (
            "v11",
            "v_add_u32_e32 v11, v10, v12",
            "v_mov_b32_sdwa v11, v10 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3",
        ),
        (
            "v11",
            "v_add_u32_e32 v11, v10, v12",
            "v_mad_u16 v11, v10, v12, v1 op_sel:[0,0,0,1]",
        ),
        (
            "v11",
            "v_add_u32_e32 v11, v10, v12",
            "v_fma_f16 v11, v10, v12, v1",
        ),
        (
            "v11",
            "v_add_u32_e32 v11, v10, v12",
            "v_cvt_pkaccum_u8_f32 v11, v10, v12",
        ),
    ] {
        let (end, clear) = match register {
            "s22" => ("v_add_u32_e32 v13, s22, v13", "s_mov_b32 s22, 0"),
            _ => ("v_add_u32_e32 v13, v11, v13", "v_mov_b32_e32 v11, 0"),
        };
        let body = format!(
            "v_mov_b32_e32 v13, 0\n.Lloop:\nglobal_load_dword v10, v1, s[4:5]\ns_waitcnt vmcnt(0)\n{begin}\n\
             global_load_dword v10, v1, s[4:5] offset:256\ns_waitcnt vmcnt(0)\ns_nop 4\n{keeps}\ns_nop 4\n{end}\n\
             {clear}\nv_mov_b32_e32 v10, 0\nv_add_u32_e32 v1, 4, v1\ns_add_u32 s20, s20, 1\ns_cmp_lt_u32 s20, s10\n\
             s_cbranch_scc1 .Lloop\nglobal_store_dword v0, v13, s[6:7]"
        );
        let source = text(&body).replace("next_free_sgpr 16", "next_free_sgpr 32");
        let found = around(&source, keeps, register);
        assert_eq!(found, (begin, end));
        let done = optimise(&source, Gpu::Gfx942, Features::default(), &Options::ALL);
        let done = done.expect("assembly");
        assert_eq!(around(&done.text, keeps, register), found, "{}", done.text);
    }
}

/// The judge finds by itself that a result keeps a part of its register.
#[test]
fn a_result_must_be_described() {
    for (body, source) in [
        ("s_bitset1_b32 s2, s3", ", imp tied s2"),
        ("v_fma_f16 v1, v2, v3, v4", ", imp tied v1"),
        (
            "global_load_short_d16 v1, v2, s[2:3]\ns_waitcnt vmcnt(0)",
            ", imp tied v1",
        ),
    ] {
        let program = program(&text(body));
        let mut routine = program.routines[0].clone();
        let described = routine.function.to_string();
        let without = described.replace(source, "");
        assert_ne!(described, without);
        let judged = |routine: &Routine| {
            let function = &routine.function;
            let meant = judge::Meant {
                original: function,
                function,
            };
            judge::judge(&meant, routine, crate::rules::Policy::Safe)
        };
        assert_eq!(judged(&routine), Ok(()));
        routine.function = crate::machine::text::parse(&without).expect("a function");
        let refused = judged(&routine).expect_err("a source is missing");
        assert!(refused.contains("keeps a part"), "{refused}");
    }
}

#[test]
fn a_narrowed_mask_without_a_branch_around_keeps_registers() {
    let narrowed = |body: &str| {
        let source = text(body);
        let function = &program(&source).routines[0].function;
        masks::narrowed_without_branch(function).map(|inst| function.mnemonic(inst).to_owned())
    };
    let (mask, end) = (
        "v_cmp_gt_u32_e32 vcc, v0, v1\ns_and_saveexec_b64 s[2:3], vcc\n",
        "s_or_b64 exec, exec, s[2:3]\nv_mov_b32_e32 v1, v2",
    );
    let head = ".Lhead:\nv_mov_b32_e32 v2, v0\ns_sub_u32 s4, s4, 1\ns_cbranch_scc1 .Lhead\n";
    assert_eq!(
        narrowed(&format!("{mask}{head}{end}")).as_deref(),
        Some("s_and_saveexec_b64")
    );
    // With the branch, within one block, and for what is kept and given back.
    for right in [
        format!("{mask}s_cbranch_execz .Lout\n{head}.Lout:\n{end}"),
        format!("{mask}v_mov_b32_e32 v2, v0\n{end}\n{head}v_mov_b32_e32 v1, v0"),
        format!("{mask}v_mov_b32_e32 v2, v0\ns_mov_b64 exec, s[2:3]\n{head}v_mov_b32_e32 v1, v0"),
        format!(
            "s_or_saveexec_b64 s[2:3], -1\nv_mov_b32_e32 v2, v0\ns_mov_b64 exec, s[2:3]\n{head}"
        ),
        format!("s_mov_b64 exec, -1\n{head}"),
        // What else the pair holds elsewhere does not matter.
        format!(
            "s_mov_b64 s[2:3], 0\ns_mov_b64 s[2:3], exec\ns_wqm_b64 exec, exec\n\
             s_mov_b64 exec, s[2:3]\n{head}"
        ),
    ] {
        assert_eq!(narrowed(&right), None, "{right}");
    }
    // An inner mask that is given back, one that was kept when lanes were off, and a branch to where they still are.
    let inner =
        "s_and_saveexec_b64 s[6:7], vcc\nv_mov_b32_e32 v2, v0\ns_or_b64 exec, exec, s[6:7]\n";
    let whole = "s_or_saveexec_b64 s[6:7], -1\nv_mov_b32_e32 v2, v0\ns_mov_b64 exec, s[6:7]\n";
    for wrong in [
        format!("{mask}{inner}{head}{end}"),
        format!("{mask}{whole}{head}{end}"),
        format!("{mask}s_cbranch_execz .Lskip\n{head}.Lskip:\nv_mov_b32_e32 v3, v0\n{end}"),
    ] {
        assert_eq!(
            narrowed(&wrong).as_deref(),
            Some("s_and_saveexec_b64"),
            "{wrong}"
        );
    }
    // Any other mask may have fewer lanes.
    for other in ["s_mov_b64 exec, s[6:7]\n", "s_xor_b64 exec, exec, s[6:7]\n"] {
        assert!(narrowed(&format!("{other}{head}")).is_some(), "{other}");
    }
}

/// What the judge says of a text with the same instructions, by their places, with other registers.
fn renamed(body: &str, other: &str) -> Result<(), String> {
    let (source, changed) = (text(body), text(other));
    let (program, read) = (program(&source), program(&changed));
    let original = &program.routines[0].function;
    let (mut function, is) = (original.clone(), &read.routines[0].function);
    for block in original.block_ids() {
        let pairs = original
            .block(block)
            .order
            .iter()
            .zip(&is.block(block).order);
        for (&was, &is_now) in pairs {
            assert_eq!(original.opcode(was).name, is.opcode(is_now).name);
            for (at, operand) in is.operands(is_now).iter().enumerate() {
                if let Some(range) = operand.reg() {
                    function.set_register(was, at, range);
                }
            }
        }
    }
    let meant = judge::Meant {
        original,
        function: &function,
    };
    judge::judge(&meant, &read.routines[0], crate::rules::Policy::Safe)
}

#[test]
fn lanes_that_are_off_keep_what_they_hold() {
    let store = |reg: &str| format!("global_store_dword v0, {reg}, s[0:1]\n");
    let mask = "v_cmp_gt_u32_e32 vcc, v0, v1\ns_and_saveexec_b64 s[2:3], vcc\n";
    let back = "s_or_b64 exec, exec, s[2:3]\n";
    let other = |body: &str, from: &str, to: &str| renamed(body, &body.replacen(from, to, 9));
    // v3 is written in some lanes and read in all; to have its place taken in between by a value of another block is wrong,
    // with the branch around or without.
    let part = format!("{}{back}{}", "v_mov_b32_e32 v3, 1\n", store("v3"));
    for around in ["", "s_cbranch_execz .Lout\n"] {
        let body = format!(
            "v_mov_b32_e32 v3, 2\ns_branch .Lnext\n.Lnext:\nv_mov_b32_e32 v4, 3\n{}\
             {mask}{around}.Lin:\nv_mov_b32_e32 v3, 1\n.Lout:\n{back}{}",
            store("v4"),
            store("v3")
        );
        assert_eq!(renamed(&body, &body), Ok(()));
        let refused = other(&body, "v4", "v3").expect_err("v3 is taken");
        assert!(refused.contains("another value in v3"), "{refused}");
        // A register that nothing else needs is free.
        assert_eq!(other(&body, "v4", "v5"), Ok(()));
    }
    // The write of a part and the read behind it cannot go elsewhere without the rest.
    let body = format!("v_mov_b32_e32 v3, 2\ns_branch .Lnext\n.Lnext:\n{mask}{part}");
    assert_eq!(renamed(&body, &body), Ok(()));
    assert!(renamed(&body, &body.replace(&part, &part.replace("v3", "v5"))).is_err());
    // What is written and read under the same mask can, and what is written in all lanes.
    let same = format!("v_mov_b32_e32 v3, 1\n{}", store("v3"));
    let free = same.replace("v3", "v5");
    for (before, behind) in [(mask, back), ("", "")] {
        let body = format!("{before}{same}{behind}");
        let is = format!("{before}{free}{behind}");
        assert_eq!(renamed(&body, &is), Ok(()));
    }
    // An instruction that looks at all lanes.
    let looks = |reg: &str, other: &str| {
        format!(
            "v_mov_b32_e32 v3, 2\n{mask}v_mov_b32_e32 {reg}, 1\ns_nop 4\nv_readlane_b32 s8, {other}, 3\ns_nop 4\n\
             v_mov_b32_e32 v2, s8\n{}",
            store("v2")
        )
    };
    assert_eq!(renamed(&looks("v3", "v3"), &looks("v3", "v3")), Ok(()));
    assert!(renamed(&looks("v3", "v3"), &looks("v5", "v5")).is_err());
    // All lanes, then those that were on.
    let all = |reg: &str| {
        format!(
            "v_mov_b32_e32 v3, 2\ns_or_saveexec_b64 s[2:3], -1\nv_mov_b32_e32 {reg}, 1\n{}\
             s_mov_b64 exec, s[2:3]\n{}",
            store(reg),
            store("v3")
        )
    };
    assert_eq!(renamed(&all("v5"), &all("v6")), Ok(()));
    assert!(renamed(&all("v5"), &all("v3")).is_err());
}

#[test]
fn a_partial_wait_proves_nothing_of_what_returns_in_any_order() {
    // The write may be outstanding behind the first wait, which the scalar load may have satisfied: the second, though it is
    // for s4, may be for the write, too.
    let mixed = "s_barrier\nds_write_b32 v0, v1\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\n\
        v_mov_b32_e32 v5, v0\ns_waitcnt lgkmcnt(0)\ns_add_u32 s5, s4, s4";
    assert_eq!(
        requests(mixed),
        ["lgkmcnt(1) v_mov_b32_e32", "lgkmcnt(0) s_add_u32"]
    );
    // In order, the first wait is for the write, and the second for v3 alone.
    let ordered = "s_barrier\nds_write_b32 v0, v1\nds_read_b32 v3, v4\ns_waitcnt lgkmcnt(1)\n\
        v_mov_b32_e32 v5, v0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v6, v3";
    assert_eq!(requests(ordered), ["lgkmcnt(1) v_mov_b32_e32"]);
    // The judge: what may be outstanding at the barrier and is no plain load.
    let open = |body: &str| {
        let source = text(&format!("{body}\ns_barrier"));
        let promises = check::promises(&program(&source).routines[0].function);
        promises.last().expect("the barrier").changes.len()
    };
    let (write, load) = ("ds_write_b32 v0, v1\n", "s_load_dword s4, s[0:1], 0x0\n");
    let flat = "flat_store_dword v[0:1], v2\n";
    assert_eq!(open(&format!("{write}{write}s_waitcnt lgkmcnt(1)")), 1);
    assert_eq!(open(&format!("{write}{load}s_waitcnt lgkmcnt(1)")), 1);
    assert_eq!(open(&format!("{write}{load}s_waitcnt lgkmcnt(0)")), 0);
    let partial = "s_waitcnt vmcnt(1) lgkmcnt(1)";
    assert_eq!(open(&format!("{flat}{flat}{partial}")), 2);
}

#[test]
fn a_function_that_is_called_may_begin_with_anything_outstanding() {
    let body = "global_load_dword v1, v0, s[0:1]\ns_waitcnt vmcnt(0)\nv_add_f32_e32 v2, v1, v1\n\
        s_waitcnt lgkmcnt(2)\nv_mov_b32_e32 v3, v0\ns_barrier";
    let source = text(body);
    let mut function = program(&source).routines[0].function.clone();
    let of = |function: &Function| {
        let found = waits::requests(function, |_| false).expect("waits");
        let mut counts: Vec<String> = found.before.values().map(|c| c.to_string()).collect();
        counts.sort();
        counts
    };
    // The wait for v1 is for that alone, but for what the barrier finds complete.
    assert_eq!(of(&function), ["lgkmcnt(2)", "vmcnt(0)"]);
    function.resources.is_entry = false;
    assert_eq!(
        of(&function),
        ["lgkmcnt(2)", "vmcnt(0)", "vmcnt(0) lgkmcnt(2)"]
    );
}

#[test]
fn a_ring_that_is_waited_for_one_later_is_refused() {
    let ring = |count: u8, store: &str| {
        format!(
            ".Lhead:\n{store}\ns_waitcnt vmcnt({count})\ns_barrier\nds_read_b32 v1, v2\n\
             s_waitcnt lgkmcnt(0)\nv_add_u32_e32 v3, v3, v1\ns_sub_u32 s8, s8, 1\ns_cbranch_scc1 .Lhead"
        )
    };
    for store in [
        "buffer_load_dword v0, s[4:7], 0 offen lds",
        "global_store_dword v0, v3, s[0:1]",
    ] {
        assert_eq!(waited(&ring(2, store), &ring(2, store)), Ok(()));
        assert_eq!(waited(&ring(2, store), &ring(1, store)), Ok(()));
        let refused = waited(&ring(2, store), &ring(3, store)).expect_err("one later");
        assert!(refused.contains("what was complete"), "{refused}");
    }
}

/// What the judge says of a text with other waits.
fn waited(body: &str, other: &str) -> Result<(), String> {
    let (source, changed) = (text(body), text(other));
    let (program, read) = (program(&source), program(&changed));
    let (original, read) = (&program.routines[0].function, &read.routines[0].function);
    let meant = judge::Meant {
        original,
        function: original,
    };
    judge::memory(&meant, read)
}

#[test]
fn a_result_that_takes_longer_alone_or_by_more_than_a_thousandth_beside_others_is_one() {
    let record = |one_wave: f64, own_waves: f64| {
        let last = crate::report::Clocks {
            one_wave,
            own_waves,
        };
        let model = crate::report::TimingRecord {
            last,
            ..Default::default()
        };
        Record {
            clocks: vec![model],
            ..Record::default()
        }
    };
    let before = record(1000.0, 1024.0);
    for (one_wave, own_waves, longer) in [
        (1000.0, 1024.0, false),
        (1000.0, 1025.0, false),
        (1000.0, 1025.5, true),
        (1000.5, 1000.0, true),
        (900.0, 1026.0, true),
        (900.0, 900.0, false),
    ] {
        let after = record(one_wave, own_waves);
        assert_eq!(
            takes_longer(&before, &after),
            longer,
            "{one_wave} {own_waves}"
        );
    }
}

#[test]
fn a_block_of_waits_and_nops_alone_stays_a_block() {
    let body = |alone: &str| {
        format!(
            "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_mov_b32_e32 v1, 0\ns_waitcnt lgkmcnt(0)\n\
             s_cmp_lg_u32 s4, 0\ns_cbranch_scc1 .Lalone\nglobal_load_dword v2, v1, s[4:5]\n\
             global_load_dword v3, v1, s[4:5] offset:4\ns_waitcnt vmcnt(0)\nv_add_u32_e32 v2, v2, v3\n\
             s_cbranch_scc0 .Lend\n.Lalone:\n{alone}\n.Lend:\nglobal_store_dword v1, v2, s[4:5]"
        )
    };
    for alone in [
        "s_nop 0",
        "s_waitcnt vmcnt(0)",
        "s_nop 0\ns_waitcnt vmcnt(0)",
        "s_waitcnt vmcnt(0)\ns_nop 3",
    ] {
        let source = text(&body(alone));
        let made = optimise(&source, Gpu::Gfx942, Features::default(), &Options::ALL);
        let made = made.expect("assembly");
        let kept = made.functions[0].kept.clone().unwrap_or_default();
        assert!(!kept.contains("refused"), "{alone}: {kept}");
    }
}
