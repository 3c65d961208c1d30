#!/usr/bin/env python3
"""Writes the files of test/runtime/tensor/data that NumPy makes: arrays in every form of .npy and .npz.

    python3 test/runtime/tensor/make_array_files.py

The arrays are 0, 1, 2, ... in the given shape; the tests know that.
"""
import pathlib
import struct
import warnings
import zipfile
import zlib

import numpy as np

DATA = pathlib.Path(__file__).parent / "data"
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
          "float64"]


def counting(dtype, shape=(2, 3)):
    return (np.arange(np.prod(shape)) % (2 if dtype == "bool" else 100)).astype(dtype).reshape(shape)


def save(name, array, version=(1, 0)):
    with open(DATA / name, "wb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.lib.format.write_array(file, array, version=version)


def write_zip64(path, name, content):
    """A stored member whose sizes and place stand as 64-bit numbers only, as in files beyond 4 GiB."""
    crc, size, wide = zlib.crc32(content), len(content), 0xFFFFFFFF
    local = struct.pack("<IHHHIIIIHH", 0x04034B50, 45, 0, 0, 1 << 21, crc, wide, wide, len(name), 20)
    local += name + struct.pack("<HHQQ", 1, 16, size, size) + content
    entry = struct.pack("<IHHHHIIIIHHHHHII", 0x02014B50, 45, 45, 0, 0, 1 << 21, crc, wide, wide, len(name), 28, 0, 0, 0,
                        0, wide)
    entry += name + struct.pack("<HHQQQ", 1, 24, size, size, 0)
    end = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 1, 1, len(entry), len(local))
    end += struct.pack("<IIQI", 0x07064B50, 0, len(local) + len(entry), 1)
    end += struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, wide, wide, 0)
    path.write_bytes(local + entry + end)


class Unseekable:
    """Makes zipfile write sizes behind the data, as it does into a pipe."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data)

    def flush(self):
        self.file.flush()


def main():
    DATA.mkdir(exist_ok=True)
    for dtype in DTYPES:
        save(f"{dtype}.npy", counting(dtype))
    for dtype in ["int16", "uint32", "float16", "float64"]:
        save(f"{dtype}_big_endian.npy", counting(dtype).astype(np.dtype(dtype).newbyteorder(">")))
    save("fortran.npy", np.asfortranarray(counting("float32", (2, 3, 4))))
    save("fortran_big_endian.npy", np.asfortranarray(counting("int32").astype(">i4")))
    save("rank0.npy", np.float32(2.5).reshape(()))
    save("vector.npy", counting("int64", (5,)))
    save("empty.npy", np.zeros((0, 3), np.float32))
    save("version2.npy", counting("float32"), (2, 0))
    save("version3.npy", counting("float32"), (3, 0))
    save("complex.npy", np.zeros(2, np.complex64))
    save("text.npy", np.array(["a", "b"]))
    save("fields.npy", np.zeros(2, [("x", np.float32), ("y", np.int32)]))
    save("python_objects.npy", np.array([None, 1], object))
    arrays = {"x": counting("float32"), "labels": counting("int64", (4,)), "flag": np.array(True)}
    np.savez(DATA / "stored.npz", **arrays)
    np.savez_compressed(DATA / "deflated.npz", zeros=np.zeros(5000, np.float64), **arrays)
    np.savez(DATA / "nothing.npz")
    with open(DATA / "data_descriptor.npz", "wb") as file:
        with zipfile.ZipFile(Unseekable(file), "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("x.npy", (DATA / "float32.npy").read_bytes())
            archive.writestr("y.npy", (DATA / "int8.npy").read_bytes())
    with zipfile.ZipFile(DATA / "comment.npz", "w") as archive:
        archive.comment = b"a comment of some length PK\x05\x06"
        archive.writestr("\u00e9.npy", (DATA / "float32.npy").read_bytes())
    with zipfile.ZipFile(DATA / "other_member.npz", "w") as archive:
        archive.writestr("notes.txt", "no array")
    with zipfile.ZipFile(DATA / "lzma.npz", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("x.npy", (DATA / "float32.npy").read_bytes())
    write_zip64(DATA / "zip64.npz", b"x.npy", (DATA / "float32.npy").read_bytes())


if __name__ == "__main__":
    main()
