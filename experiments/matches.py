"""Matches of the program for the scripts of this directory: played once, kept, and read again."""

import json
import pathlib
import re
import resource
import subprocess
from dataclasses import dataclass


@dataclass
class Score:
    """The score of the first player of a match, in percent, with its 95 % interval."""

    mean: float
    lower: float
    upper: float
    matches: int
    core_seconds: float


def play(program: str, out: pathlib.Path, game: str, players: tuple[str, str], matches: int, options: list[str]) -> Score:
    """Plays a match, or reads what was played before. An interrupted one continues where it was."""
    name = re.sub(r"[^A-Za-z0-9.=-]+", "_", " ".join([game, *players, str(matches), *options])).strip("_")
    kept, directory = out / f"{name}.json", out / name
    if not kept.exists():
        out.mkdir(parents=True, exist_ok=True)
        before = core_seconds()
        command = [program, "match", game, "--players", *players, "--games", str(matches), "--out", str(directory)]
        command += [*options, "--progress", "none", "--json"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        standing = json.loads(done.stdout)
        if standing["matches"] < standing["planned"]:
            raise SystemExit("interrupted: the same command continues from here")
        result = {"standing": standing, "core_seconds": core_seconds() - before}
        unfinished = kept.with_suffix(".part")
        unfinished.write_text(json.dumps(result))
        unfinished.replace(kept)
    result = json.loads(kept.read_text())
    row = result["standing"]["rows"][0]
    interval = row["interval"]
    return Score(
        100 * row["mean"],
        max(-100.0, 100 * interval["lower"]),
        min(100.0, 100 * interval["upper"]),
        result["standing"]["matches"],
        result["core_seconds"],
    )


def core_seconds() -> float:
    """The processor time of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
