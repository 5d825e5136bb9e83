use super::*;
use crate::machine::edits::{Script, block_edits, edits};
use crate::machine::text;

/// A loop (block 1) with a branch to an exit (block 3) that does not follow it.
const LOOP: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
    block 0 frequency=1 depth=0 successors=1\n\
    S_NOP #0 | lat=1\n\
    block 1 frequency=8 depth=1 loop=1 successors=1,3\n\
    V_MOV_B32_e32 def v1, v2, imp exec | lat=1\n\
    S_ADD_U32 def s0, s0, #1, imp def dead scc | lat=1\n\
    S_CMP_LT_U32 s0, s1, imp def scc | lat=1\n\
    V_MOV_B32_e32 def v3, v1, imp exec | lat=1\n\
    S_CBRANCH_SCC1 bb.1, imp scc | term branch\n\
    S_BRANCH bb.3 | term branch noreturn\n\
    block 2 frequency=1 depth=0\n\
    S_ENDPGM #0 | return term noreturn\n\
    block 3 frequency=1 depth=0\n\
    S_ENDPGM #0 | return term noreturn\n";

const LOOP_BLOCK: BlockId = BlockId(1);
const EXIT: BlockId = BlockId(3);
const GUARD: BlockId = BlockId(4);
const EPILOGUE: BlockId = BlockId(5);
const BRANCH: InstId = InstId(5);

fn function() -> Function {
    text::parse(LOOP).expect("a function")
}

/// The loop is `v3 = v1; P; branch` from then on.
fn rotated(original: &Function) -> Function {
    let mut f = original.clone();
    let guard = f.add_block(BlockId(0), 1.0, BlockId(0));
    let epilogue = f.add_block(LOOP_BLOCK, 1.0, BlockId(0));
    let mut copies: Vec<InstId> = (1..4).map(|inst| f.add_copy(InstId(inst))).collect();
    copies.extend(f.add_branch(BRANCH, true, epilogue));
    f.set_order(guard, copies);
    f.set_successors(guard, vec![epilogue, LOOP_BLOCK]);
    f.redirect(BlockId(0), LOOP_BLOCK, guard);
    f.redirect(LOOP_BLOCK, EXIT, epilogue);
    f.set_order(LOOP_BLOCK, [4, 1, 2, 3, 5].map(InstId).to_vec());
    let mut copies = vec![f.add_copy(InstId(4))];
    copies.extend(f.add_branch(InstId(6), false, EXIT));
    f.set_order(epilogue, copies);
    f.set_successors(epilogue, vec![EXIT]);
    f
}

#[test]
fn a_rotated_function_is_a_plan() {
    let original = function();
    let mut f = rotated(&original);
    // As renaming may have it: in the copy and in the loop.
    let copy = f.block(EPILOGUE).order[0];
    let register = RegRange::parse("v7").expect("a register");
    f.set_register(copy, 0, register);
    let edits = edits(&f, &original, &[]);
    let of = |block: BlockId| {
        let edits = edits.iter().filter(move |edit| edit.block == block);
        edits.map(|edit| edit.place).collect::<Vec<_>>()
    };
    let copy = |inst| Place::Copy(InstId(inst));
    let guard = Place::Branch {
        of: BRANCH,
        inverted: true,
        to: EPILOGUE,
    };
    let leave = Place::Branch {
        of: InstId(6),
        inverted: false,
        to: EXIT,
    };
    assert_eq!(of(GUARD), [copy(1), copy(2), copy(3), guard]);
    assert_eq!(of(EPILOGUE), [copy(4), leave]);
    assert_eq!(of(LOOP_BLOCK)[5], Place::Removed(InstId(6)));
    assert_eq!(of(BlockId(0)), []);

    let script = Script::of(&original, &edits, &block_edits(&f, &original)).expect("a script");
    let successor = |to, like| NewSuccessor { to, like };
    let expected = [
        NewBlock {
            after: BlockId(0),
            successors: vec![
                successor(EPILOGUE, Some((LOOP_BLOCK, EXIT))),
                successor(LOOP_BLOCK, Some((LOOP_BLOCK, LOOP_BLOCK))),
            ],
        },
        NewBlock {
            after: LOOP_BLOCK,
            successors: vec![successor(EXIT, None)],
        },
    ];
    assert_eq!(script.new_blocks, expected);
    let other = |block, before, after| OtherSuccessor {
        block,
        before,
        after,
    };
    let expected = [
        other(BlockId(0), LOOP_BLOCK, GUARD),
        other(LOOP_BLOCK, EXIT, EPILOGUE),
    ];
    assert_eq!(script.successors, expected);
    assert_eq!((script.targets.len(), script.operands.len()), (0, 0));
    let forms = script.insertions.iter().map(|one| one.form.as_deref());
    let forms: Vec<_> = forms.collect();
    assert_eq!(
        forms,
        [None, None, None, Some("S_CBRANCH_SCC0"), None, None]
    );
    assert_eq!(script.insertions[4].operands[0].register, register);
    assert_eq!(script.removals, [InstId(6)]);
}

#[test]
fn copies_of_what_was_inserted_are_insertions_of_their_own() {
    let original = function();
    let mut f = rotated(&original);
    let reg = |text| RegRange::parse(text).expect("a register").first();
    let moved = f.add_move(reg("v9"), reg("v8")).expect("a move");
    let copy = f.add_copy(moved);
    f.set_register(copy, 1, RegRange::parse("v10").expect("a register"));
    let wait = f.add_inserted("S_WAITCNT", 7);
    let mut order = f.block(GUARD).order.clone();
    order.splice(0..0, [moved, copy, wait]);
    f.set_order(GUARD, order);
    let edits = edits(&f, &original, &[]);
    let first = edits.iter().find(|edit| edit.block == GUARD);
    let at = edits.iter().position(|edit| Some(edit) == first);
    let places = edits[at.expect("edits")..].iter().map(|edit| edit.place);
    let (to, v8, v10) = (reg("v9"), reg("v8"), reg("v10"));
    let expected = [
        Place::Move { to, from: v8 },
        Place::Move { to, from: v10 },
        Place::Waitcnt(7),
    ];
    assert_eq!(places.take(3).collect::<Vec<_>>(), expected);
    assert!(Script::of(&original, &edits, &block_edits(&f, &original)).is_ok());
}

#[test]
fn an_explicit_branch_to_the_loop_goes_to_the_guard() {
    let text = LOOP.replace("S_NOP #0 | lat=1", "S_BRANCH bb.1 | term branch noreturn");
    let original = text::parse(&text).expect("a function");
    let f = rotated(&original);
    let edits = edits(&f, &original, &[]);
    let script = Script::of(&original, &edits, &block_edits(&f, &original)).expect("a script");
    assert_eq!(script.targets, [(InstId(0), GUARD)]);
}

/// What becomes of the rotated function with other edits and blocks.
fn refused(change: impl Fn(&mut Vec<Edit>, &mut Vec<BlockEdit>)) -> Option<Refusal> {
    refused_of(&function(), change)
}

fn refused_of(
    original: &Function,
    change: impl Fn(&mut Vec<Edit>, &mut Vec<BlockEdit>),
) -> Option<Refusal> {
    let f = rotated(original);
    let (mut edits, mut blocks) = (edits(&f, original, &[]), block_edits(&f, original));
    change(&mut edits, &mut blocks);
    Script::of(original, &edits, &blocks).err()
}

fn edit_of(edits: &mut [Edit], block: BlockId, at: usize) -> &mut Edit {
    let mut found = edits.iter_mut().filter(|edit| edit.block == block);
    found.nth(at).expect("an edit")
}

fn block_of(blocks: &mut [BlockEdit], block: BlockId) -> &mut BlockEdit {
    let mut found = blocks.iter_mut().filter(|edit| edit.block == block);
    found.next().expect("a block")
}

#[test]
fn blocks_that_cannot_be_added_are_refused() {
    let refusal = refused(|_, _| {});
    assert_eq!(refusal, None);
    let refusal = refused(|_, blocks| block_of(blocks, GUARD).block = BlockId(9));
    assert_eq!(refusal, Some(Refusal::NewBlock));
    let refusal = refused(|_, blocks| block_of(blocks, EPILOGUE).after = Some(GUARD));
    assert_eq!(refusal, Some(Refusal::NewBlock));
    let refusal = refused(|_, blocks| block_of(blocks, GUARD).successors[0] = BlockId(9));
    assert_eq!(refusal, Some(Refusal::Block));
    let refusal = refused(|_, blocks| blocks.push(blocks[0].clone()));
    assert_eq!(refusal, Some(Refusal::BlockTwice));
    let refusal = refused(|_, blocks| blocks.retain(|edit| edit.block != EPILOGUE));
    assert_eq!(refusal, Some(Refusal::Block));
    let own = Place::Existing(InstId(1));
    let refusal = refused(|edits, _| edit_of(edits, GUARD, 0).place = own);
    assert_eq!(refusal, Some(Refusal::Instruction));
}

#[test]
fn ways_out_must_be_those_that_are_named() {
    let way_out = Some(Refusal::WayOut);
    // The guard does not fall through to the loop.
    let refusal = refused(|_, blocks| block_of(blocks, GUARD).after = Some(BlockId(2)));
    assert_eq!(refusal, way_out);
    // The block before the loop falls through to the guard whatever is said of it.
    let refusal = refused(|_, blocks| blocks.retain(|edit| edit.block != BlockId(0)));
    assert_eq!(refusal, way_out);
    // The branch to the exit remains, or the epilogue is left without it.
    let stays = Place::Existing(InstId(6));
    let refusal = refused(|edits, _| edit_of(edits, LOOP_BLOCK, 5).place = stays);
    assert_eq!(refusal, way_out);
    let refusal = refused(|edits, _| edit_of(edits, EPILOGUE, 1).place = Place::Nop(0));
    assert_eq!(refusal, way_out);
    let refusal = refused(|edits, _| edit_of(edits, LOOP_BLOCK, 4).target = Some(EXIT));
    assert_eq!(refusal, way_out);
    let refusal = refused(|_, blocks| {
        block_of(blocks, GUARD).successors = vec![EPILOGUE, EPILOGUE, LOOP_BLOCK];
    });
    assert_eq!(refusal, Some(Refusal::Successors));
    let refusal = refused(|_, blocks| block_of(blocks, GUARD).successors.truncate(1));
    assert_eq!(refusal, way_out);
    // Two ways out of the loop become one.
    let refusal = refused(|edits, blocks| {
        edit_of(edits, LOOP_BLOCK, 4).target = Some(EPILOGUE);
        block_of(blocks, LOOP_BLOCK).successors = vec![EPILOGUE];
    });
    assert_eq!(refusal, Some(Refusal::Successors));
}

#[test]
fn only_plain_branches_end_what_changes() {
    let terminators = Some(Refusal::Terminators);
    let refusal = refused(|edits, _| {
        let at = edits.iter().rposition(|edit| edit.block == GUARD);
        edits.insert(at.expect("edits") + 1, Edit::of(GUARD, Place::Nop(0)));
    });
    assert_eq!(refusal, terminators);
    let branch = |of, inverted, to| Place::Branch {
        of: InstId(of),
        inverted,
        to,
    };
    let plain = Some(Refusal::Branch);
    for (place, refusal) in [
        (branch(6, true, EXIT), plain),
        (branch(4, false, EXIT), plain),
        (branch(7, false, EXIT), plain),
        (branch(99, false, EXIT), Some(Refusal::NoOriginal)),
        (branch(6, false, BlockId(9)), Some(Refusal::Block)),
        (Place::Copy(InstId(6)), Some(Refusal::Uncopyable)),
    ] {
        let found = refused(|edits, _| edit_of(edits, EPILOGUE, 1).place = place);
        assert_eq!(found, refusal, "{place:?}");
    }
    let refusal = refused(|edits, _| edit_of(edits, LOOP_BLOCK, 0).target = Some(EXIT));
    assert_eq!(refusal, plain);
    let refusal = refused(|edits, _| edit_of(edits, GUARD, 0).target = Some(EXIT));
    assert_eq!(refusal, plain);
    // Assembly that branches, in the block before the loop.
    let text = LOOP.replace("S_NOP #0 | lat=1", "INLINEASM_BR | asm term branch");
    let original = text::parse(&text).expect("a function");
    let refusal = refused_of(&original, |_, _| {});
    assert_eq!(refusal, terminators);
}

#[test]
fn scc_is_written_where_it_is_read() {
    let refusal = refused(|edits, _| {
        edit_of(edits, GUARD, 1).place = Place::Nop(0);
        edit_of(edits, GUARD, 2).place = Place::Nop(0);
    });
    assert_eq!(refusal, Some(Refusal::Scc));
    let text = LOOP.replace(
        "block 3 frequency=1 depth=0\n",
        "block 3 frequency=1 depth=0\nS_CSELECT_B32 def s4, s5, s6, imp scc | lat=1\n",
    );
    let original = text::parse(&text).expect("a function");
    let refusal = refused_of(&original, |_, _| {});
    assert_eq!(refusal, Some(Refusal::Scc));
}

#[test]
fn assembly_is_not_copied() {
    let text = LOOP.replace(
        "V_MOV_B32_e32 def v3, v1, imp exec | lat=1",
        "INLINEASM def v3, v1 | asm",
    );
    let original = text::parse(&text).expect("a function");
    let refusal = refused_of(&original, |_, _| {});
    assert_eq!(refusal, Some(Refusal::Uncopyable));
}
