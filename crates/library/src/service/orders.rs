//! Operations on orders from outside: a text, or a function that the plugin saved, is opened once and asked many times.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::fields::{Fields, subtarget};
use super::given::Given;
use super::texts::{functions, skipped, value};
use super::{Answer, Failure};
use cdnasched_base::machine::text as flat;
use cdnasched_driver::OrderFile;
use cdnasched_driver::orders::{Detail, Evaluator, Graph, Judgement, Move, moved};
use cdnasched_driver::settings::FrontEnd;
use cdnasched_engine::schedule::Orders;
use cdnasched_text::opt::{OrderableKernel, OrderableText};

/// What is open, by number.
#[derive(Default)]
pub(super) struct Sessions {
    open: BTreeMap<u64, Session>,
    last: u64,
}

/// Something that was opened.
enum Session {
    Text(Box<OrderableText>),
    Function(Box<Evaluator>),
}

impl Session {
    fn evaluators(&self) -> Vec<&Evaluator> {
        match self {
            Session::Text(text) => text.kernels().iter().map(|k| k.evaluator()).collect(),
            Session::Function(evaluator) => vec![evaluator],
        }
    }

    fn evaluator(&self, name: &str) -> Result<&Evaluator, Failure> {
        let all = self.evaluators();
        let names: Vec<&str> = all.iter().map(|e| e.function().name.as_str()).collect();
        let found = all.iter().find(|e| e.function().name == name);
        found.copied().ok_or_else(|| {
            let names = names.join(", ");
            Failure::BadRequest(format!("there is no kernel '{name}'; there are: {names}"))
        })
    }

    /// A kernel of a text.
    fn kernel(&self, name: &str) -> Option<&OrderableKernel> {
        match self {
            Session::Text(text) => {
                let mut kernels = text.kernels().iter();
                kernels.find(|kernel| kernel.evaluator().function().name == name)
            }
            Session::Function(_) => None,
        }
    }

    fn graph(&self, name: &str) -> Result<Graph, Failure> {
        match self.kernel(name) {
            Some(kernel) => Ok(kernel.graph()),
            None => Ok(self.evaluator(name)?.graph()),
        }
    }

    fn judge(&self, name: &str, orders: &Orders, detail: Detail) -> Result<Judgement, Failure> {
        let judged = match self.kernel(name) {
            Some(kernel) => kernel.judge(orders, detail),
            None => self.evaluator(name)?.judge(orders, detail),
        };
        judged.map_err(Failure::request)
    }
}

impl Sessions {
    /// `open`: a text, or a function that `-cdna-sched-save` wrote.
    pub fn open(&mut self, mut fields: Fields) -> Answer {
        let given = fields.given_if_any()?;
        let text = given.map(Given::text).transpose()?;
        let function: Option<String> = fields.take("flat")?;
        let target = fields.target()?;
        let front_end = match text {
            Some(_) => FrontEnd::OpenText,
            None => FrontEnd::OpenFunction,
        };
        let options = fields.options(front_end)?;
        fields.end()?;
        let session = match (text, function) {
            (Some((text, _)), None) => {
                let (gpu, features) = subtarget(&text, target)?;
                let opened = OrderableText::open(&text, gpu, features, &options);
                Session::Text(Box::new(opened.map_err(Failure::input)?))
            }
            (None, Some(function)) => {
                let function = flat::parse(&function).map_err(Failure::input)?;
                Session::Function(Box::new(Evaluator::new(function, &options)))
            }
            _ => {
                let what = "give either text or flat, the text form that -cdna-sched-save writes";
                return Err(Failure::BadRequest(what.to_owned()));
            }
        };
        let kernels = session.evaluators().into_iter().map(|evaluator| {
            let regions = evaluator.regions();
            json!({ "name": evaluator.function().name, "regions": regions })
        });
        let left = match &session {
            Session::Text(text) => skipped(text.left()),
            Session::Function(_) => json!([]),
        };
        self.last += 1;
        let answer = json!({
            "session": self.last,
            "kernels": kernels.collect::<Value>(),
            "skipped": left,
        });
        self.open.insert(self.last, session);
        Ok(answer)
    }

    fn session(&self, fields: &mut Fields) -> Result<&Session, Failure> {
        let number: u64 = fields.need("session")?;
        let found = self.open.get(&number);
        found.ok_or_else(|| Failure::BadRequest(format!("there is no session {number} open")))
    }

    /// `export`: the regions of a kernel and their dependences.
    pub fn export(&self, mut fields: Fields) -> Answer {
        let session = self.session(&mut fields)?;
        let kernel: String = fields.need("kernel")?;
        fields.end()?;
        value(&session.graph(&kernel)?)
    }

    /// `judge`: whether a kernel may have an order, and what it takes.
    pub fn judge(&self, mut fields: Fields) -> Answer {
        let session = self.session(&mut fields)?;
        let kernel: String = fields.need("kernel")?;
        let orders: Option<Orders> = fields.take("orders")?;
        let moves: Option<Vec<Move>> = fields.take("moves")?;
        let detail = fields.choice_of("detail", &Detail::ALL, Detail::name)?;
        fields.end()?;
        let evaluator = session.evaluator(&kernel)?;
        let mut orders = orders.unwrap_or_default();
        if let Some(moves) = moves {
            orders = moved(evaluator, orders, &moves).map_err(Failure::request)?;
        }
        let judgement = session.judge(&kernel, &orders, detail.unwrap_or_default());
        let mut answer = value(&judgement?)?;
        answer["orders"] = value(&orders)?;
        Ok(answer)
    }

    /// `search`: the orders that our own search finds.
    pub fn search(&self, mut fields: Fields) -> Answer {
        let session = self.session(&mut fields)?;
        let kernel: String = fields.need("kernel")?;
        fields.end()?;
        Ok(json!({ "orders": value(&session.evaluator(&kernel)?.search())? }))
    }

    /// `apply`: the text with orders of its kernels.
    pub fn apply(&self, mut fields: Fields) -> Answer {
        let session = self.session(&mut fields)?;
        let orders: BTreeMap<String, Orders> = fields.need("orders")?;
        fields.end()?;
        for kernel in orders.keys() {
            session.evaluator(kernel)?;
        }
        match session {
            Session::Text(text) => {
                let done = text.apply(&orders).map_err(Failure::input)?;
                Ok(json!({ "functions": functions(&done)?, "text": done.text }))
            }
            Session::Function(_) => Err(Failure::Refused(
                "this session is of a saved function, which has no text; ask for order_file and give that to \
                 -cdna-sched-order"
                    .to_owned(),
            )),
        }
    }

    /// `order_file`: orders as `-cdna-sched-order` takes them.
    pub fn order_file(&self, mut fields: Fields) -> Answer {
        let session = self.session(&mut fields)?;
        let orders: BTreeMap<String, Orders> = fields.need("orders")?;
        fields.end()?;
        let mut functions = Vec::new();
        for (kernel, orders) in &orders {
            functions.push(session.evaluator(kernel)?.file(orders));
        }
        Ok(json!({ "file": value(&OrderFile::new(functions))? }))
    }

    /// `close`: forgets a session.
    pub fn close(&mut self, mut fields: Fields) -> Answer {
        let number: u64 = fields.need("session")?;
        fields.end()?;
        match self.open.remove(&number) {
            Some(_) => Ok(json!({})),
            None => {
                let what = format!("there is no session {number} open");
                Err(Failure::BadRequest(what))
            }
        }
    }
}
