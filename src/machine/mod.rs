//! The flat function: what the core knows of a machine function. No LLVM in here.
//!
//! A [`Function`] is built from the C ABI (`ffi`) or from its readable text form ([`text`]),
//! checked once by [`Builder::finish`], and from then on every index in it is valid.
//! Instructions live in a pool and keep their [`InstId`] for life; a schedule is a
//! permutation of [`Block::order`], and an inserted wait or nop is a new instruction in the
//! pool that the order names.

mod alias;
mod build;
pub mod edits;
mod function;
pub mod occupancy;
mod reg;
mod roles;
pub mod text;

pub use alias::{AliasFact, AliasFacts, AliasRelation, LdsDependence, LdsDma};
pub use build::{Builder, Error};
pub use function::{
    AddressSpace, Block, BlockId, DepKind, Edge, Features, Function, Inst, InstFlags, InstId,
    MemAccess, MemFlags, Opcode, OpcodeId, Operand, OperandFlags, OperandKind, Region, Resources,
};
pub use reg::{Reg, RegFile, RegRange, SCALAR_REGS, VECTOR_REGS};
pub use roles::Role;
