//! Compiles a module in this process twice, by LLVM alone and with our stages, and compares the
//! results.

mod bounds;
mod diagnostics;
mod loops;
mod proofs;
mod table;
mod validation;

pub use diagnostics::before_llvm_gives_up;
pub use table::{Totals, summary, summary_heading, table};
pub use validation::{Limit, Measured, MeasuredError, Validation};

use std::fmt;
use std::path::{Path, PathBuf};

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use self::diagnostics::Diagnostics;
use cdnasched::embed;
use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input};
use cdnasched_driver::report::Record;
use cdnasched_driver::{Options, Renaming};
use cdnasched_engine::timing::ModelSets;

/// The triple of every kernel we compile.
const TRIPLE: &str = "amdgcn-amd-amdhsa";

/// Why a module cannot be compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("{}: {source}; expected LLVM IR (.ll or .bc)", escape::path(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why it is not read.
        source: input::Error,
    },
    /// The file is not LLVM IR.
    #[error("{}: expected LLVM IR (.ll or .bc): {what}", escape::path(path))]
    Parse {
        /// The file.
        path: PathBuf,
        /// What LLVM said.
        what: String,
    },
    /// The module is for another target.
    #[error(
        "{}: expected a module for amdgcn, found the triple '{triple}'; compile it for \
         amdgcn-amd-amdhsa",
        escape::path(path)
    )]
    Triple {
        /// The file.
        path: PathBuf,
        /// Its triple.
        triple: String,
    },
    /// It cannot be compiled.
    #[error("{}: {by} cannot compile it for {gpu}: {what}; {}", escape::path(path), by.remedy())]
    Compile {
        /// The file.
        path: PathBuf,
        /// The GPU.
        gpu: Gpu,
        /// Which of the two compilations failed.
        by: By,
        /// What LLVM said.
        what: String,
    },
    /// This LLVM has no AMDGPU back end.
    #[error("this LLVM has no AMDGPU back end ({0}); install an LLVM that has one")]
    NoBackEnd(String),
}

/// Who compiles: each file is compiled twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum By {
    /// LLVM alone.
    Llvm,
    /// LLVM with our stages.
    Ours,
}

impl By {
    /// Who compiles with these options.
    pub fn with(options: &Options) -> By {
        if options.schedule || options.waits || options.nops {
            By::Ours
        } else {
            By::Llvm
        }
    }
    /// What the user can do about a file that cannot be compiled.
    pub fn remedy(self) -> &'static str {
        match self {
            By::Llvm => "fix the file or leave it out (llc of LLVM 22 refuses it too)",
            By::Ours => "if LLVM alone compiles it, please report this with the file",
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Llvm => "LLVM",
            By::Ours => "LLVM with cdnasched",
        })
    }
}

/// Has LLVM verify the machine code after every pass of later compilations, as its option
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
#[derive(Clone, Default, Debug)]
pub struct CompiledFile {
    /// The assembly text.
    pub assembly: Vec<u8>,
    /// The functions, in the order LLVM finished them.
    pub records: Vec<Record>,
}

/// A function compiled twice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// By LLVM alone.
    pub llvm: Record,
    /// With our stages.
    pub ours: Record,
    /// With our stages, but no renaming: where renaming found a better order in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_alone: Option<Record>,
}

/// A file compiled twice.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedFile {
    /// The file.
    #[serde(serialize_with = "as_text")]
    pub file: PathBuf,
    /// Its functions.
    pub functions: Vec<Pair>,
}

fn as_text<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&escape::path(path))
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
    pub fn compile(&self, path: &Path, options: &Options) -> Result<CompiledFile, Error> {
        self.compile_text(path, &read(path)?, options)
    }

    /// Compiles a module that has been read already; `path` names it in errors.
    ///
    /// # Errors
    /// When it cannot be compiled.
    pub fn compile_text(
        &self,
        path: &Path,
        text: &[u8],
        options: &Options,
    ) -> Result<CompiledFile, Error> {
        let compiled = self.compile_changed(path, text, options, |_, _| true)?;
        // Nothing declined.
        Ok(compiled.unwrap_or_default())
    }

    /// The same of a module that `change` has changed; `None` where that returns false: then it is not compiled.
    ///
    /// # Errors
    /// When it cannot be compiled.
    pub fn compile_changed(
        &self,
        path: &Path,
        text: &[u8],
        options: &Options,
        change: impl FnOnce(&Context, &Module<'_>) -> bool,
    ) -> Result<Option<CompiledFile>, Error> {
        let diagnostics = Diagnostics::of(path);
        let context = Context::create();
        diagnostics.listen(&context);
        let module = parse(&context, path, text)?;
        if !change(&context, &module) {
            return Ok(None);
        }
        let (assembly, records) = embed::run(options, || {
            self.machine
                .write_to_memory_buffer(&module, FileType::Assembly)
        });
        let refused = |what| Error::Compile {
            path: path.into(),
            gpu: self.gpu,
            by: By::with(options),
            what,
        };
        let assembly = assembly.map_err(|e| refused(e.to_string()))?;
        if let Some(errors) = diagnostics.errors() {
            return Err(refused(errors));
        }
        Ok(Some(CompiledFile {
            assembly: assembly.as_slice().to_vec(),
            records,
        }))
    }

    /// Compiles a file by LLVM alone and with these stages, once each. Calls `begins` before each compilation.
    ///
    /// # Errors
    /// When the file cannot be read or compiled.
    pub fn compile_twice(
        &self,
        path: &Path,
        options: &Options,
        begins: impl Fn(By),
    ) -> Result<(CompiledFile, CompiledFile), Error> {
        let text = read(path)?;
        begins(By::Llvm);
        let llvm = self.compile_text(path, &text, &look(&options.models))?;
        begins(By::Ours);
        let ours = self.compile_text(path, &text, &certified(options))?;
        Ok((llvm, ours))
    }

    /// Compiles a file by LLVM alone, and times what comes out under these parameter sets.
    ///
    /// # Errors
    /// When the file cannot be read or compiled.
    pub fn time_llvm(&self, path: &Path, models: &ModelSets) -> Result<Vec<Record>, Error> {
        Ok(self.compile(path, &look(models))?.records)
    }

    /// Compiles a file by LLVM alone and with these stages.
    ///
    /// # Errors
    /// When the file cannot be read or compiled.
    pub fn compare(&self, path: &Path, options: &Options) -> Result<ComparedFile, Error> {
        self.compare_watched(path, options, |_| ())
    }

    /// The same; calls `begins` before each compilation.
    ///
    /// # Errors
    /// When the file cannot be read or compiled.
    pub fn compare_watched(
        &self,
        path: &Path,
        options: &Options,
        begins: impl Fn(By),
    ) -> Result<ComparedFile, Error> {
        let text = read(path)?;
        begins(By::Llvm);
        let llvm = self.compile_text(path, &text, &look(&options.models))?;
        begins(By::Ours);
        let options = &certified(options);
        let mut ours = self.compile_text(path, &text, options)?.records;
        let mut alone = Vec::new();
        if ours.iter().any(Record::is_renamed) {
            begins(By::Ours);
            let off = Options {
                rename: Renaming::Off,
                ..options.clone()
            };
            alone = self.compile_text(path, &text, &off)?.records;
        }
        // Several functions may have no name.
        let take = |records: &mut Vec<Record>, llvm: &Record| {
            let at = records.iter().position(|r| r.function == llvm.function)?;
            Some(records.remove(at))
        };
        let pairs = llvm.records.into_iter().filter_map(|llvm| {
            let ours = take(&mut ours, &llvm)?;
            let order_alone = take(&mut alone, &llvm);
            Some(Pair {
                llvm,
                ours,
                order_alone,
            })
        });
        Ok(ComparedFile {
            functions: pairs.collect(),
            file: path.into(),
        })
    }
}

/// Reads a module for amdgcn; `path` names it in errors.
///
/// # Errors
/// When it is none.
pub fn parse<'c>(context: &'c Context, path: &Path, text: &[u8]) -> Result<Module<'c>, Error> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(text, &escape::path(path));
    let module = context
        .create_module_from_ir(buffer)
        .map_err(|e| Error::Parse {
            path: path.into(),
            what: e.to_string().trim_end().to_owned(),
        })?;
    let triple = module.get_triple().as_str().to_string_lossy().into_owned();
    if !triple.starts_with("amdgcn") {
        return Err(Error::Triple {
            path: path.into(),
            triple,
        });
    }
    Ok(module)
}

/// The same with all that records can say, which takes its time.
fn certified(options: &Options) -> Options {
    Options {
        certify: true,
        ..options.clone()
    }
}

/// Options that leave the code to LLVM and time it.
pub fn look(models: &ModelSets) -> Options {
    Options {
        models: models.clone(),
        ..Options::LOOK
    }
}

/// The bytes of a module.
///
/// # Errors
/// When the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    input::read(path, input::MODULE_LIMIT_MIB).map_err(|source| Error::Read {
        path: path.into(),
        source,
    })
}
