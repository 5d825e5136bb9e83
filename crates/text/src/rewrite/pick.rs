//! One of several texts of the same kernels, each rewritten.

use cdnasched_driver::Options;
use cdnasched_driver::pick::{Lost, PickedKernel, looked, together};
use cdnasched_driver::report::Record;
use cdnasched_object::Target;

use super::{Mode, Rewritten, rewrite};
use crate::{opt, program, target};

/// A text of the kernels.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// What it is called: the strategy by which it was compiled.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The one that was picked.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Its place among those that were given.
    pub at: usize,
    /// What became of it.
    pub rewritten: Rewritten,
    /// The kernels, and what each text is for them.
    pub kernels: Vec<PickedKernel>,
}

/// Rewrites the first of several texts of the same kernels, and others that are promising, and picks the one with which the kernels take
/// the fewest clocks at their own numbers of waves; the first unless another is better by enough. `most`: how many are rewritten
/// beside the first. There is always a text: of the first, what [`rewrite`] makes of it. `None`: no text was given.
pub fn pick(
    texts: &[Alternative],
    target: Option<Target>,
    options: &Options,
    most: usize,
) -> Option<Picked> {
    let (first, others) = texts.split_first()?;
    let looks: Vec<Result<Vec<Record>, String>> = texts
        .iter()
        .map(|of| look(&of.text, target, options))
        .collect();
    let names = looks.first().and_then(|look| look.as_ref().ok());
    let names = names.map_or(&[][..], Vec::as_slice).iter();
    let candidates = |name: &str| {
        let all = texts.iter().zip(&looks);
        let all = all.map(|(text, look)| {
            let look = look.as_deref().map_err(String::as_str);
            let mut candidate = looked(name, &text.name, Some(look));
            if candidate.llvm.is_none() {
                let why = "it has no such kernel that can be analysed".to_owned();
                candidate.lost.get_or_insert(Lost::Fails(why));
            }
            candidate
        });
        all.collect()
    };
    let mut kernels: Vec<PickedKernel> = names
        .map(|of| PickedKernel::new(&of.function, candidates(&of.function)))
        .collect();
    for kernel in &mut kernels {
        kernel.narrow(most);
    }
    let mut done = vec![Some(rewrite(&first.text, Mode::Opt, target, options))];
    done.extend(others.iter().map(|other| {
        let mut all = kernels.iter();
        let is_open = all.any(|kernel| kernel.is_open(&other.name));
        is_open.then(|| rewrite(&other.text, Mode::Opt, target, options))
    }));
    for (text, rewritten) in texts.iter().zip(&done) {
        let Some(rewritten) = rewritten else { continue };
        let records = look(&rewritten.text, target, options);
        for kernel in &mut kernels {
            match &records {
                Ok(records) => kernel.searched(&text.name, records),
                Err(why) => kernel.fails(&text.name, why),
            }
        }
    }
    for kernel in &mut kernels {
        kernel.decide();
    }
    let at = together(&kernels);
    let rewritten = done.into_iter().nth(at).flatten();
    let rewritten = rewritten.unwrap_or_else(|| rewrite(&first.text, Mode::Opt, target, options));
    Some(Picked {
        at,
        rewritten,
        kernels,
    })
}

/// The figures of a text's functions.
fn look(text: &str, target: Option<Target>, options: &Options) -> Result<Vec<Record>, String> {
    let target = target::of_text(text, target).map_err(|error| error.to_string())?;
    let features = program::features(target);
    let found = opt::evaluate(text, target.gpu, features, &options.models);
    let found = found.map_err(|error| error.to_string())?;
    // What cannot be analysed is in none of the texts, as far as they are compared.
    Ok(found.functions.into_iter().map(|of| of.figures).collect())
}
