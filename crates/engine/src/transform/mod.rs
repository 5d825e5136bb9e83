//! What changes instructions, beside what orders them: from function to function, before a search.

pub mod coalesce;
mod exec;
pub mod guards;
pub(crate) mod operands;
pub mod passing;
pub mod peel;
pub(crate) mod relink;
pub mod rename;
pub mod rotate;
pub(crate) mod targets;
mod triangle;
mod union_find;
