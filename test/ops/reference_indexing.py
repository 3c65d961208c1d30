"""References of the operations that pick and replace elements."""

import numpy as np

DTYPES = ["bool", "int8", "float16", "int32", "float64"]  # every size of an element


def write(out):
    rng = np.random.default_rng(3)
    for d in DTYPES:
        x = (np.arange(24).reshape(2, 3, 4) % (2 if d == "bool" else 97)).astype(d)
        v = np.array([1, 0, 1], d)
        out.case("index", x, x[1], "row")
        out.case("index", x, x[-1, 2, 3], "number")
        out.case("index", x, x[:, 1], "all_1")
        out.case("index", x, x[..., 1], "ellipsis_1")
        out.case("index", x, x[0, 1:3, ::2], "slices")
        out.case("index", x, x[:, ::-1, -1:-4:-2], "backwards")
        out.case("index", x, x[:, None, 2:100, ..., None], "newaxis")
        out.case("index", x, x[5:, :0], "empty")
        y = x.copy()
        y[:, :, 1] = v
        out.case("index_update", [x, v], y, "column")
        y = x.copy()
        y[0, 1:3, ::-2] = v[0]
        out.case("index_update", [x, v[0]], y, "slices")
        m2, m1 = x[:, :, 0] % 2 == 0, np.array([True, False, True])
        out.case("boolean_mask", [x, m2], x[m2], "axis0")
        out.case("boolean_mask", [x, m1], x[:, m1], "axis1")
        out.case("boolean_mask", [x, x.astype(bool)], x[x.astype(bool)], "axis0")
        out.case("boolean_mask", [x, np.zeros((2, 3), bool)], x[np.zeros((2, 3), bool)], "axis0")
        y = x.copy()
        y[:, m1] = v[:2, None]
        out.case("mask_update", [x, m1, v[:2, None]], y, "axis1")
        y = x.copy()
        y[m2] = v[1]
        out.case("mask_update", [x, m2, v[1]], y, "axis0")
        for i in ["int8", "int32", "int64", "uint8"]:
            rows = np.array([1, 0, 1, 1], i)
            out.case("take", [x, rows], np.take(x, rows, 0), "axis0")
        deep = np.array([[0, -1], [2, 1]], "int64")
        out.case("take", [x, deep], np.take(x, deep, 1), "axis1")
        out.case("take", [x, np.int32(-2)], x[..., -2], "axis-1")
        out.case("take", [x, np.zeros((0, 2), "int64")], np.take(x, np.zeros((0, 2), "int64"), 1), "axis1")
        y = x.copy()
        y[:, [2, 0]] = v[:2, None]
        out.case("take_update", [x, np.array([2, 0]), v[:2, None]], y, "axis1")
        along = np.argsort(rng.random((2, 3, 4)), -1)
        out.case("take_along_axis", [x, along], np.take_along_axis(x, along, -1), "axis-1")
        few = np.array([[[0, -1]]])
        out.case("take_along_axis", [x, few], np.take_along_axis(x, np.broadcast_to(few, (2, 3, 2)), 2), "axis-1")
        out.case("take_along_axis", [x, along[:1] % 2], np.take_along_axis(x, along[:1] % 2, 0), "axis0")
        pairs = np.array([[0, 2], [1, 0], [1, 0]])
        out.case("gather_nd", [x, pairs], x[pairs[:, 0], pairs[:, 1]])
        out.case("gather_nd", [x, np.array([[[1]], [[0]]], "int32")], x[np.array([[1], [0]])])
        out.case("gather_nd", [x, np.array([1, 2, 3])], x[1, 2, 3])
        out.case("nonzero", x, np.argwhere(x))
        y = x.copy()
        for row, value in [(1, v[0]), (0, v[1]), (-1, v[2])]:
            y[row] = value
        out.case("scatter_update", [x, np.array([[1], [0], [-1]]), v[:, None, None, None]], y)
        if d != "bool":
            updates = rng.integers(0, 5, (3, 4)).astype(d)
            y = np.zeros((2, 3, 4), d)
            np.add.at(y, (pairs[:, 0], pairs[:, 1]), updates)
            out.case("scatter_nd", [pairs, updates], y, "234")
            rows = np.array([1, -1, 0])
            y = x.copy()
            np.add.at(y, rows, updates[:, :3, None][:, [0, 1, 2]])
            out.case("scatter_add", [x, rows, updates[:, :3, None]], y)
            y = x.copy()
            np.subtract.at(y, rows, updates[:, :3, None])
            out.case("scatter_sub", [x, rows, updates[:, :3, None]], y)
            ids = np.array([2, 0, 2, 0])
            data = rng.integers(0, 9, (4, 2)).astype(d)
            y = np.zeros((4, 2), d)
            np.add.at(y, ids, data)
            out.case("segment_sum", [data, ids], y, "4")
    hot = np.array([[0, 2], [-1, 3]])
    for d in ["bool", "float16", "float32", "int64"]:
        y = (hot[..., None] == np.arange(3)).astype(d)
        out.case("one_hot", hot, y, d)
