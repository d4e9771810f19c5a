//! [`Layout`]: where the squares of a board are on paper.

use crate::geometry::{Board, Square};
use crate::pieces::Color;

/// A place on paper, in squares to the right of the left edge of the rectangle and downwards from
/// its upper edge. Squares beyond the rectangle have places below 0 or behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) column: i32,
    pub(super) row: i32,
}

/// Where all squares are, and how much room they take.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    places: Vec<Place>,
    /// The place furthest to the left and up.
    pub(super) first: Place,
    /// The place furthest to the right and down.
    pub(super) last: Place,
}

impl Layout {
    /// The board as somebody sees it who sits on a side.
    pub(super) fn new(board: &Board, view_from: Color) -> Self {
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        let mut places: Vec<Place> = Vec::with_capacity(board.len());
        for square in board.squares() {
            let (mut column, mut rank) = match (board.file(square), board.rank(square)) {
                (Some(file), Some(rank)) => (i32::from(file), i32::from(rank)),
                _ => beyond(board, square),
            };
            if view_from == Color::Black {
                (column, rank) = (files - 1 - column, ranks - 1 - rank);
            }
            let mut place = Place { column, row: ranks - 1 - rank };
            // Of two squares beyond the rectangle in one place, the second goes outward.
            while places.contains(&place) {
                place.column += if place.column < 0 { -1 } else { 1 };
            }
            places.push(place);
        }
        let columns = || places.iter().map(|place| place.column);
        let rows = || places.iter().map(|place| place.row);
        let first = Place { column: columns().min().unwrap_or(0), row: rows().min().unwrap_or(0) };
        let last = Place { column: columns().max().unwrap_or(0), row: rows().max().unwrap_or(0) };
        Self { places, first, last }
    }

    /// Where a square is.
    pub(super) fn place(&self, square: Square) -> Place {
        self.places[square.index()]
    }

    /// Whether a square is drawn at a place.
    pub(super) fn is_taken(&self, place: Place) -> bool {
        self.places.contains(&place)
    }
}

/// The file and rank where a square beyond the rectangle is drawn: beside the edge that its
/// neighbours are on, opposite to the middle one; where they are on no edge together, to the right.
fn beyond(board: &Board, square: Square) -> (i32, i32) {
    let extra = &board.extra()[square.index() - board.rectangle_len()];
    let mut near: Vec<(i32, i32)> = extra
        .neighbours
        .iter()
        .filter_map(|&near| Some((i32::from(board.file(near)?), i32::from(board.rank(near)?))))
        .collect();
    near.sort_unstable();
    let (last_file, last_rank) = (i32::from(board.files()) - 1, i32::from(board.ranks()) - 1);
    let (file, rank) = near.get(near.len() / 2).copied().unwrap_or((last_file, 0));
    let all_on_file = |wanted: i32| near.iter().all(|&(file, _)| file == wanted);
    let all_on_rank = |wanted: i32| near.iter().all(|&(_, rank)| rank == wanted);
    if all_on_file(last_file) {
        (last_file + 1, rank)
    } else if all_on_file(0) {
        (-1, rank)
    } else if all_on_rank(last_rank) {
        (file, last_rank + 1)
    } else if all_on_rank(0) {
        (file, -1)
    } else {
        (last_file + 1, rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ExtraSquare;

    /// A board of 4x5 whose squares beyond the rectangle have these names and neighbours.
    fn board(extra: &[(&str, &str)]) -> Board {
        let board = Board::new(4, 5).unwrap();
        let extra = extra
            .iter()
            .map(|(name, near)| ExtraSquare {
                name: (*name).to_owned(),
                neighbours: near.split(' ').map(|name| board.parse(name).unwrap()).collect(),
            })
            .collect();
        board.with_extra(extra).unwrap()
    }

    fn place(board: &Board, view_from: Color, name: &str) -> (i32, i32) {
        let place = Layout::new(board, view_from).place(board.parse(name).unwrap());
        (place.column, place.row)
    }

    #[test]
    fn squares_beyond_the_rectangle_are_beside_their_neighbours() {
        let board = board(&[
            ("x2", "d1 d2 d3"),
            ("y4", "a3 a4 a5"),
            ("z6", "b5 c5"),
            ("z0", "a1 b1 c1"),
            ("x3", "b2 c3"),
            ("w2", "d1 d2 d3"),
        ]);
        assert_eq!(place(&board, Color::White, "a1"), (0, 4));
        assert_eq!(place(&board, Color::White, "d5"), (3, 0));
        assert_eq!(place(&board, Color::White, "x2"), (4, 3));
        assert_eq!(place(&board, Color::White, "y4"), (-1, 1));
        assert_eq!(place(&board, Color::White, "z6"), (2, -1));
        assert_eq!(place(&board, Color::White, "z0"), (1, 5));
        assert_eq!(place(&board, Color::White, "x3"), (4, 2));
        assert_eq!(place(&board, Color::White, "w2"), (5, 3));
    }

    #[test]
    fn black_sees_the_board_turned() {
        let board = board(&[("x2", "d1 d2 d3")]);
        assert_eq!(place(&board, Color::Black, "a1"), (3, 0));
        assert_eq!(place(&board, Color::Black, "d5"), (0, 4));
        assert_eq!(place(&board, Color::Black, "x2"), (-1, 1));
    }
}
