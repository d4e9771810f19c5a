#!/usr/bin/env python3
"""A UCI program with a planted fault, around fairy-stockfish, which makes the moves.

    faulty_engine.py FAULT VARIANT

FAULT is one of
    none        nothing is wrong
    hides       knights never go two files to the right and one rank up
    adds        white pawns also step one file to the right
    en-passant  nobody captures en passant
    forgets     a position after moves has lost its en passant square; given as a FEN it is right
    twice       the king's moves to the left are listed twice
"""

import subprocess
import sys

FAULT, VARIANT = sys.argv[1:3]
ENGINE = subprocess.Popen(
    ["fairy-stockfish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
)


def say(text):
    ENGINE.stdin.write(text + "\n")
    ENGINE.stdin.flush()


def answer(text, end):
    say(text)
    while True:
        line = ENGINE.stdout.readline().strip()
        if line.startswith(end):
            return
        yield line


def right_moves(fen):
    say(f"position fen {fen}")
    return [line.split(":")[0] for line in answer("go perft 1", "Nodes") if ": " in line]


def board_of(fen):
    """Letters by square, and the number of files."""
    board = {}
    ranks = fen.split()[0].split("/")
    for index, text in enumerate(ranks):
        file, run = 0, ""
        for letter in text + " ":
            if letter.isdigit():
                run += letter
                continue
            file += int(run or 0)
            run = ""
            if letter != " ":
                board[file, len(ranks) - index] = letter
                file += 1
    return board, file, len(ranks)


def square(text):
    return ord(text[0]) - ord("a"), int(text[1:])


def name(file, rank):
    return f"{chr(ord('a') + file)}{rank}"


def ends(move):
    at = 2 if not move[2].isdigit() else 3
    to = move[at:]
    while not to[-1].isdigit():
        to = to[:-1]
    return square(move[:at]), square(to)


def moves(fen):
    board, files, _ = board_of(fen)
    found = []
    for move in right_moves(fen):
        start, end = ends(move)
        man = board[start]
        if FAULT == "hides" and man in "Nn" and (end[0] - start[0], end[1] - start[1]) == (2, 1):
            continue
        takes_nobody = man in "Pp" and start[0] != end[0] and end not in board
        if FAULT == "en-passant" and takes_nobody:
            continue
        found.append(move)
        if FAULT == "twice" and man in "Kk" and end[0] == start[0] - 1:
            found.append(move)
    if FAULT == "adds" and fen.split()[1] == "w":
        for (file, rank), man in board.items():
            if man == "P" and file + 1 < files and (file + 1, rank) not in board:
                found.append(name(file, rank) + name(file + 1, rank))
    return found


def play(fen, move):
    if move in right_moves(fen):
        say(f"position fen {fen} moves {move}")
        for line in answer("d", "Checkers"):
            if line.startswith("Fen: "):
                fen = line[5:]
        if FAULT == "forgets":
            fields = fen.split()
            fen = " ".join(fields[:3] + ["-"] + fields[4:])
        return fen
    # The planted move, which the engine does not play.
    board, files, ranks = board_of(fen)
    start, end = ends(move)
    board[end] = board.pop(start)
    rows = []
    for rank in range(ranks, 0, -1):
        row, run = "", 0
        for file in range(files):
            man = board.get((file, rank))
            if man is None:
                run += 1
                continue
            row += (str(run) if run else "") + man
            run = 0
        rows.append(row + (str(run) if run else ""))
    fields = fen.split()
    return " ".join(["/".join(rows), "b", fields[2], "-", "0", "1"])


def perft(fen, depth):
    if depth == 0:
        return 1
    found = moves(fen)
    if depth == 1:
        return len(found)
    return sum(perft(play(fen, move), depth - 1) for move in found)


fen = None
say(f"setoption name UCI_Variant value {VARIANT}")
for line in sys.stdin:
    words = line.split()
    if line.startswith("uci\n"):
        print("id name faulty\nuciok")
    elif line.startswith("isready"):
        print("readyok")
    elif line.startswith("position fen"):
        words = words[2:]
        at = words.index("moves") if "moves" in words else len(words)
        fen = " ".join(words[:at])
        for move in words[at + 1 :]:
            fen = play(fen, move)
    elif line.startswith("go perft"):
        total = 0
        for move in moves(fen):
            nodes = perft(play(fen, move), int(words[2]) - 1)
            print(f"{move}: {nodes}")
            total += nodes
        print(f"\nNodes searched: {total}")
    sys.stdout.flush()
