//! The universal chess interface: how graphical programs and match managers speak to the engine.
//!
//! [`Uci`] reads lines and writes answers; a [`Session`](crate::engine::Session) does the work.
//! As the protocol says, words that mean nothing are skipped. What cannot be done is told with
//! `info string error: ...` and changes nothing.
//!
//! Source: R. Huber and S. Meyer-Kahlen, Description of the universal chess interface, 2006.

mod go;
mod interface;
mod options;
mod output;

pub use interface::Uci;
