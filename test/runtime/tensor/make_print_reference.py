#!/usr/bin/env python3
"""Writes test/runtime/tensor/data/print_reference.txt: arrays, and what NumPy's str() says of them.

    python3 test/runtime/tensor/make_print_reference.py

Each case is a line "dtype dim,dim,... bytes-in-hex", the lines that NumPy prints, and a line "~".
"""
import pathlib

import numpy as np

inf, nan = np.inf, np.nan
FLOATS = [
    [1.0, 2.0, 3.0],
    [0.1, 0.25, 10.0],
    [-0.0, 0.0, -1.5],
    [1 / 3, 2 / 3, 100.0],
    [1e-4, 1.0],
    [1e-5, 0.01],
    [9.9e-5, 0.5],
    [0.001, 1.0],
    [0.001, 1.001],
    [1e8, 1.0],
    [99999999.0, 5e7],
    [12345678.0, 1e6],
    [123456.789, 1000.5],
    [nan, 1.0, inf],
    [-inf, 1.25, nan],
    [nan, inf],
    [-inf, -inf],
    [nan, 1e-10, -inf],
    [1e16, 1e15],
    [1e300, 1e-300],
    [0.0, 0.0],
    [3.141592653589793, 2.718281828459045],
    [1.00000001, 1.0],
    [0.123456789012, 0.5],
    [5e-324, 1.0],
    [0.30000000000000004],
    [9400.0, 65504.0, 56096.0],
]
SCALARS = [0.0, -0.0, 1.0, 0.1, -2.5, 1e-4, 9e-5, 1e15, 1e16, 123456789.0, 1.5e20, 1 / 3, inf, -inf, nan, 65504.0]


def cases():
    for dtype in ["float16", "float32", "float64"]:
        with np.errstate(all="ignore"):
            for values in FLOATS:
                yield np.array(values).astype(dtype)
            for value in SCALARS:
                yield np.array(value).astype(dtype).reshape(())
            yield np.arange(24).reshape(2, 3, 4).astype(dtype) / np.dtype(dtype).type(8)
            yield np.linspace(0, 1, 30).astype(dtype)
    for dtype in ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]:
        limits = np.iinfo(dtype)
        yield np.array([limits.min, limits.max, 0], dtype)
        yield np.array(limits.max, dtype)
        yield np.arange(6, dtype=dtype).reshape(3, 2)
    yield np.array([True, False])
    yield np.array([[True], [True]])
    yield np.array(False)
    yield np.array(True)
    yield np.zeros((0,), np.float32)
    yield np.zeros((2, 0, 3), np.int32)
    yield np.arange(100, dtype=np.int16)
    yield np.arange(1000, dtype=np.int16)
    yield np.arange(1001, dtype=np.int16)
    yield np.arange(1200, dtype=np.int16).reshape(30, 40)
    yield np.arange(1200, dtype=np.int16).reshape(5, 240)
    yield np.arange(1200, dtype=np.int16).reshape(240, 5)
    yield np.arange(1080, dtype=np.int16).reshape(3, 8, 5, 9)
    yield (np.arange(1002) / 7).astype(np.float16)
    yield np.arange(16, dtype=np.float32).reshape(1, 2, 2, 2, 2)
    yield np.full((2, 30), -1234567, np.int64)
    yield np.full((3, 2), 1e100)
    yield np.array([[[1]]], np.int8)


def main():
    path = pathlib.Path(__file__).parent / "data" / "print_reference.txt"
    with open(path, "w") as out:
        for array in cases():
            dims = ",".join(map(str, array.shape)) or "-"
            out.write(f"{array.dtype.name} {dims} {array.tobytes().hex() or '-'}\n{str(array)}\n~\n")


if __name__ == "__main__":
    main()
