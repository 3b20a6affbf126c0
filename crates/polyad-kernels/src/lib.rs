//! The loops of Polyad on the CPU: plain functions on slices, one compute dtype each.
//!
//! Signatures are byte-erased (`&[u8]`, aligned for the element type), so that an engine without
//! any unsafe code can hold the loops in tables and pick one per op and dtype. Each hot loop is
//! written once, plainly, and compiled for the tiers of [`tier`]; tests hold every tier against the
//! plain copy. The functions panic on slices whose lengths do not fit together or that are not
//! aligned: that is a broken invariant of the caller, never bad input.

#![allow(unsafe_code)] // a room for unsafe code: target features and `core::arch`

pub mod arg;
pub mod binary;
pub mod cast;
pub mod codec;
pub mod compare;
pub mod conv;
pub mod gather;
pub mod keys;
pub mod mask;
pub mod matmul;
pub mod norm;
pub mod partition;
pub mod philox;
pub mod places;
pub mod pool;
pub mod qdot;
pub mod reduce;
pub mod scaled;
pub mod scan;
pub mod search;
pub mod select;
pub mod sort;
pub mod tier;
pub mod transpose;
pub mod unary;
pub mod variates;

mod loops;
mod math;
