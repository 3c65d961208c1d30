"""References of sorting and searching."""

import numpy as np

from reference_reduction import FLOATS, SIGNED, UNSIGNED


def descending_order(x, axis):
    """Stable, by greater-than; NaN stays last."""
    if x.dtype == bool:
        key = -x.astype(int)
    elif x.dtype.kind == "u":
        key = np.iinfo(x.dtype).max - x
    elif x.dtype.kind == "i":
        key = -1 - x
    else:
        key = -x
    return np.argsort(key, axis=axis, kind="stable")


def write(out):
    random = np.random.default_rng(2)
    x = random.integers(-3, 4, (2, 5, 3))
    values = []
    for dtype in ["bool"] + SIGNED + UNSIGNED + FLOATS:
        values.append((x > 0) if dtype == "bool" else abs(x).astype(dtype) if dtype in UNSIGNED else x.astype(dtype))
    for dtype in ["float32", "float64"]:
        v = x.astype(dtype)
        v[0, 1:3, :2] = np.nan
        v[1, 2, :] = -np.inf
        values.append(v)
    for v in values:
        for axis in [0, 1, -1] if v.dtype.name in ("int32", "float32") else [1]:
            order = np.argsort(v, axis=axis, kind="stable").astype(np.int64)
            variant = "axis%d" % axis
            out.case("argsort", v, order, variant)
            out.case("sort", v, np.take_along_axis(v, order, axis), variant)
            order = descending_order(v, axis).astype(np.int64)
            out.case("argsort", v, order, variant + "_descending")
            out.case("sort", v, np.take_along_axis(v, order, axis), variant + "_descending")
        for axis in [1, -1]:
            top = np.take(descending_order(v, axis), [0, 1], axis).astype(np.int64)
            out.case("top_k", v, [np.take_along_axis(v, top, axis), top], "axis%d" % axis)
        if not (v.dtype.kind == "f" and np.isnan(v).any()):
            out.case("unique", v, np.unique(v))
        sorted_values = np.sort(v[0, :, 0])
        for side in ["left", "right"]:
            found = np.searchsorted(sorted_values, v, side=side).astype(np.int64)
            out.case("searchsorted", [sorted_values, v], found, side)
    for side in ["left", "right"]:
        out.case(
            "searchsorted",
            [np.array([1, 2, 4], np.int32), np.array([[1.5, 4.0]], np.float32)],
            np.searchsorted([1, 2, 4], [[1.5, 4.0]], side=side).astype(np.int64),
            side,
        )
        out.case("searchsorted", [np.zeros(0, np.float32), np.ones(2, np.float32)], np.zeros(2, np.int64), side)
    empty = np.zeros((2, 0, 3), np.float32)
    out.case("sort", empty, empty, "axis1")
    out.case("argsort", empty, empty.astype(np.int64), "axis1")
    out.case("unique", np.zeros((0, 2), np.float32), np.zeros(0, np.float32))
    out.case("unique", np.array(3, np.int32), np.array([3], np.int32))
