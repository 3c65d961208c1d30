"""References of the comparisons."""

import numpy as np


def write(out):
    x = np.array([[1, -2, 3], [0, 5, -6]])
    y = np.array([1, 5, -6])
    special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0])
    big = np.array([2**63, 0], np.uint64)
    for name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]:
        f = getattr(np, name)
        for dtype in ["int8", "int16", "int32", "int64", "float16", "float32", "float64"]:
            a, b = x.astype(dtype), y.astype(dtype)
            out.case(name, [a, b], f(a, b))
        for dtype in ["bool", "uint8", "uint16", "uint32", "uint64"]:
            a, b = abs(x).astype(dtype), abs(y).astype(dtype)
            out.case(name, [a, b], f(a, b))
        for dtype in ["float32", "float64"]:
            a = special.astype(dtype)
            out.case(name, [a[:, None], a], f(a[:, None], a))
        out.case(name, [big, np.array([1, 0], np.uint64)], f(big, np.array([1, 0], np.uint64)))
        out.case(name, [np.array([-1, 1], np.int8), np.array([255, 1], np.uint8)], [np.array(f([-1, 1], [255, 1]))])
        out.case(name, [x.astype("int32"), y.astype("float64") + 0.5], f(x, y + 0.5))
        out.case(name, [np.zeros((0, 3), np.float32), np.zeros(3, np.float32)], np.zeros((0, 3), bool))
    for dtype in ["float16", "float32", "float64", "int32", "bool"]:
        a = np.array([0.0, -0.0, 1.0, np.inf, -np.inf]) if dtype.startswith("float") else np.array([0, 1, 2])
        a = a.astype(dtype)
        bits = a.view({1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[a.itemsize])
        out.case("same_bits", [a[:, None], a], bits[:, None] == bits)
