"""References of the reductions."""

import numpy as np

VARIANTS = {
    "every": (None, False),
    "first": (0, False),
    "middle": (1, False),
    "last": (-1, False),
    "outer": ((0, 2), False),
    "every_keep": (None, True),
    "last_keep": (-1, True),
}
SIGNED = ["int8", "int16", "int32", "int64"]
SOME = ["middle", "last_keep"]  # of the variants, for most dtypes
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]


def sum_dtype(dtype):
    if dtype in ("bool", "int8", "int16"):
        return "int32"
    return "uint32" if dtype in ("uint8", "uint16") else dtype


def floating(dtype):
    return dtype if dtype in FLOATS else "float32"


def logsumexp(x, axis, keepdims):
    top = np.max(x, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    sums = np.log(np.exp(x - top).sum(axis=axis, keepdims=True)) + top
    return sums if keepdims else np.squeeze(sums, axis=axis)


def exact(function, result):
    """In float64 or integers of the result, and rounded once."""

    def call(x, axis, keepdims):
        dtype = result(x.dtype.name)
        wide = np.float64 if dtype in FLOATS else np.dtype(dtype)
        return np.asarray(function(x.astype(wide), axis=axis, keepdims=keepdims)).astype(dtype)

    return call


def same(name):
    return name


FUNCTIONS = {
    "sum": exact(np.sum, sum_dtype),
    "prod": exact(np.prod, sum_dtype),
    "mean": exact(np.mean, floating),
    "max": exact(np.max, same),
    "min": exact(np.min, same),
    "logsumexp": exact(logsumexp, floating),
    "all": lambda x, axis, keepdims: np.all(x, axis=axis, keepdims=keepdims),
    "any": lambda x, axis, keepdims: np.any(x, axis=axis, keepdims=keepdims),
    "count_nonzero": lambda x, axis, keepdims: np.asarray(
        np.count_nonzero(x, axis=axis, keepdims=keepdims), np.int64
    ),
    "var": exact(np.var, floating),
    "std": exact(np.std, floating),
    "norm": exact(lambda x, axis, keepdims: np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims)), floating),
    "argmax": lambda x, axis, keepdims: np.asarray(np.argmax(x, axis=axis, keepdims=keepdims), np.int64),
    "argmin": lambda x, axis, keepdims: np.asarray(np.argmin(x, axis=axis, keepdims=keepdims), np.int64),
}


def write(out):
    random = np.random.default_rng(1)
    x = random.integers(-4, 5, (2, 3, 4))
    for name, f in FUNCTIONS.items():
        for dtype in ["bool"] + SIGNED + UNSIGNED + FLOATS:
            if dtype == "bool" and name in ("max", "min"):
                v = x > 0
                for variant in SOME:
                    axis, keep = VARIANTS[variant]
                    out.case(name, v, (np.any if name == "max" else np.all)(v, axis=axis, keepdims=keep), variant)
                continue
            v = (x % 2 == 0) if dtype == "bool" else abs(x).astype(dtype) if dtype in UNSIGNED else x.astype(dtype)
            if dtype in FLOATS:
                v = (v * 0.375).astype(dtype)
            for variant in VARIANTS if dtype in ("int32", "float32") else SOME:
                axis, keep = VARIANTS[variant]
                if name.startswith("arg") and isinstance(axis, tuple):
                    continue
                out.case(name, v, f(v, axis, keep), variant)
        for dtype in ["float32"]:
            special = np.array([[np.nan, 1, 2], [np.inf, 3, -np.inf], [1, np.nan, np.inf], [-np.inf] * 3], dtype)
            if name in ("var", "std"):
                special = special[:1]
            for variant in ["every", "first", "last"]:
                out.case(name, special, f(special, *VARIANTS[variant]), variant)
        empty = np.zeros((2, 0), np.float32)
        if name in ("sum", "prod", "mean", "all", "any", "count_nonzero"):
            out.case(name, empty, f(empty, -1, False), "last")
        if name in ("sum", "max", "argmin"):
            out.case(name, np.zeros((0, 3), np.float32), f(np.zeros((0, 3), np.float32), -1, False), "last")
        scalar = np.array(2.5, np.float32)
        out.case(name, scalar, f(scalar, None, False), "every")
    big = np.array([np.inf, 1000.0, 1000.0], np.float64)
    out.case("logsumexp", big[1:], np.array(1000 + np.log(2)), "every")
    for dtype in ["int32", "float64"]:
        v = x.astype(dtype)
        for variant, (axis, keep) in VARIANTS.items():
            for name, f in [("var", np.var), ("std", np.std)]:
                expected = f(v.astype(float), axis=axis, ddof=1, keepdims=keep)
                out.case(name, v, np.asarray(expected).astype(floating(dtype)), variant + "_corrected")
