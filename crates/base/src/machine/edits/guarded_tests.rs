//! Guarded code moves as one, and is copied instruction by instruction, with waits where it needs them.

use super::*;
use crate::machine::text;

fn guarded() -> Function {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0\n\
        V_MOV_B32_e32 def v2, #0, imp exec\n\
        BUNDLE def imp s[2:3], def imp v2, imp vcc, imp exec, imp v[4:5], imp v2 | bundle guard\n\
        S_AND_SAVEEXEC_B64 def s[2:3], vcc, def imp noreg, def imp scc, imp exec | inside guard\n\
        GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp internal exec, imp v2 | load inside guard | read space=1 bytes=4\n\
        S_OR_B64 def dead s[2:3], internal exec, internal s[2:3], def imp scc | inside guard\n\
        V_MOV_B32_e32 def v6, #0, imp exec\n";
    text::parse(text).expect("a function")
}

/// The plan of an order; `9` is a nop.
fn ordered(order: &[u32]) -> Result<Script, Refusal> {
    let original = guarded();
    let mut function = original.clone();
    let nop = function.add_inserted("S_NOP", 0);
    let id = |&id: &u32| if id == 9 { nop } else { InstId(id) };
    function.set_order(BlockId(0), order.iter().map(id).collect());
    Script::of(&original, &edits(&function, &original, &[]), &[])
}

/// The plan that adds copies to the block; `9` is a nop.
fn copied(copies: &[u32]) -> Result<Script, Refusal> {
    let original = guarded();
    let mut function = original.clone();
    let mut order: Vec<InstId> = (0..6).map(InstId).collect();
    for &id in copies {
        order.push(match id {
            9 => function.add_inserted("S_NOP", 0),
            id => function.add_copy(InstId(id)),
        });
    }
    function.set_order(BlockId(0), order);
    Script::of(&original, &edits(&function, &original, &[]), &[])
}

#[test]
fn it_moves_as_one_and_keeps_all_that_is_in_it() {
    let moved = ordered(&[1, 2, 3, 4, 0, 5]).expect("it moves");
    let order = [1, 0, 5].map(InstId);
    assert_eq!(moved.orders, [(BlockId(0), order.to_vec())]);
    let with_nop = ordered(&[0, 1, 2, 9, 3, 4, 5]).expect("a nop in it");
    assert_eq!(with_nop.insertions[0].before, Some(InstId(3)));
    assert_eq!(ordered(&[0, 1, 2, 4, 5]), Err(Refusal::Assembly));
    assert_eq!(ordered(&[0, 1, 3, 2, 4, 5]), Err(Refusal::Bundle));
}

#[test]
fn all_of_it_is_copied_but_its_header() {
    let places = |script: Script| -> Vec<Place> {
        let insertions = script.insertions.iter();
        insertions.map(|new| new.place).collect()
    };
    let copy = |id| Place::Copy(InstId(id));
    let script = copied(&[1, 2, 3, 4, 0]).expect("it is copied");
    assert_eq!(places(script), [copy(2), copy(3), copy(4), copy(0)]);
    let script = copied(&[1, 2, 9, 3, 4]).expect("a nop in the copy");
    assert_eq!(places(script), [copy(2), Place::Nop(0), copy(3), copy(4)]);
    for faulty in [
        &[1, 2, 3][..],
        &[1],
        &[2, 3, 4],
        &[1, 2, 4, 3],
        &[1, 2, 0, 3, 4],
        &[3],
    ] {
        assert_eq!(copied(faulty), Err(Refusal::Assembly), "{faulty:?}");
    }
}
