"""Writes statistics.json: results of matches and what numpy and scipy find in them.

    pip install numpy scipy && python make.py

Nothing here is translated from the Rust code: pairs are written out one by one, the constrained likelihoods
are also maximised by a general minimiser, and the resampling is done by numpy, except for the cases that draw
with SplitMix64 to check the very numbers.
"""

import json
import math
import pathlib

import numpy as np
from scipy import optimize, stats

VALUES = np.array([-1, -0.5, 0, 0.5, 1])  # the mean score of a match in a pair of each class


def elo(mean):
    with np.errstate(divide="ignore"):
        p = np.float64((1 + mean) / 2)
        return float(400 * np.log10(p / (1 - p))) if p < 1 else math.inf


def finite(number):
    """JSON has no infinity."""
    return number if math.isfinite(number) else ("inf" if number > 0 else "-inf")


def interval(mean, error, count):
    """Student's interval; where all pairs are alike, the one of Clopper and Pearson for the share of such pairs."""
    if error > 0:
        return stats.t.interval(0.95, count - 1, loc=mean, scale=error)
    alike = stats.binomtest(count, count).proportion_ci(0.95, "exact").low
    return [alike * mean + (1 - alike) * end for end in (-1, 1)]


def pentanomial(counts):
    pairs = np.repeat(VALUES, counts)
    mean, error = float(pairs.mean()), float(stats.sem(pairs))
    lower, upper = interval(mean, error, sum(counts))
    lower, upper = max(float(lower), -1.0), min(float(upper), 1.0)
    superiority = float(stats.norm.sf(0, loc=mean, scale=error)) if error > 0 else (np.sign(mean) + 1) / 2
    return {
        "counts": counts,
        "mean": mean,
        "standard_error": error,
        "interval": [lower, upper],
        "elo": [finite(elo(x)) for x in (mean, lower, upper)],
        "superiority": superiority,
    }


def constrained(counts, mean):
    """The likeliest five probabilities of a given mean, by brentq on the dual."""
    d = VALUES - mean
    slope = lambda t: float(np.sum(counts * d / (1 + t * d)))
    inside = 1 - 1e-13
    t = optimize.brentq(slope, -inside / d[-1], -inside / d[0], xtol=1e-15, rtol=1e-14, maxiter=1000)
    p = counts / counts.sum() / (1 + t * d)
    assert abs(p.sum() - 1) < 1e-8 and abs(p @ VALUES - mean) < 1e-8
    return p


def constrained_directly(counts, mean):
    """The same by a general minimiser, which knows nothing of the dual."""
    weights = counts / counts.sum()
    found = optimize.minimize(
        lambda p: -float(weights @ np.log(p)),
        np.full(5, 0.2),
        jac=lambda p: -weights / p,
        bounds=[(1e-12, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(5)},
            {"type": "eq", "fun": lambda p: p @ VALUES - mean, "jac": lambda p: VALUES},
        ],
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return found.x


def sprt(counts, elo0, elo1, alpha=0.05, beta=0.05, directly=True):
    filled = np.array([count or 1e-3 for count in counts], dtype=float)
    means = [2 / (1 + 10 ** (-bound / 400)) - 1 for bound in (elo0, elo1)]
    p0, p1 = (constrained(filled, mean) for mean in means)
    llr = float(filled @ np.log(p1 / p0))
    if directly:
        q0, q1 = (constrained_directly(filled, mean) for mean in means)
        again = float(filled @ np.log(q1 / q0))
        assert abs(llr - again) < 1e-3 * max(1, abs(llr)), (counts, llr, again)
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    verdict = "AcceptH0" if llr <= lower else "AcceptH1" if llr >= upper else "Continue"
    return {
        "counts": counts,
        "sprt": f"elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}",
        "llr": llr,
        "bounds": [lower, upper],
        "verdict": verdict,
    }


def strata_mean(samples):
    return np.mean([np.concatenate(list(sets.values())).mean() for sets in samples.values()])


def written(strata, **more):
    return {"strata": [[g, s, c] for g, sets in strata.items() for s, c in sets.items()]} | more


def bootstrap(strata, resamples=40_000):
    """By numpy, all resamples of a stratum at once."""
    random = np.random.default_rng(1)
    means = np.zeros(resamples)
    for sets in strata.values():
        total, pairs = np.zeros(resamples), 0
        for counts in sets.values():
            values = np.repeat(VALUES, counts)
            total += random.choice(values, size=(resamples, len(values))).sum(axis=1)
            pairs += len(values)
        means += total / pairs / len(strata)
    samples = {g: {s: np.repeat(VALUES, c) for s, c in sets.items()} for g, sets in strata.items()}
    lower, upper = np.percentile(means, [2.5, 97.5])
    mean, error = float(strata_mean(samples)), float(means.std())
    return written(strata, mean=mean, error=error, interval=[float(lower), float(upper)])


def scipy_bootstrap(counts):
    """One game with one set is the plain bootstrap of scipy."""
    pairs = np.repeat(VALUES, counts)
    found = stats.bootstrap(
        (pairs,), np.mean, n_resamples=40_000, batch=1000, method="percentile", rng=np.random.default_rng(2)
    )
    interval = [float(x) for x in found.confidence_interval]
    error = float(found.standard_error)
    return written({"game": {"set": counts}}, mean=float(pairs.mean()), error=error, interval=interval)


def splitmix(seed):
    mask = 2**64 - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def same_draws(strata, resamples, seed):
    """Draw by draw what the Rust code does, with the same generator."""
    random = splitmix(seed)
    means = []
    for _ in range(resamples):
        samples = {}
        for game in sorted(strata):
            samples[game] = {}
            for name in sorted(strata[game]):
                values = np.repeat(VALUES, strata[game][name])
                samples[game][name] = np.array([values[next(random) * len(values) >> 64] for _ in values])
        means.append(strata_mean(samples))
    interval = [float(x) for x in np.percentile(means, [2.5, 97.5])]
    return written(strata, resamples=resamples, seed=seed, interval=interval)


def main():
    random = np.random.default_rng(7)
    pentanomials = [
        [0, 0, 0, 0, 2],
        [5, 0, 0, 0, 0],
        [0, 0, 9, 0, 0],
        [1, 0, 0, 0, 1],
        [0, 0, 1, 1, 0],
        [0, 0, 0, 1, 5],
        [3, 5, 20, 7, 5],
        [10, 100, 500, 120, 12],
        [1, 0, 300, 0, 90],
        [12345, 23456, 34567, 23000, 12000],
    ] + [[int(n) for n in random.integers(0, high, 5)] for high in (4, 10, 100, 10000)]
    tests = [
        sprt([0, 0, 0, 0, 1], 0, 10),
        sprt([1, 0, 0, 0, 0], -5, 0),
        sprt([0, 0, 200, 0, 0], 0, 5),
        sprt([3, 5, 20, 7, 5], 0, 10),
        sprt([3, 5, 20, 7, 5], 0, 10, 0.01, 0.1),
        sprt([10, 100, 500, 120, 12], 0, 5),
        sprt([10, 100, 500, 180, 30], 0, 5),
        sprt([30, 180, 500, 100, 10], 0, 5),
        sprt([10, 100, 500, 120, 12], -3, 1),
        sprt([1, 0, 300, 0, 90], 100, 200),
        sprt([12345, 23456, 34567, 23000, 12000], 0, 2),
        sprt([0, 0, 0, 0, 100000], 0, 10, directly=False),
        sprt([4, 3, 2, 1, 0], -1000, 1000, directly=False),
    ]
    # Sets of one game far apart: forgetting the strata would make the interval much wider.
    apart = {"a": {"easy": [0, 0, 5, 10, 85], "hard": [80, 10, 10, 0, 0]}, "b": {"one": [3, 9, 20, 12, 16]}}
    uneven = {
        "a": {"x": [1, 2, 3, 4, 5]},
        "b": {"x": [50, 80, 300, 90, 60], "y": [0, 0, 0, 7, 0]},
        "c": {"z": [2, 0, 0, 0, 2]},
    }
    many = {}
    for i in range(22):
        counts = random.multinomial(100, random.dirichlet(np.ones(5)))
        many[f"game {i:02}"] = {"set": [int(n) for n in counts]}
    places = (-30.0, -8.0, -2.5, -1.0, -1e-9, 0.0, 0.3, 1.96, 6.0)
    data = {
        "normal_cdf": [[z, float(stats.norm.cdf(z))] for z in places],
        "pentanomial": [pentanomial(counts) for counts in pentanomials],
        "sprt": tests,
        "bootstrap": [bootstrap(s) for s in (apart, uneven, many)] + [scipy_bootstrap([30, 60, 150, 90, 70])],
        "same_draws": [same_draws(apart, 200, 0), same_draws(uneven, 100, 2**64 - 3)],
    }
    lines = []
    for name, cases in data.items():
        body = ",\n".join("  " + json.dumps(case) for case in cases)
        lines.append(f'"{name}": [\n{body}\n]')
    path = pathlib.Path(__file__).with_name("statistics.json")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
