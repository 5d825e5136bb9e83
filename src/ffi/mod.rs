//! The C ABI: bindings, entry points, and the import of what LLVM sends. The only unsafe
//! code of the core, and the place where panics stop.

mod entry;
mod import;
mod plan;
mod session;

pub use session::capture;

// Links libLLVM, which the shim needs.
use llvm_sys as _;

use crate::hazard::Policy;
use crate::pipeline::Options;
use crate::schedule::Effort;

/// The bindings of `cpp/cdnasched.h`.
#[allow(missing_docs, dead_code, clippy::all)]
mod abi {
    /// Opaque to C: see [`super::session::Session`].
    pub type CdnaSession = super::session::Session;
    include!(concat!(env!("OUT_DIR"), "/abi.rs"));
}

/// Sets the plugin's options, as its command line would.
pub fn configure(enable: bool, options: &Options) {
    let flags = [
        (options.schedule, abi::CDNA_OPTION_SCHEDULE),
        (options.waits, abi::CDNA_OPTION_WAITS),
        (options.nops, abi::CDNA_OPTION_NOPS),
        (options.check, abi::CDNA_OPTION_CHECK),
        (options.judge, abi::CDNA_OPTION_JUDGE),
    ];
    let flags = flags
        .iter()
        .filter(|(on, _)| *on)
        .fold(0, |all, (_, bit)| all | bit);
    let hazards = match options.hazards {
        Policy::Safe => abi::CDNA_HAZARDS_SAFE,
        Policy::Exact => abi::CDNA_HAZARDS_EXACT,
        Policy::Isa => abi::CDNA_HAZARDS_ISA,
        Policy::Llvm => abi::CDNA_HAZARDS_LLVM,
    };
    let effort = match options.effort {
        Effort::Fast => abi::CDNA_EFFORT_FAST,
        Effort::Default => abi::CDNA_EFFORT_DEFAULT,
        Effort::Max => abi::CDNA_EFFORT_MAX,
    };
    let no_report = abi::CdnaStr {
        data: std::ptr::null(),
        size: 0,
    };
    // SAFETY: a plain call of the shim; the empty string is never read.
    unsafe { abi::cdnasched_configure(u32::from(enable), flags, hazards, effort, no_report) };
}

/// The name of every opcode of LLVM's AMDGPU back end, in LLVM's order.
pub fn opcode_names() -> Vec<&'static str> {
    // SAFETY: plain calls of the shim.
    let count = unsafe { abi::cdnasched_opcode_count() };
    let name = |opcode| {
        // SAFETY: a plain call of the shim.
        let name = unsafe { abi::cdnasched_opcode_name(opcode) };
        // SAFETY: the shim gives a part of LLVM's own table of names, which is static.
        let bytes =
            unsafe { std::slice::from_raw_parts(name.data.cast::<u8>(), name.size as usize) };
        std::str::from_utf8(bytes).unwrap_or_default()
    };
    (0..count).map(name).collect()
}
