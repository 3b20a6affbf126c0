//! Every operation on every dtype and layout against a plain scalar oracle, and the promises that hold across them.

mod activations;
mod arithmetic;
mod assign;
mod bugs;
mod cast;
mod create;
mod decode;
mod element;
mod elementwise;
mod golden;
mod grad;
mod handle;
mod index;
mod matmul;
mod movement;
mod nets;
mod oracle;
mod ordering;
mod parity;
mod print;
mod reduce;
mod samples;
mod scaled;
mod scans;
mod sharing;
mod typed;

mod slicing;
mod views;
