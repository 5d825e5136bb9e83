//! Plans that can be applied, and those that cannot.

use super::*;
use crate::machine::{Operand, text};

fn function() -> Function {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
        block 0 frequency=1 depth=0\n\
        V_LSHLREV_B64_e64 def v[0:1], v7, v[2:3], imp exec | lat=1\n\
        V_LSHLREV_B64_e64 def v[4:5], v6, v[2:3], imp exec | lat=1\n\
        S_NOP #0 | lat=1\n";
    text::parse(text).expect("a function")
}

#[test]
fn unchanged_blocks_have_no_edits() {
    let function = function();
    assert_eq!(edits(&function, &function, &[]), Vec::new());
}

#[test]
fn new_orders_name_what_is_placed_and_what_is_removed() {
    let mut function = function();
    let original = function.clone();
    let [first, second, nop] = original.block(BlockId(0)).order[..] else {
        panic!("three instructions");
    };
    function.set_order(BlockId(0), vec![second, first]);
    let places = edits(&function, &original, &[]);
    let places: Vec<Place> = places.into_iter().map(|edit| edit.place).collect();
    let existing = Place::Existing;
    assert_eq!(
        places,
        [existing(second), existing(first), Place::Removed(nop)]
    );
}

#[test]
fn a_copied_operand_is_a_move_and_another_register() {
    let function = function();
    let (from, to) = (Reg::vgpr(7), Reg::vgpr(0));
    let (Some(from), Some(to)) = (from, to) else {
        panic!("registers");
    };
    let copied = CopiedOperand {
        inst: InstId(0),
        operand: 1,
        from,
        to,
    };
    let edits = edits(&function, &function, &[copied]);
    assert_eq!(edits.len(), 4);
    assert_eq!(edits[0].place, Place::Move { to, from });
    assert_eq!(edits[1].place, Place::Existing(InstId(0)));
    let operand = OperandEdit {
        operand: 1,
        register: RegRange::new(to, 1).expect("one register"),
    };
    assert_eq!(edits[1].operands, [operand]);
    assert!(edits[2..].iter().all(|edit| edit.operands.is_empty()));
}

#[test]
fn renamed_operands_are_edits_of_blocks_that_keep_their_order() {
    let original = function();
    let mut function = original.clone();
    let pair = |text| RegRange::parse(text).expect("a pair");
    function.set_register(InstId(1), 0, pair("a[8:9]"));
    function.set_register(InstId(1), 2, pair("v[2:3]"));
    let edits = edits(&function, &original, &[]);
    let places: Vec<Place> = edits.iter().map(|edit| edit.place).collect();
    assert_eq!(places, [0, 1, 2].map(|inst| Place::Existing(InstId(inst))));
    let renamed = OperandEdit {
        operand: 0,
        register: pair("a[8:9]"),
    };
    assert_eq!(edits[1].operands, [renamed]);
    assert!(edits[0].operands.is_empty() && edits[2].operands.is_empty());
    let script = Script::of(&original, &edits, &[]).expect("a script");
    assert_eq!(script.operands, [(InstId(1), renamed)]);
    assert!(script.orders.is_empty() && script.removals.is_empty());
}

#[test]
fn a_copy_comes_before_another_register_of_its_operand() {
    let original = function();
    let mut function = original.clone();
    let one = |text| RegRange::parse(text).expect("one register");
    function.set_register(InstId(0), 1, one("v20"));
    let copied = CopiedOperand {
        inst: InstId(0),
        operand: 1,
        from: one("v20").first(),
        to: one("v0").first(),
    };
    let edits = edits(&function, &original, &[copied]);
    let copy = OperandEdit {
        operand: 1,
        register: one("v0"),
    };
    assert_eq!(edits[1].operands, [copy]);
}

/// A bundle of two, an instruction with tied operands, and a terminator, after another block.
fn demanding() -> Function {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
        block 0 frequency=1 depth=0\n\
        S_NOP #0 | lat=1\n\
        block 1 frequency=1 depth=0\n\
        BUNDLE | bundle\n\
        S_NOP #1 | inside lat=1\n\
        S_NOP #2 | inside lat=1\n\
        V_FMAC_F32_e32 def tied v0, v1, v2, tied v0, imp exec | lat=1\n\
        S_ENDPGM #0 | return term noreturn\n";
    text::parse(text).expect("a function")
}

fn edit(block: u32, place: Place, operands: &[(u32, u16)]) -> Edit {
    let edit = |&(operand, register)| OperandEdit {
        operand,
        register: RegRange::new(Reg::vgpr(register).expect("a register"), 1).expect("one"),
    };
    Edit {
        operands: operands.iter().map(edit).collect(),
        ..Edit::of(BlockId(block), place)
    }
}

/// The second block of [`demanding`], with another instruction placed as this one.
fn second(at: u32, place: Place, operands: &[(u32, u16)]) -> Vec<Edit> {
    let place_of = |inst| match inst == at {
        true => edit(1, place, operands),
        false => edit(1, Place::Existing(InstId(inst)), &[]),
    };
    (1..6).map(place_of).collect()
}

#[test]
fn a_script_is_in_the_order_of_application() {
    let function = demanding();
    let mut edits = second(4, Place::Existing(InstId(4)), &[(0, 9), (3, 9)]);
    edits.insert(0, edit(1, Place::Waitcnt(7), &[]));
    edits.insert(3, edit(1, Place::Nop(3), &[]));
    edits.push(edit(1, Place::Copy(InstId(4)), &[]));
    let script = Script::of(&function, &edits, &[]).expect("a script");
    assert_eq!(script.orders, [] as [(BlockId, Vec<InstId>); 0]);
    let found = script.insertions.iter().map(|i| (i.before, i.place));
    let expected = [
        (Some(InstId(1)), Place::Waitcnt(7)),
        (Some(InstId(3)), Place::Nop(3)),
        (None, Place::Copy(InstId(4))),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let found = script.operands.iter().map(|(inst, e)| (inst.0, e.operand));
    assert_eq!(found.collect::<Vec<_>>(), [(4, 0), (4, 3)]);

    let existing = |inst| edit(1, Place::Existing(InstId(inst)), &[]);
    let edits = [
        existing(4),
        existing(1),
        existing(3),
        existing(5),
        edit(1, Place::Removed(InstId(2)), &[]),
    ];
    let script = Script::of(&function, &edits, &[]).expect("a script");
    let order = [4, 1, 5].map(InstId).to_vec();
    assert_eq!(script.orders, [(BlockId(1), order)]);
    assert_eq!(script.removals, [InstId(2)]);
}

#[test]
fn what_cannot_be_applied_is_refused() {
    let function = demanding();
    let existing = |inst| Place::Existing(InstId(inst));
    let copy = |inst, operands: &[(u32, u16)]| {
        let mut edits = second(0, Place::Nop(0), &[]);
        edits.push(edit(1, Place::Copy(InstId(inst)), operands));
        edits
    };
    let mut swapped = second(0, Place::Nop(0), &[]);
    swapped.swap(1, 2);
    let mut twice = second(0, Place::Nop(0), &[]);
    twice.push(edit(0, existing(0), &[]));
    twice.extend(second(0, Place::Nop(0), &[]));
    for (edits, refusal) in [
        (vec![edit(7, existing(0), &[])], Refusal::Block),
        (twice, Refusal::BlockTwice),
        (second(2, existing(1), &[]), Refusal::Instruction),
        (second(2, existing(0), &[]), Refusal::Instruction),
        (second(2, existing(99), &[]), Refusal::Instruction),
        (second(2, Place::Nop(0), &[]), Refusal::Missing),
        (swapped, Refusal::Bundle),
        (copy(99, &[]), Refusal::NoOriginal),
        (copy(5, &[]), Refusal::Uncopyable),
        (copy(2, &[]), Refusal::Uncopyable),
        (copy(4, &[(1, 9), (9, 9)]), Refusal::Operand),
        (second(4, existing(4), &[(4, 9)]), Refusal::Operand),
        (second(3, existing(3), &[(0, 9)]), Refusal::Operand),
        (second(4, existing(4), &[(0, 9)]), Refusal::Tied),
        (second(4, existing(4), &[(0, 9), (3, 8)]), Refusal::Tied),
        (
            second(4, Place::Removed(InstId(4)), &[(1, 9)]),
            Refusal::NoOperands,
        ),
    ] {
        let refused = Script::of(&function, &edits, &[]);
        assert_eq!(refused, Err(refusal), "{edits:?}");
    }
    let mut wide = second(4, existing(4), &[(1, 9)]);
    let register = RegRange::new(Reg::vgpr(8).expect("a register"), 2).expect("a pair");
    wide[3].operands[0].register = register;
    let refused = Script::of(&function, &wide, &[]);
    assert_eq!(refused, Err(Refusal::Width));
}

/// A part of a tuple, with the tuple; a call; assembly; two pairs of tied operands.
fn implicit() -> Function {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
        block 0 frequency=1 depth=0\n\
        V_MOV_B32_e32 def v4, v1, imp exec, imp def v[4:5], imp v[4:5] | lat=1\n\
        INLINEASM v1 | asm\n\
        S_SWAPPC_B64 def s[30:31], s[4:5], imp v1 | call\n\
        V_SWAP_B32 def tied v0, def tied v1, tied v0, tied v1, imp exec | lat=1\n";
    text::parse(text).expect("a function")
}

#[test]
fn implicit_vector_registers_move_with_their_tuples_and_fixed_ones_stay() {
    let function = implicit();
    let script = |inst: u32, operands: &[(u32, &str)]| {
        let operand = |&(operand, register): &(u32, &str)| OperandEdit {
            operand,
            register: RegRange::parse(register).expect("a register"),
        };
        let place = |at| Edit {
            operands: match at == inst {
                true => operands.iter().map(operand).collect(),
                false => Vec::new(),
            },
            ..Edit::of(BlockId(0), Place::Existing(InstId(at)))
        };
        let edits: Vec<Edit> = (0..4).map(place).collect();
        Script::of(&function, &edits, &[]).map(|script| script.operands.len())
    };
    assert_eq!(script(0, &[(0, "v8"), (3, "v[8:9]"), (4, "v[8:9]")]), Ok(3));
    assert_eq!(script(0, &[(0, "a8"), (3, "a[8:9]"), (4, "a[8:9]")]), Ok(3));
    assert_eq!(script(0, &[(3, "v8")]), Err(Refusal::Width));
    assert_eq!(script(0, &[(3, "s[8:9]")]), Err(Refusal::Operand));
    assert_eq!(script(0, &[(2, "vcc")]), Err(Refusal::Operand));
    assert_eq!(script(0, &[(0, "v8"), (0, "v9")]), Err(Refusal::Operand));
    assert_eq!(script(1, &[(0, "v8")]), Err(Refusal::Operand));
    assert_eq!(script(2, &[(2, "v8")]), Err(Refusal::Operand));
    // Each with its own partner, though both get the same number of new registers.
    assert_eq!(script(3, &[(0, "v8"), (2, "v8")]), Ok(2));
    assert_eq!(script(3, &[(0, "v8"), (3, "v8")]), Err(Refusal::Tied));
}

/// Results of four registers and of sixteen, one of them in place; an accumulator that is a constant.
fn matrices(gpu: &str) -> Function {
    let text = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=256 entry\n\
        block 0 frequency=1 depth=0\n\
        V_MFMA_F32_16X16X16F16_e64 def a[0:3], v[0:1], v[0:1], a[0:3], #0, #0, #0, imp mode, imp exec\n\
        V_MFMA_F32_32X32X8F16_e64 def early a[32:47], v[0:1], v[0:1], a[16:31], #0, #0, #0, imp mode, imp exec\n\
        V_MFMA_F32_32X32X8F16_mac_e64 def tied a[32:47], v[0:1], v[0:1], tied a[32:47], #0, #0, #0, imp mode, imp exec\n\
        V_MFMA_F32_32X32X8F16_e64 def a[48:63], v[0:1], v[0:1], #0, #0, #0, #0, imp mode, imp exec\n\
        V_ADD_F32_e64 def v4, #0, v5, #0, v6, #0, #0, imp mode, imp exec\n"
    );
    text::parse(&text).expect("a function")
}

fn range(text: &str) -> RegRange {
    RegRange::parse(text).expect("registers")
}

#[test]
fn other_forms_are_edits_of_instructions_that_are_there() {
    let original = matrices("gfx942");
    let mut function = original.clone();
    function.set_form(InstId(1), "V_MFMA_F32_32X32X8F16_mac_e64", &[], true);
    function.set_register(InstId(1), 0, range("a[16:31]"));
    let edits = edits(&function, &original, &[]);
    let script = Script::of(&original, &edits, &[]).expect("a script");
    let form = "V_MFMA_F32_32X32X8F16_mac_e64".to_owned();
    assert_eq!(script.forms, [(InstId(1), form)]);
    assert_eq!(script.operands.len(), 1);
    assert!(script.orders.is_empty() && script.insertions.is_empty());
    // The form alone is an edit, too, of which this one cannot be applied.
    let mut function = original.clone();
    function.set_form(InstId(1), "V_MFMA_F32_32X32X8F16_mac_e64", &[], true);
    let edits = super::edits(&function, &original, &[]);
    assert_eq!(Script::of(&original, &edits, &[]), Err(Refusal::Tied));
}

#[test]
fn only_forms_of_the_same_instruction_are_taken_and_what_they_say_of_registers_holds() {
    let function = matrices("gfx942");
    let script = |inst: u32, form: &str, operands: &[(u32, &str)]| {
        let operands = operands.iter().map(|&(operand, register)| OperandEdit {
            operand,
            register: range(register),
        });
        let mut edits: Vec<Edit> = (0..5)
            .map(|at| edit(0, Place::Existing(InstId(at)), &[]))
            .collect();
        edits[inst as usize].operands = operands.collect();
        edits[inst as usize].form = Some(form.to_owned());
        Script::of(&function, &edits, &[]).map(|script| script.forms.len())
    };
    let wide = "V_MFMA_F32_32X32X8F16";
    let of = |base: &str, ending: &str| format!("{base}{ending}");
    for (inst, form, operands, expected) in [
        (
            0,
            "V_MFMA_F32_16X16X16F16_vgprcd_e64".to_owned(),
            &[(0, "v[4:7]"), (3, "v[4:7]")][..],
            Ok(1),
        ),
        (
            0,
            "V_MFMA_F32_16X16X16F16_vgprcd_e64".to_owned(),
            &[(0, "v[4:7]")],
            Err(Refusal::FormFile),
        ),
        (
            0,
            "V_MFMA_F32_16X16X16F16_vgprcd_e64".to_owned(),
            &[],
            Err(Refusal::FormFile),
        ),
        (
            0,
            "V_MFMA_F32_4X4X4F16_e64".to_owned(),
            &[],
            Err(Refusal::Form),
        ),
        (
            0,
            "V_MFMA_F32_16X16X16F16".to_owned(),
            &[],
            Err(Refusal::Form),
        ),
        (4, "V_ADD_F32_mac_e64".to_owned(), &[], Err(Refusal::Form)),
        (1, of(wide, "_mac_e64"), &[(0, "a[16:31]")], Ok(1)),
        (1, of(wide, "_mac_e64"), &[(3, "a[32:47]")], Ok(1)),
        (1, of(wide, "_mac_e64"), &[], Err(Refusal::Tied)),
        (2, of(wide, "_e64"), &[(0, "a[16:31]")], Ok(1)),
        (
            2,
            of(wide, "_mac_vgprcd_e64"),
            &[(0, "v[16:31]")],
            Err(Refusal::FormFile),
        ),
        (
            2,
            of(wide, "_mac_vgprcd_e64"),
            &[(0, "v[16:31]"), (3, "v[16:31]")],
            Ok(1),
        ),
        (
            2,
            of(wide, "_mac_vgprcd_e64"),
            &[(0, "v[16:31]"), (3, "v[32:47]")],
            Err(Refusal::Tied),
        ),
        (3, of(wide, "_mac_e64"), &[], Err(Refusal::Tied)),
        (3, of(wide, "_vgprcd_e64"), &[(0, "v[16:31]")], Ok(1)),
    ] {
        assert_eq!(
            script(inst, &form, operands),
            expected,
            "{inst} {form} {operands:?}"
        );
    }
    // A copy may have a form, too; nothing else.
    let with = |place, form: &str, registers: &str| {
        let mut new = edit(0, place, &[]);
        new.form = Some(of(wide, form));
        new.operands.push(OperandEdit {
            operand: 0,
            register: range(registers),
        });
        let mut edits = vec![new];
        edits.extend((0..5).map(|at| edit(0, Place::Existing(InstId(at)), &[])));
        let script = Script::of(&function, &edits, &[])?;
        Ok(script.insertions[0].form.clone())
    };
    let copy = Place::Copy(InstId(1));
    let form = Some(of(wide, "_mac_e64"));
    assert_eq!(with(copy, "_mac_e64", "a[16:31]"), Ok(form));
    assert_eq!(with(copy, "_mac_e64", "a[48:63]"), Err(Refusal::Tied));
    assert_eq!(with(Place::Nop(0), "_e64", "a[16:31]"), Err(Refusal::Form));
}

#[test]
fn moves_that_were_added_are_placed_with_the_registers_that_they_have_now() {
    let original = matrices("gfx908");
    let reg = |text| range(text).first();
    let mut function = original.clone();
    let add = |function: &mut Function, to, from| function.add_move(reg(to), reg(from));
    let added = [("v9", "v8"), ("v9", "a8"), ("a9", "v8")];
    let moves = added.map(|(to, from)| add(&mut function, to, from).expect("a move"));
    let mut order = original.block(BlockId(0)).order.clone();
    order.splice(1..2, moves);
    function.set_order(BlockId(0), order);
    // As renaming may have it.
    function.set_register(moves[0], 1, range("v12"));
    let copied = CopiedOperand {
        inst: moves[2],
        operand: 1,
        from: reg("v8"),
        to: reg("v13"),
    };
    let edits = edits(&function, &original, &[copied]);
    let places: Vec<Place> = edits.iter().map(|edit| edit.place).collect();
    let moved = |to, from| Place::Move {
        to: reg(to),
        from: reg(from),
    };
    let existing = |inst| Place::Existing(InstId(inst));
    assert_eq!(
        places,
        [
            existing(0),
            moved("v9", "v12"),
            moved("v9", "a8"),
            moved("v13", "v8"),
            moved("a9", "v13"),
            existing(2),
            existing(3),
            existing(4),
            Place::Removed(InstId(1)),
        ]
    );
    let script = Script::of(&original, &edits, &[]).expect("a script");
    assert_eq!(script.insertions.len(), 4);
    assert!(
        script
            .insertions
            .iter()
            .all(|one| one.before == Some(InstId(2)))
    );
    let with = |gpu, place| {
        let mut edits = vec![edit(0, place, &[])];
        edits.extend((0..5).map(|at| edit(0, Place::Existing(InstId(at)), &[])));
        Script::of(&matrices(gpu), &edits, &[]).err()
    };
    assert_eq!(with("gfx908", moved("a9", "a8")), Some(Refusal::Move));
    assert_eq!(with("gfx90a", moved("a9", "a8")), None);
    assert_eq!(with("gfx90a", moved("v9", "s8")), Some(Refusal::Move));
    assert_eq!(with("gfx90a", moved("s9", "v8")), Some(Refusal::Move));
}

/// Assembly with two instructions, between two others.
fn assembly() -> Function {
    let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
        block 0 frequency=1 depth=0\n\
        V_MOV_B32_e32 def v1, #0, imp exec\n\
        INLINEASM opaque, #1, #10, def v2 | asm parsed\n\
        V_MOV_B32_e32 def v2, v3, imp exec | embedded inside line=1\n\
        V_MOV_B32_e32 def v2, v2, imp exec | embedded inside line=2\n\
        V_MOV_B32_e32 def v4, #0, imp exec\n";
    text::parse(text).expect("a function")
}

#[test]
fn assembly_moves_as_one_and_nothing_changes_in_it() {
    let original = assembly();
    let with = |order: &[u32]| {
        let mut function = original.clone();
        let nop = function.add_inserted("S_NOP", 0);
        let id = |&id: &u32| if id == 9 { nop } else { InstId(id) };
        function.set_order(BlockId(0), order.iter().map(id).collect());
        Script::of(&original, &edits(&function, &original, &[]), &[])
    };
    let moved = with(&[9, 1, 2, 3, 0, 4]).expect("it moves");
    assert_eq!(
        moved.orders,
        [(BlockId(0), vec![InstId(1), InstId(0), InstId(4)])]
    );
    assert_eq!(moved.insertions[0].before, Some(InstId(1)));
    let behind = with(&[0, 1, 2, 3, 9, 4]).expect("a nop behind it");
    assert_eq!(behind.insertions[0].before, Some(InstId(4)));
    assert_eq!(with(&[0, 1, 9, 2, 3, 4]), Err(Refusal::Assembly));
    assert_eq!(with(&[0, 1, 2, 9, 3, 4]), Err(Refusal::Assembly));
    assert_eq!(with(&[0, 1, 2, 4]), Err(Refusal::Assembly));
    assert_eq!(with(&[0, 1, 3, 2, 4]), Err(Refusal::Bundle));
    assert_eq!(with(&[0, 2, 3, 1, 4]), Err(Refusal::Bundle));
    let mut renamed = original.clone();
    renamed.set_register(InstId(2), 1, range("v9"));
    let renamed = edits(&renamed, &original, &[]);
    assert_eq!(Script::of(&original, &renamed, &[]), Err(Refusal::Operand));
}

#[test]
fn assembly_is_copied_as_one() {
    let original = assembly();
    let with = |copied: &[u32]| {
        let mut function = original.clone();
        let copies: Vec<InstId> = copied
            .iter()
            .map(|&id| function.add_copy(InstId(id)))
            .collect();
        let own = [0, 1, 2, 3, 4].map(InstId);
        function.set_order(BlockId(0), own.into_iter().chain(copies).collect());
        Script::of(&original, &edits(&function, &original, &[]), &[])
    };
    let script = with(&[1, 2, 3, 0]).expect("it is copied");
    let places: Vec<Place> = script.insertions.iter().map(|new| new.place).collect();
    assert_eq!(places, [Place::Copy(InstId(1)), Place::Copy(InstId(0))]);
    for faulty in [
        &[1, 2][..],
        &[1, 3, 2],
        &[1, 0, 2, 3],
        &[1],
        &[2, 3],
        &[0, 2],
        &[1, 2, 0, 3],
    ] {
        assert_eq!(with(faulty), Err(Refusal::Assembly), "{faulty:?}");
    }
    let mut function = original.clone();
    let copies = [1, 2, 3].map(|id| function.add_copy(InstId(id)));
    function.set_register(copies[1], 1, range("v9"));
    let own = [0, 1, 2, 3, 4].map(InstId);
    function.set_order(BlockId(0), own.into_iter().chain(copies).collect());
    let renamed = edits(&function, &original, &[]);
    assert_eq!(Script::of(&original, &renamed, &[]), Err(Refusal::Operand));
}

/// A plan inserts nops, waits and register moves. Anything else that is new must not be taken for one of them.
#[test]
fn another_new_instruction_is_refused() {
    let original = assembly();
    let with = |name: &str, operands: Vec<Operand>| {
        let mut function = original.clone();
        let new = function.add_like(InstId(0), name, operands);
        let order = [0, 1, 2, 3].map(InstId);
        let order = order.into_iter().chain([new, InstId(4)]).collect();
        function.set_order(BlockId(0), order);
        Script::of(&original, &edits(&function, &original, &[]), &[])
    };
    let of = |inst: u32| original.operands(InstId(inst)).to_vec();
    let shift = "V_LSHLREV_B32_e32";
    // With an immediate as its source, and with a register.
    assert_eq!(with(shift, of(0)), Err(Refusal::NoOriginal));
    assert_eq!(with(shift, of(3)), Err(Refusal::NoOriginal));
    assert!(with("V_MOV_B32_e32", of(3)).is_ok());
}
