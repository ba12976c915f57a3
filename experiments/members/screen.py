#!/usr/bin/env python3
"""Plays members of the class against a rival, on many games, with the same evaluator and the same budget.

    experiments/members/screen.py PROGRAM --matches DIR --members "ubfm-uct(c=0.05)" "ubfm-explore(c=0.5)" --evaluations 2000

Interrupted, the same command continues. Prints a table: the score of each member against the rival (a win is 1, a draw 0, a
loss -1) in percent with its 95 % interval, per game and over all games. `--games` takes names separated by spaces.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

GAMES = (
    "amazons arimaa ataxx breakthrough chess clobber connect6 draughts:brazilian draughts:canadian draughts:international go:9 "
    "gomoku havannah hex:11 hex:13 hex:19 loa othello othello:10 santorini surakarta xiangqi"
)


def row_of(program, game, member, out, options):
    """The row of a match between a member and the rival: mean, interval, wins and losses."""
    evaluator = options.evaluator.replace("{game}", game)
    players = [f"member: {player(member, evaluator)}", f"rival: {player(options.rival, evaluator)}"]
    budget = ["--time", options.time, "--cpu-time"] if options.time else ["--evaluations", options.evaluations]
    command = [program, "match", game, "--players", *players, *budget, "--games", str(2 * options.pairs)]
    command += ["--jobs", str(options.jobs), "--openings", options.openings, "--seed", str(options.seed)]
    command += ["--max-plies", str(options.max_plies), "--progress", "none", "--json", "--out", out]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{out}: the match failed")
    return json.loads(done.stdout)["rows"][0]


def player(member, evaluator):
    """A member with its evaluator: `evaluator` becomes one more of its options."""
    name, _, rest = member.partition("(")
    options = [option for option in (rest.removesuffix(")"), f"evaluator={evaluator}") if option]
    return f"{name}({','.join(options)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--matches", type=Path, required=True, help="where matches are kept")
    parser.add_argument("--members", nargs="+", required=True)
    parser.add_argument("--rival", default="ubfm")
    parser.add_argument("--evaluator", default="best")
    parser.add_argument("--games", type=str.split, default=GAMES.split())
    parser.add_argument("--pairs", type=int, default=12, help="openings per game, each played from both seats")
    parser.add_argument("--evaluations", default="2000")
    parser.add_argument("--time", help="processor time per move instead of evaluations")
    parser.add_argument("--openings", default="random:4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-plies", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--nice", type=int, default=10)
    options = parser.parse_args()
    os.nice(options.nice)
    budget = options.time or options.evaluations
    print(f"| game | {' | '.join(options.members)} |\n|---|{'---:|' * len(options.members)}", flush=True)
    means = {member: [] for member in options.members}
    for game in options.games:
        cells = []
        for member in options.members:
            name = re.sub(r"[^\w.=-]+", "_", f"{member}-{options.rival}-{budget}-{options.seed}")
            row = row_of(options.program.resolve(), game, member, options.matches / game.replace(":", "-") / name, options)
            interval = row["interval"]
            cells.append(f"{100 * row['mean']:+.0f} ± {50 * (interval['upper'] - interval['lower']):.0f}")
            means[member].append(row["mean"])
        print(f"| {game} | {' | '.join(cells)} |", flush=True)
    print(f"| mean | {' | '.join(overall(means[member]) for member in options.members)} |")


def overall(means):
    """The mean over games, with an interval over games."""
    count, mean = len(means), sum(means) / len(means)
    spread = math.sqrt(sum((one - mean) ** 2 for one in means) / max(count - 1, 1) / count)
    return f"{100 * mean:+.1f} ± {196 * spread:.1f}"


if __name__ == "__main__":
    main()
