//! [`Process`]: a child process that is written to and read from line by line.
//!
//! Reading and writing each have a thread, so that a child that neither writes nor reads keeps
//! nobody waiting: the caller waits for a channel, and for that with a deadline.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::ExternalError;

/// Lines that wait to be read; a child that prints more is held up.
const LINES_AHEAD: usize = 4096;
/// A line longer than this is cut: nothing of any protocol comes near it.
const LONGEST_LINE: u64 = 1 << 16;
/// How many lines of standard error are remembered.
const ERRORS_KEPT: usize = 3;
/// How often a wait looks whether it should stop.
const TICK: Duration = Duration::from_millis(50);
/// How long a child that closes its output is given to end.
const GRACE: Duration = Duration::from_millis(500);

/// How long a child is waited for, and who may end the wait before.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest wait for one whole answer.
    pub answer: Duration,
    /// Ends every wait when it becomes true.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    /// Limits that nobody ends before their time.
    pub fn of(answer: Duration) -> Self {
        Self { answer, stop: Arc::default() }
    }
}

/// A child process.
#[derive(Debug)]
pub struct Process {
    command: String,
    child: Child,
    limits: Limits,
    lines: Receiver<String>,
    input: Sender<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// What was sent last, for messages.
    request: String,
    /// What came last, for messages.
    last: Option<String>,
    /// When the answer that is waited for must be complete.
    deadline: Instant,
}

impl Process {
    /// Starts a command, a program with arguments, quoted as in a shell: `"python3 'my engine.py'"`.
    ///
    /// # Errors
    /// When the text is no command, or the program cannot be started.
    pub fn start(command: &str, limits: Limits) -> Result<Self, ExternalError> {
        let fail = |reason| ExternalError::Command { command: command.to_owned(), reason };
        let words = shlex::split(command).ok_or_else(|| fail("a quote is not closed"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| fail("it is empty"))?;
        let mut builder = Command::new(program);
        builder.args(arguments);
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C is ours to handle, and what a script starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let start = |source| ExternalError::Start { command: command.to_owned(), source };
        let mut child = builder.spawn().map_err(start)?;
        let errors = Arc::default();
        let (to_us, lines) = bounded(LINES_AHEAD);
        let (input, from_us) = unbounded();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read_lines(output, |line| to_us.send(line).is_ok()));
        }
        if let Some(output) = child.stderr.take() {
            let kept = Arc::clone(&errors);
            std::thread::spawn(move || read_lines(output, |line| keep(&kept, line)));
        }
        if let Some(stdin) = child.stdin.take() {
            std::thread::spawn(move || write_lines(stdin, &from_us));
        }
        let deadline = Instant::now() + limits.answer;
        Ok(Self {
            command: command.to_owned(),
            child,
            limits,
            lines,
            input,
            errors,
            request: "start".to_owned(),
            last: None,
            deadline,
        })
    }

    /// How long answers to what is sent from now on are waited for.
    pub fn wait_for(&mut self, answer: Duration) {
        self.limits.answer = answer;
    }

    /// A line that has come already, if there is one.
    pub fn take_line(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// Writes a line. From now on the time runs in which it must be answered.
    pub fn send(&mut self, line: &str) {
        line.clone_into(&mut self.request);
        self.last = None;
        self.deadline = Instant::now() + self.limits.answer;
        // If nobody takes it the child has ended, which whoever reads the answer is told.
        self.send_also(line);
    }

    /// Writes another line of the same request.
    pub fn send_also(&mut self, line: &str) {
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Reads a line of the answer, without its end.
    ///
    /// # Errors
    /// When the time is over, the child has ended, or somebody asks to stop.
    pub fn read(&mut self) -> Result<String, ExternalError> {
        loop {
            if self.limits.stop.load(Ordering::Relaxed) {
                return Err(ExternalError::Interrupted { command: self.command.clone() });
            }
            let now = Instant::now();
            if now >= self.deadline {
                return Err(self.timeout());
            }
            match self.lines.recv_timeout(TICK.min(self.deadline - now)) {
                Ok(line) => {
                    self.last = Some(line.clone());
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// Reads lines until one makes `found` return something.
    ///
    /// # Errors
    /// As [`Process::read`]; and what `found` says that was expected instead of a line.
    pub fn read_until<T>(
        &mut self,
        mut found: impl FnMut(&str) -> Result<Option<T>, String>,
    ) -> Result<T, ExternalError> {
        loop {
            let line = self.read()?;
            match found(&line) {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(expected) => return Err(self.rubbish(line, expected)),
            }
        }
    }

    /// The error of an answer that is not of the protocol.
    pub fn rubbish(&self, line: String, expected: impl Into<String>) -> ExternalError {
        let (command, request) = (self.command.clone(), self.request.clone());
        ExternalError::Rubbish { command, request, line, expected: expected.into() }
    }

    /// The error of an answer that says no.
    pub fn refused(&self, line: &str) -> ExternalError {
        let (command, request) = (self.command.clone(), self.request.clone());
        ExternalError::Refused { command, request, line: line.trim().to_owned() }
    }

    fn timeout(&self) -> ExternalError {
        ExternalError::Timeout {
            command: self.command.clone(),
            request: self.request.clone(),
            seconds: self.limits.answer.as_secs(),
            last: said(self.last.as_deref()),
        }
    }

    fn died(&mut self) -> ExternalError {
        let until = Instant::now() + GRACE;
        let how = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => match status.code() {
                    Some(code) => break format!("ended with exit code {code}"),
                    None => break format!("was killed ({status})"),
                },
                Ok(None) if Instant::now() < until => std::thread::sleep(GRACE / 50),
                _ => break "closed its output".to_owned(),
            }
        };
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors: Vec<&str> = errors.iter().map(String::as_str).collect();
        let last = if errors.is_empty() { self.last.clone() } else { Some(errors.join(" / ")) };
        ExternalError::Died {
            command: self.command.clone(),
            how,
            request: self.request.clone(),
            last: said(last.as_deref()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The end of a message about what was said last.
fn said(last: Option<&str>) -> String {
    last.map_or(String::new(), |line| format!("; the last it said was \"{}\"", line.trim()))
}

/// Keeps the last lines that say something.
fn keep(kept: &Mutex<VecDeque<String>>, line: String) -> bool {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if !line.trim().is_empty() {
        kept.push_back(line);
        if kept.len() > ERRORS_KEPT {
            kept.pop_front();
        }
    }
    true
}

/// Hands on the lines of an output, as long as somebody takes them.
fn read_lines(output: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes);
        if !take(line.trim_end_matches(['\n', '\r']).to_owned()) {
            return;
        }
    }
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}
