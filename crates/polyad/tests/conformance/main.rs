//! Every operation on every dtype and layout against a plain scalar oracle, and the promises that hold across them.

mod assign;
mod bugs;
mod cast;
mod element;
mod elementwise;
mod grad;
mod handle;
mod index;
mod matmul;
mod nets;
mod oracle;
mod parity;
mod print;
mod reduce;
mod samples;
mod scaled;
mod sharing;
mod typed;
