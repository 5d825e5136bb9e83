//! Kernel descriptors: `llvm/Support/AMDHSAKernelDescriptor.h`, and LLVM's AMDGPUUsage, "Kernel
//! Descriptor".

use cdnasched_base::gpu::Gpu;

/// Bytes of a descriptor.
pub(super) const SIZE: usize = 64;
/// Offset of `kernel_code_entry_byte_offset`, to which a relocation belongs in `ET_REL` files.
pub(super) const ENTRY_OFFSET_AT: u64 = 16;
/// Bytes that code for firmware without preloading takes before the code that expects its
/// arguments in registers.
pub(super) const PRELOAD_PROLOGUE: u64 = 256;

/// What the descriptor of a kernel says about how it is started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    /// Bytes of LDS that the kernel has from the start.
    pub group_segment_fixed_size: u32,
    /// Bytes of scratch a work item.
    pub private_segment_fixed_size: u32,
    /// Bytes of kernel arguments.
    pub kernarg_size: u32,
    /// From the descriptor to the first instruction, in bytes.
    pub entry_offset: i64,
    /// Vector registers of a lane that are allocated: AccVGPRs included where both share one file
    /// (gfx90a and later), as many again of each sort on gfx908.
    pub vgprs: u16,
    /// First AccVGPR in the shared file (gfx90a and later).
    pub accum_offset: Option<u16>,
    /// Scalar registers that are allocated, VCC and what else lies at their end included.
    pub sgprs: u16,
    /// The waves of a work group may be on different compute units (gfx90a and later).
    pub tg_split: bool,
    /// SGPRs that hold arguments when the kernel begins; those of the system (work group IDs,
    /// wave offset) follow them.
    pub user_sgprs: u8,
    /// Dimensions of a work-item's number that vector registers hold when the kernel begins; `None` where the field has
    /// no meaning.
    pub dimensions: Option<u8>,
    /// Dwords of arguments that are loaded into SGPRs before the kernel begins.
    pub kernarg_preload_length: u8,
    /// `COMPUTE_PGM_RSRC1` as it stands.
    pub rsrc1: u32,
    /// `COMPUTE_PGM_RSRC2` as it stands.
    pub rsrc2: u32,
    /// `COMPUTE_PGM_RSRC3` as it stands.
    pub rsrc3: u32,
    /// `KERNEL_CODE_PROPERTY_*` as they stand.
    pub properties: u16,
}

impl Descriptor {
    pub(super) fn decode(bytes: &[u8; SIZE], gpu: Gpu) -> Descriptor {
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let field = |word: u32, shift: u32, width: u32| (word >> shift) & ((1 << width) - 1);
        let (rsrc3, rsrc1, rsrc2) = (word(44), word(48), word(52));
        let shared = gpu.unified_vector_file();
        let granule = granule(gpu);
        Descriptor {
            group_segment_fixed_size: word(0),
            private_segment_fixed_size: word(4),
            kernarg_size: word(8),
            entry_offset: ((u64::from(word(20)) << 32) | u64::from(word(16))).cast_signed(),
            vgprs: (field(rsrc1, 0, 6) as u16 + 1) * granule as u16,
            accum_offset: shared.then_some((field(rsrc3, 0, 6) as u16 + 1) * 4),
            sgprs: (field(rsrc1, 6, 4) as u16 / 2 + 1) * 16,
            tg_split: shared && field(rsrc3, 16, 1) != 0,
            user_sgprs: field(rsrc2, 1, 5) as u8,
            dimensions: match field(rsrc2, 11, 2) {
                3 => None,
                last => Some(last as u8 + 1),
            },
            kernarg_preload_length: (half(58) & 0x7f) as u8,
            rsrc1,
            rsrc2,
            rsrc3,
            properties: half(56),
        }
    }
}

/// The vector registers that a kernel needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registers {
    /// All that are allocated for a lane: with AccVGPRs where both share one file, as many of each sort elsewhere.
    pub total: u32,
    /// First AccVGPR in the shared file.
    pub accum_offset: Option<u32>,
    /// AccVGPRs in use.
    pub agprs: u32,
    /// What metadata give as the number of VGPRs.
    pub metadata_vgprs: u32,
}

/// Registers are allocated in multiples of this many.
fn granule(gpu: Gpu) -> u32 {
    if gpu.unified_vector_file() { 8 } else { 4 }
}

impl Registers {
    /// As many of them as a GPU allocates.
    pub fn allocated(self, gpu: Gpu) -> u32 {
        self.total.max(1).next_multiple_of(granule(gpu))
    }

    /// Writes them into a descriptor.
    pub(super) fn encode(self, descriptor: &mut [u8], gpu: Gpu) {
        let mut set = |at: usize, value: u32| {
            descriptor[at] = descriptor[at] & 0xc0 | (value.min(63) as u8);
        };
        set(48, self.allocated(gpu) / granule(gpu) - 1);
        if let Some(offset) = self.accum_offset {
            set(44, offset.max(1).div_ceil(4) - 1);
        }
    }
}
