//! Shapes and places of elements, beside the operations of the table: most are views, O(1), over the same elements.

mod broadcast;
mod join;
mod parts;
mod repeat;
mod shape;
mod split;

pub use split::Sections;
