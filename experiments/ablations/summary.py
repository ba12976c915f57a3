#!/usr/bin/env python3
"""The table of README.md from the report of the tournament: ways to learn, both seeds of each together.

    experiments/ablations/summary.py experiments/ablations/plan.run/report/report.json

A score is against `tree`, over the four pairings of two seeds, in percent, with the 95 % interval of the matches and the
lowest and highest of the four pairings, which shows how much a seed matters. The last column is the part of points won
against all others, as published tables give it.
"""

import collections
import json
import math
import sys

BASE = "tree"


def interval(pairs: list[int]) -> tuple[float, float]:
    """Mean score and radius from counts of pairs of matches with 0, 1/2, 1, 3/2 and 2 points."""
    count = sum(pairs)
    scores = [(points - 2) / 2 for points in range(5)]
    mean = sum(n * score for n, score in zip(pairs, scores)) / count
    variance = sum(n * (score - mean) ** 2 for n, score in zip(pairs, scores)) / count
    return mean, 1.96 * math.sqrt(variance / count)


def main() -> None:
    rows = json.load(open(sys.argv[1]))["rows"]
    against_base = collections.defaultdict(lambda: [0] * 5)
    pairings = collections.defaultdict(list)
    points, matches = collections.Counter(), collections.Counter()
    games = []
    for row in rows:
        if row["game"] == "":
            continue
        if row["game"] not in games:
            games.append(row["game"])
        for (one, other), turn in ((row["players"], 1), (row["players"][::-1], -1)):
            one, other = one.rsplit("-", 1)[0], other.rsplit("-", 1)[0]
            if one == other:
                continue
            pairs = row["pairs"]["pairs"][::turn]
            points[one] += sum(n * score / 2 for score, n in enumerate(pairs))
            matches[one] += 2 * sum(pairs)
            if other == BASE:
                pairings[one, row["game"]].append(turn * row["mean"])
                for game in (row["game"], "all"):
                    total = against_base[one, game]
                    total[:] = [a + b for a, b in zip(total, pairs)]
    print("| way | " + " | ".join(games) + " | all | points (%) |")
    print("|---|" + "---:|" * (len(games) + 2))
    for way in sorted(matches, key=lambda way: -points[way] / matches[way]):
        cells = []
        for game in games + ["all"]:
            if way == BASE:
                cells.append("-")
                continue
            mean, radius = interval(against_base[way, game])
            cell = f"{100 * mean:+.0f} ± {100 * radius:.0f}"
            if game != "all":
                low, high = min(pairings[way, game]), max(pairings[way, game])
                cell += f" [{100 * low:+.0f}, {100 * high:+.0f}]"
            cells.append(cell)
        print(f"| {way} | " + " | ".join(cells) + f" | {100 * points[way] / matches[way]:.0f} |")


if __name__ == "__main__":
    main()
