//! What to insert where.

use super::Spot;
use cdnasched_base::gpu::Gpu;

/// The wait states that one `s_nop` may be good for (MI100, MI200 and MI300 ISA, `S_NOP`).
pub(crate) fn longest_nop(gpu: Gpu) -> u32 {
    if gpu.is_gfx940_plus() { 16 } else { 8 }
}

/// Nops before an instruction.
pub(super) fn nops(gpu: Gpu, missing: u32, at: &Spot) -> String {
    let mut left = missing.max(1);
    let mut all = Vec::new();
    while left > 0 {
        let one = left.min(longest_nop(gpu));
        all.push(format!("s_nop {}", one - 1));
        left -= one;
    }
    insert(&all.join(" and "), at)
}

/// A wait before an instruction.
pub(super) fn wait(counter: &str, count: u8, at: &Spot) -> String {
    insert(&format!("s_waitcnt {counter}({count})"), at)
}

fn insert(what: &str, at: &Spot) -> String {
    let inside = match at.in_macro {
        true => ", which is made by a macro used there",
        false => "",
    };
    format!("insert {what} before {}{inside}", at.place())
}
