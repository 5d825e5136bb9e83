//! Instructions as assembly text: what a user reads in remarks, reports and errors.
//!
//! LLVM's opcode names say how the compiler represents an instruction
//! (`V_MFMA_F32_16X16X16BF16_1K_vgprcd_e64`); people write mnemonics
//! (`v_mfma_f32_16x16x16_bf16`). The [mnemonic](mnemonic()) follows from the name by tables; operands follow
//! from the layout of each encoding family, in the syntax of LLVM's assembler. Tests compare both
//! with LLVM's own output. Nothing reads this text back: the exact form is [`super::text`].

mod immediate;
mod mnemonic;
mod operands;
mod vector;

pub use mnemonic::mnemonic;

use super::{Function, InstFlags, InstId};
use operands::Text;

impl Function {
    /// The instruction as assembly text, for example `global_load_dword v28, v[2:3], off offset:16`.
    /// Branch targets are blocks of this function (`bb.3`); symbols that the flat function does
    /// not hold are left out.
    pub fn asm(&self, id: InstId) -> String {
        if self.flags(id).has(InstFlags::INLINE_ASM) {
            return "inline assembly".to_owned();
        }
        Text::new(self, id).finish()
    }

    /// The mnemonic of the instruction alone, for example `v_add_f32_e32`.
    pub fn mnemonic(&self, id: InstId) -> String {
        if self.flags(id).has(InstFlags::INLINE_ASM) {
            return "inline assembly".to_owned();
        }
        mnemonic(&self.opcode(id).name, self.gpu)
    }
}

#[cfg(test)]
mod tests;
