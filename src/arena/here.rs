//! Where and when: the machine that plays, and the time of day.

use std::path::PathBuf;
use std::time::SystemTime;

use super::Machine;

/// Now, in UTC: `2026-11-30T08:00:00.123Z`.
pub fn now() -> String {
    humantime::format_rfc3339_millis(SystemTime::now()).to_string()
}

/// The name of this machine.
pub fn host() -> String {
    #[cfg(unix)]
    {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }
    #[cfg(not(unix))]
    {
        std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned())
    }
}

/// The file of the program that a command starts, looked for as the system does.
pub(super) fn program(command: &str) -> Option<PathBuf> {
    let name = PathBuf::from(shlex::split(command)?.first()?);
    if name.components().count() > 1 {
        return Some(name);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// This machine.
pub fn machine() -> Machine {
    let architecture = std::env::consts::ARCH;
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    Machine {
        host: host(),
        system: std::env::consts::OS.to_owned(),
        processor: match model {
            Some(model) => format!("{architecture}, {model}"),
            None => architecture.to_owned(),
        },
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    }
}
