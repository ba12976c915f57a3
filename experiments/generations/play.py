#!/usr/bin/env python3
"""Plays the networks that a plan has learned against each other and against fixed opponents, at equal processor time.

    experiments/generations/play.py PROGRAM PLAN --out DIR --time 50ms --pairs 30

Every finished run of a game meets the first run of the plan for its game and seed, and `--against` (several players, with
`{game}` where a file is meant). Interrupted, the same command goes on where it was. Prints a table of scores in percent: a
win is 1, a draw 0, a loss -1, with the 95 % interval over pairs.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from learn import directory, is_finished, read_plan


def score(program, game, players, out, options):
    """The score of the first of two players in percent, with its interval, and from each seat."""
    command = [program, "match", game, "--players", *players, "--time", options.time, "--cpu-time"]
    command += ["--games", str(2 * options.pairs), "--jobs", "1", "--progress", "none", "--json", "--out", out]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{out}: the match failed")
    row = json.loads(done.stdout)["rows"][0]
    mean, interval = row["mean"], row["interval"]
    seats = [row["pairs"][seat] for seat in ("first", "second")]
    of_seats = ", ".join(f"{seat['wins']}-{seat['draws']}-{seat['losses']}" for seat in seats)
    return f"{100 * mean:+.0f} ± {50 * (interval['upper'] - interval['lower']):.0f} ({of_seats})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("plan", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="the directory of the runs")
    parser.add_argument("--matches", type=Path, required=True, help="where matches are kept")
    parser.add_argument("--time", default="50ms")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--against", nargs="*", default=["ubfm(evaluator=best)", "mcts", "pvs(evaluator=mobility)"])
    options = parser.parse_args()
    os.nice(19)
    rivals = {}
    print("| game | network | seed | opponent | score (wins-draws-losses as first, as second) |\n|---|---|---:|---|---:|")
    for game, way, seed, minutes in read_plan(options.plan):
        run = directory(options.out, game, way, seed)
        if not is_finished(run, minutes):
            continue
        own = f"ubfm(evaluator=network:{run.resolve()}/network.safetensors)"
        rival = rivals.setdefault((game, seed), (way, own))
        opponents = [(player, player.split("(")[0], player) for player in options.against]
        if rival[0] != way:
            opponents.insert(0, (rival[0], rival[0], rival[1]))
        for label, name, opponent in opponents:
            out = options.matches / game.replace(":", "-") / f"{way}-{seed}-{name}"
            players = [f"network: {own}", f"opponent: {opponent}"]
            result = score(options.program.resolve(), game, players, out, options)
            print(f"| {game} | {way} | {seed} | {label} | {result} |", flush=True)


if __name__ == "__main__":
    main()
