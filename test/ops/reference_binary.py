"""References of the arithmetic on two operands."""

import numpy as np

FLOATING = ["float16", "float32", "float64"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]


def widened(f, a, b):
    if a.dtype == np.float16:
        return np.asarray(f(a.astype("float32"), b.astype("float32"))).astype("float16")
    return np.asarray(f(a, b)).astype(a.dtype)


def truncated(a, b):
    """Integer division as C++ has it."""
    quotient = np.floor_divide(a, b)
    return (quotient + ((a - quotient * b != 0) & ((a < 0) != (b < 0)))).astype(a.dtype)


def write(out):
    a = np.array([[7, -7, 6], [0, 100, -128]])
    b = np.array([3, -2, 5])
    x = np.array([[1.5, -2.25, 0.0], [7.0, -0.5, 30.0]])
    y = np.array([[0.5], [-3.0]])
    special = np.array([np.nan, np.inf, -np.inf, 1.0, -0.0])

    def floating(name, f, specials=True):
        for dtype in FLOATING:
            out.case(name, [x.astype(dtype), y.astype(dtype)], widened(f, x.astype(dtype), y.astype(dtype)))
            if specials:
                s = special.astype(dtype)
                out.case(name, [s[:, None], s], widened(f, s[:, None], s))

    def integers(name, f, dtypes=SIGNED + UNSIGNED):
        for dtype in dtypes:
            p, q = (a, b) if dtype in SIGNED else (abs(a), abs(b))
            p, q = p.astype(dtype), q.astype(dtype)
            out.case(name, [p, q], np.asarray(f(p, q)).astype(dtype))

    for name in ["add", "subtract", "multiply", "maximum", "minimum"]:
        f = getattr(np, name)
        floating(name, f)
        integers(name, f)
    for name in ["add", "multiply"]:
        f = getattr(np, name)
        t = np.array([True, False, True])
        out.case(name, [t, t[:, None]], f(t.astype("int32"), t[:, None].astype("int32")))
        out.case(name, [a.astype("int32"), y.astype("float64")], f(a, y))
        out.case(name, [b.astype("int8"), abs(b).astype("uint8")], f(b.astype("int16"), abs(b).astype("int16")))
        out.case(name, [x.astype("float16"), b.astype("int64")], f(x.astype("float16"), b.astype("float16")))
        out.case(name, [np.zeros((0, 2), np.float32), np.float32(3)], np.zeros((0, 2), np.float32))
        out.case(name, [np.float64(2.5), np.float64(-4)], f(np.float64(2.5), np.float64(-4)))
    t = np.array([True, False])
    for name in ["maximum", "minimum"]:
        out.case(name, [t[:, None], t], getattr(np, name)(t[:, None], t))
    floating("divide", np.divide)
    integers("divide", truncated)
    floating("floor_divide", np.floor_divide)
    integers("floor_divide", np.floor_divide)
    floating("fmod", np.fmod)
    integers("fmod", np.fmod)
    floating("remainder", lambda p, q: np.where(np.isinf(q), np.fmod(p, q), np.remainder(p, q)), specials=False)
    integers("remainder", np.remainder)
    floating("atan2", np.arctan2)
    floating("hypot", np.hypot)
    floating("logaddexp", np.logaddexp)
    for dtype in FLOATING:
        p = np.array([[0.5, 2.0, 9.0]], dtype)
        q = np.array([[2.0], [-1.0], [0.5]], dtype)
        out.case("pow", [p, q], widened(np.power, p, q))
    for dtype in SIGNED + UNSIGNED:
        p, q = np.array([[0, 1, 2, 3]], dtype), np.array([[0], [1], [4]], dtype)
        out.case("pow", [p, q], p**q)
    out.case("pow", [np.int8(3), np.int8(7)], np.array(3**7).astype("int8"))
    for name in ["bitwise_and", "bitwise_or", "bitwise_xor"]:
        f = getattr(np, name)
        integers(name, f)
        out.case(name, [t[:, None], t], f(t[:, None], t))
    for dtype in SIGNED + UNSIGNED:
        bits = 8 * np.dtype(dtype).itemsize
        p = (a if dtype in SIGNED else abs(a)).astype(dtype)
        q = np.array([0, 1, bits - 1], dtype)
        out.case("bitwise_left_shift", [p, q], np.left_shift(p, q))
        out.case("bitwise_right_shift", [p, q], np.right_shift(p, q))
        beyond = np.array([bits, bits + 1, 100], dtype)
        out.case("bitwise_left_shift", [p, beyond], np.zeros_like(p))
        out.case("bitwise_right_shift", [p, beyond], np.where(p < 0, -1, 0).astype(dtype))
