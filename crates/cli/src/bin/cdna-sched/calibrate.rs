//! `cdna-sched calibrate`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::gpu::Gpu;
use cdnasched_base::{escape, input, output};
use cdnasched_cli::recorded::{self, Calibration, Proposal};
use cdnasched_engine::timing::ModelSets;
use serde_json::Value;

use crate::exit;
use crate::out::{complain, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Recorded thread traces: a file, or a directory of files, or what rocprofv3 --att wrote for its viewer.
    #[arg(long, value_name = "DIR")]
    att: PathBuf,
    /// The GPU that the traces are of, where they do not say: gfx908, gfx90a, gfx942 or gfx950.
    #[arg(long, value_parser = crate::gpu)]
    mcpu: Option<Gpu>,
    /// The model file that is to be changed [default: the built-in numbers].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Write the model file with what is clear in it (for -cdna-sched-model= and --model).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Proposes numbers. Exit code: 0 they are printed; 2 the traces cannot be used, or the file not be written.
pub fn run(arguments: &Arguments) -> ExitCode {
    match calibrate(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}

fn calibrate(arguments: &Arguments) -> Result<(), String> {
    let file = model_file(arguments.model.as_deref())?;
    let recordings = recorded::read(&arguments.att, arguments.mcpu);
    let recordings = recordings.map_err(|error| error.to_string())?;
    for (path, recording) in &recordings {
        for remark in &recording.remarks {
            complain!("{}: {remark}", escape::path(path));
        }
    }
    let calibration = Calibration::of(&recordings).map_err(|error| error.to_string())?;
    let Some(calibration) = calibration else {
        return Err(format!("{}: no trace in it", escape::path(&arguments.att)));
    };
    let proposals = calibration.proposals(&file);
    if let Some(path) = &arguments.output {
        let changed = format!("{:#}\n", calibration.file(&file));
        output::write(path, changed.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", escape::path(path)))?;
    }
    match arguments.json {
        true => {
            let text =
                serde_json::to_string_pretty(&proposals).map_err(|error| error.to_string())?;
            say!("{text}");
        }
        false => say!("{}", table(&proposals)),
    }
    Ok(())
}

fn model_file(path: Option<&Path>) -> Result<Value, String> {
    let text = match path {
        None => ModelSets::built_in_text().to_owned(),
        Some(path) => {
            // Says what is wrong with a file that is no model.
            ModelSets::read(path).map_err(|error| error.to_string())?;
            let text = input::read_text(path, input::MODEL_LIMIT_MIB);
            text.map_err(|error| format!("{}: {error}", escape::path(path)))?
        }
    };
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn table(proposals: &[Proposal]) -> String {
    let mut text =
        "issue slots of 4 clocks      model measured  samples  at it  80 % of them\n".to_owned();
    for one in proposals {
        let model = one.model.map_or("-".to_owned(), |model| model.to_string());
        let verdict = match (one.clear, one.is_change(), one.shorter_than_model) {
            (_, _, _) if one.model.is_none() => {
                "the model has no number of its own for it".to_owned()
            }
            (false, _, _) => "too few or too different: nothing is proposed".to_owned(),
            (true, false, _) => "as the model".to_owned(),
            (true, true, 0) => "PROPOSED".to_owned(),
            (true, true, shorter) => {
                format!("PROPOSED; {shorter} samples are shorter than the model allows")
            }
        };
        let alone = if one.alone { "" } else { " (several waves)" };
        text += &format!(
            "{:28} {model:>5} {:8} {:8} {:>4} %  {:>3} to {:<4} {verdict}{alone}\n",
            one.number, one.measured, one.samples, one.at_it, one.spread.0, one.spread.1
        );
    }
    text.trim_end().to_owned()
}
