//! [`Question`]: what was asked of games about the worth of pieces, and the folder it is asked in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::arena::{
    Adjudication, ArmiesPlan, Contest, Journal, JournalError, Limit, OpeningsPlan, Plan,
    PlayerPlan, Program, ResignRule, Timeouts, ValuesPlan,
};
use crate::sampling::Random;

/// What [`Question::format`] says.
pub const FORMAT: &str = "tamerlane values question 1";
/// The file in the folder.
const FILE: &str = "question.json";
/// When a game is lost although it could go on: both players' scores say so by more than a rook for three
/// moves each, which is usual between engines. Of 3,285 games of Wild Tamerlane with 500 nodes a move in
/// which that happened and that went on, the other side won one in thirty, but more than a fifth were
/// drawn: who sees little does not mate on a large board, and then only the strongest pieces seem to
/// be worth something.
pub const RESIGN: ResignRule = ResignRule { plies: 6, score: 600 };
/// The size of each player's table in bytes.
const TABLE: u64 = 1 << 20;

/// What was asked. Games are played in stages, each a run of its own in a folder `stage-1` and so on;
/// what a stage plays follows from the question and the results of those before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// [`FORMAT`].
    pub format: String,
    /// The game: a built-in name or the path of a variant file.
    pub variant: String,
    /// The name of its rules.
    pub rules: String,
    /// How long the players may think about a move.
    pub limit: Limit,
    /// Half the width of the widest 95 % interval that is good enough, rooks being 5.
    pub precision: f64,
    /// The values that players begin with, one stage each.
    pub priors: Vec<Prior>,
    /// The seed of all armies.
    pub seed: u64,
    /// What part of the men that both armies have they lose at most, in hundredths.
    pub thinned: u32,
    /// No more pairs than this.
    pub most_pairs: u64,
    /// When a game is ended without the rules.
    pub adjudication: Adjudication,
}

/// Values that players begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prior {
    /// What it is called.
    pub name: String,
    /// The values as a text that the search takes.
    pub text: String,
}

/// Why the folder of a question cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// A file cannot be read or written.
    #[error("\"{0}\": {1}")]
    File(PathBuf, std::io::Error),
    /// There is a question in a folder where one is to begin.
    #[error("\"{0}\" holds a question already: go on with it by --resume, or give another folder")]
    Occupied(PathBuf),
    /// There is none.
    #[error("\"{0}\" holds no question: expected the folder of `tamerlane values imbalance`")]
    None(PathBuf),
    /// The file is of another version, or of nothing that we know.
    #[error("\"{0}\": {1}")]
    Foreign(PathBuf, String),
    /// The log of a stage cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Question {
    /// Writes the question into a folder, which is made if need be.
    ///
    /// # Errors
    /// When there is one already, or the file cannot be written.
    pub fn begin(&self, folder: &Path) -> Result<(), QuestionError> {
        let path = folder.join(FILE);
        if path.exists() {
            return Err(QuestionError::Occupied(folder.to_owned()));
        }
        let failed = |error| QuestionError::File(path.clone(), error);
        fs::create_dir_all(folder).map_err(failed)?;
        let text = serde_json::to_string_pretty(self).map_err(|error| failed(error.into()))?;
        fs::write(&path, text + "\n").map_err(failed)
    }

    /// Reads the question of a folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read(folder: &Path) -> Result<Self, QuestionError> {
        let path = folder.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(QuestionError::None(folder.to_owned()));
            }
            Err(error) => return Err(QuestionError::File(path, error)),
        };
        let question: Self = serde_json::from_str(&text)
            .map_err(|error| QuestionError::Foreign(path.clone(), error.to_string()))?;
        if question.format != FORMAT {
            let reason = format!("its format is \"{}\", expected \"{FORMAT}\"", question.format);
            return Err(QuestionError::Foreign(path, reason));
        }
        Ok(question)
    }

    /// The folder of a stage, counted from 0.
    pub fn stage_folder(folder: &Path, stage: usize) -> PathBuf {
        folder.join(format!("stage-{}", stage + 1))
    }

    /// The logs of all stages that have begun, in order.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn stages(folder: &Path) -> Result<Vec<Journal>, QuestionError> {
        let folders = (0..).map(|stage| Self::stage_folder(folder, stage));
        let begun = folders.take_while(|folder| folder.join("run.json").exists());
        begun.map(|folder| Ok(Journal::read(&folder)?)).collect()
    }

    /// The plan of a stage, counted from 0. Both players have the same values.
    pub fn plan(&self, stage: usize, values: &ValuesPlan, armies: ArmiesPlan) -> Plan {
        let player = |name: &str| PlayerPlan {
            name: name.to_owned(),
            program: Program::Engine {
                threads: 1,
                hash_bytes: TABLE,
                values: Some(values.clone()),
                search: BTreeMap::new(),
            },
            limit: self.limit,
        };
        Plan {
            variant: self.variant.clone(),
            rules: self.rules.clone(),
            contest: Contest::RoundRobin,
            players: vec![player("first army"), player("second army")],
            rounds: Some(armies.order.len() as u64),
            test: None,
            // Small enough for every reader of JSON.
            seed: Random::of_item(self.seed, stage as u64).seed() >> 16,
            openings: OpeningsPlan::Armies(armies),
            adjudication: self.adjudication,
            timeouts: Timeouts::default(),
        }
    }
}
