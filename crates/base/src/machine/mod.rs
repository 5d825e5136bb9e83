//! The flat function: everything the core knows of a machine function, without LLVM.
//!
//! A [`Function`] is built from the C ABI (`ffi`) or from its readable text form ([`text`]) and
//! checked once by [`Builder::finish`]; from then on every index in it is valid. Instructions
//! live in a pool and keep their [`InstId`] for life. A schedule is a permutation of
//! [`Block::order`]; an inserted wait or nop is a new instruction in the pool, which the order
//! names.

mod addresses;
mod alias;
mod apart;
mod asm;
mod assumed;
mod bases;
mod build;
pub mod cfg;
pub mod dataflow;
pub mod debug_values;
mod directives;
pub mod edits;
mod function;
pub mod index;
mod inline_asm;
mod inst;
mod kept;
pub mod lanes;
pub mod liveness;
mod locations;
mod new_blocks;
pub mod occupancy;
mod reg;
mod reg_set;
mod roles;
pub mod text;
mod touched;

pub use addresses::{Addresses, InBlock};
pub use alias::{AliasFact, AliasFacts, AliasRelation, LdsDependence, LdsDma};
pub use apart::ApartFacts;
pub use asm::mnemonic;
pub use build::{BuildError, Builder};
pub use directives::Walls;
pub use directives::{Held, held_back, is_pipeline, is_priority, is_wall, is_wall_of_asm};
pub use function::{Block, DepKind, Edge, Features, Function, Resources};
pub use inst::BankConflicts;
pub use inst::{
    AddressSpace, BlockId, Inst, InstFlags, InstId, MemAccess, MemFlags, Opcode, OpcodeId, Operand,
    OperandClass, OperandFlags, OperandKind, Role, SpillSlot,
};
pub use kept::keeps_part;
pub use locations::{Location, Locations};
pub use new_blocks::inverse_branch;
pub use reg::{Reg, RegFile, RegRange, SCALAR_REGS, VECTOR_REGS};
pub use reg_set::RegSet;
pub use touched::Touched;
