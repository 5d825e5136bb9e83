//! What changes instructions, beside what orders them: from function to function, before a search.

pub mod coalesce;
mod exec;
mod operands;
pub mod passing;
mod relink;
pub mod rename;
pub mod rotate;
mod targets;
mod union_find;
