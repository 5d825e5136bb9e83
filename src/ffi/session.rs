//! One run of the code generator: the report file, and what each stage leaves for the next.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use thiserror::Error;

use super::abi::{
    CDNA_NEEDS_CROSSED_HINTS, CDNA_NEEDS_DEPENDENCES, CDNA_NEEDS_LOCATIONS, CDNA_NEEDS_RECOGNIZER,
};
use super::options::Settings;
use super::raw::SUPPORTED_CPUS;
use super::saves::SaveDirectory;
use super::views::ViewDirectory;
use crate::gpu::Gpu;
use crate::pipeline::{Check, Options, OrderFile, Progress, Stage};
use crate::report::{PickRecord, Record};
use crate::schedule::Walls;
use crate::timing::ModelSets;
use crate::{escape, input, output};

/// Which of a session's files cannot be written, and why.
#[derive(Debug, Error)]
pub enum Error {
    /// The report.
    #[error(
        "cdna-sched: cannot write the report {}: {source}; give -cdna-sched-report= a file in a directory that exists and can be written, with free space",
        escape::path(path)
    )]
    Report {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The directory for saved functions, or the one for pages.
    #[error(
        "cdna-sched: cannot use the directory {} of -{option}=: {source}; give it one that exists or can be made, and can be written",
        escape::path(path)
    )]
    Directory {
        /// The option, without its dash.
        option: &'static str,
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Report files this process has open. Several pipelines may run in one process (LTO
/// threads, several GPUs in one command): they share one file, truncated once.
static REPORTS: LazyLock<Mutex<HashMap<PathBuf, Weak<Mutex<File>>>>> =
    LazyLock::new(|| Mutex::new(HashMap::new()));
static TRUNCATED: LazyLock<Mutex<Vec<PathBuf>>> = LazyLock::new(|| Mutex::new(Vec::new()));

/// Records of finished functions, while an embedding program asks for them.
static CAPTURED: Mutex<Option<Vec<Record>>> = Mutex::new(None);

/// Starts or ends capturing; gives what was captured until now.
pub fn capture(on: bool) -> Vec<Record> {
    let mut captured = CAPTURED.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut *captured, on.then(Vec::new)).unwrap_or_default()
}

/// A report, and whether the user was told that it cannot be written.
struct Report {
    path: PathBuf,
    file: Arc<Mutex<File>>,
    failed: AtomicBool,
}

impl Report {
    fn open(path: &Path) -> Result<Report, Error> {
        let file = open_report(path).map_err(|source| Error::Report {
            path: path.into(),
            source,
        })?;
        Ok(Report {
            path: path.into(),
            file,
            failed: AtomicBool::new(false),
        })
    }

    /// Does something with the file. Only the first failure is one: a report with a hole is none.
    fn with(&self, use_it: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<(), Error> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match use_it(&mut file) {
            Err(source) if !self.failed.swap(true, Ordering::Relaxed) => Err(Error::Report {
                path: self.path.clone(),
                source,
            }),
            _ => Ok(()),
        }
    }
}

/// That a target is left to LLVM.
pub(super) fn unsupported(target: &str) -> String {
    format!("cdna-sched: '{target}' is left to LLVM; supported GPUs are {SUPPORTED_CPUS}")
}

/// What an annotation of the source says of its function: whether it is switched off.
///
/// # Errors
/// What is to be said of an annotation of ours that is unknown.
pub(super) fn annotation(function: &str, text: &str) -> Result<bool, String> {
    if text.starts_with("cdna-sched") && text != "cdna-sched=off" {
        return Err(format!(
            "cdna-sched: the annotation '{text}' of {function} is unknown; the only one is \
             'cdna-sched=off'"
        ));
    }
    Ok(text == "cdna-sched=off")
}

/// State kept between the stages of one pass pipeline.
pub struct Session {
    settings: Settings,
    report: Option<Report>,
    save: Option<SaveDirectory>,
    view: Option<ViewDirectory>,
    /// What the stages do, with the contents of the files that the user named, or what is wrong with one of those.
    options: Result<Options, String>,
    /// Whether the user was told what is wrong with it.
    complained: AtomicBool,
    /// Whether the user was told of a processor that is not supported.
    unsupported: AtomicBool,
    progress: Mutex<HashMap<String, Progress>>,
    /// By kernel, the strategy under which it is compiled.
    picked: Mutex<HashMap<String, PickRecord>>,
}

impl Session {
    /// Opens the report and the save directory, and reads the files of the cost model and of orders.
    ///
    /// # Errors
    /// When report or save directory cannot be written.
    pub fn open(settings: Settings) -> Result<Session, Error> {
        fn path(text: &OsStr) -> Option<&Path> {
            (!text.is_empty()).then_some(Path::new(text))
        }
        let report = path(&settings.report).map(Report::open).transpose()?;
        let save = open("cdna-sched-save", path(&settings.save), SaveDirectory::open)?;
        let view = open("cdna-sched-view", path(&settings.view), ViewDirectory::open)?;
        let options = with_files(&settings, path(&settings.model), path(&settings.orders));
        Ok(Session {
            settings,
            report,
            save,
            view,
            options,
            complained: AtomicBool::new(false),
            unsupported: AtomicBool::new(false),
            progress: Mutex::new(HashMap::new()),
            picked: Mutex::new(HashMap::new()),
        })
    }

    /// What the stages do, with or without a listener to remarks.
    pub fn options(&self, explain: bool) -> Options {
        let options = self.options.clone().unwrap_or_else(|_| Options {
            models: ModelSets::none(),
            ..self.settings.options.clone()
        });
        Options {
            explain,
            log_search: self.save_directory().is_some(),
            certify: explain || self.report.is_some() || options.certify,
            ..options
        }
    }

    /// What the options need of the shim, as `CdnaSessionNeeds`.
    pub fn needs(&self) -> u32 {
        let options = &self.settings.options;
        let needs = [
            (options.schedule, CDNA_NEEDS_DEPENDENCES),
            (options.walls == Walls::Cross, CDNA_NEEDS_CROSSED_HINTS),
            (options.hazards.excludes_llvm(), CDNA_NEEDS_RECOGNIZER),
            (self.view.is_some(), CDNA_NEEDS_LOCATIONS),
        ];
        let needed = needs.into_iter().filter(|(needed, _)| *needed);
        needed.fold(0, |all, (_, bit)| all | bit)
    }

    /// Whether loops may be made one block by taking out branches around code, or get copies without them: only where that lets iterations overlap. Orders
    /// from outside are of the blocks as they are.
    pub fn merges_guarded(&self) -> bool {
        let options = &self.settings.options;
        let has_orders = self.options.as_ref().is_ok_and(|o| o.orders.is_some());
        options.schedule && options.overlap && !has_orders
    }

    /// Which of the user's hints about order hold.
    pub fn walls(&self) -> Walls {
        self.settings.options.walls
    }

    /// Whether a stage is to look at a function: its symbol, its attribute `cdna-sched` and its
    /// processor.
    ///
    /// # Errors
    /// The first time that a processor is not supported, what is to be said of it.
    pub fn wants(
        &self,
        stage: Stage,
        explain: bool,
        symbol: &[u8],
        attribute: &[u8],
        cpu: &str,
    ) -> Result<bool, String> {
        let (only, skip) = (&self.settings.only, &self.settings.skip);
        let is_named = attribute != b"off"
            && only.as_ref().is_none_or(|only| only.matches(symbol))
            && !skip.as_ref().is_some_and(|skip| skip.matches(symbol));
        if !is_named {
            return Ok(false);
        }
        if Gpu::from_name(cpu).is_some() {
            return Ok(stage != Stage::Audit || self.wants_audit(explain));
        }
        if self.unsupported.swap(true, Ordering::Relaxed) {
            return Ok(false);
        }
        Err(unsupported(if cpu.is_empty() { "generic" } else { cpu }))
    }

    /// Whether the audit has something to do: there is a report or a page to write, remarks to make, or a
    /// final stream to check.
    fn wants_audit(&self, explain: bool) -> bool {
        explain
            || self.settings.options.check == Check::Full
            || self.reports()
            || self.view.is_some()
    }

    /// Whether finished records go anywhere.
    pub fn reports(&self) -> bool {
        let captured = CAPTURED.lock().unwrap_or_else(PoisonError::into_inner);
        self.report.is_some() || captured.is_some()
    }

    /// Whether the files that the user named can be taken.
    ///
    /// # Errors
    /// Which option names one that cannot, and what is wrong with it.
    pub fn check_files(&self) -> Result<(), &str> {
        self.options.as_ref().map(|_| ()).map_err(String::as_str)
    }

    /// Whether a complaint about these files is the first.
    pub fn complains(&self) -> bool {
        !self.complained.swap(true, Ordering::Relaxed)
    }

    /// Where to save functions in their text form.
    pub fn save_directory(&self) -> Option<&SaveDirectory> {
        self.save.as_ref()
    }

    /// Where to write pages.
    pub fn view_directory(&self) -> Option<&ViewDirectory> {
        self.view.as_ref()
    }

    /// What is known of a function between its stages, made when it is new. A panic in an earlier function does
    /// not stop later ones.
    pub fn with_progress<T>(&self, function: &str, use_it: impl FnOnce(&mut Progress) -> T) -> T {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        use_it(progress.entry(function.to_owned()).or_default())
    }

    /// The record of a function, made when it is new.
    pub fn with_record<T>(&self, function: &str, use_it: impl FnOnce(&mut Record) -> T) -> T {
        self.with_progress(function, |progress| use_it(&mut progress.record))
    }

    /// Ends a function: takes its record and appends it to the report.
    ///
    /// # Errors
    /// The first time that the report cannot be written.
    pub fn finish(&self, function: &str) -> Result<(), Error> {
        let mut all = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let mut record = all.remove(function).unwrap_or_default().record;
        drop(all);
        record.picked = self.picked().remove(function);
        let written = match &self.report {
            Some(report) => report.with(|file| record.write_line(file)),
            None => Ok(()),
        };
        if let Some(all) = &mut *CAPTURED.lock().unwrap_or_else(PoisonError::into_inner) {
            all.push(record);
        }
        written
    }

    /// By kernel, the strategy under which it is compiled.
    fn picked(&self) -> MutexGuard<'_, HashMap<String, PickRecord>> {
        self.picked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes under which strategies kernels are compiled.
    pub fn pick(&self, picked: impl IntoIterator<Item = (String, PickRecord)>) {
        self.picked().extend(picked);
    }

    /// Whether all of the report has arrived.
    ///
    /// # Errors
    /// When it has not, unless that was said before.
    pub fn settle(&self) -> Result<(), Error> {
        match &self.report {
            Some(report) => report.with(|file| output::settle(file)),
            None => Ok(()),
        }
    }
}

/// Opens a directory that an option names.
fn open<T>(
    option: &'static str,
    path: Option<&Path>,
    open: impl Fn(&Path) -> std::io::Result<T>,
) -> Result<Option<T>, Error> {
    let opened = path.map(|path| {
        open(path).map_err(|source| Error::Directory {
            option,
            path: path.into(),
            source,
        })
    });
    opened.transpose()
}

/// The options with the contents of the files that they name.
fn with_files(
    settings: &Settings,
    model: Option<&Path>,
    orders: Option<&Path>,
) -> Result<Options, String> {
    let mut options = settings.options.clone();
    if let Some(file) = model {
        let models = ModelSets::read(file);
        options.models = models.map_err(|error| format!("-cdna-sched-model: {error}"))?;
    }
    if let Some(file) = orders {
        let wrong = |error: String| {
            let file = escape::path(file);
            format!("-cdna-sched-order: {file}: {error}")
        };
        let text = input::read_text(file, input::ORDERS_LIMIT_MIB);
        let text = text.map_err(|error| wrong(error.to_string()))?;
        let orders = OrderFile::parse(&text).map_err(|error| wrong(error.to_string()))?;
        options.orders = Some(Arc::new(orders));
    }
    Ok(options)
}

fn open_report(path: &Path) -> std::io::Result<Arc<Mutex<File>>> {
    let mut reports = REPORTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(open) = reports.get(path).and_then(Weak::upgrade) {
        return Ok(open);
    }
    let mut truncated = TRUNCATED.lock().unwrap_or_else(PoisonError::into_inner);
    let again = truncated.iter().any(|p| p == path);
    let mut options = File::options();
    options.create(true);
    if again {
        options.append(true);
    } else {
        options.write(true).truncate(true);
    }
    let file = Arc::new(Mutex::new(options.open(path)?));
    if !again {
        truncated.push(path.to_owned());
    }
    reports.insert(path.to_owned(), Arc::downgrade(&file));
    Ok(file)
}
