//! Kernels of a text, open to orders from outside.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::judge::{self, Meant};
use super::prepare::{self, Registers};
use super::{Error, OptimisedText, optimise};
use crate::edit::Lines;
use crate::program::{Program, SourceText};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Features, Function, InstId};
use cdnasched_driver::orders::{Detail, Evaluator, Graph, Judgement};
use cdnasched_driver::settings::{self, FrontEnd};
use cdnasched_driver::{Options, OrderFile};
use cdnasched_engine::schedule::{NoOrder, Orders};

/// A text whose kernels can be given orders.
pub struct OrderableText {
    source: String,
    gpu: Gpu,
    features: Features,
    options: Options,
    kernels: Vec<OrderableKernel>,
    /// The functions that cannot be given orders, and why.
    left: Vec<(String, String)>,
}

/// A kernel that can be given orders.
pub struct OrderableKernel {
    evaluator: Evaluator,
    /// As it is in the text.
    original: Function,
    /// The lines of its instructions, counted from 1.
    lines: HashMap<InstId, u32>,
}

impl OrderableKernel {
    /// Answers questions about orders.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Says of orders whether the kernel may have them and what they take; `checked` also whether what was complete where
    /// others may look is complete there still.
    ///
    /// # Errors
    /// When a list is no order of its region at all.
    pub fn judge(&self, orders: &Orders, detail: Detail) -> Result<Judgement, NoOrder> {
        let mut judgement = self.evaluator.judge(orders, detail)?;
        if detail == Detail::Checked && judgement.legal {
            let finished = self.evaluator.finished(orders);
            if let Some(Err(wrong)) = finished.map(|function| self.keeps_memory(&function)) {
                judgement.legal = false;
                judgement.findings.push(wrong);
            }
        }
        Ok(judgement)
    }

    /// Whether a finished function keeps what the text says of memory.
    fn keeps_memory(&self, function: &Function) -> Result<(), String> {
        let meant = Meant {
            original: &self.original,
            without_copies: &self.original,
            function,
        };
        judge::memory(&meant, function)
    }

    /// Its regions and their dependences, with the lines of the text.
    pub fn graph(&self) -> Graph {
        self.evaluator
            .graph_with(|inst| self.lines.get(&inst).copied())
    }
}

impl OrderableText {
    /// Reads a text. Orders are judged by these options; none are searched.
    ///
    /// # Errors
    /// When it is no assembly of that GPU, or the options are not those that an opened text can have
    /// ([`settings::defaults`] of [`FrontEnd::OpenText`], and what that has).
    pub fn open(
        source: &str,
        gpu: Gpu,
        features: Features,
        options: &Options,
    ) -> Result<OrderableText, Error> {
        settings::refused(FrontEnd::OpenText, options).map_err(Error::Refused)?;
        let program = Program::of_text(&SourceText::new(source), gpu, features)?;
        let lines = Lines::new(source, &program.listing)?;
        let options = Options {
            orders: None,
            ..options.clone()
        };
        let (mut kernels, mut left) = (Vec::new(), Vec::new());
        for routine in &program.routines {
            let prepared =
                match prepare::prepare(routine, &program.listing, &lines, Registers::Used) {
                    Ok(prepared) => prepared,
                    Err(reason) => {
                        left.push((routine.function.name.clone(), reason));
                        continue;
                    }
                };
            let insts = (0..prepared.function.inst_count() as u32).map(InstId);
            let line = |inst| Some((inst, lines.number(routine.listed(inst)?)));
            kernels.push(OrderableKernel {
                lines: insts.filter_map(line).collect(),
                evaluator: Evaluator::of_text(prepared.function, &options),
                original: routine.function.clone(),
            });
        }
        let unread = program.not_analysed.iter();
        left.extend(unread.map(|left| (left.name.clone(), left.reason.clone())));
        Ok(OrderableText {
            source: source.to_owned(),
            gpu,
            features,
            options,
            kernels,
            left,
        })
    }

    /// The kernels.
    pub fn kernels(&self) -> &[OrderableKernel] {
        &self.kernels
    }

    /// The functions that cannot be given orders, and why.
    pub fn left(&self) -> &[(String, String)] {
        &self.left
    }

    /// The text with orders of its kernels, by name, with waits and nops for them, after all checks that
    /// [`optimise`] makes. Kernels that are not named stay as they are.
    ///
    /// # Errors
    /// When the text cannot be read, which it was before.
    pub fn apply(&self, orders: &BTreeMap<String, Orders>) -> Result<OptimisedText, Error> {
        let of = |kernel: &OrderableKernel| {
            let orders = orders.get(&kernel.evaluator.function().name)?;
            Some(kernel.evaluator.file(orders))
        };
        let file = OrderFile::new(self.kernels.iter().filter_map(of).collect());
        let options = Options {
            orders: Some(Arc::new(file)),
            ..self.options.clone()
        };
        optimise(&self.source, self.gpu, self.features, &options)
    }
}
