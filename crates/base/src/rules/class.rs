//! What the first and the second instruction of a rule do.

macro_rules! classes {
    ($(#[$meta:meta])* $name:ident: $repr:ty { $($(#[$m:meta])* $class:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$m])* $class,)* }
        impl $name {
            /// Every class.
            pub const ALL: &'static [$name] = &[$($name::$class),*];
            /// Number of classes.
            pub const COUNT: usize = Self::ALL.len();
            /// A bit of its own.
            pub fn bit(self) -> $repr {
                1 << self as $repr
            }
            /// The classes whose bits are in a mask.
            pub fn in_mask(mask: $repr) -> impl Iterator<Item = $name> {
                let mut rest = mask;
                std::iter::from_fn(move || {
                    let at = rest.trailing_zeros() as usize;
                    rest &= rest.wrapping_sub(1);
                    Self::ALL.get(at).copied()
                })
            }
        }
        const _: () = assert!($name::COUNT <= <$repr>::BITS as usize);
    };
}

classes!(
    /// What the first instruction of a pair does. One instruction can do several of these.
    Producer: u32 {
        /// A vector ALU instruction (no matrix, no dot product) writes a vector register.
        ValuVector,
        /// A dot product ("DLops") writes a vector register.
        Dot,
        /// An XDL matrix instruction writes its result; on gfx908 and gfx90a every matrix
        /// instruction but the double-precision ones.
        Xdl,
        /// An f32-input matrix instruction of gfx942 or later writes its result.
        Sgemm,
        /// `v_mfma_f64_4x4x4` writes its result.
        Dgemm4,
        /// `v_mfma_f64_16x16x4` writes its result.
        Dgemm16,
        /// An XDL matrix instruction reads a register as SrcC.
        XdlReadsC,
        /// A double-precision matrix instruction issues, whatever its registers.
        DgemmIssue,
        /// A vector ALU instruction writes a scalar register other than EXEC.
        ValuScalar,
        /// A vector ALU instruction writes EXEC (`v_cmpx`).
        ValuExec,
        /// A transcendental writes a vector register.
        Trans,
        /// A result is moved to other bits of its register: SDWA `dst_sel`, VOP3 `op_sel[3]`,
        /// byte select of an fp8 or fp4 conversion.
        Shifted,
        /// `v_fma_mixhi` or `v_mad_mixhi`: writes the high half.
        MixHigh,
        /// A VOP3P instruction whose first source reads its high half (`op_sel_hi`), which
        /// LLVM takes for a moved result.
        PackedHighSource,
        /// Inline assembly that could not be parsed names a register as output. This and the following
        /// classes are about such assembly only.
        Asm,
        /// Inline assembly names a VGPR, no AccVGPR, as output.
        AsmVgpr,
        /// Inline assembly names a scalar register other than EXEC as output.
        AsmScalar,
        /// Inline assembly names a tuple of vector registers as output, which a matrix instruction
        /// may have written. Four numbers are for tuples of 2, 4, 8 and 16 registers: results of
        /// fewer than 16 take at most 8 passes, and f64 results have 2 or 8.
        AsmMatrix,
        /// Inline assembly names EXEC as output.
        AsmExec,
        /// Inline assembly names M0 as output.
        AsmM0,
        /// Any instruction that emits code writes a vector register.
        VectorWrite,
        /// An instruction that emits nothing (IMPLICIT_DEF, KILL) names a vector register as
        /// output.
        MetaWrite,
        /// A store or atomic of more than 64 bits reads its data; no scalar offset register.
        WideStore,
        /// The same with a scalar offset register.
        WideStoreScalarOffset,
        /// A scalar ALU instruction writes M0.
        SaluM0,
        /// `s_setreg`.
        Setreg,
        /// `s_setreg` of TRAPSTS.
        SetregTrapsts,
        /// `s_setreg` of MODE.vskip.
        SetregMode,
        /// `v_accvgpr_write` writes an AccVGPR.
        AccWrite,
        /// `v_accvgpr_read` writes a VGPR.
        AccRead,
        /// A vector-memory instruction inside a run of them loads registers.
        VmemClause,
        /// A scalar-memory instruction inside a run of them loads registers.
        SmemClause,
    }
);

classes!(
    /// What the second instruction of a pair does.
    Consumer: u64 {
        /// A matrix instruction reads SrcA, SrcB, a sparse index or a scale.
        MatrixAb,
        /// An XDL matrix instruction reads SrcC.
        XdlC,
        /// An f32-input matrix instruction reads SrcC.
        SgemmC,
        /// A double-precision matrix instruction reads SrcC.
        DgemmC,
        /// A matrix instruction runs under EXEC.
        MatrixExec,
        /// A vector ALU instruction reads a vector register, not as third source.
        ValuRead,
        /// A vector ALU instruction reads a vector register as third source.
        ValuReadC,
        /// A vector ALU instruction writes a vector register.
        ValuWrite,
        /// A memory, LDS, GWS or export instruction reads a vector register.
        MemRead,
        /// A load or returning atomic writes a vector register.
        MemWrite,
        /// A vector-memory instruction reads a scalar register.
        VmemScalar,
        /// A vector-memory instruction runs under EXEC.
        VmemExec,
        /// A vector ALU instruction reads a scalar register as a constant.
        ValuConst,
        /// A vector ALU instruction reads a lane mask as carry-in or select.
        CarryIn,
        /// `v_readlane` or `v_writelane` takes its lane number from a scalar register.
        LaneSelect,
        /// `v_readlane`, `v_readfirstlane` or `v_writelane` runs.
        LaneExec,
        /// `v_readlane` or `v_readfirstlane` reads its vector source.
        LaneSource,
        /// `v_div_fmas` reads VCC.
        DivFmas,
        /// A DPP instruction reads a VGPR, its prior value included.
        DppRead,
        /// A DPP instruction runs under EXEC.
        DppExec,
        /// A vector ALU instruction that is no transcendental reads a vector register.
        NonTransRead,
        /// A vector ALU instruction names a register in any operand, implicit ones included.
        ValuTouch,
        /// LDS-DMA reads a vector register.
        LdsDmaRead,
        /// LDS-DMA names a register in any operand, implicit ones included.
        LdsDmaTouch,
        /// Inline assembly that could not be parsed names a register in any operand.
        AsmTouch,
        /// A vector ALU instruction or inline assembly writes a vector register.
        DataOverwrite,
        /// An instruction that is no vector ALU instruction writes a vector register.
        OtherOverwrite,
        /// Reads M0 in a way the scalar interlock does not see: LDS-DMA, GDS, GWS, add-TID,
        /// `s_sendmsg`, `s_ttracedata`, `s_movrel`.
        M0Reader,
        /// `v_interp` or an `lds_direct` operand reads M0.
        M0Operand,
        /// `s_getreg` or `s_setreg`.
        HwReg,
        /// `s_rfe`.
        Rfe,
        /// Any vector instruction.
        Vector,
        /// `v_fma_f64` or `v_fmac_f64`.
        Fma64,
        /// `v_permlane16_swap` or `v_permlane32_swap` reads (and writes) a register.
        SwapTouch,
        /// The same run under EXEC.
        SwapExec,
        /// A vector ALU instruction reads VCCZ or EXECZ as a value.
        ZeroFlag,
        /// `v_accvgpr_read` reads an AccVGPR.
        AccSource,
        /// `v_accvgpr_write` writes an AccVGPR.
        AccTarget,
        /// `v_accvgpr_write` reads its source.
        AccWriteSource,
        /// A vector-memory instruction continues a run of them.
        VmemClause,
        /// A scalar-memory instruction continues a run of them.
        SmemClause,
        /// Inline assembly reads a vector register.
        AsmRead,
        /// Inline assembly writes a vector register.
        AsmWrite,
        /// Inline assembly reads a scalar register.
        AsmScalar,
        /// Inline assembly names M0 as input.
        AsmM0,
        /// Inline assembly runs under EXEC.
        AsmExec,
        /// Control leaves for code of another function, by a call, a return or a tail call. The
        /// jump is a wait state between the producer and that code.
        Leave,
    }
);
