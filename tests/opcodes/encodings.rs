//! Every opcode of every encoding of CDNA, as machine code (MI300 ISA, section 13), with what
//! the encoding says about the instruction.

use cdnasched_base::gpu::{Unit, VmemKind};

/// How the bits of an instruction are laid out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// SOP1, SOP2, SOPK, SOPC.
    Scalar,
    /// SOPP: branches, waits, messages …
    Program,
    Smem,
    /// VOP1, VOP2, VOPC.
    Vector,
    Sdwa,
    Dpp,
    Vop3,
    Vop3p,
    /// The matrix part of VOP3P.
    Matrix,
    Interpolation,
    Lds,
    /// LDS encoding with the GDS bit.
    Gds,
    Memory(Memory),
    Export,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Memory {
    Buffer,
    TypedBuffer,
    Flat,
    Global,
    Scratch,
    Image,
}

impl Format {
    /// Units that an instruction in this format can execute on.
    pub fn allows(self, unit: Unit) -> bool {
        match self {
            Format::Scalar => matches!(unit, Unit::Salu | Unit::Control),
            Format::Program => matches!(
                unit,
                Unit::Control
                    | Unit::Wait
                    | Unit::Nop
                    | Unit::Barrier
                    | Unit::Message
                    | Unit::State
                    | Unit::Salu
            ),
            Format::Smem => unit == Unit::Smem,
            Format::Matrix => unit == Unit::Matrix,
            Format::Vector
            | Format::Sdwa
            | Format::Dpp
            | Format::Vop3
            | Format::Vop3p
            | Format::Interpolation => unit == Unit::Valu,
            Format::Lds => matches!(unit, Unit::Lds | Unit::Gws),
            Format::Gds => matches!(unit, Unit::Lds | Unit::Gws),
            Format::Memory(kind) => {
                unit == Unit::Vmem(match kind {
                    Memory::Buffer => VmemKind::Buffer,
                    Memory::TypedBuffer => VmemKind::TypedBuffer,
                    Memory::Flat => VmemKind::Flat,
                    Memory::Global => VmemKind::Global,
                    Memory::Scratch => VmemKind::Scratch,
                    Memory::Image => VmemKind::Image,
                })
            }
            Format::Export => unit == Unit::Export,
        }
    }
}

/// One instruction as machine code.
pub struct Encoding {
    pub format: Format,
    pub words: Vec<u32>,
}

/// Opcodes of VOP3P between those of the matrix instructions that are none: packed and AccVGPR
/// moves.
const PACKED: [u32; 2] = [0x58, 0x59];
/// VGPR 2 as a source.
const V2: u32 = 0x102;

struct List(Vec<Encoding>);

impl List {
    fn add(&mut self, format: Format, words: &[u32]) {
        let words = words.to_vec();
        self.0.push(Encoding { format, words });
    }
}

/// Every opcode in every format, with the fields around it filled in the ways that LLVM tells
/// apart: it refuses a field that the instruction has no use for unless it is 0.
pub fn all() -> Vec<Encoding> {
    let mut list = List(Vec::new());
    scalar(&mut list);
    vector(&mut list);
    vop3(&mut list);
    memory(&mut list);
    list.0
}

fn scalar(list: &mut List) {
    use Format::{Program, Scalar, Smem};
    for fields in [
        4 << 16 | 16 << 8 | 8,
        16 << 8 | 8,
        4 << 16 | 8,
        8,
        4 << 16,
        0,
    ] {
        for op in 0..96 {
            list.add(Scalar, &[0x8000_0000 | op << 23 | fields]);
        }
        for op in 0..256 {
            let fields = fields & !0xff00;
            list.add(Scalar, &[0xbe80_0000 | op << 8 | fields]);
        }
        for op in 0..128 {
            let fields = fields & 0xffff;
            list.add(Scalar, &[0xbf00_0000 | op << 16 | fields]);
            list.add(Program, &[0xbf80_0000 | op << 16 | fields]);
        }
        for op in 0..32 {
            list.add(Scalar, &[0xb000_0000 | op << 23 | fields & 0x7f_00ff, 0]);
        }
        for op in 0..256 {
            for (mode, offset) in [(0, 20), (1 << 17, 16), (3 << 14 | 1 << 17, 20 << 25)] {
                for glc in [0, 1 << 16] {
                    let fields = (fields >> 16 & 4) << 4 | fields & 0x10;
                    let base = 0xc000_0000 | op << 18 | mode & !(1 << 15) | glc;
                    list.add(Smem, &[base | fields | 4, offset]);
                    list.add(Smem, &[base | fields, offset]);
                }
            }
        }
    }
}

/// A first source that says where the rest is, and the rest.
const SECOND: [(Format, u32, Option<u32>); 6] = [
    (Format::Vector, V2, None),
    (Format::Vector, 8, None),
    (Format::Vector, V2, Some(0)),
    (Format::Sdwa, 0xf9, Some(0x0606_0602)),
    (Format::Sdwa, 0xf9, Some(0x0000_0602)),
    (Format::Dpp, 0xfa, Some(0xff00_e402)),
];

fn vector(list: &mut List) {
    for (format, source, more) in SECOND {
        let mut add = |base: u32| {
            let words = [base | source, more.unwrap_or(0)];
            list.add(format, &words[..1 + usize::from(more.is_some())]);
        };
        for vdst in [0, 4 << 17] {
            for op in 0..256 {
                add(0x7e00_0000 | vdst | op << 9);
            }
            for op in 0..62 {
                add(op << 25 | vdst | 6 << 9);
            }
        }
        for op in 0..256 {
            add(0x7c00_0000 | op << 17 | 6 << 9);
        }
    }
    for op in 0..256 {
        for destination in [0, 0x8800] {
            let second = 0x0606_0002 | destination;
            list.add(
                Format::Sdwa,
                &[0x7c00_0000 | op << 17 | 6 << 9 | 0xf9, second],
            );
        }
        list.add(Format::Vector, &[0x7e00_0000 | op << 9]);
    }
    for op in 0..4 {
        list.add(
            Format::Interpolation,
            &[0xd400_0000 | op << 16 | 4 << 18 | 2],
        );
    }
}

fn vop3(list: &mut List) {
    // VOP3P has the rest.
    for op in 0..0x380 {
        for (vdst, sdst) in [(8, 0), (8, 106 << 8), (0, 0)] {
            for sources in [
                V2 | 0x104 << 9 | 0x108 << 18,
                V2 | 0x104 << 9 | 8 << 18,
                V2 | 0x104 << 9,
                V2 | 8 << 9,
                V2,
                8 | 10 << 9,
                0,
            ] {
                list.add(
                    Format::Vop3,
                    &[0xd000_0000 | op << 16 | sdst | vdst, sources],
                );
            }
        }
    }
    for op in 0..128 {
        let format = match op {
            0x2d | 0x2e | 0x35.. if !PACKED.contains(&op) => Format::Matrix,
            _ => Format::Vop3p,
        };
        let base = 0xd380_0000 | op << 16;
        for acc in [0, 1 << 15] {
            for a in [0, 2, 4] {
                for b in [0, 2, 4] {
                    let second = 0x120 | 0x140 << 9 | 0x160 << 18 | b << 29;
                    let words = [base | acc | a << 8 | 0x20, second];
                    list.add(format, &words);
                    // Behind the prefix with the two scales.
                    let scaled = base | acc | a << 8 | 0x800;
                    list.add(format, &[0xd3ac_0000, 0x110 | 0x112 << 9, scaled, second]);
                }
            }
        }
        list.add(format, &[base | 4, 0x104]);
        list.add(
            format,
            &[
                base | 1 << 14 | 4,
                0x104 | 0x108 << 9 | 0x10c << 18 | 3 << 27,
            ],
        );
        list.add(format, &[base | 3 << 14 | 4, 0x104 | 0x108 << 9 | 3 << 27]);
    }
}

fn memory(list: &mut List) {
    use Memory::{Buffer, Flat, Global, Image, Scratch, TypedBuffer};
    for used in 0..16 {
        let field = |bit: u32, value: u32| if used >> bit & 1 == 1 { value } else { 0 };
        let ds = field(0, 2) | field(1, 4 << 8) | field(2, 6 << 16) | field(3, 8 << 24);
        for op in 0..256 {
            list.add(Format::Lds, &[0xd800_0000 | op << 17, ds]);
            list.add(Format::Gds, &[0xd801_0000 | op << 17, ds]);
        }
        let flat = field(0, 2) | field(1, 4 << 8) | field(2, 8 << 24);
        let buffer = field(0, 2) | field(1, 8 << 8) | 2 << 16 | 20 << 24;
        for op in 0..128 {
            let glc = field(3, 1 << 16);
            for (segment, kind) in [(0, Flat), (1, Scratch), (2, Global)] {
                for lds in [0, 1 << 13] {
                    for address in [0, 4 << 16, 0x7f << 16] {
                        let first = 0xdc00_0000 | op << 18 | segment << 14 | lds | glc;
                        list.add(Format::Memory(kind), &[first, flat | address]);
                    }
                }
            }
            for addressing in 0..4 {
                for lds in [0, 1 << 16] {
                    let glc = field(3, 1 << 14);
                    let first = 0xe000_0000 | op << 18 | addressing << 12 | lds | glc;
                    list.add(Format::Memory(Buffer), &[first, buffer]);
                }
            }
        }
    }
    for op in 0..128 {
        list.add(Format::Memory(Buffer), &[0xe000_0000 | op << 18, 0]);
        for mask in [1, 3, 7, 15] {
            let words = [
                0xf000_0000 | op << 18 | mask << 8,
                2 | 8 << 8 | 2 << 16 | 4 << 21,
            ];
            list.add(Format::Memory(Image), &words);
        }
    }
    for op in 0..16 {
        for addressing in 0..4 {
            let first = 0xe800_0000 | op << 15 | addressing << 12 | 1 << 19;
            let words = [first, 20 << 24 | 2 << 16 | 8 << 8 | 2];
            list.add(Format::Memory(TypedBuffer), &words);
        }
    }
    for done in [0, 1 << 11] {
        list.add(Format::Export, &[0xc400_000f | done, 0x0504_0302]);
    }
}
