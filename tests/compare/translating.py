#!/usr/bin/env python3
"""A program by the protocol of lines with letters and ranks of its own, around ours.

    translating.py TAMERLANE VARIANT

Camels are J, Eagles H, ranks begin with 0, promotions are written with an equals sign.
"""

import json
import re
import subprocess
import sys

TAMERLANE, VARIANT = sys.argv[1:3]
OURS, THEIRS = "JjHh", "MmGg"


def moved(text, by):
    return re.sub(r"\d+", lambda found: str(int(found.group()) + by), text)


for line in sys.stdin:
    fen, depth = line.rstrip("\n").split("\t")
    fields = fen.split()
    fields[0] = fields[0].translate(str.maketrans(OURS, THEIRS))
    fields[3] = moved(fields[3], 1)
    command = [TAMERLANE, "perft", depth, "-v", VARIANT, "--json", "--fen", " ".join(fields)]
    for entry in json.loads(subprocess.check_output(command))["divide"]:
        squares, promotion = re.fullmatch(r"(.*\d)(\D?)", entry["move"]).groups()
        promotion = promotion.translate(str.maketrans(THEIRS, OURS)).upper()
        print(moved(squares, -1) + (promotion and "=" + promotion), entry["nodes"])
    print(flush=True)
