//! The built program, as a user runs it: results, messages, exit codes, and what lies in the folder afterwards.

mod bad_input;
mod book;
mod browser;
mod convert;
mod diff;
mod help;
mod info;
mod interrupt;
mod json;
mod ls;
mod quantize;
mod report;
mod show;
mod split;
mod standard;
mod support;
mod terminal;
mod validate;
