//! Tiles that are loaded from memory straight into LDS, into two buffers in turn, and read by the
//! wave that loaded them or by another one after a barrier.

use cdnasched_base::gpu::Gpu;

use super::{Kernel, State};

/// Dwords of LDS that a tile takes, for all waves.
const TILE_DWORDS: u32 = 1024;
/// The part of them that one wave loads is a power of two.
const WAVE_DWORDS_LOG2: u32 = 8;
const LANES: u32 = 64;

/// What `s_waitcnt` says of a counter that it does not wait for.
const NO_VMCNT: u32 = 63;
const NO_LGKMCNT: u32 = 15;

/// Bytes that a lane can load straight into LDS with one instruction.
pub fn legal_bytes(gpu: Gpu) -> &'static [u32] {
    match gpu {
        Gpu::Gfx908 | Gpu::Gfx90a => &[],
        Gpu::Gfx942 => &[1, 2, 4],
        Gpu::Gfx950 => &[1, 2, 4, 12, 16],
    }
}

/// How a kernel makes sure that a tile is there before it reads it.
#[derive(Clone, Copy, PartialEq)]
enum Sync {
    /// A wave reads only what it loaded itself, after a wait that leaves the next tile on its way.
    OwnWave,
    /// The same wait and a barrier.
    CountedBarrier,
    /// A barrier between fences.
    Fences,
    /// A barrier between fences of LDS alone.
    LocalFences,
    /// Two barriers; the fence that waits for the tile is before the second.
    SecondBarrier,
}

const SYNCS: [Sync; 5] = [
    Sync::OwnWave,
    Sync::CountedBarrier,
    Sync::Fences,
    Sync::LocalFences,
    Sync::SecondBarrier,
];

/// One instruction that loads a part of each tile.
struct Load {
    bytes: u32,
    /// Where in the wave's part of the tile, in dwords.
    at: u32,
    through_buffer: bool,
}

/// A loop over tiles.
struct Pipeline {
    sync: Sync,
    loads: Vec<Load>,
    /// Whether metadata says, of the reads only, that they do not meet the loads.
    scoped: bool,
    /// A thread reads what the thread of this number, xor its own, loaded.
    partner: u32,
}

impl Pipeline {
    fn random(kernel: &mut Kernel) -> Pipeline {
        let legal = legal_bytes(kernel.gpu);
        let sync = SYNCS[kernel.random.below(SYNCS.len())];
        let mut loads = Vec::new();
        for slot in 0..1 + kernel.random.below(3) as u32 {
            let bytes = legal[kernel.random.below(legal.len())];
            let through_buffer = kernel.random.below(2) == 0;
            // A wide load takes the whole part of its wave.
            if bytes <= 4 || loads.is_empty() {
                let at = slot * LANES;
                loads.push(Load {
                    bytes,
                    at,
                    through_buffer,
                });
            }
            if bytes > 4 {
                break;
            }
        }
        let own = sync == Sync::OwnWave;
        let partners = if own { LANES } else { 4 * LANES };
        Pipeline {
            sync,
            loads,
            scoped: !own && kernel.random.below(2) == 0,
            partner: kernel.random.below(partners as usize) as u32,
        }
    }
}

/// The operand of `s_waitcnt` that waits for these counts.
fn wait_operand(vmcnt: u32, lgkmcnt: u32) -> u32 {
    const NO_EXPCNT: u32 = 7;
    (vmcnt & 15) | (NO_EXPCNT << 4) | (lgkmcnt << 8) | (vmcnt >> 4 << 14)
}

/// What the kernel begins with: the wave's part of a tile, in dwords, and `%c` as a buffer.
pub const ENTRY: &str = "  \
  %wave.any = lshr i32 %tid, 6
  %wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %wave.any)
  %part = shl i32 %wave, 8
  %resource = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %c, i16 0, i64 65536, i32 159744)
";

/// What the kernel's module needs besides the kernel.
pub const DECLARATIONS: &str = "\
@tiles = internal addrspace(3) global [2048 x i32] poison, align 16
@own = internal addrspace(3) global [1024 x i32] poison, align 16
declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare void @llvm.amdgcn.s.waitcnt(i32)
!0 = !{!\"amdgpu-synchronize-as\", !\"local\"}
!1 = distinct !{!1}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
!4 = !{!2}
!5 = !{!3}
";

impl Kernel<'_> {
    /// Loads tiles and reads each while the next is on its way. All lanes have to be active.
    pub(super) fn pipeline(&mut self, state: &mut State) {
        let pipeline = Pipeline::random(self);
        let tiles = self.value("and i32 %n, 7".into());
        self.load_tile(&pipeline, "0");
        self.repeat(state, &tiles, |kernel, state, tile| {
            let next = kernel.value(format!("add i32 {tile}, 1"));
            kernel.load_tile(&pipeline, &next);
            kernel.tile_is_there(&pipeline);
            kernel.read_tile(&pipeline, state, tile);
            for _ in 0..kernel.random.below(8) {
                kernel.statement(state);
            }
            kernel.tile_was_read(&pipeline);
        });
    }

    /// The first dword of a tile in LDS.
    fn buffer_of(&mut self, tile: &str) -> String {
        let buffer = self.value(format!("and i32 {tile}, 1"));
        self.value(format!("mul i32 {buffer}, {TILE_DWORDS}"))
    }

    fn load_tile(&mut self, pipeline: &Pipeline, tile: &str) {
        let buffer = self.buffer_of(tile);
        let part = self.value(format!("add i32 {buffer}, %part"));
        let scope = if pipeline.scoped {
            ", !alias.scope !4"
        } else {
            ""
        };
        for load in &pipeline.loads {
            let at = load.at;
            let dword = self.value(format!("add i32 {part}, {at}"));
            let to = self.value(format!(
                "getelementptr i32, ptr addrspace(3) @tiles, i32 {dword}"
            ));
            let row = self.value(format!("shl i32 {tile}, 6"));
            let row = self.value(format!("add i32 {row}, {at}"));
            let element = self.value(format!("add i32 {row}, %tid"));
            let from = self.value(format!("shl i32 {element}, 4"));
            self.load_into_lds(load, &from, &to, scope);
        }
    }

    /// Loads from this many bytes into `%c`.
    fn load_into_lds(&mut self, load: &Load, from: &str, to: &str, scope: &str) {
        let bytes = load.bytes;
        if load.through_buffer {
            self.line(&format!(
                "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %resource, ptr addrspace(3) {to}, i32 {bytes}, i32 {from}, i32 0, i32 0, i32 0){scope}"
            ));
        } else {
            let from = self.value(format!("getelementptr i8, ptr addrspace(1) %c, i32 {from}"));
            self.line(&format!(
                "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) {from}, ptr addrspace(3) {to}, i32 {bytes}, i32 0, i32 0){scope}"
            ));
        }
    }

    /// A load into LDS that only its own wave reads, if any does.
    pub(super) fn lone_load_into_lds(&mut self, state: &mut State) {
        let legal = legal_bytes(self.gpu);
        let load = Load {
            bytes: legal[self.random.below(legal.len())],
            at: 0,
            through_buffer: self.random.below(2) == 0,
        };
        let to = self.value("getelementptr i32, ptr addrspace(3) @own, i32 %part".into());
        let index = self.any(state, 0);
        let row = self.value(format!("and i32 {index}, 63"));
        let from = self.value(format!("shl i32 {row}, 4"));
        self.load_into_lds(&load, &from, &to, "");
        if self.random.below(2) == 0 {
            self.wait(0, NO_LGKMCNT);
            let lane = self.value(format!("and i32 %tid, {}", LANES - 1));
            let dword = self.value(format!("add i32 {lane}, %part"));
            let place = self.value(format!(
                "getelementptr i32, ptr addrspace(3) @own, i32 {dword}"
            ));
            let value = self.value(format!("load i32, ptr addrspace(3) {place}"));
            let value = self.value(format!("and i32 {value}, 1048575"));
            self.set(state, 0, value);
        }
    }

    fn wait(&mut self, vmcnt: u32, lgkmcnt: u32) {
        let operand = wait_operand(vmcnt, lgkmcnt);
        self.line(&format!("call void @llvm.amdgcn.s.waitcnt(i32 {operand})"));
    }

    fn barrier(&mut self) {
        self.line("call void @llvm.amdgcn.s.barrier()");
    }

    fn fenced_barrier(&mut self, of: &str) {
        self.line(&format!("fence syncscope(\"workgroup\") release{of}"));
        self.barrier();
        self.line(&format!("fence syncscope(\"workgroup\") acquire{of}"));
    }

    fn tile_is_there(&mut self, pipeline: &Pipeline) {
        let next_tile = pipeline.loads.len() as u32;
        match pipeline.sync {
            Sync::OwnWave => self.wait(next_tile, NO_LGKMCNT),
            Sync::CountedBarrier => {
                self.wait(next_tile, NO_LGKMCNT);
                self.barrier();
            }
            Sync::Fences => self.fenced_barrier(""),
            Sync::LocalFences => self.fenced_barrier(", !mmra !0"),
            Sync::SecondBarrier => {
                self.barrier();
                self.fenced_barrier("");
            }
        }
    }

    fn read_tile(&mut self, pipeline: &Pipeline, state: &mut State, tile: &str) {
        let buffer = self.buffer_of(tile);
        let thread = self.value(format!("xor i32 %tid, {}", pipeline.partner));
        let lane = self.value(format!("and i32 {thread}, {}", LANES - 1));
        let wave = self.value(format!("lshr i32 {thread}, 6"));
        let part = self.value(format!("shl i32 {wave}, {WAVE_DWORDS_LOG2}"));
        let part = self.value(format!("add i32 {part}, {buffer}"));
        let scopes = match pipeline.scoped {
            true => ", !alias.scope !5, !noalias !4",
            false => "",
        };
        for load in &pipeline.loads {
            let stride = load.bytes.div_ceil(4);
            let dword = self.value(format!("mul i32 {lane}, {stride}"));
            let dword = self.value(format!("add i32 {dword}, {}", load.at));
            let dword = self.value(format!("add i32 {dword}, {part}"));
            let place = self.value(format!(
                "getelementptr i32, ptr addrspace(3) @tiles, i32 {dword}"
            ));
            let value = self.value(format!("load i32, ptr addrspace(3) {place}{scopes}"));
            let value = self.value(format!("and i32 {value}, 1048575"));
            self.set(state, 0, value);
        }
    }

    /// Its buffer is about to be loaded into again.
    fn tile_was_read(&mut self, pipeline: &Pipeline) {
        self.wait(NO_VMCNT, 0);
        if pipeline.sync != Sync::OwnWave {
            self.barrier();
        }
    }
}
