"""References of the scans."""

import numpy as np

from reference_reduction import FLOATS, SIGNED, UNSIGNED, sum_dtype


def write(out):
    x = np.array([[[1, 2], [-3, 4], [2, -1]], [[0, 1], [5, -2], [1, 1]]])
    for name, f in [("cumulative_sum", np.cumsum), ("cumulative_prod", np.cumprod)]:
        for dtype in ["bool"] + SIGNED + UNSIGNED + FLOATS:
            v = (x > 0) if dtype == "bool" else abs(x).astype(dtype) if dtype in UNSIGNED else x.astype(dtype)
            if dtype in FLOATS:
                v = (v * 0.5).astype(dtype)
            for axis in [0, 1, -1]:
                result = sum_dtype(dtype)
                wide = np.float64 if dtype in FLOATS else np.dtype(result)
                out.case(name, v, f(v.astype(wide), axis=axis).astype(result), "axis%d" % axis)
        wrapping = np.array([2**31 - 1, 2, 3], np.int32)
        out.case(name, wrapping, f(wrapping.astype(np.int64)).astype(np.int32), "axis0")
        special = np.array([1.0, np.nan, 2.0], np.float32)
        out.case(name, special, f(special), "axis-1")
        out.case(name, np.zeros((2, 0, 3), np.float32), np.zeros((2, 0, 3), np.float32), "axis1")
