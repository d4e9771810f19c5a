//! What schedulers need to do a plan: scripts, made from those in `scripts/cluster`.

use std::fmt::Write;
use std::path::PathBuf;

const SLURM: &str = include_str!("../../scripts/cluster/slurm-job.sh");
const PARALLEL: &str = include_str!("../../scripts/cluster/parallel.sh");

/// What is to be done, and by which program.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The program, where the work is done.
    pub program: PathBuf,
    /// The plan.
    pub plan: PathBuf,
    /// The folder of results.
    pub results: PathBuf,
    /// More words for `tamerlane work`.
    pub options: Vec<String>,
}

/// An array of Slurm.
#[derive(Clone, Debug)]
pub struct Slurm {
    /// How many tasks.
    pub shards: u64,
    /// How many of them at once, if not all.
    pub at_once: Option<u32>,
    /// How many cores each has.
    pub cores: u32,
    /// How long a task may take, as `sbatch --time` has it.
    pub time: String,
}

/// Machines that are reached by ssh.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// The program on this machine.
    pub here: PathBuf,
    /// The machines, as `parallel -S` has them: `8/pc1,16/pc2`.
    pub hosts: String,
    /// The command that reaches them.
    pub ssh: String,
    /// The folder on them, in the home directory.
    pub folder: String,
}

impl Submission {
    /// The job script of an array of Slurm.
    pub fn slurm(&self, slurm: &Slurm) -> String {
        let last = slurm.shards.saturating_sub(1);
        let at_once = slurm.at_once.map_or_else(String::new, |count| format!("%{count}"));
        let mut text = String::from("#!/bin/bash\n");
        let mut line = |words: &str| {
            let _ = writeln!(text, "#SBATCH {words}");
        };
        for words in SLURM.lines().filter_map(|line| line.strip_prefix("#SBATCH ")) {
            line(words);
        }
        line(&format!("--array=0-{last}{at_once}"));
        line(&format!("--cpus-per-task={}", slurm.cores));
        line(&format!("--time={}", slurm.time));
        line(&format!("--output={}/%A_%a.log", self.results.display()));
        self.assign(&mut text, &[("SHARDS", &slurm.shards.to_string())]);
        text + &body(SLURM)
    }

    /// The script that does a plan on machines reached by ssh.
    pub fn parallel(&self, parallel: &Parallel) -> String {
        let mut text = String::from("#!/bin/bash\n");
        let here = parallel.here.display().to_string();
        let more = [
            ("HERE", here.as_str()),
            ("HOSTS", &parallel.hosts),
            ("LOGIN", &parallel.ssh),
            ("FOLDER", &parallel.folder),
        ];
        self.assign(&mut text, &more);
        text + &body(PARALLEL)
    }

    fn assign(&self, text: &mut String, more: &[(&str, &str)]) {
        let (program, plan) = (self.program.display().to_string(), self.plan.display().to_string());
        let (results, options) = (self.results.display().to_string(), self.options.join(" "));
        let own =
            [("PROGRAM", program), ("PLAN", plan), ("RESULTS", results), ("OPTIONS", options)];
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        for (name, value) in own.chain(more.iter().copied()) {
            let _ = writeln!(text, "{name}={}", shlex::try_quote(value).unwrap_or_default());
        }
    }
}

/// A script without its first line and the directives, which stand before all commands.
fn body(script: &str) -> String {
    let kept =
        script.lines().filter(|line| !line.starts_with("#!") && !line.starts_with("#SBATCH"));
    kept.fold(String::new(), |text, line| text + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_stand_before_commands_and_names_are_quoted() {
        let submission = Submission {
            program: "/opt/my programs/tamerlane".into(),
            plan: "/data/plan.jsonl".into(),
            results: "/data/results".into(),
            options: vec!["--hash".to_owned(), "4G".to_owned()],
        };
        let slurm = Slurm { shards: 8, at_once: Some(3), cores: 16, time: "4:00:00".to_owned() };
        let text = submission.slurm(&slurm);
        assert!(text.starts_with("#!/bin/bash\n#SBATCH --job-name=tamerlane\n"));
        let directives = text.lines().filter(|line| line.starts_with("#SBATCH")).count();
        let before = text.lines().take_while(|line| line.starts_with('#')).count();
        assert_eq!((directives, before), (8, 9));
        for line in ["#SBATCH --array=0-7%3", "SHARDS=8", "OPTIONS='--hash 4G'"] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert!(text.contains("\nPROGRAM='/opt/my programs/tamerlane'\n"), "{text}");
    }
}
