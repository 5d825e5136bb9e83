//! What memory an instruction accesses, as far as its name says.

use cdnasched_base::gpu::{OpInfo, OpTraits, Unit, VmemKind};
use cdnasched_base::machine::{AddressSpace, InstFlags, MemAccess, MemFlags};

/// Sizes in bytes, by the part of the name that tells it; the first one that is found holds.
const SIZES: [(&str, u32); 40] = [
    ("DWORDX16", 64),
    ("DWORDX8", 32),
    ("DWORDX4", 16),
    ("DWORDX3", 12),
    ("DWORDX2", 8),
    ("DWORD", 4),
    ("FORMAT_D16_XYZW", 8),
    ("FORMAT_D16_XYZ", 6),
    ("FORMAT_D16_XY", 4),
    ("FORMAT_D16_X", 2),
    ("FORMAT_XYZW", 16),
    ("FORMAT_XYZ", 12),
    ("FORMAT_XY", 8),
    ("FORMAT_X", 4),
    ("UBYTE", 1),
    ("SBYTE", 1),
    ("BYTE", 1),
    ("USHORT", 2),
    ("SSHORT", 2),
    ("SHORT", 2),
    ("B128", 16),
    ("B96", 12),
    ("B64", 8),
    ("B32", 4),
    ("B16", 2),
    ("B8", 1),
    ("_U16", 2),
    ("_I16", 2),
    ("_U8", 1),
    ("_I8", 1),
    ("_F64", 8),
    ("_U64", 8),
    ("_I64", 8),
    ("_F32", 4),
    ("_U32", 4),
    ("_I32", 4),
    ("PK_ADD_F16", 4),
    ("PK_ADD_BF16", 4),
    ("_X2", 8),
    // The other 32-bit atomics are named by their operation alone.
    ("ATOMIC", 4),
];

/// Accesses to LDS at two places.
const TWICE: [&str; 6] = [
    "DS_READ2_",
    "DS_READ2ST64_",
    "DS_WRITE2_",
    "DS_WRITE2ST64_",
    "DS_WRXCHG2_",
    "DS_WRXCHG2ST64_",
];

/// The address space that instructions of a unit access; `None` for those that access no memory.
fn space(info: &OpInfo) -> Option<AddressSpace> {
    Some(match info.unit {
        Unit::Smem => AddressSpace::CONSTANT,
        Unit::Lds => AddressSpace::LOCAL,
        Unit::Gws => AddressSpace::REGION,
        Unit::Vmem(VmemKind::Flat) => AddressSpace::FLAT,
        Unit::Vmem(VmemKind::Scratch) => AddressSpace::PRIVATE,
        Unit::Vmem(_) => AddressSpace::GLOBAL,
        _ => return None,
    })
}

/// The accesses of an instruction with that name, classification and flags. No names of addresses and no aliases:
/// machine code does not say.
pub(super) fn of(name: &str, info: &OpInfo, flags: InstFlags) -> Vec<MemAccess> {
    let (load, store) = (
        flags.has(InstFlags::MAY_LOAD),
        flags.has(InstFlags::MAY_STORE),
    );
    let Some(space) = space(info).filter(|_| load || store) else {
        return Vec::new();
    };
    let size = SIZES.iter().find(|(part, _)| name.contains(part));
    let bytes = size.map_or(0, |&(_, bytes)| bytes);
    let access = |flags: MemFlags, space: AddressSpace| MemAccess {
        flags,
        space,
        bytes,
        alias_group: 0,
        spill: None,
    };
    if info.is_vmem() && name.contains("_LDS") {
        // LLVM describes both sides of a load into LDS.
        return vec![
            access(MemFlags::LOAD, space),
            access(MemFlags::STORE, AddressSpace::LOCAL),
        ];
    }
    let mut kind = MemFlags::NONE;
    for (on, flag) in [
        (load, MemFlags::LOAD),
        (store, MemFlags::STORE),
        (info.has(OpTraits::ATOMIC), MemFlags::ATOMIC),
    ] {
        if on {
            kind = kind | flag;
        }
    }
    let places = if TWICE.iter().any(|part| name.starts_with(part)) {
        2
    } else {
        1
    };
    vec![access(kind, space); places]
}
