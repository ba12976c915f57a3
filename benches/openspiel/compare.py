#!/usr/bin/env python3
"""Random playouts of OpenSpiel's C++ and of `unbounded`, in turns, on the same core.

    cargo build --release
    python3 -m venv venv && venv/bin/pip install open_spiel
    venv/bin/python benches/openspiel/compare.py target/release/unbounded

OpenSpiel plays whole random games in C++: its tree search is asked for a single simulation, which is nothing
but many rollouts from the start. It does not say how many plies they had, so the mean length is taken from
random games played from Python.
Games differ in length where rules do (draws in Chess, passes, swaps), so plies are compared and not games;
a ply is one decision in both. Each round measures both for about as long, in CPU seconds; a row is the
median of its rounds, and so is the ratio.
"""

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit("open_spiel is missing: python3 -m venv venv && venv/bin/pip install open_spiel")

# The games that both have: ours, and OpenSpiel's.
GAMES = {
    "tictactoe": "tic_tac_toe",
    "connect4": "connect_four",
    "gomoku": "gomoku",
    "breakthrough": "breakthrough",
    "hex:11": "hex(board_size=11)",
    "havannah:8": "havannah(board_size=8)",
    "othello:8": "othello",
    "amazons": "amazons",
    "clobber:6x5": "clobber",
    "loa": "lines_of_action",
    "chess": "chess",
    "xiangqi": "xiangqi",
    "go:9": "go(board_size=9)",
    "nim:1-3-5-7": "nim",
}


class OpenSpiel:
    """Random games of one of OpenSpiel's games."""

    def __init__(self, name: str, games: int):
        self.game = pyspiel.load_game(name)
        self.length = statistics.fmean(self.plies(random.Random(seed)) for seed in range(games))
        self.seed = 0
        self.batch = 1
        # As many games a call as make Python's share of the time nothing.
        while self.seconds() < 0.05:
            self.batch *= 2

    def plies(self, rng: random.Random) -> int:
        """The length of one random game."""
        state, plies = self.game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    def seconds(self) -> float:
        """CPU seconds of one batch of games."""
        self.seed += 1
        rollouts, state = pyspiel.RandomRolloutEvaluator(self.batch, self.seed), self.game.new_initial_state()
        options = dict(uct_c=1, max_simulations=1, max_memory_mb=1, solve=False, seed=1, verbose=False)
        bot = pyspiel.MCTSBot(self.game, rollouts, **options)
        begin = time.process_time()
        bot.mcts_search(state)
        return time.process_time() - begin

    def plies_per_second(self, seconds: float) -> float:
        """Measures for about this long."""
        spent, games = 0.0, 0
        while spent < seconds:
            spent += self.seconds()
            games += self.batch
        return games * self.length / spent


def cpu_of(process: int) -> float:
    """CPU seconds of a process with one thread; Linux tells them to the nanosecond."""
    with open(f"/proc/{process}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


def ours(binary: str, game: str, seconds: float) -> float:
    """Plies a CPU second of our random games, measured for about this long.

    The program measures by the clock, and plays its random games last: what share of a core it had in that
    time is seen from outside.
    """
    command = [binary, "bench", "perft", "--games", game, "--time", f"{seconds}s", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    samples = []
    while process.poll() is None:
        samples.append((time.perf_counter(), cpu_of(process.pid)))
        time.sleep(0.002)
    end, cpu_at_end = samples[-1]
    begin, cpu_at_begin = next(sample for sample in samples if sample[0] >= end - seconds)
    share = (cpu_at_end - cpu_at_begin) / (end - begin)
    return json.load(process.stdout)["rows"][0]["plies_per_second"] / share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="the program, built with --release")
    parser.add_argument("--games", default=" ".join(GAMES), help="which of them, parted by spaces")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="for each program in each round")
    parser.add_argument("--lengths", type=int, default=200, help="random games for the mean length")
    options = parser.parse_args()

    print(f"{'game':<14}{'OpenSpiel plies/s':>18}{'ours plies/s':>14}{'ratio':>8}", flush=True)
    ratios = []
    for game in options.games.split():
        theirs = OpenSpiel(GAMES[game], options.lengths)
        rounds = [
            (theirs.plies_per_second(options.seconds), ours(options.binary, game, options.seconds))
            for _ in range(options.rounds)
        ]
        their_speed, our_speed = (statistics.median(column) for column in zip(*rounds))
        ratios.append(statistics.median(b / a for a, b in rounds))
        print(f"{game:<14}{their_speed / 1e6:>16.3f} M{our_speed / 1e6:>12.2f} M{ratios[-1]:>8.1f}", flush=True)
    mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
    print(f"{'geometric mean':<46}{mean:>8.1f}")


if __name__ == "__main__":
    main()
