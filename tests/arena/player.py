#!/usr/bin/env python3
"""A program that plays, and does not always do what it should: player.py HOW [PLY].

It speaks UCI and CECP and plays chess badly: a knight goes to and fro. From its own move number PLY
on, counted from 0, it does what HOW says.
"""

import os
import sys
import time

HOW = sys.argv[1]
PLY = int(sys.argv[2]) if len(sys.argv) > 2 else 0
# A knight that goes to and fro, for either side.
DANCE = {"w": ["g1f3", "f3g1"], "b": ["g8f6", "f6g8"]}


def say(*lines):
    for line in lines:
        print(line, flush=True)


def once(name):
    """Whether this happens for the first time: a file remembers."""
    try:
        os.close(os.open(name, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def misbehave(mv, uci):
    """Says something else than the move; whether it did."""
    best = "bestmove " if uci else "move "
    if HOW == "stalls":
        time.sleep(3600)
    if HOW == "dies":
        print("Segmentation fault", file=sys.stderr, flush=True)
        sys.exit(139)
    if HOW == "dies-once" and once(sys.argv[3]):
        sys.exit(1)
    if HOW == "closes":
        os.close(1)
        time.sleep(3600)
    if HOW == "late":
        time.sleep(1.5)
        say(best + mv)
        return True
    if HOW == "illegal":
        say(best + "e1e7")
        return True
    if HOW == "rubbish":
        say(best + "xyzzy!")
        return True
    if HOW == "silent-move":
        say(best.strip())
        return True
    if HOW == "endless":
        while True:
            say("info string " + "x" * 1000)
    if HOW == "claims":
        say("bestmove (none)" if uci else "1-0 {White mates}")
        return True
    if HOW == "claims-illegal":
        say("Illegal move: e2e4")
        return True
    if HOW == "resigns":
        say("resign")
        return True
    if HOW == "chatters":
        say("hello there", "bestmovement", "", "\x00\x01", "info depth x score cp y nodes")
    return False


def answer(white, count, uci):
    mv = DANCE["w" if white else "b"][count % 2]
    if count >= PLY and misbehave(mv, uci):
        return
    say("info depth 3 score cp 7 nodes 99 pv " + mv if uci else "3 7 1 99 " + mv)
    say(("bestmove " if uci else "move ") + mv)


if HOW == "deaf":
    time.sleep(3600)
if HOW == "ends-at-once":
    sys.exit("cannot open my book")

moves = []
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    # UCI
    if words[0] == "uci":
        say("id name player of moves", "uciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "ucinewgame" and HOW == "stalls-new":
        time.sleep(3600)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go" and len(words) > 1:
        answer(len(moves) % 2 == 0, len(moves) // 2, True)
    # CECP
    elif words[0] == "protover":
        say('feature myname="player of moves" ping=1 setboard=1 usermove=1 done=1')
    elif words[0] == "ping":
        say("pong " + words[1])
    elif words[0] == "new":
        moves = []
    elif words[0] == "usermove":
        moves.append(words[1])
    elif words[0] == "go":
        white = len(moves) % 2 == 0
        count = len(moves) // 2
        answer(white, count, False)
        moves.append(DANCE["w" if white else "b"][count % 2])
    elif words[0] == "quit":
        break
