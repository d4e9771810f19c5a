//! The program as an engine that is spoken to line by line, for the tests of its protocols.
#![allow(dead_code, reason = "no test needs all of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::process;

/// No answer takes longer than this on the slowest machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program, spoken to line by line.
pub(crate) struct Dialogue {
    child: Child,
    input: ChildStdin,
    pub(crate) lines: Receiver<String>,
}

impl Dialogue {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = process::start(arguments);
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take().unwrap();
        Self { child, input, lines }
    }

    pub(crate) fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// All lines up to the first that starts with a word, and that one.
    pub(crate) fn until(&self, word: &str) -> Vec<String> {
        let mut read = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    let last = line.starts_with(word);
                    read.push(line);
                    if last {
                        return read;
                    }
                }
                Err(error) => panic!("{error} before \"{word}\" in {read:#?}"),
            }
        }
    }

    pub(crate) fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// What is written, kept.
#[derive(Clone, Default)]
pub(crate) struct Kept(pub(crate) Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
