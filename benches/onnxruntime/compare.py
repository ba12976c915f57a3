#!/usr/bin/env python3
"""A dense network of the same shape in onnxruntime, and ours inside a search, in turns, on one core.

    cargo build --release
    python3 -m venv venv && venv/bin/pip install onnx onnxruntime
    venv/bin/python benches/onnxruntime/compare.py target/release/unbounded

`unbounded bench learn` counts the states that `ubfm` evaluates, with all that a search does besides: moves,
features, look-ups, back-ups. onnxruntime gets ready-made batches of random floats and does nothing else; the batch is
as large as asked for, which is more children than most states have. Rounds take turns; a row is the median of its
rounds, and so is the ratio.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time

try:
    import numpy
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    sys.exit("onnxruntime is missing: python3 -m venv venv && venv/bin/pip install onnx onnxruntime")

GAMES = "breakthrough hex:11 othello:8 amazons"


def model(layers: list[int]) -> bytes:
    """Dense layers with rectified units between them, and one value."""
    random = numpy.random.default_rng(1)
    nodes, weights, last = [], [], "input"
    for number, (inputs, outputs) in enumerate(zip(layers, layers[1:])):
        bound = (6 / inputs) ** 0.5
        matrix = random.uniform(-bound, bound, (inputs, outputs)).astype(numpy.float32)
        weights += [
            numpy_helper.from_array(matrix, f"w{number}"),
            numpy_helper.from_array(numpy.zeros(outputs, numpy.float32), f"b{number}"),
        ]
        nodes.append(helper.make_node("Gemm", [last, f"w{number}", f"b{number}"], [f"sum{number}"]))
        is_last = number == len(layers) - 2
        nodes.append(helper.make_node("Tanh" if is_last else "Relu", [f"sum{number}"], [f"units{number}"]))
        last = f"units{number}"
    batch = helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch", layers[0]])
    value = helper.make_tensor_value_info(last, TensorProto.FLOAT, ["batch", 1])
    graph = helper.make_graph(nodes, "dense", [batch], [value], weights)
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()


class Dense:
    """A network in onnxruntime, on one thread."""

    def __init__(self, layers: list[int], batch: int):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model(layers), options, providers=["CPUExecutionProvider"])
        self.states = numpy.random.default_rng(2).random((batch, layers[0]), numpy.float32)

    def states_per_second(self, seconds: float) -> float:
        count, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < seconds:
            self.session.run(None, {"input": self.states})
            count += len(self.states)
        return count / (time.perf_counter() - begin)


def ours(program: str, games: str, seconds: float) -> dict[str, dict]:
    """A row of `bench learn` for each game."""
    command = [program, "bench", "learn", "--games", games, "--time", f"{seconds}s", "--json"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["rows"]
    return {row["game"]: row for row in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built unbounded")
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    arguments = parser.parse_args()
    # A shape that is often quoted, then those of our networks.
    quoted = Dense([484, 256, 256, 1], arguments.batch).states_per_second(arguments.seconds)
    print(f"onnxruntime {onnxruntime.__version__}, batch {arguments.batch}: {quoted / 1e6:.2f} M/s on 484-256-256-1")
    print(f"{'game':16} {'layers':20} {'ours M/s':>9} {'onnx M/s':>9} {'ratio':>6}")
    found: dict[str, list] = {}
    dense: dict[str, Dense] = {}
    for _ in range(arguments.rounds):
        for game, row in ours(arguments.program, arguments.games, arguments.seconds).items():
            if game not in dense:
                dense[game] = Dense(row["layers"], arguments.batch)
            theirs = dense[game].states_per_second(arguments.seconds)
            found.setdefault(game, []).append((row, row["evaluations_per_second"], theirs))
    for game, rounds in found.items():
        layers = "-".join(map(str, rounds[0][0]["layers"]))
        mine = statistics.median(mine for _, mine, _ in rounds)
        theirs = statistics.median(theirs for _, _, theirs in rounds)
        ratio = statistics.median(mine / theirs for _, mine, theirs in rounds)
        print(f"{game:16} {layers:20} {mine / 1e6:9.2f} {theirs / 1e6:9.2f} {ratio:6.2f}")


if __name__ == "__main__":
    main()
