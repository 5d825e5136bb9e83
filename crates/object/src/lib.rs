//! From the bytes of a file to code objects: what holds AMDGPU code, however it is packed.
//!
//! A file is recognised by what is in it, not by its name: AMDGPU ELF files (linked or not),
//! bundles of clang-offload-bundler (compressed too), host programs and libraries with such
//! bundles in `.hip_fatbin` sections, archives of those, and assembly text.
//!
//! Nothing is believed: every number of the file is checked against its length, what is unpacked
//! is limited, and what is broken ends with an [`Error`].
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod archive;
mod bundle;
mod code;
mod descriptor;
mod elf;
mod error;
mod image;
mod kernels;
mod lines;
mod linked;
mod metadata;
mod patch;
mod processors;
mod rebuild;
mod replace;
mod target;
#[cfg(test)]
mod tests;
mod walk;

pub use code::{Binding, CodeObject, CodeSection, Kernel, Place, Relocation, Symbol, SymbolKind};
pub use descriptor::{Descriptor, Registers};
pub use error::Error;
pub use lines::{Line, Lines};
pub use metadata::KernelMetadata;
pub use patch::{Patch, PatchError};
pub use rebuild::{RebuildError, rebuild};
pub use replace::{FETCHED_AHEAD, High, NOP, NewCode, Relative, ReplaceError};
pub use target::{Setting, Target, TargetError};
pub use walk::{Contents, Objects, Part, is_container, is_module, read};

/// What a code object is for, seen by its header alone: `None` for all else, also for code for other GPUs.
pub fn target_of(bytes: &[u8]) -> Option<Target> {
    elf::target(bytes).ok()
}

/// Limit of what the compressed bundles of one file unpack to together, in MiB.
pub const UNPACKED_LIMIT_MIB: usize = 1024;
