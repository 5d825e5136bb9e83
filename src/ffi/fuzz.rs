//! Calls of the C ABI with arbitrary contents.

use std::ffi::c_void;

use super::abi::*;
use super::entry::*;

/// The largest status there is.
pub(crate) const LAST_STATUS: u32 = CDNA_BAD_CALL;

/// Numbers from arbitrary bytes: mostly small, so that indices often hit.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn small(&mut self) -> u32 {
        match self.0.next() {
            None => 0,
            Some(255) => u32::MAX,
            Some(&byte) => u32::from(byte) % 12,
        }
    }
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }
    fn bits(&mut self) -> u32 {
        // Few bits at once, or nothing would be left of a function.
        let byte = self.byte();
        if byte < 240 { 0 } else { 1 << (byte % 16) }
    }
}

const OPCODES: &[&str] = &[
    "V_ADD_U32_e32",
    "V_MFMA_F32_16X16X16F16_e64",
    "GLOBAL_LOAD_DWORD",
    "GLOBAL_STORE_DWORDX4",
    "DS_READ_B32_gfx9",
    "S_LOAD_DWORD_IMM",
    "BUFFER_STORE_DWORDX4_OFFSET",
    "S_WAITCNT",
    "S_NOP",
    "S_WAITCNT_soft",
    "BUNDLE",
    "INLINEASM",
    "KILL",
    "S_ENDPGM",
    "V_DIV_FMAS_F32_e64",
    "V_ADD_F16_sdwa",
    "S_SETREG_IMM32_B32",
    "NO_SUCH_OPCODE",
];
/// Opcodes that take operands of any shape.
const UNDEMANDING: &[&str] = &[
    "V_ADD_U32_e32",
    "DS_READ_B32_gfx9",
    "S_LOAD_DWORD_IMM",
    "S_NOP",
    "S_WAITCNT_soft",
    "KILL",
    "V_READLANE_B32",
    "V_EXP_F32_e32",
];
const UNITS: &[&str] = &[
    "VGPR0",
    "VGPR1",
    "VGPR2",
    "VGPR3",
    "AGPR0",
    "AGPR1",
    "SGPR4",
    "SGPR5",
    "EXEC_LO",
    "EXEC_HI",
    "VCC_LO",
    "NOT_A_UNIT",
];

/// Answers of an alias analysis: of every kind, and of none.
unsafe extern "C" fn exclusion(_: *mut c_void, access: u32, by: u32) -> u32 {
    (access + 2 * by) % 4
}
unsafe extern "C" fn may_alias(_: *mut c_void, inst: u32, other: u32) -> u32 {
    (inst + other) % 2
}
unsafe extern "C" fn writes_apart(_: *mut c_void, one: u32, _: u64, other: u32, _: u64) -> u32 {
    (one + other) % 2
}

/// Calls every stage with what the bytes describe; gives their statuses and remarks. The directory,
/// where functions are saved, is gone afterwards.
pub(crate) fn call(bytes: &[u8], directory: &str) -> Vec<(u32, String)> {
    let mut b = Bytes(bytes.iter());
    // Half of them are wild in every field, the others only here and there.
    let known = |all: &'static [&'static str], at: u32, wild: bool| {
        all[at as usize % (all.len() - usize::from(!wild))]
    };
    let wild = b.byte() > 128;
    let gpus = ["gfx908", "gfx90a", "gfx942", "gfx950", "gfx1100", ""];
    let gpu = gpus[b.small() as usize % if wild { 6 } else { 4 }];
    let opcodes: Vec<CdnaOpcode> = (0..10)
        .map(|_| CdnaOpcode {
            name: CdnaStr::of(match wild {
                true => known(OPCODES, u32::from(b.byte()), true),
                false => UNDEMANDING[usize::from(b.byte()) % UNDEMANDING.len()],
            }),
            first_type: b.small(),
            type_count: b.small() % 5,
        })
        .collect();
    let units: Vec<CdnaStr> = (0..11)
        .map(|at| CdnaStr::of(known(UNITS, at, wild)))
        .collect();
    let registers: Vec<CdnaRegister> = (0..11)
        .map(|at| CdnaRegister {
            first_unit: if wild { b.small() } else { at % 11 },
            unit_count: if wild { b.small() } else { 1 },
        })
        .collect();
    let operands: Vec<CdnaOperand> = (0..40)
        .map(|_| CdnaOperand {
            kind: if wild { b.byte() } else { b.byte() % 2 },
            flags: b.bits() as u8,
            reserved: 0,
            index: b.small(),
            imm: i64::from(b.byte()) - 16,
        })
        .collect();
    let accesses: Vec<CdnaAccess> = (0..6)
        .map(|_| CdnaAccess {
            flags: u32::from(b.byte()),
            space: b.small(),
            bytes: u64::from(b.small()),
            address: u64::from(b.small()),
            offset: i64::from(b.byte()),
            metadata: b.small(),
            frame_object: b.small() % if wild { 16 } else { 3 },
        })
        .collect();
    let insts: Vec<CdnaInst> = (0..12)
        .map(|_| CdnaInst {
            opcode: (b.small() % 10).wrapping_add(if wild { b.small() } else { 0 }),
            flags: b.bits(),
            first_operand: u32::from(b.byte() % 32),
            operand_count: u32::from(b.byte() % 9),
            first_access: u32::from(b.byte() % 5),
            access_count: u32::from(b.byte() % 3),
            latency: u16::from(b.byte()),
            passes: b.byte(),
            reserved: 0,
        })
        .collect();
    let blocks: Vec<CdnaBlock> = (0..3)
        .map(|at| CdnaBlock {
            first_inst: if wild { b.small() } else { at * 4 },
            inst_count: if wild { b.small() } else { 4 },
            first_successor: b.small() % 4,
            successor_count: b.small() % 3,
            frequency: [1.0, 0.0, 33.0, -1.0, f64::NAN, f64::MAX]
                [b.small() as usize % if wild { 6 } else { 3 }],
            loop_depth: b.small(),
            loop_header: if !wild || b.byte() < 128 {
                CDNASCHED_NONE
            } else {
                b.small()
            },
        })
        .collect();
    let successors: Vec<u32> = (0..6)
        .map(|_| if wild { b.small() } else { b.small() % 3 })
        .collect();
    let frame_objects: Vec<CdnaFrameObject> = (0..2)
        .map(|at| CdnaFrameObject {
            offset: 16 * at,
            size: u64::from(b.small()),
            spills: b.small() % 2,
            reserved: 0,
        })
        .collect();
    let edges: Vec<CdnaEdge> = (0..if wild { b.small().min(4) } else { 0 })
        .map(|_| CdnaEdge {
            from: b.small(),
            to: b.small(),
            kind: b.small() % 5,
            latency: b.small(),
        })
        .collect();
    let operand_types: Vec<u8> = (0..16).map(|_| b.byte() % 3).collect();
    let operand_classes: Vec<u8> = (0..16).map(|_| b.byte() % 16).collect();
    let fixed: Vec<CdnaStr> = (0..b.small().min(3))
        .map(|_| CdnaStr::of(known(UNITS, b.small(), wild)))
        .collect();
    let files = ["/src/gemm.py", "", "a.cl"].map(CdnaStr::of);
    let locations: Vec<CdnaLocation> = (0..[12, 0, 3]
        [usize::from(b.byte() % if wild { 3 } else { 2 })])
        .map(|_| CdnaLocation {
            file: if wild { b.small() } else { b.small() % 3 },
            line: b.small(),
            column: b.small(),
        })
        .collect();
    let symbols = ["", "s_waitcnt 0", "f", "v_mov_b32 $0, ${1:n}", ".long 5"].map(CdnaStr::of);
    let debug_values: Vec<CdnaDebugValue> = (0..b.small().min(4))
        .map(|at| CdnaDebugValue {
            block: if wild { b.small() } else { 0 },
            after: [CDNASCHED_NONE, at, b.small()][b.small() as usize % if wild { 3 } else { 2 }],
            variable: at % 2,
            first_operand: at,
            operand_count: 1,
        })
        .collect();
    let debug_operands: Vec<CdnaDebugOperand> = (0..4)
        .map(|operand| CdnaDebugOperand {
            operand,
            reg: registers[b.small() as usize % registers.len()],
        })
        .collect();
    // Now and then another version, another size, or a null pointer to what is announced.
    let rarely = |byte: u8| u32::from(wild && byte > 250);
    let mut function = CdnaFunction {
        abi_version: CDNASCHED_ABI_VERSION + rarely(b.byte()),
        struct_size: size_of::<CdnaFunction>() as u32 + rarely(b.byte()),
        name: CdnaStr::of("f"),
        cpu: CdnaStr::of(gpu),
        features: CdnaStr::of(["", "+xnack,-sramecc", "+tgsplit,", ",-"][b.small() as usize % 4]),
        workgroup: CdnaStr::of(["1,256", "", "64", "1,1024"][b.small() as usize % 4]),
        lds_bytes: u64::from(b.bits()),
        calling_convention: if b.byte() < 128 { 91 } else { b.bits() },
        asm_variant: i32::from(b.byte() > 200),
        modified: CdnaOpcode {
            name: CdnaStr::of("V_ADD_F32_e64"),
            first_type: b.small(),
            type_count: 4,
        },
        opcodes: opcodes.as_ptr(),
        opcode_count: opcodes.len() as u64,
        units: units.as_ptr(),
        unit_count: units.len() as u64,
        registers: registers.as_ptr(),
        register_count: registers.len() as u64,
        reserved_registers: fixed.as_ptr(),
        reserved_register_count: fixed.len() as u64,
        callee_saved: fixed.as_ptr(),
        callee_saved_count: fixed.len() as u64,
        blocks: blocks.as_ptr(),
        block_count: blocks.len() as u64,
        successors: successors.as_ptr(),
        successor_count: successors.len() as u64,
        insts: insts.as_ptr(),
        inst_count: insts.len() as u64,
        debug_values: debug_values.as_ptr(),
        debug_value_count: debug_values.len() as u64,
        debug_operands: debug_operands.as_ptr(),
        debug_operand_count: debug_operands.len() as u64,
        files: files.as_ptr(),
        file_count: files.len() as u64,
        locations: locations.as_ptr(),
        location_count: locations.len() as u64,
        operands: operands.as_ptr(),
        operand_count: operands.len() as u64,
        accesses: accesses.as_ptr(),
        access_count: accesses.len() as u64,
        frame_objects: frame_objects.as_ptr(),
        frame_object_count: frame_objects.len() as u64,
        edges: edges.as_ptr(),
        edge_count: edges.len() as u64,
        operand_types: operand_types.as_ptr(),
        operand_type_count: operand_types.len() as u64,
        operand_classes: operand_classes.as_ptr(),
        symbols: symbols.as_ptr(),
        symbol_count: symbols.len() as u64,
        analysis: std::ptr::null_mut(),
        exclusion: Some(exclusion),
        may_alias: Some(may_alias),
        writes_apart: Some(writes_apart),
    };
    match if wild { b.byte() } else { u8::MAX } {
        0 => function.opcodes = std::ptr::null(),
        1 => function.units = std::ptr::null(),
        2 => function.registers = std::ptr::null(),
        3 => function.blocks = std::ptr::null(),
        4 => function.successors = std::ptr::null(),
        5 => function.insts = std::ptr::null(),
        6 => function.operands = std::ptr::null(),
        7 => function.accesses = std::ptr::null(),
        8 => function.name.data = std::ptr::null(),
        9 => function.operand_classes = std::ptr::null(),
        10 => function.reserved_registers = std::ptr::null(),
        11 => function.files = std::ptr::null(),
        12 => function.locations = std::ptr::null(),
        _ => {}
    }
    // Everything on; the policy and what spoils a result vary.
    let hazards =
        ["safe", "exact", "isa", "llvm", "none"][b.small() as usize % if wild { 5 } else { 4 }];
    let values = super::options::describe().iter().map(|option| {
        // SAFETY: a static string of the core's own table.
        let name = unsafe { super::raw::text(option.name, "name") };
        CdnaStr::of(match name {
            Ok("cdna-sched-check") => "full",
            Ok("cdna-sched-hazards") => hazards,
            Ok("cdna-sched-save") => directory,
            _ if option.kind == CDNA_OPTION_SWITCH => "true",
            _ => "",
        })
    });
    let values: Vec<CdnaStr> = values.collect();
    let explain = u32::from(b.byte() < 128);
    let mut results = Vec::new();
    // SAFETY: every array lives until the end of this function and is as long as announced; plan
    // and session are released once.
    unsafe {
        let session = cdnasched_session_open(
            CDNASCHED_ABI_VERSION,
            values.as_ptr(),
            values.len() as u64,
            std::ptr::null_mut(),
        );
        for stage in [CDNA_STAGE_SCHEDULE, CDNA_STAGE_NOPS, CDNA_STAGE_AUDIT] {
            let mut plan = std::ptr::null_mut();
            let status = cdnasched_run(session, stage, &function, explain, &mut plan);
            let mut remarks = String::new();
            if let Some(plan) = plan.as_ref() {
                for at in 0..plan.remark_count as usize {
                    let remark = &*plan.remarks.add(at);
                    let message = super::raw::text(remark.message, "message");
                    remarks += message.unwrap_or("no UTF-8");
                    remarks.push('\n');
                }
            }
            results.push((status, remarks));
            cdnasched_plan_free(plan);
        }
        cdnasched_session_close(session);
    }
    // Every call has files of its own.
    let _ = std::fs::remove_dir_all(directory);
    results
}
