#!/usr/bin/env python3
"""Compares the speed of two builds of the command: the same benchmarks with both, by turns.

    experiments/speed/compare.py OLD NEW [--rounds 3] [--parts search,algorithms,solve] [--quick]

A row is a game, or a game and an algorithm, or a task and an algorithm. Its figure is the median over the rounds of NEW divided by
that of OLD, as speed: below 1, NEW is slower. Programs that a build does not know are left out. Run it on a machine without
other work.
"""

import argparse
import json
import math
import statistics
import subprocess

TASKS = "breakthrough:4x5; breakthrough:3x7; connect4:6x5; amazons:4x4; clobber:4x5; hex:5; domineering:6x6"


def rows(program, arguments):
    """The rows of a benchmark by their names."""
    done = subprocess.run([program, "bench", *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["rows"]


def search(program, options):
    """Stored children per second."""
    children = "1M" if options.quick else "5M"
    games = ["--games", "connect4 breakthrough hex:11 othello clobber"]
    found = rows(program, [*games, "--children", children])
    return {row["game"].split(":")[0]: row["evaluations_per_second"] for row in found}


def algorithms(program, options):
    """Nodes, or simulations, per second."""
    time = "100ms" if options.quick else "300ms"
    found = rows(program, ["algorithms", "--time", time])
    speed = {}
    for row in found:
        rate = row["nodes_per_second"] or row.get("iterations_per_second")
        speed[row["game"].split(":")[0], row["algorithm"]] = rate
    return speed


def solve(program, options):
    """Tasks per second."""
    time = "2s" if options.quick else "20s"
    found = rows(program, ["solve", "--tasks", TASKS, "--threads", "1", "--runs", "1", "--time", time])
    return {(row["task"], row["algorithm"]): 1 / row["seconds"] for row in found if row["stop"] == "resolved"}


def medians(rounds):
    """The median of each row that every round has."""
    common = set.intersection(*(set(found) for found in rounds))
    return {row: statistics.median(found[row] for found in rounds) for row in common}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--parts", default="search,algorithms,solve")
    parser.add_argument("--quick", action="store_true", help="smaller searches, to see that everything runs")
    options = parser.parse_args()
    parts = {"search": search, "algorithms": algorithms, "solve": solve}
    for part in options.parts.split(","):
        figures = {program: [] for program in (options.old, options.new)}
        for _ in range(options.rounds):
            for program, found in figures.items():
                found.append(parts[part](program, options))
        old, new = (medians(figures[program]) for program in (options.old, options.new))
        ratios = {row: new[row] / old[row] for row in old if row in new}
        mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios.values()))
        print(f"\n{part}: geometric mean {mean:.3f} of {len(ratios)} rows, lowest {min(ratios.values()):.3f}")
        for row, ratio in sorted(ratios.items(), key=lambda item: item[1]):
            name = row if isinstance(row, str) else ", ".join(row)
            print(f"  {ratio:6.3f}  {name}", flush=True)


if __name__ == "__main__":
    main()
