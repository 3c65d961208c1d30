"""References of linear algebra."""

import numpy as np


def write(out):
    random = np.random.default_rng(4)
    for dtype in ["float16", "float32", "float64"]:
        for shape in [(3, 3), (1, 1), (0, 0), (2, 4, 4), (2, 1, 3, 3)] if dtype == "float32" else [(2, 3, 3)]:
            n = shape[-1]
            # Small integers on a strong diagonal: well conditioned, exact in every dtype.
            a = (random.integers(-2, 3, shape) + 8 * np.eye(n)).astype(dtype)
            wide = a.astype(np.float64)
            out.case("inv", a, np.linalg.inv(wide).astype(dtype))
            out.case("det", a, np.asarray(np.linalg.det(wide)).astype(dtype))
            positive = (wide + np.swapaxes(wide, -1, -2)).astype(dtype)
            out.case("cholesky", positive, np.linalg.cholesky(positive.astype(np.float64)).astype(dtype))
            matrix = random.integers(-4, 5, shape[:-1] + (2,)).astype(dtype)
            out.case("solve", [a, matrix], np.linalg.solve(wide, matrix.astype(np.float64)).astype(dtype))
            vector = random.integers(-4, 5, (n,)).astype(dtype)
            x = np.linalg.solve(wide, np.broadcast_to(vector[:, None], shape[:-1] + (1,)).astype(np.float64))[..., 0]
            out.case("solve", [a, vector], x.astype(dtype))
            for lower in [True, False]:
                x = np.linalg.solve(np.tril(wide) if lower else np.triu(wide), matrix.astype(np.float64))
                out.case("solve_triangular", [a, matrix], x.astype(dtype), "lower" if lower else "upper")
        stack = np.broadcast_to(np.eye(2) * 2, (3, 1, 2, 2)).astype(dtype)
        right = random.integers(-4, 5, (4, 2, 3)).astype(dtype)
        out.case("solve", [stack, right], (np.broadcast_to(right, (3, 4, 2, 3)) / 2).astype(dtype))
    exchange = np.array([[0, 2], [3, 1]], np.int32)
    out.case("det", exchange, np.array(-6, np.float32))
    out.case("inv", exchange, np.linalg.inv(exchange).astype(np.float32))
    out.case("det", np.array([[1, 2], [2, 4]], np.float64), np.array(0.0))
    for dtype in ["bool", "int8", "int64", "uint16", "float16", "float32", "float64"]:
        a = (np.arange(12).reshape(3, 4) % 5).astype(dtype)
        for k in [0, 1, -1, 3]:
            out.case("diag", a, np.diagonal(a, k), "k%d" % k)
            out.case("diag", a[0], np.diag(a[0], k), "k%d" % k)
            stack = np.stack([a, a[::-1]])
            out.case("diag", stack, np.diagonal(stack, k, -2, -1), "k%d" % k)
        result = {"bool": "int32", "int8": "int32", "uint16": "uint32"}.get(dtype, dtype)
        out.case("trace", stack, np.trace(stack.astype(float), axis1=-2, axis2=-1).astype(result))
    decompositions(out, np.random.default_rng(5))


def turned(vectors):
    """The signs that make the deciding element of each column positive: the first that is nearly the greatest."""
    first = np.argmax(abs(vectors) >= 0.999 * np.max(abs(vectors), -2, keepdims=True), -2)
    return np.sign(np.take_along_axis(vectors, first[..., None, :], -2))


def decompositions(out, random):
    for dtype in ["float16", "float32", "float64"]:
        for shape in [(3, 3), (4, 2), (2, 4), (2, 3, 2), (0, 2), (1, 1)] if dtype != "float16" else [(3, 2)]:
            a = (random.integers(-8, 9, shape) + 8 * np.eye(*shape[-2:])).astype(dtype)
            wide = a.astype(np.float64)
            for mode in ["reduced", "complete"]:
                if 0 not in shape:
                    out.case("qr", a, [part.astype(dtype) for part in np.linalg.qr(wide, mode)], mode)
            if 0 in shape:
                continue
            u, s, vh = np.linalg.svd(wide, False)
            signs = turned(u)
            out.case("svd", a, [(u * signs).astype(dtype), s.astype(dtype), (vh * np.swapaxes(signs, -1, -2)).astype(dtype)], "thin")
        for shape in [(3, 3), (1, 1), (0, 0), (2, 4, 4)] if dtype != "float16" else [(2, 2)]:
            a = random.integers(-6, 7, shape)
            a = (a + np.swapaxes(a, -1, -2) + 10 * np.diag(np.arange(shape[-1]))).astype(dtype)
            values, vectors = np.linalg.eigh(a.astype(np.float64))
            if shape[-1] > 0:
                vectors = vectors * turned(vectors)
            out.case("eigh", a, [values.astype(dtype), vectors.astype(dtype)])
    upper = np.array([[2, 99], [1, 2]], np.int32)  # the lower triangle is read
    out.case("eigh", upper, [np.array([1, 3], np.float32), np.array([[1, 1], [-1, 1]], np.float32) / np.float32(2**0.5)])
