//! Guarded code, as the core sees it.
//!
//! What runs between an instruction that narrows EXEC and the one that restores it writes some lanes of its results and keeps the
//! others: it reads what it writes. Seen so, EXEC is the same throughout, and the code is like any other that reads and writes
//! registers. The stages behind the first one see what stands there.

use crate::machine::{OperandFlags, OperandKind, RegRange};

/// Kind and flags of an operand.
type Described = (OperandKind, OperandFlags);

/// Changes the operands of a member of guarded code: it reads the vector registers that it writes, and leaves EXEC as it is.
pub(super) fn without_masks(operands: &mut Vec<Described>) {
    let is_exec = |range: RegRange| range.first().is_exec();
    let is_def = |flags: OperandFlags| flags.has(OperandFlags::DEF);
    // `s_or_b64 exec, exec, s[2:3]`: EXEC is what was saved, which nobody needs any more (`guards` has seen to that).
    // `s_mov_b64 exec, s[2:3]`: others may need it.
    let is_restored = operands.iter().any(|&(kind, flags)| {
        matches!(kind, OperandKind::Reg(range) if is_exec(range)) && !is_def(flags)
    });
    let saved = operands.iter().find_map(|&(kind, flags)| match kind {
        OperandKind::Reg(range) if !is_def(flags) && !is_exec(range) => Some(range),
        _ => None,
    });
    let mut kept = Vec::new();
    for (kind, flags) in operands.iter_mut() {
        let (OperandKind::Reg(range), true) = (*kind, is_def(*flags)) else {
            continue;
        };
        if range.first().is_vector() {
            kept.push((*kind, OperandFlags::IMPLICIT));
        } else if is_exec(range) {
            *kind = OperandKind::NoReg;
            let explicit = !flags.has(OperandFlags::IMPLICIT);
            if let Some(saved) = saved.filter(|_| explicit && is_restored) {
                *kind = OperandKind::Reg(saved);
                *flags = *flags | OperandFlags::DEAD;
            }
        }
    }
    operands.extend(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_exec_is_not_written() {
        let reg = |name| OperandKind::Reg(RegRange::parse(name).expect("a register"));
        let (none, def, imp) = (
            OperandFlags::NONE,
            OperandFlags::DEF,
            OperandFlags::IMPLICIT,
        );
        let of = |mut operands: Vec<Described>| {
            without_masks(&mut operands);
            operands
        };
        let load = vec![(reg("v[2:3]"), def), (reg("v4"), none), (reg("exec"), imp)];
        let mut wanted = load.clone();
        wanted.push((reg("v[2:3]"), imp));
        assert_eq!(of(load), wanted);
        let narrows = vec![
            (reg("s[2:3]"), def),
            (reg("vcc"), none),
            (reg("exec"), def | imp),
        ];
        let mut wanted = narrows.clone();
        wanted[2] = (OperandKind::NoReg, def | imp);
        assert_eq!(of(narrows), wanted);
        let restores = vec![
            (reg("exec"), def),
            (reg("exec"), none),
            (reg("s[2:3]"), none),
        ];
        let mut wanted = restores.clone();
        wanted[0] = (reg("s[2:3]"), def | OperandFlags::DEAD);
        assert_eq!(of(restores), wanted);
        let moves = vec![(reg("exec"), def), (reg("s[2:3]"), none)];
        let wanted = vec![(OperandKind::NoReg, def), moves[1]];
        assert_eq!(of(moves), wanted);
    }
}
