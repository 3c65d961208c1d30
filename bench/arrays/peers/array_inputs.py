"""Inputs and answers of the array programs, as NumPy arrays: those of the tables in factorizing.cpp, stencils.cpp, tables.cpp and statistics.cpp."""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "peers"))

import inputs  # noqa: E402

FLOAT32 = np.float32


def uniform(seed, *extents, dtype=np.float64):
    return inputs.u(seed, int(np.prod(extents))).astype(dtype).reshape(extents)


def centred(seed, *extents, dtype=np.float64):
    return inputs.s(seed, int(np.prod(extents))).astype(dtype).reshape(extents)


def integers(seed, n, limit):
    return (uniform(seed, n) * limit).astype(np.int64)


def lower(seed, n):
    return np.tril(centred(seed, n, n)) / n + np.eye(n)


def dominant(seed, n, dtype=np.float64):
    return centred(seed, n, n, dtype=dtype) + dtype(n) * np.eye(n, dtype=dtype)


def symmetric(n):
    x = dominant(5, n)
    return x + x.T


def toeplitz(n):
    r = centred(14, n) / n
    r[0] = 2
    return r, centred(15, n)


def clusters(n):
    points = uniform(63, n, 2)
    return points, points[:6].copy(), 8


MAKERS = {
    "forward_substitution": lambda n: (lower(1, n), centred(2, n)),
    "back_substitution": lambda n: (np.ascontiguousarray(lower(3, n).T), centred(4, n, 50)),
    "cholesky": lambda n: (symmetric(n),),
    "lu": lambda n: (centred(6, n, n),),
    "gauss_jordan": lambda n: (dominant(7, n, FLOAT32),),
    "gram_schmidt": lambda n: (centred(8, 5 * n, n),),
    "householder": lambda n: (centred(9, 3 * n, n),),
    "thomas": lambda n: (centred(10, n), 3 + uniform(11, n), centred(12, n), centred(13, n)),
    "levinson": toeplitz,
    "triangular_inverse": lambda n: (lower(16, n),),
    "heat": lambda n: (uniform(21, n), n // 4),
    "wave": lambda n: (centred(22, n, n), n // 2),
    "jacobi": lambda n: (uniform(23, n, n), 300),
    "red_black": lambda n: (uniform(24, n, n), 100),
    "life": lambda n: ((uniform(25, n, n) < 0.4).astype(np.int32), n // 2),
    "advection": lambda n: (uniform(26, n), n // 25),
    "burgers": lambda n: (FLOAT32(0.5) + uniform(27, n, dtype=FLOAT32), n // 10),
    "filter": lambda n: (uniform(28, n, n, dtype=FLOAT32), centred(29, 5, 5, dtype=FLOAT32)),
    "gray_scott": lambda n: (uniform(30, n, n), 0.5 * uniform(31, n, n), 100),
    "alternating_directions": lambda n: (uniform(32, n, n), n // 10),
    "edit_distance": lambda n: (integers(41, n, 4), integers(42, n, 4)),
    "common_subsequence": lambda n: (integers(43, n, 4), integers(44, n, 4)),
    "knapsack": lambda n: (1 + integers(45, n, 60), uniform(46, n), 8 * n),
    "viterbi": lambda n: (np.log(0.1 + uniform(47, 32, 32)), np.log(0.1 + uniform(48, 32, 8)), integers(49, n, 8)),
    "floyd_warshall": lambda n: (uniform(50, n, n),),
    "sieve": lambda n: (np.ones(n, bool),),
    "histogram": lambda n: (uniform(51, n), 40),
    "group_means": lambda n: (uniform(52, n), integers(53, n, 20), 20),
    "coin_change": lambda n: (1 + integers(54, 12, 50), n),
    "matrix_chain": lambda n: (1 + integers(55, n + 1, 50),),
    "moving_average": lambda n: (centred(61, n), 32),
    "covariance": lambda n: (centred(62, n, 16),),
    "kmeans": clusters,
    "logistic": lambda n: (centred(64, n, 16), (uniform(65, n) < 0.5).astype(np.float64), 6),
    "pagerank": lambda n: (uniform(66, n, n), 50),
    "bootstrap": lambda n: (uniform(67, n), 100),
    "ewma": lambda n: (uniform(68, n), 0.125),
    "kalman": lambda n: (centred(69, n), np.array([[1.0, 0.1], [0.0, 1.0]])),
    "autocorrelation": lambda n: (uniform(70, n), 40),
    "nearest_neighbours": lambda n: tuple(uniform(71 + k, *extents, dtype=FLOAT32) for k, extents in enumerate([(5 * n, 3), (5 * n,), (n, 3)])),
}


def make(program, size):
    return MAKERS[program](size)


def answers(results):
    """The sums that main.cpp prints, of one result or of a tuple of them."""
    found = {"count": 0.0, "sum": 0.0, "magnitude": 0.0, "weighted": 0.0}
    for one in results if isinstance(results, tuple) else (results,):
        x = np.asarray(one).astype(np.float64).ravel()
        found["count"] += x.size
        found["sum"] += float(np.sum(x))
        found["magnitude"] += float(np.sum(np.abs(x)))
        found["weighted"] += float(np.sum(x * (np.arange(x.size) * 7 % 13 - 6)))
    return found
