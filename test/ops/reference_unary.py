"""References of the elementwise operations of one operand."""

import math

import numpy as np

FLOATING = ["float16", "float32", "float64"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]


def widened(f, x):
    """f as the runtime computes it: half types in float, the standard library's functions in double."""
    wide = x.astype("float32") if x.dtype == np.float16 else x
    return np.asarray(f(wide)).astype(x.dtype)


def each(f):
    """A function of math, with the results that IEEE gives where math raises."""

    def apply(x):
        out = np.empty(x.shape, "float64")
        for i, value in np.ndenumerate(x.astype("float64")):
            try:
                out[i] = f(value)
            except (ValueError, OverflowError):
                out[i] = np.inf
        return out

    return apply


def write(out):
    wide = np.array([[-3.5, -1.25, -0.5, -0.0], [0.0, 0.5, 1.5, 20.0]])
    unit = np.array([[-1.0, -0.75, -1e-3], [0.0, 0.25, 1.0]])
    positive = np.array([[1e-4, 0.25, 1.0], [2.5, 10.0, 6e4]])
    special = np.array([np.nan, np.inf, -np.inf, 0.0])

    def floating(name, f, *inputs):
        for dtype in FLOATING:
            for x in inputs:
                x = x.astype(dtype)
                out.case(name, x, widened(f, x))
        # Integers and booleans are computed as float32.
        out.case(name, np.array([0, 1], np.int64), np.asarray(f(np.array([0, 1], np.float32))).astype("float32"))
        out.case(name, np.array([False, True]), np.asarray(f(np.array([0, 1], np.float32))).astype("float32"))

    for name in ["cos", "sin", "tan", "exp", "expm1", "sinh", "cosh", "tanh"]:
        floating(name, getattr(np, name), wide, special)
    for name, f in [("atan", np.arctan), ("asinh", np.arcsinh)]:
        floating(name, f, wide, special)
    for name, f in [("acos", np.arccos), ("asin", np.arcsin), ("atanh", np.arctanh)]:
        floating(name, f, unit, special)
    floating("acosh", np.arccosh, positive + 1, special)
    for name in ["log", "log2", "log10", "log1p", "sqrt"]:
        floating(name, getattr(np, name), positive, special)
    floating("rsqrt", lambda x: 1 / np.sqrt(x), positive, special)
    finite = wide.clip(-10, 10)
    floating("erf", each(math.erf), wide, special)
    floating("erfc", each(math.erfc), wide, special)
    floating("lgamma", each(lambda x: math.inf if x == -math.inf else math.lgamma(x)), positive, special)
    floating("sigmoid", lambda x: 1 / (1 + np.exp(-x)), wide, special)
    floating("silu", lambda x: x / (1 + np.exp(-x)), wide)
    floating("softplus", lambda x: np.logaddexp(x, x.dtype.type(0)), wide, special)
    floating("gelu", lambda x: 0.5 * x * each(math.erfc)(-x * np.sqrt(0.5)), finite)

    integers = np.array([[-128, -3, -1], [0, 1, 127]])
    for name, f in [
        ("abs", np.abs),
        ("negative", np.negative),
        ("square", np.square),
        ("sign", np.sign),
        ("relu", lambda x: np.where(x < 0, np.zeros_like(x), x)),
        ("floor", np.floor),
        ("ceil", np.ceil),
        ("trunc", np.trunc),
        ("round", np.rint),
    ]:
        for dtype in FLOATING:
            for x in [wide, special, np.array([-2.5, -1.5, 0.5, 1.5, 2.5])]:
                out.case(name, x.astype(dtype), widened(f, x.astype(dtype)))
        rounds = name in ["floor", "ceil", "trunc", "round"]
        for dtype in SIGNED:
            x = integers.astype(dtype)
            out.case(name, x, x if rounds else f(x).astype(dtype))
        for dtype in UNSIGNED:
            x = np.array([[0, 1, 7], [100, 128, 255]], dtype)
            out.case(name, x, x if rounds else f(x).astype(dtype))
        x = np.array([True, False])
        out.case(name, x, x.astype("int32") if rounds else f(x.astype("int32")))
    for name in ["isnan", "isinf", "isfinite"]:
        f = getattr(np, name)
        for dtype in FLOATING:
            out.case(name, special.astype(dtype), f(special.astype(dtype)))
        for dtype in SIGNED + UNSIGNED + ["bool"]:
            x = np.array([0, 1], dtype)
            out.case(name, x, f(x))
    for dtype in SIGNED + UNSIGNED + ["bool"]:
        x = np.array([[0, 1, 5], [64, 100, 127]]).astype(dtype)
        out.case("bitwise_invert", x, np.invert(x))
    for name in ["negative", "abs"]:
        x = np.zeros((2, 0, 3), np.float32)
        out.case(name, x, x)
        out.case(name, np.float64(-2.5), getattr(np, name)(np.float64(-2.5)))
