//! Debug values of small functions, and what plans make of them.

use super::*;
use crate::machine::edits::{self, CopiedOperand};
use crate::machine::text;

/// A function of blocks, each with its successors and instructions.
fn function(blocks: &[(&str, &[&str])]) -> Function {
    let mut all =
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n".to_owned();
    for (at, (successors, insts)) in blocks.iter().enumerate() {
        let successors = match *successors {
            "" => String::new(),
            some => format!(" successors={some}"),
        };
        all.push_str(&format!("block {at} frequency=1 depth=0{successors}\n"));
        for inst in *insts {
            all.push_str(&format!("{inst}\n"));
        }
    }
    text::parse(&all).unwrap_or_else(|error| panic!("{error}\n{all}"))
}

fn range(text: &str) -> RegRange {
    RegRange::parse(text).expect("a register")
}

/// A debug value of a variable, behind an instruction; -1: at the beginning of the block.
fn value(block: u32, after: i32, register: &str) -> DebugValue {
    DebugValue {
        block: BlockId(block),
        after: u32::try_from(after).ok().map(InstId),
        variable: 0,
        registers: vec![DebugRegister {
            operand: 0,
            register: RegRange::parse(register),
        }],
    }
}

/// What becomes of the debug values when one function becomes the other: the register that each names then, or "?".
fn become_of(original: &Function, changed: &Function, values: &[DebugValue]) -> Vec<String> {
    let script = script(original, changed, &[]);
    say(values, &follow(original, &script, values))
}

fn script(original: &Function, changed: &Function, copied: &[CopiedOperand]) -> Script {
    let edits = edits::edits(changed, original, copied);
    let blocks = edits::block_edits(changed, original);
    Script::of(original, &edits, &blocks).expect("a plan")
}

fn say(values: &[DebugValue], edits: &[DebugEdit]) -> Vec<String> {
    let of_value = |(at, value): (u32, &DebugValue)| {
        let mut registers = value.registers.clone();
        for edit in edits {
            match *edit {
                DebugEdit::Unknown { value } if value == at => return "?".to_owned(),
                DebugEdit::Register { value, edit } if value == at => {
                    let mut named = registers.iter_mut();
                    let named = named.find(|named| named.operand == edit.operand);
                    named.expect("an operand").register = Some(edit.register);
                }
                _ => {}
            }
        }
        let names = registers.iter().map(|named| match named.register {
            Some(range) => range.to_string(),
            None => "half".to_owned(),
        });
        names.collect::<Vec<_>>().join(" ")
    };
    (0..).zip(values).map(of_value).collect()
}

const LOAD: &str = "V_MOV_B32_e32 def v1, #1, imp exec";
const USE: &str = "V_ADD_U32_e32 def v2, v1, v1, imp exec";

#[test]
fn a_plan_without_edits_leaves_everything() {
    let f = function(&[("", &[LOAD, USE])]);
    assert_eq!(follow(&f, &Script::default(), &[value(0, 0, "v1")]), []);
    let mut waits = f.clone();
    let wait = waits.add_inserted("S_WAITCNT", 0);
    waits.set_order(BlockId(0), vec![InstId(0), wait, InstId(1)]);
    let half = value(0, 0, "half");
    assert_eq!(
        become_of(&f, &waits, &[value(0, 0, "v1"), half]),
        ["v1", "half"]
    );
}

#[test]
fn renamed_results_are_followed_through_the_block() {
    let f = function(&[("", &[LOAD, USE, "V_MOV_B32_e32 def v1, #2, imp exec"])]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v9"));
    renamed.set_register(InstId(1), 1, range("v9"));
    renamed.set_register(InstId(1), 2, range("v9"));
    let values = [
        value(0, -1, "v1"),
        value(0, 0, "v1"),
        value(0, 1, "v1"),
        value(0, 1, "v2"),
        value(0, 2, "v1"),
    ];
    // Who reads what v1 held before is in no other block: it is not known to be there still.
    let expected = ["v1", "v9", "v9", "v2", "v1"];
    assert_eq!(become_of(&f, &renamed, &values), expected);
}

#[test]
fn parts_of_a_renamed_tuple_are_found_and_torn_ones_are_not() {
    let pair = "V_LSHLREV_B64_e64 def v[4:5], v6, v[2:3], imp exec";
    let f = function(&[("", &[pair, "V_MOV_B32_e32 def v6, #0, imp exec"])]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v[10:11]"));
    let values = [
        value(0, 0, "v[4:5]"),
        value(0, 0, "v5"),
        value(0, 0, "v[5:6]"),
        value(0, 1, "v[5:6]"),
        // A half of a register that may be another one's.
        value(0, 0, "half"),
    ];
    let expected = ["v[10:11]", "v11", "?", "?", "?"];
    assert_eq!(become_of(&f, &renamed, &values), expected);
}

#[test]
fn a_list_is_known_as_a_whole_or_not_at_all() {
    let f = function(&[("", &[LOAD, USE])]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v9"));
    renamed.set_register(InstId(1), 1, range("v9"));
    renamed.set_register(InstId(1), 2, range("v9"));
    let list = |second| {
        let mut list = value(0, 0, "v1");
        list.registers.push(DebugRegister {
            operand: 3,
            register: RegRange::parse(second),
        });
        list
    };
    let values = [list("v1"), list("s3"), list("half")];
    assert_eq!(become_of(&f, &renamed, &values), ["v9 v9", "v9 s3", "?"]);
}

#[test]
fn what_moves_behind_its_debug_value_is_not_there_yet() {
    let other = "V_MOV_B32_e32 def v5, #5, imp exec";
    let f = function(&[("", &[LOAD, other, "V_MOV_B32_e32 def v6, #0, imp exec"])]);
    let mut later = f.clone();
    later.set_order(BlockId(0), [1, 2, 0].map(InstId).to_vec());
    let values = [
        value(0, 0, "v1"),
        value(0, 1, "v1"),
        value(0, 1, "v5"),
        value(0, 1, "v7"),
    ];
    assert_eq!(become_of(&f, &later, &values), ["v1", "?", "v5", "v7"]);
}

#[test]
fn behind_a_removed_copy_its_source_is_named() {
    let copy = "V_MOV_B32_e32 def v3, v1, imp exec";
    let reader = "V_ADD_U32_e32 def v4, v3, v3, imp exec";
    let f = function(&[(
        "",
        &[LOAD, copy, reader, "V_MOV_B32_e32 def v1, #2, imp exec"],
    )]);
    let mut without = f.clone();
    without.set_register(InstId(2), 1, range("v1"));
    without.set_register(InstId(2), 2, range("v1"));
    without.set_order(BlockId(0), [0, 2, 3].map(InstId).to_vec());
    let values = [
        value(0, 0, "v1"),
        value(0, 1, "v3"),
        value(0, 2, "v3"),
        // Here the source holds something else.
        value(0, 3, "v3"),
    ];
    assert_eq!(become_of(&f, &without, &values), ["v1", "v1", "v1", "?"]);
    // Behind what is removed, a debug value has the place of the one before.
    let plan = script(&f, &without, &[]);
    assert_eq!(Plan::of(&f, &plan).anchor(&values[1]), Some(InstId(0)));
}

#[test]
fn a_removed_result_is_nowhere() {
    for removed in [LOAD, "S_MOV_B32 def s1, #0"] {
        let f = function(&[("", &[removed, "S_NOP #0"])]);
        let mut without = f.clone();
        without.set_order(BlockId(0), vec![InstId(1)]);
        let name = if removed == LOAD { "v1" } else { "s1" };
        let values = [value(0, 0, name), value(0, 1, name), value(0, 1, "v7")];
        assert_eq!(become_of(&f, &without, &values), ["?", "?", "v7"]);
    }
}

#[test]
fn a_register_that_a_new_move_takes_is_no_longer_what_it_was() {
    let f = function(&[("", &[LOAD, USE])]);
    let copied = CopiedOperand {
        inst: InstId(1),
        operand: 1,
        from: range("v1").first(),
        to: range("v7").first(),
    };
    let script = script(&f, &f, &[copied]);
    let values = [value(0, 0, "v7"), value(0, 1, "v7"), value(0, 1, "v1")];
    assert_eq!(
        say(&values, &follow(&f, &script, &values)),
        ["v7", "?", "v1"]
    );
}

/// A value that is written in one block and read in the third.
fn three_blocks() -> (Function, Function) {
    let reader = "GLOBAL_STORE_DWORD v[10:11], v1, #0, #0, imp exec | store";
    let f = function(&[
        ("1", &[LOAD]),
        ("2", &["S_NOP #0"]),
        ("", &[reader, "S_NOP #1"]),
    ]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v9"));
    renamed.set_register(InstId(2), 1, range("v9"));
    (f, renamed)
}

#[test]
fn over_the_border_of_a_block_renamed_registers_are_not_followed() {
    let (f, renamed) = three_blocks();
    let values = [
        value(0, 0, "v1"),
        value(1, 1, "v1"),
        value(1, 1, "v9"),
        value(1, 1, "v10"),
        value(2, -1, "v1"),
        value(2, 2, "v9"),
    ];
    let expected = ["v9", "?", "?", "v10", "?", "?"];
    assert_eq!(become_of(&f, &renamed, &values), expected);
}

#[test]
fn a_removed_copy_of_another_block_is_not_followed() {
    let copy = "V_MOV_B32_e32 def v3, v1, imp exec";
    let reader = "V_ADD_U32_e32 def v4, v3, v3, imp exec";
    let f = function(&[("1", &[LOAD, copy]), ("", &[reader, "S_NOP #0"])]);
    let mut without = f.clone();
    without.set_register(InstId(2), 1, range("v1"));
    without.set_register(InstId(2), 2, range("v1"));
    without.set_order(BlockId(0), vec![InstId(0)]);
    let values = [value(0, 1, "v3"), value(1, -1, "v3"), value(1, 2, "v4")];
    assert_eq!(become_of(&f, &without, &values), ["v1", "?", "v4"]);
}

/// A block whose result has another register, and one behind it.
fn renamed_before(behind: &[&str]) -> (Function, Function) {
    let f = function(&[("1", &[LOAD, USE]), ("", behind)]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v9"));
    renamed.set_register(InstId(1), 1, range("v9"));
    renamed.set_register(InstId(1), 2, range("v9"));
    (f, renamed)
}

#[test]
fn what_is_dead_may_have_been_elsewhere() {
    let (f, renamed) = renamed_before(&["S_NOP #0"]);
    let values = ["v1", "v9", "v2", "v3"].map(|name| value(1, 2, name));
    assert_eq!(become_of(&f, &renamed, &values), ["?", "?", "v2", "v3"]);
    // What is read still is what it was, and what is removed reads nothing.
    let reader = "V_MOV_B32_e32 def v3, v1, imp exec";
    let (f, mut renamed) = renamed_before(&[reader, "S_NOP #0"]);
    let values = [value(1, 3, "v1"), value(1, 3, "v3")];
    assert_eq!(become_of(&f, &renamed, &values), ["v1", "v3"]);
    renamed.set_order(BlockId(1), vec![InstId(3)]);
    assert_eq!(become_of(&f, &renamed, &values), ["?", "?"]);
}

#[test]
fn what_comes_in_elsewhere_is_in_none_of_both_registers() {
    let reader = "V_ADD_U32_e32 def v2, v1, v1, imp exec";
    let both = "V_ADD_U32_e32 def v3, v1, v9, imp exec";
    let f = function(&[("1", &[LOAD]), ("", &[reader, both])]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(1), 1, range("v9"));
    renamed.set_register(InstId(1), 2, range("v9"));
    let values = ["v1", "v9", "v2"].map(|name| value(1, 1, name));
    assert_eq!(become_of(&f, &renamed, &values), ["?", "?", "v2"]);
}

#[test]
fn what_replaces_a_removed_result_may_come_from_anywhere() {
    let sum = "V_ADD_U32_e32 def v3, v1, v1, imp exec";
    let reader = "V_ADD_U32_e32 def v4, v3, v3, imp exec";
    let both = "V_ADD_U32_e32 def v5, v7, v3, imp exec";
    let f = function(&[("1", &["S_NOP #0"]), ("2", &[sum, reader]), ("", &[both])]);
    let mut without = f.clone();
    without.set_register(InstId(2), 1, range("v7"));
    without.set_register(InstId(2), 2, range("v7"));
    without.set_order(BlockId(1), vec![InstId(2)]);
    let values = ["v7", "v3", "v5"].map(|name| value(2, 3, name));
    assert_eq!(become_of(&f, &without, &values), ["?", "?", "v5"]);
}

#[test]
fn arguments_stay_where_the_caller_put_them() {
    let f = function(&[("", &["V_MOV_B32_e32 def v0, #1, imp exec", "S_NOP #0"])]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v5"));
    // Nobody reads v0: dead where the function begins, but nothing was before it.
    let values = [value(0, -1, "v0"), value(0, 0, "v0"), value(0, 1, "v5")];
    assert_eq!(become_of(&f, &renamed, &values), ["v0", "v5", "?"]);
}

#[test]
fn calls_keep_or_clobber_what_stays_and_nothing_that_moves() {
    let call = "SI_CALL def s[30:31], s[4:5], mask | call boundary";
    let f = function(&[("", &[LOAD, "V_MOV_B32_e32 def v3, #3, imp exec", call, USE])]);
    let mut renamed = f.clone();
    renamed.set_register(InstId(0), 0, range("v9"));
    renamed.set_register(InstId(3), 1, range("v9"));
    renamed.set_register(InstId(3), 2, range("v9"));
    let values = [
        value(0, 1, "v1"),
        // Whether v1 survives, only its callee knows; v9 may do otherwise.
        value(0, 2, "v1"),
        value(0, 2, "v3"),
        value(0, 3, "v2"),
    ];
    assert_eq!(become_of(&f, &renamed, &values), ["v9", "?", "v3", "v2"]);
}

#[test]
fn members_of_a_bundle_and_assembly_are_walked_as_llvm_has_them() {
    let f = function(&[(
        "",
        &[
            "BUNDLE imp def v[1:2], imp exec | bundle",
            "V_MOV_B32_e32 def v1, #1, imp exec | inside",
            "V_MOV_B32_e32 def v2, #2, imp exec | inside",
            "INLINEASM opaque, #1, #10, def v4 | asm parsed",
            "V_MOV_B32_e32 def v6, v3, imp exec | embedded inside line=1",
            "V_MOV_B32_e32 def v5, #0, imp exec",
        ],
    )]);
    let mut moved = f.clone();
    moved.set_order(BlockId(0), [5, 3, 4, 0, 1, 2].map(InstId).to_vec());
    let values = [
        value(0, 1, "v1"),
        value(0, 1, "v2"),
        value(0, 2, "v2"),
        value(0, 3, "v4"),
        // Its bundle is behind it now.
        value(0, 5, "v1"),
        value(0, 5, "v5"),
        // LLVM does not know what else assembly writes.
        value(0, 5, "v6"),
    ];
    let expected = ["v1", "v2", "v2", "v4", "?", "v5", "v6"];
    assert_eq!(become_of(&f, &moved, &values), expected);
}

#[test]
fn what_names_no_place_of_the_function_is_not_known() {
    let f = function(&[("", &[LOAD, USE])]);
    let mut later = f.clone();
    later.set_order(BlockId(0), [1, 0].map(InstId).to_vec());
    let values = [value(0, 0, "v1"), value(3, 0, "v1"), value(0, 77, "v3")];
    assert_eq!(become_of(&f, &later, &values), ["v1", "?", "?"]);
}

/// A loop whose iterations overlap: its first instruction runs ahead of its second, with a copy before the loop and one
/// of the second behind it.
fn rotated(order: [u32; 4]) -> (Function, Function) {
    let ahead = "V_ADD_U32_e32 def v1, v1, v0, imp exec";
    let rest = "V_ADD_U32_e32 def v2, v2, v1, imp exec";
    let compare = "S_CMP_LT_I32 s1, s0, imp def scc";
    let branch = "S_CBRANCH_SCC1 bb.1, imp scc | term branch";
    let f = function(&[
        ("1", &["S_NOP #0"]),
        ("1,2", &[ahead, rest, compare, branch]),
        ("", &["S_NOP #1"]),
    ]);
    let mut g = f.clone();
    let (before, behind) = (BlockId(0), BlockId(1));
    let prologue = g.add_block(before, 1.0, before);
    let epilogue = g.add_block(behind, 1.0, before);
    let copies = [InstId(1), InstId(2)].map(|inst| g.add_copy(inst));
    g.set_order(prologue, vec![copies[0]]);
    g.set_order(epilogue, vec![copies[1]]);
    g.set_order(BlockId(1), order.map(InstId).to_vec());
    g.set_successors(before, vec![prologue]);
    g.set_successors(prologue, vec![BlockId(1)]);
    g.set_successors(BlockId(1), vec![BlockId(1), epilogue]);
    g.set_successors(epilogue, vec![BlockId(2)]);
    (f, g)
}

#[test]
fn in_overlapping_iterations_only_what_is_of_one_is_known() {
    let (f, g) = rotated([2, 1, 3, 4]);
    let mut values = [
        // At the top, the next iteration has begun.
        value(1, -1, "v0"),
        // Its own result.
        value(1, 1, "v1"),
        value(1, 2, "v2"),
        // Written by the part that runs ahead, for the next iteration, or not yet for this one.
        value(1, 2, "v1"),
        value(1, 1, "v2"),
        // Written by no copy, and later in the loop.
        value(1, 2, "scc"),
        // What no instruction of the loop writes.
        value(1, 2, "v0"),
        // Behind the loop everything that lives is what it was.
        value(2, 5, "v7"),
        value(0, 0, "v7"),
    ];
    for (variable, value) in (0..).zip(&mut values) {
        value.variable = variable / 2;
    }
    let script = script(&f, &g, &[]);
    let edits = follow(&f, &script, &values);
    let expected = ["?", "v1", "v2", "?", "?", "?", "v0", "v7", "v7"];
    assert_eq!(say(&values, &edits), expected);
    // Each variable of the loop once, in each new block.
    let begins = edits.iter().filter_map(|edit| match *edit {
        DebugEdit::UnknownIn { block, value } => Some((block.0, value)),
        _ => None,
    });
    let each = [0, 2, 4, 6];
    let both = each
        .map(|value| (3, value))
        .into_iter()
        .chain(each.map(|value| (4, value)));
    assert_eq!(begins.collect::<Vec<_>>(), both.collect::<Vec<_>>());
}

#[test]
fn parts_of_two_iterations_side_by_side_are_told_apart() {
    // What runs ahead is before the rest in the block, of the iteration before.
    let (f, g) = rotated([1, 2, 3, 4]);
    let values = [
        value(1, 1, "v1"),
        value(1, 2, "v1"),
        value(1, 2, "v2"),
        value(1, 3, "v2"),
    ];
    // The comparison has no copy: it may belong to either.
    assert_eq!(become_of(&f, &g, &values), ["v1", "?", "v2", "?"]);
}
