//! `cdna-sched why`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cdnasched_base::machine::InstId;
use cdnasched_base::{escape, output};
use cdnasched_driver::Options;
use cdnasched_driver::settings::FrontEnd;
use cdnasched_engine::timing::Stall;
use cdnasched_object::{self as object, Contents, Target};
use cdnasched_show::view::Written;
use cdnasched_text::lint::{self, Finding, Spot};
use cdnasched_text::view::{Functions, functions};
use cdnasched_text::why::{self, Answer, Because, Flow, InLoop, MeasuredStalls, Named, Place};
use serde::Serialize;

use crate::att::Traces;
use crate::code;
use crate::exit;
#[cfg(not(feature = "llvm"))]
use crate::no_code_generator;
use crate::out::{complain, say};
use crate::settings::{HasStages, StageArguments};
use crate::view::{Compilation, is_module, modules};

/// How many instructions are named at the other end of a value.
const NAMED: usize = 6;

#[derive(clap::Args)]
#[cfg_attr(
    not(feature = "llvm"),
    command(after_help = no_code_generator::no_modules())
)]
pub struct Arguments {
    /// Assembly text (.s), a code object (.o, .co, .hsaco), or LLVM IR (.ll, .bc), which is compiled with cdnasched.
    file: PathBuf,
    /// Which instruction: a line of the text (41), an address of the code object (0x1a40), or a line of the source by
    /// debug information (kernel.py:41), which may have made several.
    #[arg(long, value_name = "PLACE")]
    at: Place,
    /// GPU or target ID (gfx942, gfx90a:sramecc+:xnack-), for text that does not name its own. Of files with code
    /// for several GPUs, only this one's is looked at.
    #[arg(long, value_parser = |id: &str| Target::parse(id))]
    mcpu: Option<Target>,
    /// Of LLVM IR: compile it by LLVM alone.
    #[arg(long)]
    llvm: bool,
    /// Of LLVM IR: write the assembly that the answer is about to this file; lines are its lines.
    #[arg(long, value_name = "FILE")]
    save_asm: Option<PathBuf>,
    /// Say how long waves stalled there when thread traces of just this code were recorded (rocprofv3 --att): a file or a
    /// directory.
    #[arg(long, value_name = "DIR")]
    att: Option<PathBuf>,
    #[command(flatten)]
    stages: StageArguments<Arguments>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl HasStages for Arguments {
    const FRONT_ENDS: &'static [FrontEnd] = &[FrontEnd::Modules, FrontEnd::Show];
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answers<'a> {
    format: &'static str,
    version: u32,
    file: String,
    gpu: &'static str,
    instructions: &'a [Answer],
}

/// Answers about instructions. Exit code: 0 there is an answer; 2 the file cannot be read, or nothing is at the place.
pub fn run(arguments: &Arguments) -> ExitCode {
    match answer(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            exit::unusable()
        }
    }
}

fn answer(arguments: &Arguments) -> Result<(), String> {
    let file = &arguments.file;
    let named = |error| format!("{}: {error}", escape::path(file));
    let options = arguments.stages.options(match is_module(file) {
        true => FrontEnd::Modules,
        false => FrontEnd::Show,
    });
    let read = match is_module(file) {
        // What is wrong with a module is said with its name.
        true => compiled(arguments)?,
        false => read(arguments).map_err(named)?,
    };
    explain(arguments, &options, read).map_err(named)
}

fn explain(arguments: &Arguments, options: &Options, read: Read) -> Result<(), String> {
    let file = &arguments.file;
    let functions = read.functions;
    let models = options.models.of(functions.gpu);
    let model = models
        .first()
        .ok_or_else(|| format!("the model file has no numbers for {}", functions.gpu))?;
    let answers = why::why(
        &functions,
        read.lines,
        &arguments.at,
        options.hazards,
        model,
    );
    let mut answers = answers.map_err(|error| error.to_string())?;
    let lints = lint::Options {
        policy: options.hazards,
        covered: true,
        ..lint::Options::default()
    };
    let report = lint::lint(&read.bytes, arguments.mcpu, lints);
    why::find_missing(&mut answers, &report.map_err(|error| error.to_string())?);
    if let Some(att) = &arguments.att {
        measure(att, &functions, &mut answers)?;
    }
    if arguments.json {
        let all = Answers {
            format: "cdnasched-why",
            version: 1,
            file: escape::path(file),
            gpu: functions.gpu.name(),
            instructions: &answers,
        };
        let text = serde_json::to_string(&all).map_err(|error| error.to_string())?;
        say!("{text}\n");
        return Ok(());
    }
    // Lines of a module are those of the assembly that it was compiled to.
    let name = match (&arguments.save_asm, is_module(file)) {
        (Some(assembly), true) => escape::path(assembly),
        (None, true) => format!("{} as compiled", escape::path(file)),
        _ => escape::path(file),
    };
    let mut texts = Vec::new();
    let mut said: Option<&str> = None;
    for of in &answers {
        let advice = of.in_loop.as_ref().map(|of| of.advice.as_str());
        texts.push(described(&name, of, advice.filter(|_| advice != said)));
        said = advice;
    }
    say!("{}", texts.join("\n"));
    Ok(())
}

/// Adds what traces have of the instructions.
///
/// # Errors
/// When the traces cannot be read, or are of other code.
fn measure(att: &Path, functions: &Functions, answers: &mut [Answer]) -> Result<(), String> {
    let traces = Traces::read(att, functions)?;
    for answer in answers {
        let inputs = &functions.shown;
        let input = inputs
            .iter()
            .find(|one| one.function.name == answer.function);
        let found = input.map(|input| (input, traces.of(&input.function)));
        let Some((input, found)) = found.filter(|(_, found)| !found.is_empty()) else {
            return Err(format!(
                "{}: no trace is of the code of {}, instruction by instruction: {}",
                escape::path(att),
                answer.function,
                traces.difference(input)
            ));
        };
        let is_it = |written: &Written| {
            written.line == answer.inst.line && written.address == answer.inst.address
        };
        let at = input.written.iter().position(is_it);
        let stalls = at.map(|at| {
            let all = found.iter().flat_map(|of| of.stalls(InstId(at as u32)));
            all.collect::<Vec<_>>()
        });
        answer.measured = stalls.and_then(MeasuredStalls::of);
    }
    Ok(())
}

/// A file, and what was found in it.
struct Read {
    bytes: Vec<u8>,
    /// Of text, how many lines it has.
    lines: Option<u32>,
    functions: Functions,
}

/// A file of assembly or machine code.
fn read(arguments: &Arguments) -> Result<Read, String> {
    let bytes = code::read(&arguments.file);
    let bytes = bytes.map_err(|error| error.to_string())?;
    let lines = match object::read(&bytes) {
        Ok(Contents::Text(text)) => Some(text.lines().count() as u32),
        _ => None,
    };
    let functions = functions(&bytes, arguments.mcpu, "");
    Ok(Read {
        lines,
        functions: functions.map_err(|error| error.to_string())?,
        bytes,
    })
}

/// A module, compiled.
fn compiled(arguments: &Arguments) -> Result<Read, String> {
    let how = Compilation {
        mcpu: arguments.mcpu,
        stages: &arguments.stages,
    };
    let [llvm, ours] = modules::both(&arguments.file, &how)?;
    let (text, functions) = if arguments.llvm { llvm } else { ours };
    if let Some(file) = &arguments.save_asm {
        output::write(file, text.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", escape::path(file)))?;
    }
    Ok(Read {
        lines: Some(text.lines().count() as u32),
        functions,
        bytes: text.into_bytes(),
    })
}

fn escaped(text: &str) -> String {
    escape::message(text.as_bytes())
}

/// `line 41: v_add_f32 …`.
fn named(inst: &Named) -> String {
    format!("{}: {}", inst.place(), escaped(&inst.instruction))
}

/// Everything about an instruction, for people. `advice`: what binds its loop, unless that was just said.
fn described(file: &str, of: &Answer, advice: Option<&str>) -> String {
    let place = match of.inst.address {
        Some(address) => format!("{address:#x}"),
        None => of.inst.line.to_string(),
    };
    let mut text = format!("{file}:{place}: {}\n", escaped(&of.inst.instruction));
    if let Some((source, line, column)) = &of.source {
        let column = match column {
            0 => String::new(),
            column => format!(":{column}"),
        };
        text += &format!("  made of {}:{line}{column}\n", escaped(source));
    }
    let loops = match of.loop_depth {
        0 => String::new(),
        depth => format!(", in a loop of depth {depth}"),
    };
    text += &format!(
        "  in {}, block {}{loops}\n",
        escaped(&of.function),
        escaped(&of.block)
    );
    if let Some(in_loop) = &of.in_loop {
        text += &timed(in_loop);
    }
    if let Some(measured) = &of.measured {
        text += &format!("  {measured}\n");
    }
    if let Some(advice) = advice {
        text += &format!("  the loop: {}\n", escaped(advice));
    }
    if let Some(explanation) = &of.explanation {
        // The reasons below say it; without any there is nothing else to say.
        if of.because.is_empty() {
            text += &format!("  {}\n", escaped(explanation));
        }
        text += &reasons("what it is for", &of.because, false);
    } else {
        text += &flows("reads", &of.reads, "what the function begins with");
        text += &flows("writes what is read by", &of.readers, "");
        text += &reasons("what waits before it, for it", &of.because, true);
        text += &reasons("what waits for it", &of.awaited_by, true);
    }
    text += &missing(of);
    if !of.hazards.is_empty() {
        text += "  hazards\n";
        for hazard in &of.hazards {
            text += &format!("    {}\n", escaped(&hazard.sentence));
        }
    }
    text
}

/// What lint misses: before it, or for its sake.
fn missing(of: &Answer) -> String {
    let is_it =
        |spot: &Spot| (spot.line, spot.address) == (of.inst.line, of.inst.address.unwrap_or(0));
    let mut text = String::new();
    let mut list = |title: &str, all: &[&Finding], other: &dyn Fn(&Finding) -> Option<Spot>| {
        if all.is_empty() {
            return;
        }
        text += &format!("  {title}\n");
        for finding in all {
            text += &format!("    {} [{}]\n", escaped(&finding.message), finding.rule);
            if let Some(spot) = other(finding) {
                text += &format!("      {}: {}\n", spot.place(), escaped(&spot.instruction));
            }
            text += &format!("      mend: {}\n", escaped(&finding.mend));
        }
    };
    let (before, behind): (Vec<_>, Vec<_>) =
        of.missing.iter().partition(|finding| is_it(&finding.at));
    list("what is missing before it", &before, &|finding| {
        finding.after.clone()
    });
    list(
        "what is missing for it, before others",
        &behind,
        &|finding| Some(finding.at.clone()),
    );
    text
}

/// When it issues, and what for it stalls.
fn timed(of: &InLoop) -> String {
    let mut text = format!(
        "  issues {} clocks into an iteration of {:.0} (modelled, one wave)",
        of.issue, of.iteration
    );
    if of.reason != Stall::None {
        let cause = of.cause.as_ref().map(named);
        let cause = cause.map_or_else(String::new, |cause| format!(", for {cause}"));
        text += &format!("; stalls {} of them, {}{cause}", of.stalls, of.reason);
    }
    text.push('\n');
    text
}

fn flows(title: &str, flows: &[Flow], none: &str) -> String {
    if flows.is_empty() {
        return String::new();
    }
    let mut text = format!("  {title}\n");
    for flow in flows {
        if flow.instructions.is_empty() {
            text += &format!("    {}: {none}\n", flow.registers);
        }
        for inst in flow.instructions.iter().take(NAMED) {
            text += &format!("    {}: {}\n", flow.registers, named(inst));
        }
        match flow.instructions.len().saturating_sub(NAMED) {
            0 => {}
            more => text += &format!("    {}: and {more} more\n", flow.registers),
        }
    }
    text
}

/// `with_filler`: begin each with the wait or nop.
fn reasons(title: &str, all: &[Because], with_filler: bool) -> String {
    if all.is_empty() {
        return String::new();
    }
    let mut text = format!("  {title}\n");
    for because in all {
        if with_filler {
            text += &format!("    {}\n  ", named(&because.filler));
        }
        text += &format!("    {}\n", escaped(&because.sentence));
        let ends = [&because.producer, &because.consumer];
        let ends: Vec<String> = ends.into_iter().flatten().map(Named::place).collect();
        let mut way = format!("from {}", ends.join(" to "));
        if because.path.len() > 1 {
            way += &format!(", by way of {}", escaped(&because.path.join(", ")));
        }
        if let (Some(have), Some(need)) = (because.have, because.need) {
            way += &format!("; {have} wait states, {need} needed");
        }
        if !ends.is_empty() {
            let indent = if with_filler { "        " } else { "      " };
            text += &format!("{indent}{way}\n");
        }
    }
    text
}
