//! [`Game`]: the rules of one game, read from a variant file and checked, for any board.
//!
//! This is the meaning of the file and nothing more: no table, no set of squares. The fast
//! generator's [`Ruleset`](super::Ruleset) is compiled from it; the naive generator walks it as
//! it is. The two share nothing else.

use super::{Symmetry, Zone};
use crate::geometry::{Board, Offset, Square};
use crate::pieces::{Color, Kind, KindSet, Movement, Piece};

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What the variant is called on the command line, `"wild-tamerlane"`.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it is, in a sentence or two.
    pub summary: String,
    /// Where its rules are written.
    pub sources: Vec<String>,
    /// The shape of the board.
    pub board: Board,
    /// How White's zones and movements map to Black's.
    pub symmetry: Symmetry,
    /// The kinds of piece; a [`Kind`] is a place in this list.
    pub kinds: Vec<KindRules>,
    /// The start positions, at least one; the first is the usual one.
    pub starts: Vec<Start>,
    /// What the third field of the FEN may hold, in its order; at most 32.
    pub rights: Vec<Right>,
    /// The royal piece's jump from where it started, if the game has one.
    pub jump: Option<Jump>,
    /// The ways to castle, White's and Black's.
    pub castlings: Vec<Castling>,
    /// Whether a mated royal piece may change places with one of the kinds marked as
    /// [successors](KindRules::successor) whose square is not attacked.
    pub succession: bool,
    /// The squares beyond the rectangle that only royal men enter.
    pub citadels: Vec<Citadel>,
    /// Whether the highest royal man, entering the enemy's citadel, may once put a lower one of its
    /// side there instead and take that one's square.
    pub citadel_exchange: bool,
    /// When the only royal man of a side, if it is of the highest rank, may once change places with
    /// a man that is not royal.
    pub swap: Option<SwapWhen>,
    /// Where a pawn that waits on its last rank may be put.
    pub relocation: Relocation,
    /// How games end.
    pub endings: Endings,
}

/// A square beyond the rectangle that only royal men enter. Nothing attacks or captures there.
///
/// The highest royal man of the other side may step in if it is empty, and draws the game by that.
/// Of the owner's men only those enter that are marked so
/// ([`own_citadel`](KindRules::own_citadel)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citadel {
    /// The square.
    pub square: Square,
    /// Whose it is.
    pub owner: Color,
}

/// When the royal man's swap is allowed, besides being in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapWhen {
    /// Only in check.
    Check,
    /// In check, or where there is no other legal move.
    CheckOrStalemate,
}

/// The relocation of a pawn that waits on its last rank: to a square from which, as a pawn, it would
/// attack two enemy men, or one that has no move of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Whether it must be made when it can.
    pub must: bool,
    /// Whether pawns count among the men attacked.
    pub pawns_count: bool,
    /// Whether royal men count among the men attacked.
    pub royals_count: bool,
    /// Whether a man on the square where a pawn is to be transferred is removed, unless it is royal
    /// or a waiting pawn; otherwise any man there makes the pawn wait.
    pub transfer_removes: bool,
}

/// What a pawn does on its last rank that does not promote there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits there, immune and immobile, until it is relocated.
    Wait {
        /// What it becomes by the relocation.
        becomes: Kind,
    },
    /// It is put on another square at once, or waits there until that is free for it.
    Transfer {
        /// What it becomes there.
        becomes: Kind,
        /// The one square of each side.
        to: Zone,
    },
}

/// A named start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// `"standard"` when the file gives none.
    pub name: String,
    /// The position.
    pub fen: String,
}

impl Start {
    /// What a start position is called that the file gives under `start`.
    pub(crate) const STANDARD: &str = "standard";

    /// The key of the file that gives it, `"start"` or `"starts.feminine"`.
    pub(crate) fn key(&self) -> String {
        match self.name.as_str() {
            Self::STANDARD => "start".to_owned(),
            name => format!("starts.{name}"),
        }
    }
}

/// What the rules say of one kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindRules {
    /// Its name in the file, `"pawn"`.
    pub name: String,
    /// Its letter in White's FEN: one capital and perhaps apostrophes.
    pub letter: String,
    /// How it moves.
    pub movement: Movement,
    /// How it moves as the file says it, without what options add.
    pub move_text: String,
    /// Its rank if the game is about its capture, 1 the highest. A side with several royal men is
    /// never in check: only the last one must not be left attacked.
    pub royal: Option<u8>,
    /// Whether it is a pawn: its moves reset the fifty-move clock, and it cannot stand on its last
    /// rank where it would have had to promote.
    pub pawn: bool,
    /// Whether a mated royal piece may change places with it, where the game has succession.
    pub successor: bool,
    /// Whether it may capture a neighbour and step on from there, to any neighbour of that square
    /// and back, capturing again; or step to an empty neighbour and back, which passes.
    pub second_step: bool,
    /// Whether it may enter the citadel of its own side.
    pub own_citadel: bool,
    /// What it does on its last rank, if it is a pawn that does not promote there.
    pub stage: Option<Stage>,
    /// How a man of this kind is known to be unmoved.
    pub unmoved: Unmoved,
    /// Where the kind stands at the start.
    pub home: Zone,
    /// What becomes of it where.
    pub promotion: Option<Promotion>,
}

/// How a man is known to be unmoved, for double steps that need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmoved {
    /// It stands on one of its kind's home squares.
    Home,
    /// The position has a right for it.
    Right,
}

/// What a kind promotes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Where a move must end.
    pub zone: Zone,
    /// What it may become, in the order of the file.
    pub to: Vec<Kind>,
    /// Whether it may also stay what it is.
    pub optional: bool,
}

impl Promotion {
    /// How many moves a target in the zone stands for.
    pub fn choices(&self) -> usize {
        self.to.len() + usize::from(self.optional)
    }
}

/// The jump of an unmoved royal piece to an empty square two away: not while in check, and not
/// over attacked squares.
///
/// Straight and diagonal jumps pass the one square between. A jump shaped like a knight's passes
/// either of the two squares that touch both ends; one of them safe is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The royal kind that jumps.
    pub kind: Kind,
    /// Where to, from White's point of view.
    pub offsets: Vec<Offset>,
    /// How the squares passed are judged.
    pub path: JumpPath,
}

impl Jump {
    /// The squares that a jump passes, as offsets; one of them must be safe.
    pub fn passed(offset: Offset) -> Vec<Offset> {
        let Offset { file, rank } = offset;
        match (file.abs(), rank.abs()) {
            (1, 2) => vec![Offset::new(0, rank / 2), Offset::new(file, rank / 2)],
            (2, 1) => vec![Offset::new(file / 2, 0), Offset::new(file / 2, rank)],
            _ => vec![Offset::new(file / 2, rank / 2)],
        }
    }
}

/// How the squares that a jump passes are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpPath {
    /// As if the piece were lifted and put there, in place of whatever stands there.
    Virtual,
    /// On the board as it is; a square that an enemy man holds counts as safe.
    Static,
    /// Not at all.
    Unchecked,
}

/// One way to castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Whose it is.
    pub color: Color,
    /// The place of its right in [`Game::rights`].
    pub right: usize,
    /// The royal piece's way.
    pub king: (Square, Square),
    /// The kind of its partner.
    pub partner: Kind,
    /// The partner's way.
    pub rook: (Square, Square),
    /// The squares that must be empty but for the two men themselves.
    pub empty: Vec<Square>,
    /// The squares that must not be attacked: the royal piece's start, way and target.
    pub safe: Vec<Square>,
}

/// Something a side may do as long as certain men have not moved: a letter in the FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// Whose it is.
    pub color: Color,
    /// Its letter, in the case of its side.
    pub letter: char,
    /// What it needs.
    pub needs: RightNeeds,
}

/// What a right needs, both to be written in a FEN and to last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RightNeeds {
    /// The kind on one of the squares; lost when the side moves any man of the kind.
    KindOn(Kind, Vec<Square>),
    /// These men on these squares; lost with the first move from or to one of them.
    MenOn(Vec<(Kind, Square)>),
    /// Nothing: the royal man's one swap, lost by it.
    Swap,
    /// Nothing: the one exchange in a citadel, lost by it.
    CitadelExchange,
}

impl Right {
    /// Whether the men that the right needs are where it needs them; `at` tells who stands where.
    pub fn is_founded(&self, at: impl Fn(Square) -> Option<Piece>) -> bool {
        let stands = |kind, square| at(square) == Some(Piece { color: self.color, kind });
        match &self.needs {
            RightNeeds::KindOn(kind, squares) => squares.iter().any(|&s| stands(*kind, s)),
            RightNeeds::MenOn(men) => men.iter().all(|&(kind, square)| stands(kind, square)),
            RightNeeds::Swap | RightNeeds::CitadelExchange => true,
        }
    }

    /// The men the right needs, for messages: "a White king on f2".
    pub(crate) fn needs_text(&self, game: &Game) -> String {
        let name = |square: &Square| game.board.name(*square);
        let man = |kind: Kind| format!("a {} {}", self.color.name(), game.kind(kind).name);
        match &self.needs {
            RightNeeds::KindOn(kind, squares) => {
                let squares: Vec<_> = squares.iter().map(name).collect();
                format!("{} on {}", man(*kind), squares.join(" or "))
            }
            RightNeeds::MenOn(men) => men
                .iter()
                .map(|(kind, square)| format!("{} on {}", man(*kind), name(square)))
                .collect::<Vec<_>>()
                .join(" and "),
            RightNeeds::Swap | RightNeeds::CitadelExchange => "nothing".to_owned(),
        }
    }
}

/// How games end, besides checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endings {
    /// What it means to have no legal move and not be in check.
    pub stalemate: Stalemate,
    /// Whether games are drawn by repetition and by the fifty-move rule.
    pub repetition: Repetition,
}

/// What stalemate means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// The side without a move loses.
    Loss,
}

/// Draws by repetition and by the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// As FIDE has them: claims at three and fifty, automatic at five and seventy-five.
    Fide,
    /// There are none.
    None,
}

impl Game {
    /// What the rules say of a kind.
    pub fn kind(&self, kind: Kind) -> &KindRules {
        &self.kinds[kind.index()]
    }

    /// All kinds in the order of the list.
    pub fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.kinds.len()).map(Kind::new)
    }

    /// The kind of a name in the file.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.name == name).map(Kind::new)
    }

    /// The kind of a letter, `"Q"`.
    pub fn kind_of_letter(&self, letter: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.letter == letter).map(Kind::new)
    }

    /// The royal kinds.
    pub fn royals(&self) -> KindSet {
        self.all_kinds().filter(|&kind| self.kind(kind).royal.is_some()).collect()
    }

    /// Whether a side can have several royal men.
    pub fn has_several_royals(&self) -> bool {
        self.royals().len() > 1
    }

    /// Whether a man waits where it stands: a pawn with a [`Stage`] on its last rank.
    pub fn waits(&self, man: Piece, square: Square) -> bool {
        self.kind(man.kind).stage.is_some() && self.on_last_rank(man.color, square)
    }

    /// The place among [`Game::rights`] of a right of a side that needs something.
    pub fn right(&self, color: Color, needs: &RightNeeds) -> Option<usize> {
        self.rights.iter().position(|right| right.color == color && right.needs == *needs)
    }

    /// The letter of a piece in the case of its side, `"q"`.
    pub fn letter(&self, piece: Piece) -> String {
        let letter = &self.kind(piece.kind).letter;
        match piece.color {
            Color::White => letter.clone(),
            Color::Black => letter.to_lowercase(),
        }
    }

    /// An offset of White's, seen by a side.
    #[must_use]
    pub const fn oriented(&self, offset: Offset, color: Color) -> Offset {
        match (color, self.symmetry) {
            (Color::White, _) => offset,
            (Color::Black, Symmetry::Mirror) => Offset::new(offset.file, -offset.rank),
            (Color::Black, Symmetry::Rotate) => Offset::new(-offset.file, -offset.rank),
        }
    }

    /// One step forward for a side.
    #[must_use]
    pub const fn forward(&self, color: Color) -> Offset {
        self.oriented(Offset::new(0, 1), color)
    }

    /// Whether a square is on a side's last rank.
    pub fn on_last_rank(&self, color: Color, square: Square) -> bool {
        let last = match color {
            Color::White => self.board.ranks() - 1,
            Color::Black => 0,
        };
        self.board.rank(square) == Some(last)
    }

    /// The usual start position.
    pub fn start(&self) -> &str {
        &self.starts[0].fen
    }

    /// The place among [`Game::rights`] of a man's right to be unmoved on a square.
    pub fn unmoved_right(&self, piece: Piece, square: Square) -> Option<usize> {
        self.right(piece.color, &RightNeeds::MenOn(vec![(piece.kind, square)]))
    }

    /// The place among [`Game::rights`] of a side's right to jump.
    pub fn jump_right(&self, color: Color) -> Option<usize> {
        self.rights
            .iter()
            .position(|right| right.color == color && matches!(right.needs, RightNeeds::KindOn(..)))
    }
}
