//! Tamerlane.
pub mod geometry;
pub mod movegen;
pub mod pieces;
pub mod position;
pub mod rules;
