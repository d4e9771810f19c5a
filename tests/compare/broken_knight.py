#!/usr/bin/env python3
"""A small generator with a wrong knight, by the protocol of lines; README.md finds the fault."""

import sys

KING = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 2), (-1, 2)]
STEPS = {"K": KING, "N": KNIGHT}


def moves(board, side):
    for square, man in board.items():
        if man.isupper() == side:
            for file, rank in STEPS[man.upper()]:
                to = (square[0] + file, square[1] + rank)
                if 0 <= to[0] < 8 and 0 <= to[1] < 8:
                    if to not in board or board[to].isupper() != side:
                        yield square, to


def legal(board, side):
    for start, to in moves(board, side):
        after = {square: man for square, man in board.items() if square != start}
        after[to] = board[start]
        king = next(square for square, man in after.items() if man == "kK"[side])
        if all(end != king for _, end in moves(after, not side)):
            yield start, to, after


def perft(board, side, depth):
    if depth == 0:
        return 1
    return sum(perft(after, not side, depth - 1) for _, _, after in legal(board, side))


for line in sys.stdin:
    fen, depth = line.rstrip("\n").split("\t")
    board = {}
    for rank, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, 7 - rank] = letter
                file += 1
    side = fen.split()[1] == "w"
    for (f, r), (tf, tr), after in legal(board, side):
        nodes = perft(after, not side, int(depth) - 1)
        print("abcdefgh"[f] + str(r + 1) + "abcdefgh"[tf] + str(tr + 1), nodes)
    print(flush=True)
