//! Matrix instructions by name: kind, shape, passes.

use super::{Gpu, Passes};

/// The class a matrix instruction has in the hazard tables of its GPU.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MatrixKind {
    /// f16, bf16, i8, fp8, xf32, f8f6f4 inputs, and every sparse one (`v_smfmac`).
    /// On gfx908 and gfx90a: every one that is not double precision.
    Xdl,
    /// f32 inputs, gfx942 and later (MI300 ISA, section 7.5).
    Sgemm,
    /// f64.
    Dgemm,
}

/// What the name of a matrix opcode encodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Matrix {
    /// Hazard class.
    pub kind: MatrixKind,
    /// `v_smfmac`: the accumulator is the tied destination, and an index register is read.
    pub sparse: bool,
    /// `v_mfma_scale`: block scales are read before the operands.
    pub scaled: bool,
    /// Rows (and columns) of the tile.
    pub m: u16,
    /// Depth.
    pub k: u16,
    /// Time in the matrix pipe (LLVM SISchedule.td; AMD matrix instruction calculator).
    pub passes: Passes,
}

impl Matrix {
    /// Latency in LLVM's cycles of 4 clocks, and passes, for instructions that LLVM's machine-code layer read. Its own
    /// description of those with block scales is that of the fastest formats: the formats that an instruction has are
    /// told apart only where LLVM compiles.
    pub fn latency_passes(&self) -> (u16, u8) {
        (u16::from(self.passes.0), self.passes.0)
    }

    /// Reads the opcode name. `None` when it is no matrix instruction or has a shape that
    /// the GPU's documents do not list.
    pub fn from_name(name: &str, gpu: Gpu) -> Option<Matrix> {
        let (sparse, rest) = match name.strip_prefix("V_SMFMAC_") {
            Some(rest) => (true, rest),
            None => (false, name.strip_prefix("V_MFMA_")?),
        };
        let (scaled, rest) = match rest.strip_prefix("SCALE_") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (_, rest) = rest.split_once('_')?;
        let (m, rest) = number(rest)?;
        let (n, rest) = number(rest.strip_prefix('X')?)?;
        let (k, input) = number(rest.strip_prefix('X')?)?;
        let input = input.trim_start_matches('_');
        if m != n {
            return None;
        }
        let double = input.starts_with("F64");
        let single = input.starts_with("F32");
        let kind = match (double, single && gpu.is_gfx940_plus()) {
            (true, _) => MatrixKind::Dgemm,
            (_, true) => MatrixKind::Sgemm,
            _ => MatrixKind::Xdl,
        };
        let passes = if double {
            double_passes(m, gpu)?
        } else if input.starts_with("F8F6F4") {
            mixed_format_passes(m, input)?
        } else {
            single_passes(m, k, input.starts_with("XF32"), sparse, gpu)?
        };
        Some(Matrix {
            kind,
            sparse,
            scaled,
            m,
            k,
            passes: Passes(passes),
        })
    }
}

fn number(text: &str) -> Option<(u16, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

fn double_passes(m: u16, gpu: Gpu) -> Option<u8> {
    match m {
        4 => Some(4),
        16 => Some(match gpu {
            Gpu::Gfx908 | Gpu::Gfx90a | Gpu::Gfx942 => 8,
            Gpu::Gfx950 => 16,
        }),
        _ => None,
    }
}

/// Block-scaled formats: an fp8 or bf8 operand on either side halves the rate. LLVM's opcode
/// name carries the register width of each side (`_f8_`, `_f6_`, `_f4_`).
fn mixed_format_passes(m: u16, input: &str) -> Option<u8> {
    let byte_wide = input.contains("_f8");
    match (m, byte_wide) {
        (16, false) => Some(4),
        (16, true) | (32, false) => Some(8),
        (32, true) => Some(16),
        _ => None,
    }
}

fn single_passes(m: u16, k: u16, xf32: bool, sparse: bool, gpu: Gpu) -> Option<u8> {
    if m == 4 {
        return Some(2);
    }
    let fast = gpu.is_gfx940_plus() && (sparse || xf32 || k > 4);
    match (m, fast) {
        (16, true) => Some(4),
        (16, false) | (32, true) => Some(8),
        (32, false) => Some(16),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_follow_the_published_table() {
        use Gpu::*;
        use MatrixKind::*;
        for (name, gpu, kind, passes) in [
            ("V_MFMA_F32_4X4X4F16_e64", Gfx908, Xdl, 2),
            ("V_MFMA_F32_16X16X16F16_e64", Gfx90a, Xdl, 8),
            ("V_MFMA_F32_16X16X16F16_vgprcd_e64", Gfx942, Xdl, 4),
            ("V_MFMA_F32_16X16X4F32_mac_e64", Gfx942, Sgemm, 8),
            ("V_MFMA_F32_16X16X4F32_mac_e64", Gfx90a, Xdl, 8),
            ("V_MFMA_F32_32X32X2F32_e64", Gfx942, Sgemm, 16),
            ("V_MFMA_F32_32X32X4F16_e64", Gfx942, Xdl, 16),
            ("V_MFMA_F32_32X32X4XF32_e64", Gfx942, Xdl, 8),
            ("V_MFMA_F32_32X32X8F16_mac_e64", Gfx942, Xdl, 8),
            ("V_MFMA_F64_16X16X4F64_e64", Gfx942, Dgemm, 8),
            ("V_MFMA_F64_16X16X4F64_e64", Gfx950, Dgemm, 16),
            ("V_MFMA_F64_4X4X4F64_e64", Gfx90a, Dgemm, 4),
            ("V_SMFMAC_F32_32X32X16_F16_e64", Gfx942, Xdl, 8),
            ("V_MFMA_F32_16X16X128_F8F6F4_f8_f4_e64", Gfx950, Xdl, 8),
            (
                "V_MFMA_SCALE_F32_16X16X128_F8F6F4_f4_f6_e64",
                Gfx950,
                Xdl,
                4,
            ),
            (
                "V_MFMA_SCALE_F32_32X32X64_F8F6F4_f4_f8_mac_vgprcd_e64",
                Gfx950,
                Xdl,
                16,
            ),
        ] {
            let matrix = Matrix::from_name(name, gpu).expect(name);
            assert_eq!(
                (matrix.kind, matrix.passes.0),
                (kind, passes),
                "{name} {gpu}"
            );
        }
        assert_eq!(Matrix::from_name("V_ADD_F32_e32", Gfx942), None);
        assert_eq!(Matrix::from_name("V_MFMA_F32_8X8X8F16", Gfx942), None);
    }
}
