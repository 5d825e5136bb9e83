//! Orders in a file, and which function they are for.

use serde::{Deserialize, Serialize};

use crate::machine::Function;
use crate::schedule::Orders;

/// The version of the format.
const FORMAT: u32 = 1;

/// Orders of functions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderFile {
    /// The version of the format: 1.
    cdna_sched_orders: u32,
    /// The functions.
    functions: Vec<FunctionOrders>,
}

/// Orders of the regions of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionOrders {
    /// Its symbol.
    pub function: String,
    /// Names its instructions in the order in which they came, so that orders of another version are noticed.
    pub fingerprint: String,
    /// By number of the region: its nodes, each by its place in the incoming order.
    pub regions: Orders,
}

/// Why a file of orders cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is no such file.
    #[error("expected a JSON object with cdna_sched_orders and functions: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Another version of the format.
    #[error("the file has version {found} of the format, expected {FORMAT}; export it again")]
    Version {
        /// The version.
        found: u32,
    },
    /// A function is there twice.
    #[error("the file has {0} twice; keep one of them")]
    Twice(String),
}

impl OrderFile {
    /// Orders of functions.
    pub fn new(functions: Vec<FunctionOrders>) -> OrderFile {
        OrderFile {
            cdna_sched_orders: FORMAT,
            functions,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is no such file, of another version, or has a function twice.
    pub fn parse(text: &str) -> Result<OrderFile, FileError> {
        let file: OrderFile = serde_json::from_str(text)?;
        if file.cdna_sched_orders != FORMAT {
            return Err(FileError::Version {
                found: file.cdna_sched_orders,
            });
        }
        for (at, of) in file.functions.iter().enumerate() {
            if file.functions[..at]
                .iter()
                .any(|other| other.function == of.function)
            {
                return Err(FileError::Twice(of.function.clone()));
            }
        }
        Ok(file)
    }

    /// The orders of a function.
    pub fn of(&self, function: &str) -> Option<&FunctionOrders> {
        self.functions.iter().find(|of| of.function == function)
    }

    /// The functions that it has orders for.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|of| of.function.as_str())
    }
}

/// Names a function with its instructions in their present order: FNV-1a with 64 bits over their text.
pub(super) fn fingerprint(function: &Function) -> String {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let mut hash = BASIS;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    };
    add(function.gpu.name());
    for block in function.block_ids() {
        add("block");
        for &inst in &function.block(block).order {
            add(&function.opcode(inst).name);
            for operand in function.operands(inst) {
                add(&format!("{:?}", operand.kind));
            }
        }
    }
    format!("{hash:016x}")
}
