"""References of the random draws: Philox4x32-10 and the documented mappings, written once more."""

import math

import numpy as np

MASK = 0xFFFFFFFF
SPLIT = 0xA5A3B2C7D1E0F694


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & MASK, (a >> 32) ^ c[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def block(key, index, domain=0):
    word = key[0] ^ domain
    return philox([index & MASK, index >> 32, key[1] & MASK, key[1] >> 32], [word & MASK, word >> 32])


def words64(words):
    return [words[0] | words[1] << 32, words[2] | words[3] << 32]


def uniform(key, count, dtype):
    if dtype == "float64":
        bits = [w for i in range(count // 2 + 1) for w in words64(block(key, i))]
        return [(w >> 11) * 2.0**-53 for w in bits][:count]
    keep = {"float32": 24, "float16": 11}[dtype]
    return [(w >> (32 - keep)) * 2.0**-keep for i in range(count // 4 + 1) for w in block(key, i)][:count]


def normal(key, count, dtype):
    values = []
    for i in range(count // 2 + 1):
        if dtype == "float64":
            u, v = words64(block(key, i))
            u, v = ((u >> 11) + 1) * 2.0**-53, (v >> 11) * 2.0**-53
        else:
            words = block(key, i // 2)
            u, v = (words[2 * (i % 2)] + 1) * 2.0**-32, words[2 * (i % 2) + 1] * 2.0**-32
        radius = math.sqrt(-2 * math.log(u))
        values += [radius * math.cos(2 * math.pi * v), radius * math.sin(2 * math.pi * v)]
    return values[:count]


def bounded(key, element, width):
    threshold = (1 << 64) % width
    for word in words64(block(key, element)):
        if (word * width) & 0xFFFFFFFFFFFFFFFF >= threshold:
            return (word * width) >> 64
    raise ValueError("more attempts are needed")


def write(out):
    for key in [(0, 0), (42, 0), (7, 0x100000002)]:
        k = np.array(key, np.uint64)
        for dtype in ["float16", "float32", "float64"]:
            out.case("random_uniform", k, np.array(uniform(key, 15, dtype)).astype(dtype).reshape(3, 5), dtype)
            out.case("random_normal", k, np.array(normal(key, 15, dtype)).astype(dtype).reshape(3, 5), dtype)
        low, high = -3, 11
        draws = np.array([low + bounded(key, e, high - low) for e in range(12)])
        out.case("random_integers", [np.int64(low), np.int64(high), k], draws.astype("int32").reshape(4, 3), "int32")
        out.case("random_integers", [np.int64(low), np.int64(high), k], draws.astype("int8").reshape(4, 3), "int8")
        order = list(range(10))
        for i in range(9, 0, -1):
            j = bounded(key, i, i + 1)
            order[i], order[j] = order[j], order[i]
        out.case("random_permutation", k, np.array(order, np.int64))
        logits = np.log(np.array([[0.1, 0.2, 0.7], [1e-300, 1.0, 1.0], [3.0, 1.0, 1e-300]]))
        chosen = []
        for e, row in enumerate(logits):
            total = np.cumsum(np.exp(row - row.max()))
            threshold = (words64(block(key, e))[0] >> 11) * 2.0**-53 * total[-1]
            chosen.append(int(np.searchsorted(total, threshold, side="right")))
        out.case("random_categorical", [logits, k], np.array(chosen, np.int64))
        rows = np.array([words64(block(key, i, SPLIT)) for i in range(3)], np.uint64)
        # Keys are compared as integers of 32 bits, which a double holds.
        out.case("random_split", k, np.stack([rows >> np.uint64(32), rows & np.uint64(MASK)]))
