#!/usr/bin/env python3
"""Checks of a network that anyone can judge: does it know material, wins in Connect Four, ends of Othello?

    experiments/generations/sanity.py PROGRAM [material] [connect4] [othello] [--network DIR]

material   Chess and xiangqi: how far the estimate falls when a piece is missing at the start, the mean over the pieces of a kind
           and both sides, beside the spread (largest minus smallest) of the estimates of the moves at the start.
connect4   The share of the moves chosen in 100 ms that preserve the value, on positions solved elsewhere.
othello    The same in 1 s on the ends of the FFO suite with at most 20 empty squares, and the share of the moves with the most discs.

`--network DIR` takes DIR/chess.safetensors and so on; without it, the included networks play.
"""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "crates/engine/tests/data"
STARTS = {
    "chess": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "queen rook bishop knight pawn"),
    "xiangqi": (
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rook cannon knight advisor bishop pawn",
    ),
}


def run(options, *arguments):
    done = subprocess.run([options.program, *arguments, "--json"], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def evaluator(options, game):
    return f"network:{options.network}/{game}.safetensors" if options.network else "best"


def without(start, cell):
    """The position with one piece less. What the piece could have castled with is gone, too."""
    board, rest = start.split(" ", 1)
    cells = "".join("." * int(c) if c.isdigit() else c for c in board)
    cells = cells[:cell] + "." + cells[cell + 1 :]
    rows = []
    for row in cells.split("/"):
        for count in range(9, 0, -1):
            row = row.replace("." * count, str(count))
        rows.append(row)
    turn, rights, *others = rest.split()
    rights = "".join(right for right in rights if right != "-" and (right in "KQ") == (cell < len(cells) // 2)) or "-"
    return " ".join(["/".join(rows), turn, rights, *others])


def estimates(options, game, position):
    """The estimates of a position and of its moves."""
    how = ["--algorithm", "greedy", "--evaluator", evaluator(options, game)]
    return run(options, "analyse", game, "--position", position, *how)


def sign(value):
    return (value > 0) - (value < 0)


def material(options):
    print("| game | piece | estimate falls by |\n|---|---|---:|")
    for game, (start, kinds) in STARTS.items():
        full = estimates(options, game, start)
        values = [move["v"] for move in full["moves"]]
        cells = "".join("." * int(c) if c.isdigit() else c for c in start.split()[0])
        for kind in kinds.split():
            letter = "n" if kind == "knight" else kind[0]
            falls = []
            for cell, piece in enumerate(cells):
                if piece.lower() == letter:
                    loss = full["estimate"] - estimates(options, game, without(start, cell))["estimate"]
                    falls.append(loss if piece.isupper() else -loss)
            print(f"| {game} | {kind} | {statistics.mean(falls):+.3f} |", flush=True)
        print(f"| {game} | spread of the moves | {max(values) - min(values):.3f} |", flush=True)


def share(name, right, count):
    print(f"{name}: {right} of {count} ({100 * right / max(count, 1):.1f} %)", flush=True)


def connect4(options):
    for kind in ("easy", "medium"):
        right = count = 0
        for line in (DATA / f"connect4_middle_{kind}.txt").read_text().splitlines():
            if line.startswith("#"):
                continue
            where = ["connect4", "--moves", " ".join(line.split()[0])]
            solved = run(options, "solve", *where, "--all-moves")
            best = {move["move"] for move in solved["moves"] if move["c"] == solved["value"]}
            chosen = run(options, "analyse", *where, "--algorithm", "ubfm", "--evaluator", evaluator(options, "connect4"), "--time", "100ms")
            count += 1
            right += chosen["best_move"] in best
        share(f"Connect Four, {kind} positions, value preserved in 100 ms", right, count)


def othello(options):
    kept = most = count = 0
    for line in (DATA / "othello_fforum_1-19.obf").read_text().splitlines():
        position, *moves = [part.strip() for part in line.split(";") if part.strip()]
        if position.split()[0].count("-") > 20:
            continue
        discs = {move.split(":")[0].lower(): int(move.split(":")[1]) for move in moves}
        where = ["othello", "--position", position]
        chosen = run(options, "analyse", *where, "--algorithm", "ubfm", "--evaluator", evaluator(options, "othello"), "--time", "1s")
        best = max(discs.values())
        count += 1
        kept += sign(discs[chosen["best_move"]]) == sign(best)
        most += discs[chosen["best_move"]] == best
    share("Othello, value preserved in 1 s", kept, count)
    share("Othello, move with the most discs in 1 s", most, count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("parts", nargs="*", choices=[[], "material", "connect4", "othello"], default=[])
    parser.add_argument("--network", type=Path)
    options = parser.parse_args()
    for part in options.parts or ["material", "connect4", "othello"]:
        globals()[part](options)


if __name__ == "__main__":
    main()
