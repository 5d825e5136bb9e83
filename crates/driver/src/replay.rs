//! A saved function through the stages again, without LLVM.

use super::{Check, Options, Outcome, Progress, Stage, peephole};
use crate::machine::Function;
use crate::waitcnt;

/// What became of a replayed function.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// What the checker found; empty when nothing is wrong.
    pub findings: Vec<String>,
    /// What was left alone, and why.
    pub left_alone: Vec<String>,
    /// Edits the stages made.
    pub edits: usize,
    /// The function as they left it.
    pub function: Function,
}

/// Runs one stage, or with `None` all of them with what LLVM's last peephole does in between, on
/// a function, and checks every result.
pub fn replay(mut function: Function, stage: Option<Stage>, options: &Options) -> Replayed {
    let options = Options {
        check: Check::Full,
        ..options.clone()
    };
    function.aliases.policy = options.lds_dma;
    let mut progress = Progress::default();
    let stages: Vec<Stage> = match stage {
        Some(stage) => vec![stage],
        None => Stage::ALL.to_vec(),
    };
    let (mut findings, mut edits) = (Vec::new(), 0);
    for &stage in &stages {
        if stage == Stage::Nops && stages.len() > 1 {
            waitcnt::drop_requests(&mut function);
            peephole::unpack(&mut function);
        }
        let Outcome {
            case,
            edits: made,
            blocks,
            ..
        } = stage.run(&mut function, &options, &mut progress);
        if stage == Stage::Schedule {
            // Blocks that were added are among the others when LLVM hands the function over again.
            function.renumber();
        }
        edits += made.len() + blocks.len();
        findings.extend(case.into_iter().flat_map(|case| case.findings));
        if progress.is_refused() {
            break;
        }
    }
    Replayed {
        findings,
        left_alone: progress
            .record
            .left_alone
            .into_iter()
            .map(|l| format!("{}: {}", l.what, l.reason))
            .collect(),
        edits,
        function,
    }
}
