//! What the header says, and what is made of strings and numbers.

use super::*;

#[test]
fn flag_bits_are_those_of_the_header() {
    let insts = [
        (InstFlags::MAY_LOAD, CDNA_INST_MAY_LOAD),
        (InstFlags::MAY_STORE, CDNA_INST_MAY_STORE),
        (InstFlags::SIDE_EFFECTS, CDNA_INST_SIDE_EFFECTS),
        (InstFlags::CALL, CDNA_INST_CALL),
        (InstFlags::RETURN, CDNA_INST_RETURN),
        (InstFlags::TERMINATOR, CDNA_INST_TERMINATOR),
        (InstFlags::BRANCH, CDNA_INST_BRANCH),
        (InstFlags::BARRIER, CDNA_INST_BARRIER),
        (InstFlags::META, CDNA_INST_META),
        (InstFlags::INLINE_ASM, CDNA_INST_INLINE_ASM),
        (InstFlags::BUNDLE, CDNA_INST_BUNDLE),
        (InstFlags::IN_BUNDLE, CDNA_INST_IN_BUNDLE),
        (InstFlags::BOUNDARY, CDNA_INST_BOUNDARY),
        (InstFlags::ORDERED_MEMORY, CDNA_INST_ORDERED_MEMORY),
        (InstFlags::GUARD, CDNA_INST_GUARD),
    ];
    for (ours, abi) in insts {
        assert_eq!(ours.0, abi);
    }
    let classes = [
        (OperandClass::VGPR, CDNA_CLASS_VGPR),
        (OperandClass::AGPR, CDNA_CLASS_AGPR),
        (OperandClass::EVEN, CDNA_CLASS_EVEN),
    ];
    for (ours, abi) in classes {
        assert_eq!(u32::from(ours.0), abi);
    }
    let operands = [
        (OperandFlags::DEF, CDNA_OPERAND_DEF),
        (OperandFlags::IMPLICIT, CDNA_OPERAND_IMPLICIT),
        (OperandFlags::DEAD, CDNA_OPERAND_DEAD),
        (OperandFlags::UNDEF, CDNA_OPERAND_UNDEF),
        (OperandFlags::TIED, CDNA_OPERAND_TIED),
        (OperandFlags::EARLY_CLOBBER, CDNA_OPERAND_EARLY_CLOBBER),
        (OperandFlags::INTERNAL, CDNA_OPERAND_INTERNAL_READ),
    ];
    for (ours, abi) in operands {
        assert_eq!(u32::from(ours.0), abi);
    }
    let accesses = [
        (MemFlags::LOAD, CDNA_ACCESS_LOAD),
        (MemFlags::STORE, CDNA_ACCESS_STORE),
        (MemFlags::VOLATILE, CDNA_ACCESS_VOLATILE),
        (MemFlags::ATOMIC, CDNA_ACCESS_ATOMIC),
        (MemFlags::INVARIANT, CDNA_ACCESS_INVARIANT),
        (MemFlags::NON_TEMPORAL, CDNA_ACCESS_NON_TEMPORAL),
    ];
    for (ours, abi) in accesses {
        assert_eq!(u32::from(ours.0), abi);
    }
}

#[test]
fn only_what_fits_a_spill_slot_has_one() {
    let of = |flags, bytes, frame_object, offset| {
        let access = CdnaAccess {
            flags,
            bytes,
            frame_object,
            offset,
            ..CdnaAccess::default()
        };
        spill_slot_of(&access, &[true, false]).map(|slot| (slot.index, slot.offset))
    };
    assert_eq!(of(CDNA_ACCESS_LOAD, 4, 1, 8), Some((0, 8)));
    assert_eq!(of(CDNA_ACCESS_LOAD, 4, 0, 8), None);
    // No such slot, and no slot at all.
    assert_eq!(of(CDNA_ACCESS_LOAD, 4, 2, 8), None);
    assert_eq!(of(CDNA_ACCESS_LOAD, 4, 3, 8), None);
    assert_eq!(of(CDNA_ACCESS_VOLATILE, 4, 1, 8), None);
    assert_eq!(of(CDNA_ACCESS_ATOMIC, 4, 1, 8), None);
    assert_eq!(of(CDNA_ACCESS_LOAD, u64::MAX, 1, 0), None);
    assert_eq!(of(CDNA_ACCESS_LOAD, u64::MAX, 1, 8), None);
    assert_eq!(of(CDNA_ACCESS_LOAD, 4, 1, -8), None);
    assert_eq!(of(CDNA_ACCESS_LOAD, 4, 1, i64::from(u32::MAX)), None);
}

#[test]
fn the_last_feature_of_a_name_holds_and_open_settings_count_as_on() {
    let of = |text| {
        let f = subtarget_features(text);
        [f.xnack, f.sram_ecc, f.tg_split, f.precise_memory]
    };
    assert_eq!(of(""), [true, true, false, false]);
    assert_eq!(of("+wavefrontsize64,-xnack"), [false, true, false, false]);
    assert_eq!(of("-xnack,+xnack,-sramecc"), [true, false, false, false]);
    assert_eq!(of("+tgsplit,+precise-memory"), [true, true, true, true]);
    assert_eq!(
        of("+no-tgsplit,+supports-xnack"),
        [true, true, false, false]
    );
    assert_eq!(of("+tgsplit,-tgsplit"), [true, true, false, false]);
}

#[test]
fn attributes_and_assembly_are_read_as_llvm_reads_them() {
    for (text, size) in [
        ("1,256", 256),
        ("64, 1024", 1024),
        ("64", 0),
        ("", 0),
        ("1,x", 0),
    ] {
        assert_eq!(workgroup_size(text), size, "{text}");
    }
    assert!(waits(b"v_nop\n S_WaitCnt vmcnt(0)") && !waits(b"s_wait") && !waits(b""));
}
