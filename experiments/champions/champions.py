#!/usr/bin/env python3
"""Plays challengers against the champion of each game, and writes the table of default players.

    experiments/champions/champions.py                      # all games with a network, at most 4 core-hours
    experiments/champions/champions.py chess go:9           # these games
    experiments/champions/champions.py --matches 2 --final 2 --move 2ms --out /tmp/trial --dry-run othello:6

The champion of a game is its row in crates/engine/src/default_players.toml, or else what the program uses by default.
Every challenger plays a few matches against it. The best of them plays a final over other openings, and takes the title
if the 95 % interval of the final lies above 0. Moves are limited by processor time, so the machine may be busy.

All matches are kept below --out; the same command continues an interrupted run. The table is written after each game.
"""

import argparse
import datetime
import json
import pathlib
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "experiments"))

from matches import Score, play  # noqa: E402

TABLE = ROOT / "crates" / "engine" / "src" / "default_players.toml"
HEAD = """\
# The strongest player that was measured for each game: who plays if the user names no player.
# `experiments/champions/champions.py` writes this file. Scores are in percent (win 100, draw 0, loss -100), with 95 % intervals.
"""
# Algorithm and evaluator. Those with `best` play only where the project has a network.
CANDIDATES = [
    ("ubfm", "best"),
    ("ubfm-uct(c=0.05)", "best"),
    ("ubfm-uct(c=0.2)", "best"),
    ("ubfm", "mobility"),
    ("mcts", "auto"),
    ("mcts-solver", "auto"),
]
Candidate = tuple[str, str]


def text(candidate: Candidate) -> str:
    """The player as `unbounded match` reads it."""
    algorithm, evaluator = candidate
    if evaluator == "auto":
        return algorithm
    if algorithm.endswith(")"):
        return f"{algorithm[:-1]},evaluator={evaluator})"
    return f"{algorithm}(evaluator={evaluator})"


def ask(program: str, *arguments: str) -> dict | None:
    """The answer of a command; None if it refuses."""
    done = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None


def can_play(program: str, game: str, candidate: Candidate) -> bool:
    algorithm, evaluator = candidate
    flags = ["--algorithm", algorithm, "--evaluator", evaluator, "--iterations", "1"]
    return ask(program, "analyse", game, *flags) is not None


def usual(program: str, game: str) -> Candidate:
    """What the program uses in a game without a row."""
    report = ask(program, "analyse", game, "--iterations", "1")
    if report is None:
        raise SystemExit(f"{program} cannot play {game}")
    algorithm = report["algorithm"] + (f"({report['options']})" if report["options"] else "")
    return algorithm, "auto" if report["evaluator"] == "random games" else report["evaluator"]


def evidence(opponent: Candidate, score: Score, move: str) -> dict:
    return {
        "opponent": text(opponent),
        "score": round(score.mean, 1),
        "interval": [round(score.lower, 1), round(score.upper, 1)],
        "matches": score.matches,
        "budget": f"{move} of processor time",
        "date": datetime.date.today().isoformat(),
    }


def of_champion(score: Score) -> Score:
    """The same score, seen by the other player."""
    return Score(0.0 - score.mean, 0.0 - score.upper, 0.0 - score.lower, score.matches, score.core_seconds)


class Tournament:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.core_seconds = 0.0

    def match(self, game: str, challenger: Candidate, champion: Candidate, matches: int, seed: int) -> Score | None:
        """The score of the challenger; None if the processor time is used up."""
        if self.core_seconds > 3600 * self.options.hours:
            return None
        options = ["--time", self.options.move, "--cpu-time", "--jobs", str(self.options.jobs), "--seed", str(seed)]
        players = (text(challenger), text(champion))
        score = play(self.options.program, self.options.out, game, players, matches, options)
        self.core_seconds += score.core_seconds
        shown = f"{score.mean:+.0f} [{score.lower:+.0f}, {score.upper:+.0f}]"
        print(f"{game}: {players[0]} against {players[1]}: {shown} in {matches} matches", flush=True)
        return score

    def title(self, game: str, champion: Candidate) -> dict | None:
        """The row of a game after its title match; None if there was no time for it."""
        program, move = self.options.program, self.options.move
        found, best = {}, None
        for challenger in CANDIDATES + self.options.candidates:
            if challenger == champion or not can_play(program, game, challenger):
                continue
            score = self.match(game, challenger, champion, self.options.matches, seed=1)
            if score is None:
                return None
            found[challenger] = evidence(challenger, of_champion(score), move)
            if score.mean > 0 and (best is None or score.mean > best[1].mean):
                best = challenger, score
        if best is not None:
            challenger = best[0]
            # Other openings: the challenger was chosen by the first ones.
            final = self.match(game, challenger, champion, self.options.final, seed=2)
            if final is None:
                return None
            if final.lower > 0:
                return row(game, challenger, [evidence(champion, final, move)])
            found[challenger] = evidence(challenger, of_champion(final), move)
        # Challengers that did well in the few matches before the final, and were not the best, prove nothing.
        kept = [one for one in found.values() if one["interval"][1] > 0]
        return row(game, champion, kept) if kept else None


def row(game: str, player: Candidate, found: list[dict]) -> dict:
    return {"game": game, "algorithm": player[0], "evaluator": player[1], "evidence": found}


def write(rows: dict[str, dict]) -> None:
    lines = [HEAD]
    for game in sorted(rows):
        one = rows[game]
        lines.append("[[player]]")
        lines += [f"{key} = {json.dumps(one[key])}" for key in ("game", "algorithm", "evaluator")]
        lines.append("evidence = [")
        for found in one["evidence"]:
            lines.append("    { " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in found.items()) + " },")
        lines.append("]\n")
    unfinished = TABLE.with_suffix(".part")
    unfinished.write_text("\n".join(lines).rstrip("\n") + "\n")
    unfinished.replace(TABLE)


def candidate(argument: str) -> Candidate:
    """ALGORITHM or ALGORITHM:EVALUATOR."""
    algorithm, _, evaluator = argument.partition(":")
    return algorithm, evaluator or "auto"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: every game with a network")
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "unbounded"))
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "experiments" / "champions" / "runs")
    parser.add_argument("--matches", type=int, default=12, help="of each challenger (default: 12)")
    parser.add_argument("--final", type=int, default=60, help="of the best challenger (default: 60)")
    parser.add_argument("--move", default="20ms", help="processor time of a move (default: 20ms)")
    parser.add_argument("--jobs", type=int, default=2, help="matches side by side (default: 2)")
    parser.add_argument("--hours", type=float, default=4.0, help="core-hours in all (default: 4)")
    parser.add_argument("--candidates", type=candidate, nargs="*", default=[], metavar="ALGORITHM[:EVALUATOR]")
    parser.add_argument("--dry-run", action="store_true", help="play, but leave the table as it is")
    options = parser.parse_args()
    rows = {one["game"]: one for one in tomllib.loads(TABLE.read_text())["player"]}
    networks = ask(options.program, "networks") or {"networks": []}
    games = options.games or [network["game"] for network in networks["networks"]]
    tournament = Tournament(options)
    for game in games:
        known = rows.get(game)
        champion = (known["algorithm"], known["evaluator"]) if known else usual(options.program, game)
        found = tournament.title(game, champion)
        if found is None:
            print(f"{game}: {text(champion)} stays, with the evidence that it had")
            continue
        rows[game] = found
        print(f"{game}: the champion is {found['algorithm']} with {found['evaluator']}")
        if not options.dry_run:
            write(rows)
    print(f"{tournament.core_seconds / 3600:.2f} core-hours")


if __name__ == "__main__":
    main()
