#!/usr/bin/env python3
"""Writes the scores of the tournament into the table of docs/networks.md.

    experiments/networks/strength.py experiments/networks/plan.run/report/report.json

The last two columns of a game are the mean score of `network` against `mobility` and against `mcts` in percent, with
the half width of the 95 % interval; a game that the report does not have stays as it is.
"""

import json
import pathlib
import sys

TABLE = pathlib.Path(__file__).parents[2] / "docs" / "networks.md"
OPPONENTS = ("mobility", "mcts")


def scores(report: str) -> dict[tuple[str, str], str]:
    """The score of the network by game and opponent, as the table shows it."""
    found = {}
    for row in json.load(open(report))["rows"]:
        one, other = row["players"]
        if row["game"] == "" or one != "network" or row["mean"] is None:
            continue
        lower, upper = row["interval"]["lower"], row["interval"]["upper"]
        found[row["game"], other] = f"{100 * row['mean']:+.0f} ± {50 * (upper - lower):.0f}"
    return found


def main() -> None:
    found = scores(sys.argv[1])
    lines = TABLE.read_text().split("\n")
    for index, line in enumerate(lines):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        new = [found.get((cells[0], opponent)) for opponent in OPPONENTS]
        if len(cells) == 7 and all(new):
            lines[index] = "| " + " | ".join(cells[:5] + new) + " |"
    TABLE.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
