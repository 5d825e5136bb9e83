//! Compiles a module in this process twice, by LLVM alone and with our stages, and sets the
//! two side by side.

mod loops;
mod proofs;
mod table;

pub use table::{Totals, summary, table};

use std::path::{Path, PathBuf};

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};
use serde::Serialize;
use thiserror::Error;

use crate::embed;
use crate::pipeline::Options;
use crate::report::Record;
use crate::target::Gpu;

/// The triple of every kernel we compile.
const TRIPLE: &str = "amdgcn-amd-amdhsa";

/// Why a module cannot be compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("{path}: cannot be read: {what}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// The file is no LLVM IR.
    #[error("{path}: expected LLVM IR (.ll or .bc): {what}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// What LLVM said.
        what: String,
    },
    /// The module is for another target.
    #[error("{path}: expected a module for amdgcn, found the triple '{triple}'")]
    Triple {
        /// The file.
        path: PathBuf,
        /// Its triple.
        triple: String,
    },
    /// LLVM itself cannot compile it.
    #[error("{path}: LLVM cannot compile it for {gpu}: {what}")]
    Compile {
        /// The file.
        path: PathBuf,
        /// The GPU.
        gpu: Gpu,
        /// What LLVM said.
        what: String,
    },
    /// This LLVM has no AMDGPU back end.
    #[error("this LLVM has no AMDGPU back end ({0}); install one that does")]
    NoBackEnd(String),
}

/// Has LLVM check the machine code behind every pass of later compilations, as its option
/// `-verify-machineinstrs` does. To be called once, before anything is compiled.
pub fn verify_machine_code() {
    let arguments = [c"cdna-sched".as_ptr(), c"-verify-machineinstrs".as_ptr()];
    // SAFETY: two terminated strings, which live on; the overview may be null.
    unsafe {
        llvm_sys::support::LLVMParseCommandLineOptions(
            arguments.len() as i32,
            arguments.as_ptr(),
            std::ptr::null(),
        );
    }
}

/// One compilation.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The assembly text.
    pub assembly: Vec<u8>,
    /// The functions, in the order LLVM finished them.
    pub records: Vec<Record>,
}

/// A function compiled twice.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// By LLVM alone.
    pub llvm: Record,
    /// With our stages.
    pub ours: Record,
}

/// A file compiled twice.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The file.
    pub file: PathBuf,
    /// Its functions.
    pub functions: Vec<Pair>,
}

/// Compiles modules for one GPU.
pub struct Compiler {
    gpu: Gpu,
    machine: TargetMachine,
}

impl Compiler {
    /// A compiler at -O3.
    ///
    /// # Errors
    /// [`Error::NoBackEnd`] when LLVM was built without AMDGPU.
    pub fn new(gpu: Gpu) -> Result<Compiler, Error> {
        Target::initialize_amd_gpu(&InitializationConfig::default());
        let triple = TargetTriple::create(TRIPLE);
        let target = Target::from_triple(&triple).map_err(|e| Error::NoBackEnd(e.to_string()))?;
        let machine = target
            .create_target_machine(
                &triple,
                gpu.name(),
                "",
                OptimizationLevel::Aggressive,
                RelocMode::PIC,
                CodeModel::Default,
            )
            .ok_or_else(|| Error::NoBackEnd(format!("no target machine for {gpu}")))?;
        Ok(Compiler { gpu, machine })
    }

    /// Compiles a file with these stages on.
    ///
    /// # Errors
    /// When the file cannot be read or compiled.
    pub fn compile(&self, path: &Path, options: &Options) -> Result<Compiled, Error> {
        let text = std::fs::read(path).map_err(|e| Error::Read {
            path: path.into(),
            what: e.to_string(),
        })?;
        self.compile_text(path, &text, options)
    }

    /// Compiles a module that was read already; `path` names it in errors.
    ///
    /// # Errors
    /// When it cannot be compiled.
    pub fn compile_text(
        &self,
        path: &Path,
        text: &[u8],
        options: &Options,
    ) -> Result<Compiled, Error> {
        let context = Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(text, &path.display().to_string());
        let module = context
            .create_module_from_ir(buffer)
            .map_err(|e| Error::Parse {
                path: path.into(),
                what: e.to_string(),
            })?;
        let triple = module.get_triple().as_str().to_string_lossy().into_owned();
        if !triple.starts_with("amdgcn") {
            return Err(Error::Triple {
                path: path.into(),
                triple,
            });
        }
        let (assembly, records) = embed::run(options, || {
            self.machine
                .write_to_memory_buffer(&module, FileType::Assembly)
        });
        let assembly = assembly.map_err(|e| Error::Compile {
            path: path.into(),
            gpu: self.gpu,
            what: e.to_string(),
        })?;
        Ok(Compiled {
            assembly: assembly.as_slice().to_vec(),
            records,
        })
    }

    /// Compiles a file by LLVM alone and with these stages.
    ///
    /// # Errors
    /// When the file cannot be read or compiled.
    pub fn compare(&self, path: &Path, options: &Options) -> Result<Comparison, Error> {
        let look = Options {
            models: options.models.clone(),
            ..Options::LOOK
        };
        let llvm = self.compile(path, &look)?;
        let ours = self.compile(path, options)?;
        let pairs = llvm.records.into_iter().filter_map(|llvm| {
            let ours = ours.records.iter().find(|r| r.function == llvm.function)?;
            Some(Pair {
                llvm,
                ours: ours.clone(),
            })
        });
        Ok(Comparison {
            file: path.into(),
            functions: pairs.collect(),
        })
    }
}
