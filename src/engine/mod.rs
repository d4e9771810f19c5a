//! A player that waits for orders: [`Session`], what the protocols of graphical programs have in
//! common.
//!
//! A session holds a game as far as it has been played and a thread that searches. Orders return at
//! once; what the search finds goes to a [`Listener`] on that thread. Nothing here knows how a
//! protocol writes anything but moves.

mod game_line;
mod session;
mod shared_writer;
mod thread;

pub use game_line::{GameLine, LineError};
pub use session::{Session, SessionError, Settings};
pub use shared_writer::SharedWriter;
pub use thread::{Listener, Patience};
