//! The readable text form of a flat function: the form that tests are written in and that a
//! failing case is saved in. [`parse`] reads it; the `Display` of [`Function`](super::Function) writes it.
//!
//! ```text
//! cdna-flat 1
//! function "axpy"
//! gpu gfx942
//! resources lds=0 workgroup=256 entry
//! reserved v255
//! opcode V_FMA_F32_e64 modifiers=0x2a classes=v,-,v,-,v,-,v,-,-
//! block 0 frequency=1 depth=0 successors=1
//!   GLOBAL_LOAD_DWORD_SADDR def v1, s[2:3], v0, #0, #0, imp exec | load lat=80 | read space=1 bytes=4
//!   V_ADD_F32_e32 def v2, v1, v1, imp mode, imp exec
//! block 1 frequency=1 depth=0
//!   S_ENDPGM #0 | term noreturn return
//! edge 0 1 true 80
//! ```
//!
//! Instructions are numbered from 0 over the whole function; edges name those numbers.
//! Operands are `v4`, `a[0:15]`, `vcc`, `#imm`, `bb.N`, `mask`, `noreg` or `opaque`, each
//! after its marks ([`OperandFlags::NAMES`](super::OperandFlags::NAMES)). After the first `|` come instruction flags
//! ([`InstFlags::NAMES`](super::InstFlags::NAMES)), `lat=` and `passes=`; after each further `|` a memory access:
//! its marks ([`MemFlags::NAMES`](super::MemFlags::NAMES)), `space=` and `bytes=`, where they are known its alias group, `group=`,
//! and the spill slot with the byte where it begins there: `spill=12+16`.
//! Before the blocks, `reserved` and `preserved` list registers that LLVM keeps for itself or that callers
//! find unchanged; `opcode` lines say which explicit operands are source modifiers, and which vector
//! registers each may be ([`OperandClass::NAMES`](super::OperandClass::NAMES); `-` for none).
//! The instructions of inline assembly that was parsed (`asm parsed`) follow it, marked `embedded` and with
//! their line in its text, `line=`. After the edges, `unparsed` says of other inline assembly what kept
//! it from being parsed: `unparsed 12 "reason"`.
//! Likewise, `apart 3 5`: one of the two is a load straight into LDS, and the other is
//! proved not to meet it there.
//! `;` starts a comment.

mod parse;
#[cfg(test)]
mod tests;
mod write;

pub use parse::{ParseError, parse};

use super::DepKind;

/// Version of the text form.
const VERSION: u32 = 1;

const DEP_NAMES: [(DepKind, &str); 4] = [
    (DepKind::True, "true"),
    (DepKind::Anti, "anti"),
    (DepKind::Output, "output"),
    (DepKind::Order, "order"),
];
