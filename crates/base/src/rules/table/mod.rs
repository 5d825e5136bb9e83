//! The rule table of all GPUs, as data.
//!
//! The numbers come from three sources: AMD's ISA documents (MI300, sections 4.5 and 7.5, Tables 11
//! and 37; MI200, section 4.5), the CDNA4 scheduling guide, and LLVM 22.1.8 measured with one
//! small function per row. Where they disagree the row says so.

mod accvgpr;
mod asm;
mod leave;
mod matrix;
mod scalar;
mod vector;

use crate::gpu::{Gpu, WaitStates};
use crate::rules::Rule;

pub(super) const GFX908: &[Gpu] = &[Gpu::Gfx908];
pub(super) const GFX90A: &[Gpu] = &[Gpu::Gfx90a];
pub(super) const GFX90A_GFX942: &[Gpu] = &[Gpu::Gfx90a, Gpu::Gfx942];
pub(in crate::rules) const GFX942: &[Gpu] = &[Gpu::Gfx942];
pub(in crate::rules) const GFX950: &[Gpu] = &[Gpu::Gfx950];
pub(super) const BEFORE_GFX942: &[Gpu] = Gpu::before(Gpu::Gfx942);
pub(super) const SINCE_GFX90A: &[Gpu] = Gpu::since(Gpu::Gfx90a);
pub(in crate::rules) const SINCE_GFX942: &[Gpu] = Gpu::since(Gpu::Gfx942);
pub(in crate::rules) const ALL: &[Gpu] = &Gpu::ALL;

const TABLES: [&[Rule]; 6] = [
    matrix::RULES,
    accvgpr::RULES,
    vector::RULES,
    scalar::RULES,
    asm::RULES,
    leave::RULES,
];

/// The most wait states that any row requires, for any GPU, policy and pass count.
///
/// An instruction that issued at least this many wait states ago cannot cause a hazard any more.
pub const MAX_WINDOW: WaitStates = WaitStates(longest_need(&TABLES) as u32);

/// The largest number in any row, of the documents, of LLVM or of [`Policy::Safe`](super::Policy).
const fn longest_need(tables: &[&[Rule]]) -> u8 {
    let mut longest = 0;
    let mut table = 0;
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            let rule = &tables[table][row];
            let needs = [rule.documents, Some(rule.llvm), rule.safe];
            let mut which = 0;
            while which < needs.len() {
                if let Some(need) = needs[which]
                    && need.longest() > longest
                {
                    longest = need.longest();
                }
                which += 1;
            }
            row += 1;
        }
        table += 1;
    }
    longest
}

/// Every rule, in the order of the documents.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// The rule of that id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|r| r.id == id)
}

/// A documented case that requires nothing of software here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotNeeded {
    /// Stable name.
    pub id: &'static str,
    /// Where it is written.
    pub source: &'static str,
    /// Why it needs no wait states.
    pub why: &'static str,
}

const fn not(id: &'static str, source: &'static str, why: &'static str) -> NotNeeded {
    NotNeeded { id, source, why }
}

/// Cases that are documented, or known to LLVM, and need no row.
pub const NOT_NEEDED: &[NotNeeded] = &[
    not(
        "cdna3.t11.3",
        "MI300 ISA Table 11, case 3",
        "s_setvskip does not exist in LLVM's instruction set for these GPUs; a change of VSKIP \
         by s_setreg MODE is covered by cases 1, 2 and 4",
    ),
    not(
        "cdna3.t11.14",
        "MI300 ISA Table 11, case 14",
        "the compiler names VCC only by its name, never by the number of the SGPR under it; its \
         read as a constant is case 18",
    ),
    not(
        "cdna3.t11.18.other",
        "MI300 ISA Table 11, case 18 (v_cmpx, other VALU)",
        "hardware orders EXEC between vector ALU instructions",
    ),
    not(
        "cdna3.t37.101.c",
        "MI300 ISA Table 37, case 101",
        "a dot product forwards its result to SrcC of the same opcode",
    ),
    not(
        "cdna3.t37.112",
        "MI300 ISA Table 37, case 112",
        "a 16x16x4 f64 result is forwarded to the same tuple as SrcC of the same instruction",
    ),
    not(
        "cdna3.t37.114",
        "MI300 ISA Table 37, case 114",
        "a double-precision result as SrcC of XDL is interlocked",
    ),
    not(
        "cdna3.t37.115",
        "MI300 ISA Table 37, case 115",
        "a double-precision result as matrix C of v_smfmac is interlocked",
    ),
    not(
        "gfx90a.m0.operand",
        "LLVM 22 (the row gfx908.m0.operand)",
        "gfx90a and later have neither v_interp nor lds_direct",
    ),
    not(
        "matrix.waw",
        "LLVM 22 (measured)",
        "matrix instructions write their results in issue order, so that one may overwrite the \
         result of another at any distance",
    ),
    not(
        "matrix.war.ab",
        "LLVM 22 (measured)",
        "SrcA, SrcB and the index are read at issue; only SrcC is read later",
    ),
    not(
        "valu.sgpr.salu",
        "LLVM 22 (measured)",
        "hardware interlocks scalar registers between vector ALU, scalar ALU and scalar memory",
    ),
    not(
        "cdna2.vccz.alias",
        "MI200 ISA Table 9",
        "needs a scalar write of VCC under its SGPR number, which the compiler never makes",
    ),
    not(
        "shift64",
        "LLVM 22 (V_LSHLREV_B64 with the last register of a group as shift amount); LLVM PR 183839",
        "no number of wait states repairs it: LLVM rewrites the instruction on gfx90a, ours gives \
         it another register for the amount on the others (crates/engine/src/hazard/shift.rs)",
    ),
];
