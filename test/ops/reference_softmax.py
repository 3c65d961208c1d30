"""References of the softmax family."""

import numpy as np


def softmax(x, axis):
    power = np.exp(x - x.max(axis, keepdims=True))
    return power / power.sum(axis, keepdims=True)


def log_softmax(x, axis):
    shifted = x - x.max(axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis, keepdims=True))


def write(out):
    x = np.array([[[1.0, 2.0, 3.0], [-1.0, 0.5, 100.0]], [[1000.0, 1000.0, 999.0], [0.0, 0.0, -np.inf]]])
    for name, f in [("softmax", softmax), ("log_softmax", log_softmax)]:
        for dtype in ["float16", "float32", "float64"]:
            for axis in [-1, 0, 1]:
                v = x.astype(dtype)
                out.case(name, v, f(v.astype("float64"), axis).astype(dtype), "axis%d" % axis)
        out.case(name, np.array([[1, 2]], np.int32), f(np.array([[1.0, 2.0]]), -1).astype("float32"), "axis-1")
        out.case(name, np.array([np.nan, 1.0]), np.array([np.nan, np.nan]), "axis-1")
        out.case(name, np.zeros((2, 0, 1), np.float32), np.zeros((2, 0, 1), np.float32), "axis1")
