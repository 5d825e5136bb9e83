//! Saving functions: all of them when asked, and those whose result was refused.

use std::path::{Path, PathBuf};

use crate::machine::BlockId;
use crate::machine::{Function, LdsDma};
use crate::pipeline::{Case, Options, Outcome, Remark, RemarkKind, Stage};
use crate::schedule::Walls;

/// Saves a function in its text form when a directory was asked for: as stage 1 sees it, as stage
/// 2 leaves it, or as it is in the end. A failure to save never stops a compilation.
pub fn save_function(directory: Option<&Path>, stage: Stage, function: &Function) {
    let Some(directory) = directory else { return };
    let suffix = match stage {
        Stage::Schedule => "flat",
        Stage::Nops => "nops.flat",
        Stage::Audit => "final.flat",
    };
    let name = format!("{}.{suffix}", file_name(&function.name));
    let _ = std::fs::write(directory.join(name), function.to_string());
}

/// Letters that every file system takes, and not too many of them.
fn file_name(function: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let letters = function.chars().map(|c| if safe(c) { c } else { '_' });
    letters.take(200).collect()
}

/// Writes a case to the save directory, the current one or that for temporary files.
fn save_case(directory: Option<&Path>, function: &str, case: &Case) -> Option<PathBuf> {
    let name = format!(
        "cdna-sched-{}-{}.flat",
        file_name(function),
        case.stage.name()
    );
    let mut text = String::new();
    for finding in &case.findings {
        text += &format!("; {}\n", finding.replace('\n', " "));
    }
    text += &case.function;
    let places = [
        directory.map(Path::to_owned),
        Some(".".into()),
        Some(std::env::temp_dir()),
    ];
    places
        .into_iter()
        .flatten()
        .map(|place| place.join(&name))
        .find(|path| std::fs::write(path, &text).is_ok())
}

/// Saves a case and says so, aloud.
pub fn report(
    directory: Option<&Path>,
    function: &str,
    case: &Case,
    options: &Options,
    outcome: &mut Outcome,
) {
    let finding = case.findings.first().map_or("", String::as_str);
    let left = match case.stage {
        Stage::Audit => "it was compiled all the same",
        _ => "it was compiled as LLVM would have",
    };
    let mut message = format!(
        "cdna-sched: the check refused stage {} of function '{function}' ({finding}); {left}",
        case.stage.name()
    );
    match save_case(directory, function, case) {
        Some(path) => {
            message += &format!(
                "; see it again with: cdna-sched replay --stage {} --hazards {} --effort {}",
                case.stage.name(),
                options.hazards.name(),
                options.effort.name()
            );
            if options.walls != Walls::Honour {
                message += &format!(" --walls {}", options.walls.name());
            }
            if options.lds_dma != LdsDma::Llvm {
                message += &format!(" --lds-dma {}", options.lds_dma.name());
            }
            if let Some(file) = options.models.path() {
                message += &format!(" --model '{}'", file.display());
            }
            if let Some(fault) = options.fault {
                message += &format!(" --fault {}", fault.name());
            }
            message += &format!(" '{}' ; please report this with that file", path.display());
        }
        None => message += "; the case could not be saved anywhere; please report this",
    }
    outcome.remarks.push(Remark {
        kind: RemarkKind::Warning,
        name: "Check",
        message,
        block: BlockId(0),
        inst: None,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_gives_a_file_name() {
        assert_eq!(file_name("../a b/\u{e9}*"), ".._a_b___");
        assert_eq!(file_name(&"x".repeat(1000)).len(), 200);
    }
}
