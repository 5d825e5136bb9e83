//! The C ABI: bindings, entry points, and the import of what LLVM sends. The only unsafe
//! code of the core, and the place where panics stop.

mod cases;
mod entry;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzz;
mod import;
mod plan;
mod saves;
mod session;
#[cfg(test)]
mod tests;

#[cfg(feature = "llvm")]
pub use session::capture;

// Links libLLVM, which the shim needs.
#[cfg(feature = "llvm")]
use llvm_sys as _;

#[cfg(feature = "llvm")]
use crate::hazard::Policy;
#[cfg(feature = "llvm")]
use crate::machine::LdsDma;
#[cfg(feature = "llvm")]
use crate::pipeline::{Fault, Options};
#[cfg(feature = "llvm")]
use crate::schedule::{Effort, Walls};

/// The bindings of `cpp/cdnasched.h`.
#[allow(missing_docs, dead_code, clippy::all)]
mod abi {
    /// Opaque to C: see [`super::session::Session`].
    pub type CdnaSession = super::session::Session;
    include!(concat!(env!("OUT_DIR"), "/abi.rs"));
}

/// Sets the plugin's options, as its command line would.
#[cfg(feature = "llvm")]
pub fn configure(enable: bool, options: &Options) {
    let flags = [
        (options.schedule, abi::CDNA_OPTION_SCHEDULE),
        (options.waits, abi::CDNA_OPTION_WAITS),
        (options.nops, abi::CDNA_OPTION_NOPS),
        (options.check, abi::CDNA_OPTION_CHECK),
        (options.judge, abi::CDNA_OPTION_JUDGE),
        (options.walls == Walls::Cross, abi::CDNA_OPTION_CROSS_WALLS),
        (
            options.lds_dma == LdsDma::Strict,
            abi::CDNA_OPTION_LDS_DMA_STRICT,
        ),
    ];
    let fault = options.fault.map_or(0, |fault| match fault {
        Fault::Order => abi::CDNA_OPTION_FAULT_ORDER,
        Fault::Wait => abi::CDNA_OPTION_FAULT_WAIT,
        Fault::Request => abi::CDNA_OPTION_FAULT_REQUEST,
        Fault::Nop => abi::CDNA_OPTION_FAULT_NOP,
    });
    let flags = flags
        .iter()
        .filter(|(on, _)| *on)
        .fold(fault, |all, (_, bit)| all | bit);
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
    let string = |bytes: &[u8]| abi::CdnaStr {
        data: bytes.as_ptr().cast(),
        size: bytes.len() as u64,
    };
    let model = options.models.path().map(|path| path.as_os_str());
    let model = model.unwrap_or_default().as_encoded_bytes();
    let (no_report, model) = (string(b""), string(model));
    // SAFETY: a plain call of the shim, which copies the strings.
    unsafe {
        abi::cdnasched_configure(u32::from(enable), flags, hazards, effort, no_report, model);
    }
}

/// The LLVM the shim was compiled for, and the one in this process, as `22.1.8`.
#[cfg(feature = "llvm")]
pub fn llvm_versions() -> (String, String) {
    let mut built_for = std::ptr::null();
    let mut running = [0; 3];
    // SAFETY: both can be written; the shim gives a terminated, static string.
    let built_for = unsafe {
        abi::cdnasched_llvm_versions(&mut built_for, running.as_mut_ptr());
        std::ffi::CStr::from_ptr(built_for)
    };
    (
        built_for.to_string_lossy().into_owned(),
        running.map(|n| n.to_string()).join("."),
    )
}
