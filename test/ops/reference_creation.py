"""References of tril and triu; the others have formulas in cases_creation.cpp."""

import numpy as np


def write(out):
    for dtype in ["bool", "int8", "int32", "uint64", "float16", "float64"]:
        x = np.arange(1, 25).reshape(2, 3, 4).astype(dtype)
        for k in [-5, -1, 0, 2, 7]:
            out.case("tril", x, np.tril(x, k), "k%d" % k)
            out.case("triu", x, np.triu(x, k), "k%d" % k)
    for name in ["tril", "triu"]:
        x = np.zeros((0, 3), np.float32)
        out.case(name, x, x, "k0")
        x = np.arange(1.0, 7.0).reshape(3, 2)
        out.case(name, x, getattr(np, name)(x, -1), "k-1")
