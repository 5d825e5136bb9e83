//! Which instructions waits and cache controls order, by LLVM's names for them.

use crate::machine::{Function, InstFlags, InstId};

/// Whether waits and cache controls may order the instruction: it accesses memory, counts on a
/// counter, signals other waves, or is assembly that may do so.
pub(super) fn is_ordered(function: &Function, inst: InstId) -> bool {
    const ACCESSES: [&str; 15] = [
        "BUFFER_",
        "TBUFFER_",
        "GLOBAL_",
        "FLAT_",
        "SCRATCH_",
        "IMAGE_",
        "DS_",
        "S_LOAD_",
        "S_BUFFER_",
        "S_STORE_",
        "S_SCRATCH_",
        "S_ATOMIC_",
        "S_ATC_",
        "S_MEM",
        "S_DCACHE_",
    ];
    const SIGNALS: [&str; 3] = ["S_BARRIER", "S_SENDMSG", "EXP"];
    let flags = function.flags(inst);
    if flags.has(InstFlags::BUNDLE) || flags.has(InstFlags::META) {
        return false;
    }
    if flags.has(InstFlags::INLINE_ASM) {
        return [
            InstFlags::MAY_LOAD,
            InstFlags::MAY_STORE,
            InstFlags::SIDE_EFFECTS,
        ]
        .into_iter()
        .any(|flag| flags.has(flag));
    }
    let name = function.opcode(inst).name.as_str();
    let mut all = ACCESSES.iter().chain(&SIGNALS);
    all.any(|prefix| name.starts_with(prefix))
}

/// Whether an instruction moves values between lanes by the hardware of LDS, whose memory it does not access (MI300 ISA,
/// section 11, "DS_PERMUTE_B32", "DS_BPERMUTE_B32" and "DS_SWIZZLE_B32").
pub(super) fn is_between_lanes(function: &Function, inst: InstId) -> bool {
    const NAMES: [&str; 3] = ["DS_BPERMUTE", "DS_PERMUTE", "DS_SWIZZLE"];
    let name = function.opcode(inst).name.as_str();
    NAMES.iter().any(|prefix| name.starts_with(prefix))
}
