"""References of the matrix products."""

import numpy as np

from reference_reduction import FLOATS, SIGNED, UNSIGNED

SHAPES = [
    ((3, 4), (4, 5)),
    ((4,), (4,)),
    ((4,), (4, 5)),
    ((3, 4), (4,)),
    ((2, 3, 4), (4, 5)),
    ((2, 1, 3, 4), (3, 4, 2)),
    ((4,), (2, 4, 3)),
    ((2, 3, 4), (4,)),
    ((0, 4), (4, 2)),
    ((2, 0), (0, 3)),
    ((9, 17), (17, 33)),
]


def numbers(random, shape, dtype):
    x = random.integers(-6, 7, shape)
    if dtype == "bool":
        return x > 0
    if dtype in UNSIGNED:
        return abs(x).astype(dtype)
    return (x * 0.25).astype(dtype) if dtype in FLOATS else x.astype(dtype)


# equation, shapes
EINSUMS = {
    "transposed": ("ij->ji", (2, 3)),
    "all": ("ij->", (2, 3)),
    "rows": ("ij->i", (2, 3)),
    "trace": ("ii", (3, 3)),
    "diagonal": ("iji->ji", (3, 2, 3)),
    "implicit": ("ba", (2, 3)),
    "others": ("...ij->...ji", (2, 2, 3)),
    "product": ("ij,jk->ik", (2, 3), (3, 4)),
    "product_implicit": ("ij, jk", (2, 3), (3, 4)),
    "product_turned": ("ij,kj->ki", (2, 3), (4, 3)),
    "outer": ("i,j->ji", (2,), (3,)),
    "elementwise": ("ij,ij->ij", (2, 3), (2, 3)),
    "dot": ("ij,ij->i", (2, 3), (2, 3)),
    "all_products": ("ij,ij", (2, 3), (2, 3)),
    "stacks": ("bij,bjk->bik", (2, 2, 3), (2, 3, 2)),
    "heads": ("bqhd,bkhd->bhqk", (2, 2, 2, 3), (2, 3, 2, 3)),
    "two_sums": ("aij,ijb->ab", (2, 2, 3), (2, 3, 2)),
    "wide": ("abij,ijcd->abcd", (2, 1, 2, 3), (2, 3, 2, 2)),
    "one_sided": ("ij,k->k", (2, 3), (2,)),
    "broadcast": ("...ij,...jk->...ik", (2, 1, 2, 3), (3, 3, 2)),
    "vector": ("i,ij->j", (3,), (3, 2)),
    "three": ("ij,jk,kl->il", (2, 3), (3, 2), (2, 2)),
    "bilinear": ("bi,ijk,bk->bj", (2, 3), (3, 2, 2), (2, 2)),
    "four": ("a,b,c,d->dcba", (2,), (1,), (2,), (3,)),
}


def wide(x):
    return x.astype(np.float64 if x.dtype.kind == "f" else np.int64)


def write(out):
    random = np.random.default_rng(3)
    for dtype in ["bool"] + SIGNED + UNSIGNED + FLOATS:
        result = "int32" if dtype == "bool" else dtype
        for a_shape, b_shape in SHAPES if dtype in ("int32", "float32") else SHAPES[:1] + SHAPES[5:6]:
            a, b = numbers(random, a_shape, dtype), numbers(random, b_shape, dtype)
            out.case("matmul", [a, b], np.asarray(wide(a) @ wide(b)).astype(result))
        a, b = numbers(random, (2, 3, 4), dtype), numbers(random, (3, 4, 2), dtype)
        for axes in [0, 1, 2]:
            right = b if axes != 1 else numbers(random, (4, 3), dtype)
            out.case(
                "tensordot",
                [a, right],
                np.asarray(np.tensordot(wide(a), wide(right), axes)).astype(result),
                "axes%d" % axes,
            )
        v = numbers(random, (3, 4), dtype)
        out.case("vecdot", [a, v], np.sum(wide(a) * wide(v), -1).astype(result))
        out.case("outer", [a[0, 0], v[:, 0]], np.outer(wide(a[0, 0]), wide(v[:, 0])).astype(result))
    out.case("matmul", [np.full((1, 2), 2**30, np.int32), np.full((2, 1), 4, np.int32)], np.zeros((1, 1), np.int32))
    mixed = [np.array([[1, 2]], np.int8), np.array([[0.5], [0.25]], np.float64)]
    out.case("matmul", mixed, np.array([[1.0]]))
    for name, (equation, *shapes) in EINSUMS.items():
        for dtype in ["bool", "int8", "float16", "float32", "float64"] if name in ("product", "dot") else ["int32", "float32"]:
            operands = [numbers(random, shape, dtype) for shape in shapes]
            expected = np.asarray(np.einsum(equation, *[wide(x) for x in operands]))
            out.case("einsum", operands, expected.astype("int32" if dtype == "bool" else dtype), name)
    random = np.random.default_rng(5)
    for dtype in ("float32", "float64"):
        for m, k, n in ((3, 4, 5), (2, 0, 3), (0, 4, 2), (33, 9, 7)):
            x, a, b = (numbers(random, shape, dtype) for shape in ((m, n), (m, k), (k, n)))
            factor = np.asarray(0.25, dtype)
            product = factor * (wide(a) @ wide(b))
            out.case("addmm", [x, factor, a, b], (x + product).astype(dtype), "add")
            out.case("addmm", [x, factor, a, b], (x - product).astype(dtype), "subtract")
