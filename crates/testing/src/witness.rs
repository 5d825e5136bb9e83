//! For every rule of the hazard table the smallest instruction pairs that it is about.
//!
//! Tests are generated from them, the unit tests of `hazard` and `check` included. Operands have
//! the shape that LLVM gives the opcode.

use cdnasched_base::gpu::{Gpu, Matrix, MatrixKind, Passes, WaitStates};

use cdnasched_base::machine::{Function, text};
use cdnasched_base::rules::{Consumer, Policy, Producer, Relation, Rule, Share, Via, rules};

/// Two instructions (and what must lie between them) that a rule is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// The rule.
    pub rule: &'static Rule,
    /// The GPU.
    pub gpu: Gpu,
    /// Passes of the producer, if it is a matrix instruction; registers, if it is assembly that
    /// may be one.
    pub passes: Passes,
    /// First instruction, in the text form.
    pub producer: String,
    /// What must lie in between, if anything.
    pub via: Option<String>,
    /// Second instruction, in the text form.
    pub consumer: String,
}

/// An instruction that takes one wait state and takes part in no rule.
pub const FILLER: &str = "S_MOV_B32 def s99, #0";

impl Witness {
    /// Wait states the rule requires between the two.
    pub fn need(&self, policy: Policy) -> WaitStates {
        self.rule.need(policy).of(self.passes)
    }
    /// What comes before the first block in the text form.
    pub fn header(&self) -> String {
        let run = |p: &Producer| matches!(p, Producer::VmemClause | Producer::SmemClause);
        let clause = self.rule.producer.iter().any(run);
        let features = if clause { "features xnack\n" } else { "" };
        format!(
            "cdna-flat 1\nfunction \"witness\"\ngpu {}\n{features}resources lds=0 workgroup=0 entry\n\
             opcode V_MAD_U16_gfx9_e64 modifiers=0x2a\nopcode V_PK_ADD_F16 modifiers=0xa\n\
             opcode V_FMA_MIXHI_F16 modifiers=0x2a\nopcode V_CNDMASK_B32_e64 modifiers=0xa\n",
            self.gpu
        )
    }
    /// The pair on a straight line with that many fillers after the producer.
    ///
    /// # Errors
    /// When an instruction is malformed.
    pub fn straight(&self, fillers: u32) -> Result<Function, text::ParseError> {
        let mut body = format!(
            "{}block 0 frequency=1 depth=0\n{}\n",
            self.header(),
            self.producer
        );
        for _ in 0..fillers {
            body.push_str(FILLER);
            body.push('\n');
        }
        for inst in self.via.iter().chain([&self.consumer]) {
            body.push_str(inst);
            body.push('\n');
        }
        body.push_str("S_ENDPGM #0 | return term noreturn\n");
        text::parse(&body)
    }
}

/// Every witness of a rule: for each GPU and each pass count the rule distinguishes.
pub fn witnesses(rule: &'static Rule) -> Vec<Witness> {
    let mut list = Vec::new();
    for &gpu in rule.gpus {
        for &producer in rule.producer {
            for &consumer in rule.consumer {
                pairs(rule, gpu, producer, consumer, &mut list);
            }
        }
    }
    list
}

/// A matrix instruction: name, registers of the accumulator, of SrcA and of SrcB.
struct Shape {
    name: &'static str,
    c: u8,
    a: u8,
    b: u8,
}

const fn mfma(name: &'static str, c: u8, ab: u8) -> Shape {
    Shape {
        name,
        c,
        a: ab,
        b: ab,
    }
}

const COMMON: &[Shape] = &[
    mfma("V_MFMA_F32_4X4X4F16", 4, 2),
    mfma("V_MFMA_F32_16X16X16F16", 4, 2),
    mfma("V_MFMA_F32_16X16X4F16", 16, 2),
    mfma("V_MFMA_F32_32X32X8F16", 16, 2),
    mfma("V_MFMA_F32_32X32X4F16", 32, 2),
    mfma("V_MFMA_F32_4X4X1F32", 4, 1),
    mfma("V_MFMA_F32_16X16X4F32", 4, 1),
    mfma("V_MFMA_F32_16X16X1F32", 16, 1),
    mfma("V_MFMA_F32_32X32X2F32", 16, 1),
    mfma("V_MFMA_F32_32X32X1F32", 32, 1),
];
const DOUBLE: &[Shape] = &[
    mfma("V_MFMA_F64_4X4X4F64", 2, 2),
    mfma("V_MFMA_F64_16X16X4F64", 8, 2),
];

fn shapes(gpu: Gpu) -> impl Iterator<Item = (&'static Shape, Matrix)> {
    let double: &[Shape] = if gpu == Gpu::Gfx908 { &[] } else { DOUBLE };
    COMMON
        .iter()
        .chain(double)
        .filter_map(move |s| Some((s, Matrix::from_name(s.name, gpu)?)))
}

/// Result, accumulator, SrcA; SrcB and what is left open are registers of no interest.
fn matrix(gpu: Gpu, shape: &Shape, d: u16, c: u16, a: Option<u16>) -> String {
    let (file, suffix) = if gpu == Gpu::Gfx908 {
        ("a", "")
    } else {
        ("v", "_vgprcd")
    };
    let a = a.map_or(tuple("v", 64, shape.a), |a| tuple(file, a, shape.a));
    format!(
        "{}{suffix}_e64 def early {}, {a}, {}, {}, #0, #0, #0, imp mode, imp exec",
        shape.name,
        tuple(file, d, shape.c),
        tuple("v", 68, shape.b),
        tuple(file, c, shape.c),
    )
}

fn tuple(file: &str, first: u16, len: u8) -> String {
    match len {
        1 => format!("{file}{first}"),
        _ => format!("{file}[{first}:{}]", first + u16::from(len) - 1),
    }
}

fn is_result(class: Producer, m: &Matrix) -> bool {
    match class {
        Producer::Xdl | Producer::XdlReadsC => m.kind == MatrixKind::Xdl,
        Producer::Sgemm => m.kind == MatrixKind::Sgemm,
        Producer::Dgemm4 => m.kind == MatrixKind::Dgemm && m.m == 4,
        Producer::Dgemm16 => m.kind == MatrixKind::Dgemm && m.m == 16,
        Producer::DgemmIssue => m.kind == MatrixKind::Dgemm,
        _ => false,
    }
}

fn reads_c(class: Consumer, m: &Matrix) -> bool {
    match class {
        Consumer::XdlC => m.kind == MatrixKind::Xdl,
        Consumer::SgemmC => m.kind == MatrixKind::Sgemm,
        Consumer::DgemmC => m.kind == MatrixKind::Dgemm,
        _ => false,
    }
}

/// Registers of the witnesses: what the pair shares starts at number 8 of its file, what it
/// does not share lies above 63.
fn pairs(
    rule: &'static Rule,
    gpu: Gpu,
    producer: Producer,
    consumer: Consumer,
    list: &mut Vec<Witness>,
) {
    if producer == Producer::AsmMatrix {
        return after_asm_matrix(rule, gpu, consumer, list);
    }
    let overwritten = (producer == Producer::XdlReadsC && consumer == Consumer::Leave).then(|| {
        [128, 144]
            .map(|d| matrix(gpu, &COMMON[2], d, 200, None))
            .join("\n")
    });
    let mut push = |passes: Passes, producer: String, consumer: String| {
        let via = rule.via.map(|via| match via {
            Via::Dgemm => matrix(gpu, &DOUBLE[0], 128, 128, None),
            Via::AccMove => "V_ACCVGPR_WRITE_B32_e64 def a100, v64, imp exec".to_owned(),
            Via::EightPasses => matrix(gpu, &COMMON[1], 128, 128, None),
            Via::SixteenPasses => matrix(gpu, &COMMON[4], 128, 128, None),
        });
        list.push(Witness {
            rule,
            gpu,
            passes,
            producer,
            via: via.or_else(|| overwritten.clone()),
            consumer,
        });
    };
    let results: Vec<_> = shapes(gpu)
        .filter(|(_, m)| is_result(producer, m))
        // Of its own result more is due, unless shorter instructions have overwritten it.
        .filter(|(_, m)| overwritten.is_none() || m.passes.0 == 16)
        .collect();
    if results.is_empty() {
        let Some(first) = plain_producer(gpu, producer, consumer) else {
            return;
        };
        let seconds = shapes(gpu).find(|(_, m)| reads_c(consumer, m));
        let second = match (seconds, same_opcode(rule, consumer)) {
            (_, Some(second)) => Some(second),
            (Some((shape, _)), _) => Some(matrix(gpu, shape, 128, 8, None)),
            _ => plain_consumer(gpu, producer, consumer),
        };
        if let Some(second) = second {
            push(Passes(0), first, second);
        }
        return;
    }
    let mut seen = Vec::new();
    for (shape, m) in results {
        if let Relation::SrcC(share) = rule.relation {
            for (other, n) in shapes(gpu).filter(|(_, n)| reads_c(consumer, n)) {
                for c in [8, 10].into_iter().filter(|c| *c < 8 + u16::from(shape.c)) {
                    let actual = actual_share(shape, &m, other, &n, c);
                    if share.or(actual) == share && !seen.contains(&(m.passes, actual)) {
                        seen.push((m.passes, actual));
                        let first = matrix(gpu, shape, 8, 8, None);
                        push(m.passes, first, matrix(gpu, other, 128, c, None));
                    }
                }
            }
            continue;
        }
        if seen.contains(&(m.passes, Share::ANY)) {
            continue;
        }
        seen.push((m.passes, Share::ANY));
        let first = match producer {
            Producer::XdlReadsC => matrix(gpu, shape, 128, 8, None),
            Producer::DgemmIssue => matrix(gpu, shape, 128, 128, None),
            _ => matrix(gpu, shape, 8, 128, None),
        };
        if let Some(second) = plain_consumer(gpu, producer, consumer) {
            push(m.passes, first, second);
        }
    }
}

/// Inline assembly that names a tuple, by the size of that.
fn after_asm_matrix(rule: &'static Rule, gpu: Gpu, consumer: Consumer, list: &mut Vec<Witness>) {
    let file = if gpu == Gpu::Gfx908 { "a" } else { "v" };
    for len in [2, 4, 8, 16] {
        let reader = shapes(gpu).find(|(_, m)| reads_c(consumer, m));
        let consumer = match reader {
            Some((shape, _)) => Some(matrix(gpu, shape, 128, 8, None)),
            None => plain_consumer(gpu, Producer::AsmMatrix, consumer),
        };
        list.extend(consumer.map(|consumer| Witness {
            rule,
            gpu,
            passes: Passes(len),
            producer: format!(
                "INLINEASM opaque, #1, #10, def {} | asm effects",
                tuple(file, 8, len)
            ),
            via: None,
            consumer,
        }));
    }
}

fn actual_share(p: &Shape, m: &Matrix, c: &Shape, n: &Matrix, at: u16) -> Share {
    if p.c != c.c || at != 8 {
        Share::OVERLAP
    } else if (m.kind, m.m, m.passes) == (n.kind, n.m, n.passes) {
        Share::CHAIN
    } else if m.passes == n.passes {
        Share::SAME_PASSES
    } else {
        Share::SAME_TUPLE
    }
}

const DOT: &str = "V_DOT2C_F32_F16_e32";

fn same_opcode(rule: &Rule, consumer: Consumer) -> Option<String> {
    (rule.relation == Relation::SameOpcode && consumer == Consumer::ValuRead)
        .then(|| format!("{DOT} def v100, v8, v65, tied v100, imp mode, imp exec"))
}

fn plain_producer(gpu: Gpu, class: Producer, consumer: Consumer) -> Option<String> {
    use Producer::*;
    let acc = gpu == Gpu::Gfx908
        && matches!(
            consumer,
            Consumer::AccSource | Consumer::AccTarget | Consumer::XdlC
        );
    let mask = matches!(consumer, Consumer::DivFmas | Consumer::ZeroFlag);
    let text = match class {
        Asm if acc => "INLINEASM opaque, #1, #10, def a8 | asm effects",
        ValuVector | VectorWrite => "V_MOV_B32_e32 def v8, v64, imp exec",
        Dot => "V_DOT2C_F32_F16_e32 def v8, v64, v65, tied v8, imp mode, imp exec",
        ValuScalar if mask => "V_CMP_EQ_U32_e32 v64, v65, imp def vcc, imp exec",
        ValuScalar => "V_CMP_EQ_U32_e64 def s[8:9], v64, v65, imp exec",
        // Compares write a scalar register as well.
        ValuExec if consumer == Consumer::Leave => "V_READFIRSTLANE_B32 def exec_lo, v64, imp exec",
        ValuExec => "V_CMPX_EQ_U32_e32 v64, v65, imp def exec, imp def vcc, imp exec",
        Trans => "V_EXP_F32_e32 def v8, v64, imp mode, imp exec",
        Shifted => "V_MAD_U16_gfx9_e64 def v8, #8, v64, #0, v65, #0, v66, #0, #0, imp exec",
        MixHigh => {
            "V_FMA_MIXHI_F16 def v8, #0, v64, #0, v65, #0, v66, #0, tied v8, #0, #0, imp mode, imp exec"
        }
        PackedHighSource => {
            "V_PK_ADD_F16 def v8, #8, v64, #8, v65, #0, #0, #0, #0, #0, imp mode, imp exec"
        }
        Asm | AsmVgpr => "INLINEASM opaque, #1, #10, def v8 | asm effects",
        AsmExec => "INLINEASM opaque, #1, #10, def exec | asm effects",
        AsmScalar if mask => "INLINEASM opaque, #1, #10, def vcc | asm effects",
        AsmScalar => "INLINEASM opaque, #1, #10, def s[8:9] | asm effects",
        AsmM0 => "INLINEASM opaque, #1, #10, def m0 | asm effects",
        MetaWrite => "IMPLICIT_DEF def v8 | meta",
        WideStore => "GLOBAL_STORE_DWORDX4 v[64:65], v[8:11], #0, #0, imp exec | store",
        WideStoreScalarOffset => {
            "BUFFER_STORE_DWORDX4_OFFSET v[8:11], s[40:43], s44, #0, #0, #0, imp exec | store"
        }
        SaluM0 => "S_MOV_B32 def m0, #0",
        Setreg | SetregTrapsts => "S_SETREG_B32 s40, #-2045, imp def mode, imp mode",
        SetregMode => "S_SETREG_B32_mode s40, #-2047, imp def mode, imp mode",
        AccWrite => "V_ACCVGPR_WRITE_B32_e64 def a8, v64, imp exec",
        AccRead => "V_ACCVGPR_READ_B32_e64 def v8, a64, imp exec",
        VmemClause => "GLOBAL_LOAD_DWORD def v8, v[64:65], #0, #0, imp exec | load",
        SmemClause => "S_LOAD_DWORD_IMM def s8, s[40:41], #0, #0 | load",
        Xdl | Sgemm | Dgemm4 | Dgemm16 | XdlReadsC | DgemmIssue | AsmMatrix => return None,
    };
    Some(text.to_owned())
}

fn plain_consumer(gpu: Gpu, producer: Producer, class: Consumer) -> Option<String> {
    use Consumer::*;
    let in_agpr = gpu == Gpu::Gfx908
        && matches!(
            producer,
            Producer::Xdl | Producer::XdlReadsC | Producer::AccWrite | Producer::AsmMatrix
        );
    let v = if in_agpr { "a" } else { "v" };
    let exec = matches!(producer, Producer::ValuExec | Producer::AsmExec);
    let text = match class {
        MatrixAb if in_agpr => return Some(matrix(gpu, &COMMON[0], 128, 128, Some(8))),
        MatrixAb => {
            let plain = matrix(gpu, &COMMON[0], 128, 128, None);
            return Some(plain.replace("v[64:65]", "v[8:9]"));
        }
        MatrixExec => return Some(matrix(gpu, &COMMON[0], 128, 128, None)),
        XdlC | SgemmC | DgemmC => return None,
        ValuRead | NonTransRead | ValuTouch | Vector => "V_MOV_B32_e32 def v100, v8, imp exec",
        ValuReadC => "V_FMA_F32_e64 def v100, #0, v64, #0, v65, #0, v8, #0, #0, imp mode, imp exec",
        ValuWrite | DataOverwrite => "V_MOV_B32_e32 def v8, v64, imp exec",
        MemRead => "GLOBAL_STORE_DWORD v[64:65], v8, #0, #0, imp exec | store",
        MemWrite | OtherOverwrite => "GLOBAL_LOAD_DWORD def v8, v[64:65], #0, #0, imp exec | load",
        VmemScalar => "GLOBAL_LOAD_DWORD_SADDR def v100, s[8:9], v64, #0, #0, imp exec | load",
        VmemExec => "GLOBAL_LOAD_DWORD def v100, v[64:65], #0, #0, imp exec | load",
        ValuConst if exec => "V_MOV_B32_e32 def v100, exec_lo, imp exec",
        ValuConst => "V_MOV_B32_e32 def v100, s8, imp exec",
        CarryIn => "V_CNDMASK_B32_e64 def v100, #0, v64, #0, v65, s[8:9], imp exec",
        LaneSelect => "V_READLANE_B32 def s60, v64, s8",
        LaneExec => "V_READFIRSTLANE_B32 def s60, v64, imp exec",
        LaneSource => "V_READFIRSTLANE_B32 def s60, v8, imp exec",
        DivFmas => {
            "V_DIV_FMAS_F32_e64 def v100, #0, v64, #0, v65, #0, v66, #0, #0, imp mode, imp vcc, imp exec"
        }
        DppRead => "V_MOV_B32_dpp def v100, tied v100, v8, #0, #15, #15, #0, imp exec",
        DppExec => "V_MOV_B32_dpp def v100, tied v100, v64, #0, #15, #15, #0, imp exec",
        LdsDmaRead | LdsDmaTouch => {
            "GLOBAL_LOAD_LDS_DWORD v[8:9], #0, #0, imp m0, imp exec | load store"
        }
        M0Reader => "S_SENDMSG #1, imp exec, imp m0 | effects",
        M0Operand => "V_MOV_B32_e32 def v100, lds_direct, imp m0, imp exec",
        HwReg => "S_GETREG_B32 def s60, #63491, imp mode | effects",
        Rfe => "S_RFE_B64 s[60:61] | effects",
        Fma64 => {
            "V_FMA_F64_e64 def v[100:101], #0, v[64:65], #0, v[66:67], #0, v[68:69], #0, #0, imp mode, imp exec"
        }
        SwapTouch => "V_PERMLANE16_SWAP_B32_e32 def v8, def v100, tied v8, tied v100, imp exec",
        SwapExec => "V_PERMLANE16_SWAP_B32_e32 def v101, def v100, tied v101, tied v100, imp exec",
        ZeroFlag if exec => "V_MOV_B32_e32 def v100, src_execz, imp exec",
        ZeroFlag => "V_MOV_B32_e32 def v100, src_vccz, imp exec",
        AccSource => "V_ACCVGPR_READ_B32_e64 def v100, a8, imp exec",
        AccTarget => "V_ACCVGPR_WRITE_B32_e64 def a8, v64, imp exec",
        AccWriteSource => "V_ACCVGPR_WRITE_B32_e64 def a100, v8, imp exec",
        VmemClause => "GLOBAL_LOAD_DWORD def v100, v[8:9], #0, #0, imp exec | load",
        SmemClause => "S_LOAD_DWORD_IMM def s60, s[8:9], #0, #0 | load",
        AsmTouch | AsmRead => {
            return Some(format!("INLINEASM opaque, #1, #9, {v}8 | asm effects"));
        }
        AsmWrite => return Some(format!("INLINEASM opaque, #1, #10, def {v}8 | asm effects")),
        AsmScalar => "INLINEASM opaque, #1, #9, s8 | asm effects",
        AsmM0 => "INLINEASM opaque, #1, #9, m0 | asm effects",
        AsmExec => "INLINEASM opaque, #1, #9, v64 | asm effects",
        // The one way out that is no wait state itself.
        Leave => "SI_RETURN_TO_EPILOG imp v64 | return term noreturn",
    };
    Some(text.to_owned())
}

/// Every rule's witnesses.
pub fn all() -> impl Iterator<Item = Witness> {
    rules().flat_map(witnesses)
}
