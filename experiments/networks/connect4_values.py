#!/usr/bin/env python3
"""How often does a move that was chosen in a short time keep the value of its position in Connect Four?

    experiments/networks/connect4_values.py target/release/unbounded crates/engine/tests/data/connect4_*.txt

A line of a file is the columns played and the score of the player to move. A position in which every move has the same
value cannot go wrong; those that can are counted apart. The value after the move is solved exactly.
"""

import argparse
import json
import pathlib
import subprocess
import sys


def ask(program: str, verb: str, moves: list[str], *options: str) -> dict:
    command = [program, verb, "connect4", "--moves", " ".join(moves), "--json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built unbounded")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--evaluator", default="best")
    parser.add_argument("--algorithm", default="ubfm")
    parser.add_argument("--time", default="100ms", help="of a move")
    parser.add_argument("--most", type=int, default=10**9, help="positions of each file")
    arguments = parser.parse_args()
    options = ["--algorithm", arguments.algorithm, "--evaluator", arguments.evaluator, "--time", arguments.time]
    kept_in_all = count_in_all = 0
    for file in arguments.files:
        lines = [line.split() for line in file.read_text().splitlines() if not line.startswith("#")]
        kept = count = could_err = erred = 0
        for columns, score in lines[: arguments.most]:
            moves = list(columns)
            player = 1 if len(moves) % 2 == 0 else -1
            value = player * ((int(score) > 0) - (int(score) < 0))
            chosen = ask(arguments.program, "analyse", moves, *options)["best_move"]
            after = ask(arguments.program, "solve", moves + [chosen])
            values = {move["c"] for move in ask(arguments.program, "solve", moves, "--all-moves")["moves"]}
            if not after["resolved"]:
                sys.exit(f"{columns} {chosen} was not solved")
            count += 1
            kept += after["value"] == value
            could_err += len(values) > 1
            erred += after["value"] != value
        share = 100 * kept / max(count, 1)
        sharp = 100 * (could_err - erred) / max(could_err, 1)
        print(f"{file.stem:26} {kept:4} of {count:4} kept, {share:5.1f} %; {sharp:5.1f} % of {could_err} where moves differ")
        kept_in_all, count_in_all = kept_in_all + kept, count_in_all + count
    print(f"{'all':26} {kept_in_all:4} of {count_in_all:4} kept, {100 * kept_in_all / max(count_in_all, 1):5.1f} %")


if __name__ == "__main__":
    main()
