"""References of convolutions and pools, by their definition: window by window."""

import numpy as np

from reference_matmul import numbers, wide


def windows(length, taps, stride, dilation, padding):
    """For each window the places of its taps, -1 outside of the axis; `padding` is 'same' or a pair."""
    extent = (taps - 1) * dilation + 1
    if padding == "same":
        count = -(-length // stride)
        total = max((count - 1) * stride + extent - length, 0)
        before = total // 2
    else:
        before = padding[0]
        count = (length + sum(padding) - extent) // stride + 1
    places = np.arange(count)[:, None] * stride - before + np.arange(taps) * dilation
    return np.where((places >= 0) & (places < length), places, -1)


def taps_of(shape, taps, strides, dilations, padding):
    pads = padding if padding == "same" else None
    rows = windows(shape[1], taps[0], strides[0], dilations[0], pads or padding[0])
    columns = windows(shape[2], taps[1], strides[1], dilations[1], pads or padding[1])
    for i, r in enumerate(rows):
        for j, s in enumerate(columns):
            yield i, j, [(a, b, y, x) for a, y in enumerate(r) for b, x in enumerate(s) if y >= 0 and x >= 0]


def result_size(shape, taps, strides, dilations, padding):
    all_taps = list(taps_of(shape, taps, strides, dilations, padding))
    return all_taps[-1][0] + 1, all_taps[-1][1] + 1


def conv2d(x, f, strides, padding, dilations, groups):
    rows, columns = result_size(x.shape, f.shape, strides, dilations, padding)
    out = np.zeros((x.shape[0], rows, columns, f.shape[3]), x.dtype)
    c, n = f.shape[2], f.shape[3] // groups
    for i, j, taps in taps_of(x.shape, f.shape, strides, dilations, padding):
        for a, b, row, column in taps:
            for g in range(groups):
                out[:, i, j, g * n:(g + 1) * n] += x[:, row, column, g * c:(g + 1) * c] @ f[a, b, :, g * n:(g + 1) * n]
    return out


def to_x(g, f, shape, strides, padding, dilations, groups):
    out = np.zeros(shape, g.dtype)
    c, n = f.shape[2], f.shape[3] // groups
    for i, j, taps in taps_of(shape, f.shape, strides, dilations, padding):
        for a, b, row, column in taps:
            for k in range(groups):
                out[:, row, column, k * c:(k + 1) * c] += g[:, i, j, k * n:(k + 1) * n] @ f[a, b, :, k * n:(k + 1) * n].T
    return out


def to_filter(x, g, shape, strides, padding, dilations, groups):
    out = np.zeros(shape, x.dtype)
    c, n = shape[2], shape[3] // groups
    for i, j, taps in taps_of(x.shape, shape, strides, dilations, padding):
        for a, b, row, column in taps:
            for k in range(groups):
                out[a, b, :, k * n:(k + 1) * n] += x[:, row, column, k * c:(k + 1) * c].T @ g[:, i, j, k * n:(k + 1) * n]
    return out


def pool(x, window, strides, padding, function):
    rows, columns = result_size(x.shape, window, strides, (1, 1), padding)
    out = np.zeros((x.shape[0], rows, columns, x.shape[3]), np.asarray(function(x[:, 0, 0][None], [0])).dtype)
    for i, j, taps in taps_of(x.shape, window, strides, (1, 1), padding):
        out[:, i, j] = function(np.stack([x[:, row, column] for _, _, row, column in taps]),
                                [row * x.shape[2] + column for _, _, row, column in taps])
    return out


# name: images, filter, strides, padding, dilations, groups
CONVOLUTIONS = {
    "valid": ((2, 5, 6, 3), (3, 2, 3, 4), (1, 1), ((0, 0), (0, 0)), (1, 1), 1),
    "same": ((1, 5, 4, 2), (3, 3, 2, 3), (2, 1), "same", (1, 1), 1),
    "even": ((1, 4, 4, 1), (2, 2, 1, 2), (1, 1), "same", (1, 1), 1),
    "explicit": ((2, 4, 5, 2), (2, 3, 2, 3), (1, 2), ((0, 1), (2, 1)), (2, 1), 1),
    "groups": ((1, 4, 4, 4), (3, 3, 2, 6), (1, 1), ((1, 1), (1, 1)), (1, 1), 2),
    "large": ((2, 7, 8, 8), (3, 3, 8, 16), (1, 1), ((1, 1), (1, 1)), (1, 1), 1),
}
POOLS = {
    "apart": ((2, 4, 6, 3), (2, 2), (2, 2), ((0, 0), (0, 0))),
    "strides": ((1, 5, 6, 2), (3, 2), (1, 2), ((0, 0), (0, 0))),
    "same": ((1, 5, 5, 2), (3, 3), (2, 2), "same"),
    "explicit": ((2, 4, 5, 1), (2, 3), (2, 1), ((1, 0), (1, 2))),
}


def greatest(taps, places):
    return np.max(taps, 0)


def write(out):
    random = np.random.default_rng(7)
    everything = ["bool", "int8", "int32", "int64", "uint16", "float16", "float32", "float64"]
    for name, (x_shape, f_shape, *how) in CONVOLUTIONS.items():
        for dtype in everything if name == "valid" else ["float32"] if name == "large" else ["int32", "float32", "float64"]:
            x, f = numbers(random, x_shape, dtype), numbers(random, f_shape, dtype)
            result = conv2d(wide(x), wide(f), *how)
            out.case("conv2d", [x, f], result.astype("int32" if dtype == "bool" else dtype), name)
            if not dtype.startswith("float"):
                continue
            g = numbers(random, result.shape, dtype)
            out.case("conv2d_to_x", [g, f], to_x(wide(g), wide(f), x_shape, *how).astype(dtype), name)
            out.case("conv2d_to_filter", [x, g], to_filter(wide(x), wide(g), f_shape, *how).astype(dtype), name)
    for name, (shape, window, strides, padding) in POOLS.items():
        for dtype in everything if name == "apart" else ["int32", "float32", "float64"]:
            x = numbers(random, shape, dtype)
            out.case("max_pool2d", x, pool(x, window, strides, padding, greatest), name)
            at = lambda taps, places: np.asarray(places)[np.argmax(taps, 0)]
            pixels = pool(x, window, strides, padding, at).astype(np.int64)
            images = np.arange(shape[0])[:, None, None, None] * shape[1] * shape[2]
            out.case("max_pool2d_places", x, (images + pixels) * shape[3] + np.arange(shape[3]), name)
            result = dtype if dtype.startswith("float") else "float32"
            means = pool(x.astype(np.float64), window, strides, padding, lambda taps, places: np.mean(taps, 0))
            out.case("avg_pool2d", x, means.astype(result), name)
            if not dtype.startswith("float"):
                continue
            g = numbers(random, means.shape, dtype)
            gradient = np.zeros(shape)
            for i, j, taps in taps_of(shape, window, strides, (1, 1), padding):
                for _, _, row, column in taps:
                    gradient[:, row, column] += wide(g)[:, i, j] / len(taps)
            out.case("avg_pool2d_to_x", g, gradient.astype(dtype), name)
    nan = np.array([[1, np.nan], [3, 4]], np.float32).reshape(1, 2, 2, 1)
    out.case("max_pool2d", nan, np.full((1, 1, 1, 1), np.nan, np.float32), "apart")
    out.case("max_pool2d_places", nan, np.full((1, 1, 1, 1), 1, np.int64), "apart")
    empty = np.zeros((0, 4, 4, 2), np.float32)
    out.case("conv2d", [empty, np.ones((2, 2, 2, 3), np.float32)], np.zeros((0, 4, 4, 3), np.float32), "even")
    out.case("conv2d", [np.ones((1, 2, 2, 0), np.float32), np.ones((2, 2, 0, 3), np.float32)],
             np.zeros((1, 2, 2, 3), np.float32), "even")
