"""References of the operations that join tensors."""

import numpy as np


def write(out):
    for d in ["bool", "int8", "bfloat16", "float16", "float32", "int64"]:
        if d == "bfloat16":
            continue
        a, b = np.arange(6).reshape(2, 3).astype(d), (np.arange(6).reshape(2, 3) % 5).astype(d)
        out.case("concat", [a, b], np.concatenate([a, b]), "axis0")
        out.case("concat", [a, b[:, :1]], np.concatenate([a, b[:, :1]], 1), "axis-1")
        out.case("stack", [a, b], np.stack([a, b]), "axis0")
        out.case("stack", [a, b], np.stack([a, b], 1), "axis1")
        out.case("stack", [a, b], np.stack([a, b], -1), "axis-1")
    x, y = np.arange(3, dtype="int32"), np.array([0.5, 1.5], "float32")
    out.case("concat", [x, y], np.concatenate([x.astype("float32"), y]), "axis0")
    out.case("concat", [np.zeros(0, "int32"), x], x, "axis0")
    out.case("stack", [np.int32(1), np.float64(2.5)], np.array([1, 2.5]), "axis0")
