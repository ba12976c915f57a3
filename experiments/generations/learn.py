#!/usr/bin/env python3
"""Learns the networks of a plan, one after the other.

    experiments/generations/learn.py PROGRAM PLAN --out DIR

A line of a plan names a game, a way to learn (a file in `configs/`), a seed and processor minutes, or several of them with `|`
between. A run is `DIR/GAME/WAY-SEED`. Interrupted, the same command goes on where it was; what is finished is not learned again. Several of
these may share a directory: a run that another one is working on is left to it. Learning gives way to other work, as far as
`--nice` says. `--at-most 10` gives every run ten minutes first; a later command continues all of them, to the same networks.
"""

import argparse
import json
import math
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
IN_USE = 1  # the exit code of a program that finds a run locked


def read_plan(file):
    """The runs of a plan: game, way, seed and minutes. The runs of one seed come before those of the next one."""
    lines = (line.split("#")[0].split() for line in file.read_text().splitlines())
    return [
        (game, way, seed, float(minutes))
        for games, ways, seeds, minutes in filter(None, lines)
        for seed in seeds.split("|")
        for game in games.split("|")
        for way in ways.split("|")
    ]


def directory(out, game, way, seed):
    """Where a run lies."""
    return out / game.replace(":", "-") / f"{way}-{seed}"


def seconds_learned(run):
    """Processor seconds of a run so far, by its log."""
    seconds = 0.0
    log = run / "log.jsonl"
    if log.exists():
        for line in log.read_text().splitlines():
            try:
                seconds = max(seconds, json.loads(line).get("seconds", 0.0))
            except json.JSONDecodeError:
                pass  # cut off by a crash
    return seconds


def is_finished(run, minutes):
    """Whether a run has learned for so long."""
    return (run / "network.safetensors").exists() and seconds_learned(run) >= 60 * minutes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("plan", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dry-run", action="store_true", help="say how far each run is")
    parser.add_argument("--at-most", type=float, default=math.inf, metavar="MINUTES", help="end every run after so long for now")
    parser.add_argument("--nice", type=int, default=19, help="19: only what is idle; 0: like any other work")
    options = parser.parse_args()
    os.nice(options.nice)
    plan = [(*run, min(minutes, options.at_most)) for *run, minutes in read_plan(options.plan)]
    for number, (game, way, seed, minutes) in enumerate(plan, 1):
        run = directory(options.out, game, way, seed)
        if options.dry_run:
            print(f"{seconds_learned(run) / 60:6.1f} of {minutes:g} min: {run}")
            continue
        if is_finished(run, minutes):
            continue
        print(f"{number} of {len(plan)}: {run}", flush=True)
        command = [options.program.resolve(), "learn", game, "--out", run, "--config", HERE / "configs" / f"{way}.toml"]
        command += ["--seed", seed, "--hours", str(minutes / 60), "--cpu-time", "--workers", "1"]
        command += ["--pairs", "0", "--every", "5m", "--progress", "none"]
        code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
        if code not in (0, IN_USE):
            sys.exit(f"{run}: learning failed")


if __name__ == "__main__":
    main()
