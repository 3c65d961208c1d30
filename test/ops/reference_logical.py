"""References of the logic."""

import numpy as np


def write(out):
    x = np.array([[0, 1, -2], [3, 0, 0]])
    y = np.array([1, 0, 5])
    for name in ["logical_and", "logical_or", "logical_xor"]:
        f = getattr(np, name)
        for dtype in ["bool", "int8", "int64", "uint16", "float16", "float32", "float64"]:
            a, b = x.astype(dtype), y.astype(dtype)
            out.case(name, [a, b], f(a, b))
        out.case(name, [x.astype("int32"), np.array([np.nan, 0.0, 1e-300])], f(x, np.array([1, 0, 1])))
        out.case(name, [x.astype("bool"), y.astype("float32")], f(x, y))
    for dtype in ["bool", "int8", "int64", "uint16", "float16", "float32", "float64"]:
        out.case("logical_not", x.astype(dtype), np.logical_not(x.astype(dtype)))
    out.case("logical_not", np.array([np.nan, -0.0, 5e-324]), np.array([False, True, False]))
