use thiserror::Error;

use super::target::TargetError;

/// Why a file, or a part of one, cannot be read. The caller adds the name of the file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// It is nothing that holds AMDGPU code.
    #[error(
        "is {0}; expected AMDGPU assembly, an AMDGPU code object, a host program or library with \
         a .hip_fatbin section, a bundle of clang-offload-bundler, or an archive of those"
    )]
    Unrecognised(String),
    /// The ELF file is truncated or contradicts itself.
    #[error("the ELF file is damaged: {0}")]
    Elf(String),
    /// The bundle is truncated or contradicts itself.
    #[error("the offload bundle is damaged: {0}")]
    Bundle(String),
    /// A compressed bundle cannot be unpacked.
    #[error("the compressed offload bundle cannot be unpacked: {0}")]
    Compressed(String),
    /// What all compressed bundles of the file hold together is too much.
    #[error(
        "the compressed offload bundles unpack to more than {0} MiB, the limit for one file; \
         unpack them with clang-offload-bundler and name the code objects"
    )]
    Large(usize),
    /// The archive is truncated or contradicts itself.
    #[error("the archive is damaged: {0}")]
    Archive(String),
    /// Containers inside containers, more than any tool makes.
    #[error("more than {0} containers lie inside each other, which no compiler makes")]
    Nested(usize),
    /// An AMDGPU ELF file of a kind that is not read.
    #[error("is {0}, which is not supported; expected {1}")]
    Unsupported(String, &'static str),
    /// Code for a GPU that is not supported.
    #[error(transparent)]
    Target(#[from] TargetError),
}
