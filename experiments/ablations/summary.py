#!/usr/bin/env python3
"""The table of README.md from the report of the tournament: ways to learn, both seeds of each together.

    experiments/ablations/summary.py experiments/ablations/report/report.json

A score is against `tree` in percent: the mean of the four pairings of two seeds, with the lowest and the highest of them. No
interval is given for the mean: two seeds do not show how much a seed matters. The row of `tree` has the score of its first
seed against its second one. The last column is the share of points won against all other ways, as published tables
give it.
"""

import collections
import json
import statistics
import sys

BASE = "tree"


def main() -> None:
    rows = json.load(open(sys.argv[1]))["rows"]
    pairings = collections.defaultdict(list)
    points, matches = collections.Counter(), collections.Counter()
    games = []
    for row in rows:
        if row["game"] == "":
            continue
        if row["game"] not in games:
            games.append(row["game"])
        if all(player.rsplit("-", 1)[0] == BASE for player in row["players"]):
            pairings[BASE, row["game"]].append(row["mean"])
            continue
        for (one, other), turn in ((row["players"], 1), (row["players"][::-1], -1)):
            one, other = one.rsplit("-", 1)[0], other.rsplit("-", 1)[0]
            if one == other:
                continue
            pairs = row["pairs"]["pairs"][::turn]
            points[one] += sum(n * score / 2 for score, n in enumerate(pairs))
            matches[one] += 2 * sum(pairs)
            if other == BASE:
                pairings[one, row["game"]].append(turn * row["mean"])
    print("| way | " + " | ".join(games) + " | all | points (%) |")
    print("|---|" + "---:|" * (len(games) + 2))
    for way in sorted(matches, key=lambda way: -points[way] / matches[way]):
        cells = []
        for game in games:
            scores = [100 * score for score in pairings[way, game]]
            spread = f" [{round(min(scores)):+d}, {round(max(scores)):+d}]" if way != BASE else ""
            cells.append(f"{round(statistics.mean(scores)):+d}{spread}")
        mean = statistics.mean(statistics.mean(pairings[way, game]) for game in games)
        cells.append(f"{round(100 * mean):+d}" if way != BASE else "")
        print(f"| {way} | " + " | ".join(cells) + f" | {100 * points[way] / matches[way]:.0f} |")


if __name__ == "__main__":
    main()
