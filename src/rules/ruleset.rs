//! [`Ruleset`]: a game compiled for a width of board.
//!
//! Every question that the rules leave open until a position is known is answered here once, as a
//! set, a list that may be empty, or a table. Nothing in it changes afterwards.

use super::fills::FillTables;
use super::pairs::PairTables;
use super::reach::{Table, empty_table};
use super::stages::{CitadelTable, Stages, Transfer, citadels};
use super::tables::{MovementTables, kinds_with};
use super::zobrist::Zobrist;
use super::{Game, JumpPath, RightNeeds, Unmoved};
use crate::geometry::{Bitboard, Instructions, Offset, Square};
use crate::pieces::{ByKind, Color, Kind, KindSet, Path, Piece, by_kind};

/// The seed of the hash keys where none is asked for.
pub const KEY_SEED: u64 = 0x7461_6d65_726c_616e;

/// A game's rules as tables, for boards that fit `B`.
#[derive(Debug)]
pub struct Ruleset<B: Bitboard> {
    game: Game,
    pub(crate) movement: MovementTables<B>,
    /// Fills by direction, on boards where they work.
    pub(crate) fills: Option<FillTables<B>>,
    /// What counting two plies together needs, in games where it works.
    pub(crate) pairs: Option<PairTables<B>>,
    /// By side, then kind.
    pub(crate) promotions: [ByKind<Option<PromotionTable<B>>>; 2],
    /// By side: the squares where a kind that slides behind an elbow promotes.
    pub(crate) riding_promotions: [B; 2],
    /// By side: the kinds that have a double step.
    pub(crate) double_steps: [Vec<DoubleStep<B>>; 2],
    /// By side: the kinds that capture en passant.
    pub(crate) catchers: [Vec<Kind>; 2],
    /// The royal kinds, the highest first.
    pub(crate) royals: Vec<Kind>,
    /// By side: what pawns do on their last rank that do not promote there.
    pub(crate) stages: [Stages<B>; 2],
    /// By side: the citadels, as it sees them.
    pub(crate) citadels: [Vec<CitadelTable<B>>; 2],
    /// The kinds that may enter a citadel of their own side.
    pub(crate) own_citadel: KindSet,
    /// The kinds that have a second step.
    pub(crate) second_steppers: Vec<Kind>,
    /// The neighbours of each square, for second steps.
    pub(crate) neighbours: Table<B>,
    /// By side: the right to the royal man's one swap, or 0.
    pub(crate) swap_right: [u32; 2],
    /// By side: the right to the one exchange in a citadel, or 0.
    pub(crate) citadel_right: [u32; 2],
    /// By side: the royal piece's jump.
    pub(crate) jumps: [Option<JumpTable<B>>; 2],
    /// By side.
    pub(crate) castlings: [Vec<CastlingTable<B>>; 2],
    /// The kinds a mated royal piece may change places with.
    pub(crate) successors: KindSet,
    /// The kinds whose moves reset the fifty-move clock.
    pub(crate) pawns: KindSet,
    /// The rights that stay when something moves from or to a square.
    rights_by_square: Box<[u32; 256]>,
    /// The rights that stay when a side moves a man of a kind.
    rights_by_mover: [[u32; 32]; 2],
    pub(crate) zobrist: Zobrist,
    pub(crate) instructions: Instructions,
}

/// Where a kind promotes, and to what.
#[derive(Debug)]
pub(crate) struct PromotionTable<B> {
    pub(crate) zone: B,
    pub(crate) to: Vec<Kind>,
    pub(crate) optional: bool,
    /// How many moves a target in the zone stands for.
    pub(crate) choices: u32,
}

/// The double step of a kind of one side.
#[derive(Debug)]
pub(crate) struct DoubleStep<B> {
    pub(crate) kind: Kind,
    /// By how much one step changes the index of a square.
    pub(crate) delta: i32,
    /// The squares from which two steps stay on the board and that may be left so.
    pub(crate) from: B,
    /// The squares that need their man's right to be unmoved, and the right's bit.
    pub(crate) needs: Vec<(Square, u32)>,
}

impl<B: Bitboard> DoubleStep<B> {
    /// One step on; squares that would leave the board have no meaning then.
    #[inline(always)]
    pub(crate) fn step(&self, squares: B) -> B {
        squares.moved(self.delta)
    }

    /// One step back, in the same way.
    #[inline(always)]
    pub(crate) fn back(&self, squares: B) -> B {
        squares.moved(-self.delta)
    }
}

/// The jump of a side's royal piece.
#[derive(Debug)]
pub(crate) struct JumpTable<B> {
    pub(crate) right: u32,
    pub(crate) targets: Table<B>,
    /// For each target among the sixteen around a square, the squares of which one must be safe.
    passed: Vec<B>,
    pub(crate) path: JumpPath,
}

impl<B: Bitboard> JumpTable<B> {
    /// The squares of which one must be safe for a jump.
    pub(crate) fn passed(&self, from: Square, to: Square) -> B {
        self.passed[from.index() * B::CAPACITY + to.index()]
    }
}

/// One way for a side to castle.
#[derive(Debug)]
pub(crate) struct CastlingTable<B> {
    pub(crate) right: u32,
    pub(crate) king: (Square, Square),
    pub(crate) rook: (Square, Square),
    pub(crate) empty: B,
    pub(crate) safe: B,
}

impl<B: Bitboard> Ruleset<B> {
    /// Compiles a game.
    ///
    /// # Panics
    /// When the board does not fit `B`.
    pub fn new(game: Game) -> Self {
        Self::with_keys(game, KEY_SEED)
    }

    /// Compiles a game with other hash keys, for a second opinion on hashed counts.
    ///
    /// # Panics
    /// When the board does not fit `B`.
    pub fn with_keys(game: Game, seed: u64) -> Self {
        assert!(game.board.len() <= B::CAPACITY, "the board does not fit the width");
        let mut movement = MovementTables::new(&game);
        let fills = FillTables::new(&game, &mut movement);
        let pairs = PairTables::new(&game, &mut movement, fills.as_ref());
        let set = |squares: &[Square]| B::from_squares(squares.iter().copied());
        let catches = kinds_with(&game, |part| part.en_passant);
        let castlings = Color::BOTH.map(|color| {
            game.castlings
                .iter()
                .filter(|castling| castling.color == color)
                .map(|castling| CastlingTable {
                    right: 1 << castling.right,
                    king: castling.king,
                    rook: castling.rook,
                    empty: set(&castling.empty),
                    safe: set(&castling.safe),
                })
                .collect()
        });
        let promotions = Color::BOTH.map(|color| {
            let promotions = game.kinds.iter().map(|kind| {
                kind.promotion.as_ref().map(|promotion| PromotionTable {
                    zone: set(promotion.zone.of(color)),
                    to: promotion.to.clone(),
                    optional: promotion.optional,
                    choices: promotion.choices() as u32,
                })
            });
            by_kind(promotions, || None)
        });
        let (rights_by_square, rights_by_mover) = rights(&game);
        Self {
            movement,
            riding_promotions: Color::BOTH.map(|color| {
                let bends = kinds_with(&game, |part| matches!(part.path, Path::Bend { .. }));
                let zones = bends.iter().filter_map(|kind| game.kind(kind).promotion.as_ref());
                zones.fold(B::EMPTY, |all, promotion| all | set(promotion.zone.of(color)))
            }),
            fills,
            pairs,
            promotions,
            double_steps: Color::BOTH.map(|color| double_steps(&game, color)),
            catchers: Color::BOTH.map(|_| catches.iter().collect()),
            royals: royals(&game),
            stages: Color::BOTH.map(|color| Stages::new(&game, color)),
            citadels: Color::BOTH.map(|color| citadels(&game, color)),
            own_citadel: game.all_kinds().filter(|&kind| game.kind(kind).own_citadel).collect(),
            second_steppers: game.all_kinds().filter(|&k| game.kind(k).second_step).collect(),
            neighbours: neighbours(&game),
            swap_right: Color::BOTH.map(|color| right(&game, color, &RightNeeds::Swap)),
            citadel_right: Color::BOTH
                .map(|color| right(&game, color, &RightNeeds::CitadelExchange)),
            jumps: Color::BOTH.map(|color| jump(&game, color)),
            castlings,
            successors: game
                .all_kinds()
                .filter(|&kind| game.succession && game.kind(kind).successor)
                .collect(),
            pawns: game.all_kinds().filter(|&kind| game.kind(kind).pawn).collect(),
            rights_by_square,
            rights_by_mover,
            zobrist: Zobrist::new(game.kinds.len(), seed),
            instructions: Instructions::best(),
            game,
        }
    }

    /// The same with other instructions of the processor than the best.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Which instructions of the processor the counts use.
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// The game these tables are compiled from.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The way to castle whose royal piece makes this move.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn castling(&self, color: Color, king: (Square, Square)) -> &CastlingTable<B> {
        let ways = &self.castlings[color.index()];
        ways.iter().find(|way| way.king == king).expect("castling is one of the ruleset's")
    }

    /// Where a kind of a side is transferred from its last rank, if it is.
    pub(crate) fn transfer(&self, color: Color, kind: Kind) -> Option<Transfer> {
        self.stages[color.index()].transfers.iter().copied().find(|transfer| transfer.kind == kind)
    }

    /// What a kind of a side becomes when it is relocated or transferred.
    ///
    /// # Panics
    /// When it is neither.
    pub(crate) fn becomes(&self, color: Color, kind: Kind) -> Kind {
        let stages = &self.stages[color.index()];
        let relocated = stages.relocations.iter().find(|(waiting, _)| *waiting == kind);
        relocated
            .map(|&(_, becomes)| becomes)
            .or(self.transfer(color, kind).map(|transfer| transfer.becomes))
            .expect("only kinds with a stage are relocated or transferred")
    }

    /// The rights that stay when a side's man of a kind goes from one square to another.
    #[inline(always)]
    pub(crate) fn rights_kept(&self, color: Color, kind: Kind, from: Square, to: Square) -> u32 {
        self.rights_by_square[from.index()]
            & self.rights_by_square[to.index()]
            & self.rights_by_mover[color.index()][kind.index()]
    }
}

/// The royal kinds, the highest first.
fn royals(game: &Game) -> Vec<Kind> {
    let mut royals: Vec<Kind> = game.royals().iter().collect();
    royals.sort_by_key(|&kind| game.kind(kind).royal);
    royals
}

/// The bit of a right, or 0 when the game has none.
fn right(game: &Game, color: Color, needs: &RightNeeds) -> u32 {
    game.right(color, needs).map_or(0, |index| 1 << index)
}

/// The neighbours of each square of the rectangle.
fn neighbours<B: Bitboard>(game: &Game) -> Table<B> {
    let mut table = empty_table();
    for from in game.board.rectangle() {
        for offset in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            if let Some(to) = game.board.step(from, Offset::new(offset.0, offset.1)) {
                table[from.index()] |= B::single(to);
            }
        }
    }
    table
}

pub(super) fn double_steps<B: Bitboard>(game: &Game, color: Color) -> Vec<DoubleStep<B>> {
    let forward = game.forward(color);
    let mut found = Vec::new();
    for kind in game.all_kinds() {
        let rules = game.kind(kind);
        let Some(part) = rules.movement.double_step() else { continue };
        let mut step = DoubleStep {
            kind,
            delta: i32::from(forward.rank) * i32::from(game.board.files()),
            from: B::EMPTY,
            needs: Vec::new(),
        };
        for from in game.board.rectangle() {
            let stays = game.board.step(from, forward.times(2)).is_some();
            if !stays || (part.initial && !rules.home.contains(color, from)) {
                continue;
            }
            step.from |= B::single(from);
            if part.initial && rules.unmoved == Unmoved::Right {
                let piece = Piece { color, kind };
                if let Some(right) = game.unmoved_right(piece, from) {
                    step.needs.push((from, 1 << right));
                }
            }
        }
        found.push(step);
    }
    found
}

fn jump<B: Bitboard>(game: &Game, color: Color) -> Option<JumpTable<B>> {
    let jump = game.jump.as_ref()?;
    let mut table = JumpTable {
        right: 1 << game.jump_right(color)?,
        targets: empty_table(),
        passed: vec![B::EMPTY; B::CAPACITY * B::CAPACITY],
        path: jump.path,
    };
    for from in game.board.rectangle() {
        for &offset in &jump.offsets {
            let Some(to) = game.board.step(from, game.oriented(offset, color)) else { continue };
            table.targets[from.index()] |= B::single(to);
            let passed = super::Jump::passed(offset)
                .into_iter()
                .filter_map(|offset| game.board.step(from, game.oriented(offset, color)));
            table.passed[from.index() * B::CAPACITY + to.index()] = B::from_squares(passed);
        }
    }
    Some(table)
}

/// The rights that stay after a move: by the square it touches, and by who moves.
fn rights(game: &Game) -> (Box<[u32; 256]>, [[u32; 32]; 2]) {
    let mut by_square = Box::new([u32::MAX; 256]);
    let mut by_mover = [[u32::MAX; 32]; 2];
    for (index, right) in game.rights.iter().enumerate() {
        let kept = !(1 << index);
        match &right.needs {
            RightNeeds::KindOn(kind, _) => by_mover[right.color.index()][kind.index()] &= kept,
            RightNeeds::MenOn(men) => {
                for (_, square) in men {
                    by_square[square.index()] &= kept;
                }
            }
            RightNeeds::Swap | RightNeeds::CitadelExchange => {}
        }
    }
    (by_square, by_mover)
}
