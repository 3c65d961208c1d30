"""References of where and clip."""

import numpy as np

NUMERIC = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]


def write(out):
    condition = np.array([[True], [False]])
    a, b = np.array([[1, 2, 3], [4, 5, 6]]), np.array([10, 20, 30])
    for dtype in NUMERIC + ["bool"]:
        p, q = a.astype(dtype), (b * (dtype != "bool")).astype(dtype)
        out.case("where", [condition, p, q], np.where(condition, p, q))
    out.case("where", [np.array([0, 2, -1], np.int32), a.astype("int32"), b.astype("float64") + 0.5],
             np.where(np.array([0, 2, -1]), a, b + 0.5))
    out.case("where", [np.array([np.nan, 0.0, 1.0], np.float32), a.astype("int8"), np.uint8(200)],
             np.where([True, False, True], a, 200).astype("int16"))
    x = np.array([[-5, 0, 3], [7, 100, -100]])
    for dtype in NUMERIC:
        v = (x if not dtype.startswith("u") else abs(x)).astype(dtype)
        low, high = np.array(1, dtype), np.array([5, 6, 7], dtype)
        out.case("clip", [v, low, high], np.clip(v, low, high))
    special = np.array([np.nan, np.inf, -np.inf, 0.5])
    for dtype in ["float16", "float32", "float64"]:
        v = special.astype(dtype)
        out.case("clip", [v, np.array(0, dtype), np.array(1, dtype)], np.clip(v, 0, 1).astype(dtype))
    out.case("clip", [np.array([1.0, 2.0]), np.array([np.nan, 0.0]), np.array([3.0, np.nan])], np.array([np.nan, np.nan]))
    out.case("clip", [np.array([1, 5, 9], np.int32), np.int32(8), np.int32(3)], np.array([3, 3, 3], np.int32))
