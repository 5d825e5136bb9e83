//! Which operand of an instruction has which role.

use crate::gpu::{OpTraits, Unit, VmemKind};
use crate::machine::{Opcode, Operand, OperandFlags, OperandKind, Role};

/// Assigns every operand its role.
///
/// # Errors
/// What was expected and found, when the operands do not fit the opcode.
pub fn assign_roles(opcode: &Opcode, operands: &mut [Operand]) -> Result<(), String> {
    for (at, operand) in operands.iter_mut().enumerate() {
        let explicit = operand.is_explicit();
        operand.role = match operand.reg() {
            _ if at < 64 && opcode.source_modifiers >> at & 1 == 1 => Role::Modifiers,
            Some(_) if !operand.is_def() || !explicit => Role::Other,
            Some(range) if range.first().is_vector() || at == 0 => Role::Dst,
            Some(_) => Role::ScalarDst,
            None => Role::Other,
        };
    }
    match opcode.info.unit {
        Unit::Matrix => matrix(opcode, operands),
        Unit::Valu => {
            valu(opcode, operands);
            Ok(())
        }
        Unit::Vmem(kind) => vmem(opcode, kind, operands),
        Unit::Lds | Unit::Gws => {
            let address_first =
                !opcode.info.has(OpTraits::ADD_TID) && opcode.info.unit == Unit::Lds;
            vector_uses(operands, if address_first { &[Role::VAddr] } else { &[] });
            Ok(())
        }
        _ => Ok(()),
    }
}

fn is_source(operand: &Operand) -> bool {
    operand.is_explicit() && !operand.is_def() && operand.role != Role::Modifiers
}

fn matrix(opcode: &Opcode, operands: &mut [Operand]) -> Result<(), String> {
    let sparse = opcode.info.matrix.is_some_and(|m| m.sparse);
    let mut sources = operands.iter_mut().filter(|o| is_source(o));
    let third = if sparse { Role::MatIndex } else { Role::MatC };
    for role in [Role::MatA, Role::MatB, third] {
        let operand = sources
            .next()
            .ok_or("a matrix instruction has three sources")?;
        let is_vector = operand.reg().is_some_and(|r| r.first().is_vector());
        if !is_vector && (role != Role::MatC || operand.imm().is_none()) {
            return Err(format!("{role:?} must be a vector register"));
        }
        operand.role = role;
    }
    for operand in sources.filter(|o| o.reg().is_some()) {
        operand.role = if sparse && operand.flags.has(OperandFlags::TIED) {
            Role::MatC
        } else {
            Role::MatScale
        };
    }
    let has = |role| operands.iter().any(|o| o.role == role);
    if !has(Role::Dst) || !has(Role::MatC) {
        return Err("a matrix instruction has a destination and an accumulator".into());
    }
    Ok(())
}

fn valu(opcode: &Opcode, operands: &mut [Operand]) {
    let info = &opcode.info;
    let mut sources = [Role::Src0, Role::Src1, Role::Src2].into_iter();
    for operand in operands.iter_mut() {
        if !is_source(operand) {
            let implicit_vcc = !operand.is_explicit()
                && operand.is_use()
                && operand.reg().is_some_and(|r| r.first().is_vcc());
            if implicit_vcc && info.has(OpTraits::CARRY_IN) {
                operand.role = Role::CarryIn;
            }
            continue;
        }
        let tied = operand.flags.has(OperandFlags::TIED);
        if tied && info.has(OpTraits::DPP) && operand.reg().is_some() {
            operand.role = Role::DppOld;
            continue;
        }
        operand.role = match sources.next() {
            Some(Role::Src1) if info.has(OpTraits::READLANE) || info.has(OpTraits::WRITELANE) => {
                Role::LaneSelect
            }
            Some(Role::Src2) if info.has(OpTraits::CARRY_IN) && operand.reg().is_some() => {
                Role::CarryIn
            }
            Some(role)
                if operand.reg().is_some()
                    || operand.imm().is_some()
                    || operand.kind == OperandKind::Opaque =>
            {
                role
            }
            _ => Role::Other,
        };
    }
    if info.has(OpTraits::SDWA) {
        let sources = 1 + usize::from(
            operands
                .iter()
                .any(|o| o.role == Role::Src1 && o.reg().is_some()),
        );
        let explicit = operands.iter().filter(|o| o.is_explicit()).count();
        let compare = opcode.name.starts_with("V_CMP");
        if let (false, Some(at)) = (compare, explicit.checked_sub(sources + 2)) {
            let tied_tail = operands[..explicit]
                .iter()
                .rev()
                .take_while(|o| o.reg().is_some())
                .count();
            if let Some(operand) = at
                .checked_sub(tied_tail)
                .and_then(|at| operands.get_mut(at))
            {
                operand.role = Role::DstSelect;
            }
        }
    }
}

fn vmem(opcode: &Opcode, kind: VmemKind, operands: &mut [Operand]) -> Result<(), String> {
    let buffer = matches!(
        kind,
        VmemKind::Buffer | VmemKind::TypedBuffer | VmemKind::Image
    );
    if buffer {
        let mut descriptor = false;
        for operand in operands.iter_mut().filter(|o| is_source(o)) {
            match operand.kind {
                OperandKind::Reg(range) if !range.first().is_vector() && !descriptor => {
                    operand.role = Role::SRsrc;
                    descriptor = true;
                }
                OperandKind::Reg(range) if descriptor && !range.first().is_vector() => {
                    operand.role = Role::SOffset;
                }
                OperandKind::Imm(_) if descriptor && kind != VmemKind::Image => {
                    operand.role = Role::SOffset;
                }
                _ => continue,
            }
            if operand.role == Role::SOffset {
                break;
            }
        }
        if !descriptor && !opcode.info.has(OpTraits::CACHE_CONTROL) {
            return Err("a buffer or image access has a resource descriptor".into());
        }
    } else {
        let scalars = operands
            .iter_mut()
            .filter(|o| is_source(o) && o.reg().is_some_and(|r| !r.first().is_vector()));
        scalars.for_each(|o| o.role = Role::SAddr);
    }
    let writes_memory = opcode.info.has(OpTraits::ATOMIC) || opcode.name.contains("STORE");
    let order: &[Role] = match (writes_memory, buffer || kind == VmemKind::Scratch) {
        (false, _) => &[Role::VAddr],
        (true, true) => &[Role::VData, Role::VAddr],
        (true, false) => &[Role::VAddr],
    };
    if !writes_memory {
        // A d16 load keeps the other half of its destination: the tied source is no address.
        let addresses = operands.iter_mut().filter(|o| {
            is_source(o)
                && !o.flags.has(OperandFlags::TIED)
                && o.reg().is_some_and(|r| r.first().is_vector())
        });
        addresses.for_each(|o| o.role = Role::VAddr);
        return Ok(());
    }
    vector_uses(operands, order);
    Ok(())
}

/// Assigns the roles to the explicit vector sources in order; those left over are data.
fn vector_uses(operands: &mut [Operand], order: &[Role]) {
    let vectors = operands
        .iter_mut()
        .filter(|o| is_source(o) && o.reg().is_some_and(|r| r.first().is_vector()));
    let roles = order.iter().copied().chain(std::iter::repeat(Role::VData));
    for (operand, role) in vectors.zip(roles) {
        operand.role = role;
    }
}
