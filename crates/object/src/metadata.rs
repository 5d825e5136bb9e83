//! The note `NT_AMDGPU_METADATA`: LLVM's AMDGPUUsage, "Code Object V3 Metadata" and later.

use serde::Deserialize;

/// What the metadata of a kernel says, as far as it is used. Absent fields are `None`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(default)]
pub struct KernelMetadata {
    /// The kernel's name in the source.
    #[serde(rename = ".name")]
    pub name: Option<String>,
    /// The name of its descriptor.
    #[serde(rename = ".symbol")]
    pub symbol: Option<String>,
    /// Most work items that a work group may have.
    #[serde(rename = ".max_flat_workgroup_size")]
    pub max_flat_workgroup_size: Option<u32>,
    /// Bytes of LDS that the kernel has from the start.
    #[serde(rename = ".group_segment_fixed_size")]
    pub group_segment_fixed_size: Option<u32>,
    /// Vector registers in use; on gfx90a and later with the AccVGPRs.
    #[serde(rename = ".vgpr_count")]
    pub vgpr_count: Option<u32>,
    /// AccVGPRs in use.
    #[serde(rename = ".agpr_count")]
    pub agpr_count: Option<u32>,
    /// Scalar registers in use.
    #[serde(rename = ".sgpr_count")]
    pub sgpr_count: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Metadata {
    #[serde(rename = "amdhsa.kernels")]
    kernels: Vec<KernelMetadata>,
}

/// The kernels of a note.
pub(super) fn kernels(note: &[u8]) -> Result<Vec<KernelMetadata>, rmp_serde::decode::Error> {
    let metadata: Metadata = rmp_serde::from_slice(note)?;
    Ok(metadata.kernels)
}
