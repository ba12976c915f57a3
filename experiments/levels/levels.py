#!/usr/bin/env python3
"""Plays the levels of strength against each other, and prints the table of this experiment.

    experiments/levels/levels.py                            # four games, each level against the one below
    experiments/levels/levels.py --matches 4 connect4       # a quick look

Levels are limited by counts, so the results are the same on every machine. All matches are kept below --out; the same command
continues an interrupted run.
"""

import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "experiments"))

from matches import play  # noqa: E402

GAMES = ["connect4", "othello", "breakthrough", "chess"]
# Level 10 has no limit of its own: here it has so much time for a move.
HIGHEST = "level(10, time=50ms, cpu-time=true)"


def player(level: int) -> str:
    return HIGHEST if level == 10 else f"level({level})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "unbounded"))
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "experiments" / "levels" / "runs")
    parser.add_argument("--matches", type=int, default=40, help="of each level against the one below (default: 40)")
    parser.add_argument("--highest", type=int, default=10, help="the highest level to play (default: 10)")
    options = parser.parse_args()
    print("| level | against | " + " | ".join(options.games) + " |")
    print("|---:|---:|" + "---:|" * len(options.games))
    seconds = 0.0
    for level in range(2, options.highest + 1):
        cells = []
        for game in options.games:
            players = (player(level), player(level - 1))
            # Slips make games long enough to differ without random openings.
            score = play(options.program, options.out, game, players, options.matches, ["--openings", "random:2"])
            seconds += score.core_seconds
            cells.append(f"{score.mean:+.0f} [{score.lower:+.0f}, {score.upper:+.0f}]")
        print(f"| {level} | {level - 1} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{options.matches} matches each, {seconds / 60:.1f} core-minutes", file=sys.stderr)


if __name__ == "__main__":
    main()
