//! The protocol of `XBoard` and `WinBoard`, version 2: [`Cecp`] reads its commands and writes its
//! answers, whatever they come from.
//!
//! `XBoard` plays games that it has never heard of, if the engine tells it the board, the pieces
//! and their moves. All that is made from the rules here: `board` lays squares out on a rectangle,
//! `pieces` chooses pictures and letters, `betza` writes movements, `setup` puts the lines together.
//! `notation` writes moves, `moves` says which of them `XBoard` can show, `highlight` marks squares
//! for the mouse. `interface` reads commands; `game`, `search`, `settings` and `mouse` do them; `clock`
//! keeps time, `thinking` tells what is thought.

mod betza;
mod board;
mod clock;
mod event;
mod game;
mod games;
mod highlight;
mod interface;
mod mouse;
mod moves;
mod notation;
mod options;
mod pieces;
mod result;
mod search;
mod settings;
mod setup;
mod thinking;

pub use interface::{Cecp, CecpError};
