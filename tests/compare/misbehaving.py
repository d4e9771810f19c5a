#!/usr/bin/env python3
"""A program that does not do what it should: misbehaving.py HOW."""

import os
import sys
import time

HOW = sys.argv[1]

if HOW == "ends-at-once":
    sys.exit("cannot open my book")
if HOW == "deaf":
    # Neither reads nor writes.
    time.sleep(3600)

for line in sys.stdin:
    if line.startswith("uci\n"):
        print("id name misbehaving\nuciok", flush=True)
        continue
    if line.startswith("isready"):
        print("readyok", flush=True)
        continue
    if line.startswith(("position", "setoption")):
        continue
    if HOW == "hangs":
        print("e2e4: 1", flush=True)
        time.sleep(3600)
    if HOW == "dies":
        print("e2e4: 1", flush=True)
        print("Segmentation fault", file=sys.stderr, flush=True)
        sys.exit(139)
    if HOW == "closes":
        os.close(1)
        time.sleep(3600)
    if HOW == "rubbish":
        print("hello there, how are you", flush=True)
    if HOW == "endless":
        while True:
            print("x" * 100000)
    if HOW == "no-move":
        print("castles 1\nshort0 1\n", flush=True)
    if HOW == "wrong-sum":
        print("e2e4: 1\nNodes searched: 20", flush=True)
    if HOW == "refuses":
        print("Unknown command: go perft", flush=True)
    if HOW == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\x00\xfa\n")
        sys.stdout.flush()
