"""Inputs and answers of the workloads, as numpy arrays: those of inputs.h and the definitions in bench/README.md, under the same names."""

import numpy as np

GOLDEN, MIX_1, MIX_2, MASK = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, (1 << 64) - 1
BLOCK = 1 << 20  # numbers made at a time: what is computed on the way takes eight times the memory of the result
SIZES = {"1e3": 1000, "1e6": 1000000, "3e7": 30000000}


def u(seed, n):
    """n float32 numbers in [0, 1)."""
    out = np.empty(n, np.float32)
    start = np.uint64((seed * GOLDEN) & MASK)
    with np.errstate(over="ignore"):
        for low in range(0, n, BLOCK):
            high = min(n, low + BLOCK)
            z = start + np.arange(low + 1, high + 1, dtype=np.uint64) * np.uint64(GOLDEN)
            z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX_1)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX_2)
            z ^= z >> np.uint64(31)
            out[low:high] = (z >> np.uint64(40)).astype(np.float32) * np.float32(2.0 ** -24)
    return out


def s(seed, n):
    """n float32 numbers in [-1, 1)."""
    return np.float32(2) * u(seed, n) - np.float32(1)


def scaled(factor, numbers):
    """In float32, as every constant of a workload in float32 is."""
    return np.float32(factor) * numbers


def make(workload):
    """The inputs of a workload, in the order of its definition. Numbers that are arguments are arrays of rank 0."""
    family, _, size = workload.partition("_")
    return MAKERS[family](SIZES[size]) if size else MAKERS[family]()


def convolution():
    return u(2, 200 * 200 * 100).reshape(1, 200, 200, 100), scaled(0.05, s(3, 90000)).reshape(3, 3, 100, 100)


def recurrent():
    lengths = np.array([1 + 7 * i % 100 for i in range(32)], np.int32)
    return s(4, 32 * 100 * 50).reshape(32, 100, 50), scaled(0.05, s(5, 306 * 256)).reshape(306, 256), np.zeros(256, np.float32), lengths


def options():
    n = 1000000
    return 5 + scaled(25, u(9, n)), 1 + scaled(99, u(10, n)), np.float32(0.25) + scaled(9.75, u(11, n))


def plane():
    re, im = np.linspace(-2, 0.5, 1024).astype(np.float32), np.linspace(-1.25, 1.25, 1024).astype(np.float32)
    return tuple(np.ascontiguousarray(part) for part in np.meshgrid(re, im))


def kalman():
    transition, measured = np.eye(4), np.eye(2, 4)
    transition[0, 2] = transition[1, 3] = 0.1
    return transition, measured, 0.01 * np.eye(4), 0.1 * np.eye(2), s(14, 2000).astype(np.float64).reshape(1000, 2)


def ode():
    zeros = [np.zeros(n, np.float32) for n in (50, 2)]
    weights = scaled(0.5, s(15, 100)).reshape(2, 50), scaled(0.5, s(16, 100)).reshape(50, 2)
    return weights[0], zeros[0], weights[1], zeros[1], np.array([1, 0], np.float32), np.array(100, np.int32)


MAKERS = {
    "W1": lambda: (np.floor(scaled(10, u(1, 100))).astype(np.int32).reshape(10, 10), np.array(100, np.int32)),
    "W2": convolution,
    "W3": recurrent,
    "W4": lambda: (np.array([1, 2, 3], np.float32),),
    "W5a": lambda: (np.array(837799, np.int64),),
    "W5b": lambda: (np.array(100000, np.int64),),
    "W6": lambda n: (u(6, n), u(7, n)),
    "W7": lambda n: (s(8, n),),
    "W8": options,
    "W9": plane,
    "W10a": lambda: (np.array(2, np.float64),),
    "W10b": lambda: (1 + 99 * u(12, 1000000).astype(np.float64),),
    "W11": lambda: (u(13, 200000).reshape(100000, 2),),
    "W12": kalman,
    "W13f": ode,
    "W13g": ode,
    "W14": lambda: (u(17, 7840000).reshape(10000, 784), np.floor(scaled(10, u(18, 10000))).astype(np.int32)),
    "W15a": lambda: (np.where(np.arange(100) % 2 == 0, -1.2, 1.0),),
    "W15c": lambda: (s(19, 64000).reshape(64, 1000), scaled(0.1, s(20, 4096)).reshape(64, 64), s(21, 64000).reshape(1000, 64)),
    "W15d": lambda: (s(22, 65536).reshape(4096, 16),),
    "W16": lambda: tuple(np.array([k, k + 1, k + 2], np.float32) for k in (1, 4, 7)),
    "W17": lambda: (np.array(1000000, np.int64),),
}


def total(array):
    return float(np.sum(array, dtype=np.float64))


def mean(array):
    return total(array) / array.size


def wrapped_sum(array):
    """As int32 arithmetic adds them up."""
    low = int(np.sum(array.astype(np.int64))) & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low


# family of workloads -> the numbers that its outputs are compared by
ANSWERS = {
    "W1": lambda r: {"sum": wrapped_sum(r)},
    "W2": lambda out: {"mean": mean(out)},
    "W3": lambda outputs, h: {"mean outputs": mean(outputs), "mean h": mean(h)},
    "W4": lambda steps, x: {"steps": int(steps), "sum": total(x)},
    "W5a": lambda count: {"count": int(count)},
    "W5b": lambda fb, f, b, rest: {"fb": int(fb), "f": int(f), "b": int(b), "s": int(rest)},
    "W6": lambda value: {"mean": float(value)},
    "W7": lambda out: {"sum": total(out)},
    "W8": lambda calls, puts: {"calls": total(calls), "puts": total(puts)},
    "W9": lambda counts: {"sum": int(np.sum(counts, dtype=np.int64))},
    "W10a": lambda x, steps: {"x": float(x), "steps": int(steps)},
    "W10b": lambda x, steps: {"sum": total(x), "steps": int(steps)},
    "W11": lambda rounds, sse: {"rounds": int(rounds), "sse": float(sse)},
    "W12": lambda states, p: {"sum": total(states), "trace": float(np.trace(p))},
    "W13f": lambda loss: {"loss": float(loss)},
    "W13g": lambda loss, *gradients: {"loss": float(loss), "sum |g|": sum(total(np.abs(g)) for g in gradients)},
    "W14": lambda loss, w: {"loss": float(loss), "abs w": total(np.abs(w))},
    "W15a": lambda value: {"value": float(value)},
    "W15c": lambda score, length: {"score": float(score), "length": int(length)},
    "W15d": lambda root: {"sum": total(root)},
    "W16": lambda out: {"sum": total(out)},
    "W17": lambda out: {"sum": int(out)},
}


def answers(workload, outputs):
    """The numbers of a workload's outputs, which come in the order of its definition."""
    return ANSWERS[workload.partition("_")[0]](*[np.asarray(output) for output in outputs])
