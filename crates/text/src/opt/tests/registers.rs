//! What keeps registers from being renamed.

use super::super::*;
use super::{judge, program, text};
use cdnasched_base::machine::BlockId;
use cdnasched_driver::settings::{FrontEnd, defaults};

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

/// What `opt` makes of a text.
fn optimised(source: &str) -> OptimisedText {
    let done = optimise(
        source,
        Gpu::Gfx942,
        Features::default(),
        &defaults(FrontEnd::Opt).options,
    );
    done.expect("assembly")
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
        let done = optimised(&source);
        // It may have another register, and then all three have.
        let (mnemonic, _) = keeps.split_once(' ').expect("operands");
        let mut lines = done.text.lines();
        let operands = lines.find_map(|line| line.trim().strip_prefix(mnemonic));
        let (now, _) = operands
            .expect("the same instruction")
            .split_once(',')
            .expect("operands");
        let now = now.trim();
        // Other operands may be others.
        let (before, after) = around(&done.text, mnemonic, now);
        let writes = |line: &str| line.split(',').next().map(str::to_owned);
        assert_eq!(
            writes(before),
            writes(&begin.replace(register, now)),
            "{}",
            done.text
        );
        let operation = |line: &str| line.split(' ').next().map(str::to_owned);
        assert_eq!(operation(after), operation(end), "{}", done.text);
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
    judge(original, &function, &read.routines[0])
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

/// A block that only the result has is none that the judge of lanes has looked at.
#[test]
fn a_block_of_the_result_alone_is_refused() {
    let source = text(
        "v_mov_b32_e32 v3, 2\ns_cbranch_scc1 .Lnext\nv_mov_b32_e32 v4, 3\n.Lnext:\nv_mov_b32_e32 v5, v3",
    );
    let original = &program(&source).routines[0].function;
    assert_eq!(cdnasched_check::same_lanes(original, original), Ok(()));
    let (first, second) = (BlockId(0), BlockId(1));
    let moved = original.block(second).order[0];
    for order in [vec![moved], Vec::new()] {
        let mut function = original.clone();
        let block = function.add_block(first, 1.0, second);
        function.set_order(block, order);
        assert!(cdnasched_check::same_lanes(&function, original).is_err());
    }
    // Nor is another way through the same blocks.
    let mut function = original.clone();
    function.set_successors(first, vec![second]);
    assert!(cdnasched_check::same_lanes(&function, original).is_err());
}

/// What keeps a part of its register may get another one: of the two operands the text has one.
#[test]
fn what_keeps_a_part_is_renamed_in_the_text() {
    for keeps in [
        "v_mad_u16 v10, v10, v12, v1 op_sel:[0,0,0,1]",
        "v_fma_f16 v10, v10, v12, v1",
    ] {
        let chain = |offset: u32| {
            format!(
                "global_load_dword v10, v1, s[4:5] offset:{offset}\ns_waitcnt vmcnt(0)\n{keeps}\nv_add_u32_e32 v13, v10, v13\n"
            )
        };
        let body = format!(
            "v_mov_b32_e32 v13, 0\n.Lloop:\ns_add_u32 s8, s8, 1\ns_cmp_lt_u32 s8, s9\n{}{}{}\
             v_add_u32_e32 v1, 4, v1\ns_cbranch_scc1 .Lloop\nglobal_store_dword v0, v13, s[6:7]",
            chain(0),
            chain(256),
            chain(512)
        );
        let source = text(&body);
        let done = optimised(&source);
        let mnemonic = keeps.split_whitespace().next().expect("a word");
        let registers: BTreeSet<&str> = done
            .text
            .lines()
            .filter_map(|line| line.trim().strip_prefix(mnemonic))
            .filter_map(|operands| operands.split(',').next())
            .collect();
        assert!(registers.len() > 1, "{}", done.text);
        let remarks = &done.functions[0].remarks;
        let less = remarks.iter().find(|remark| remark.name == "Checker");
        assert_eq!(less.map(|remark| &remark.message), None);
    }
}
