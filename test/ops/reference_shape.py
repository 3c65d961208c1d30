"""References of the operations that change shapes and places."""

import numpy as np

DTYPES = ["bool", "int8", "float16", "int32", "float64"]  # every size of an element


def arrays(*shape):
    count = int(np.prod(shape))
    return [(np.arange(count).reshape(shape) % (2 if d == "bool" else 97)).astype(d) for d in DTYPES]


def write(out):
    for x in arrays(2, 3, 4):
        out.case("reshape", x, x.reshape(4, 6), "4x6")
        out.case("reshape", x, x.reshape(-1), "flat")
        out.case("reshape", x, x.reshape(2, -1, 2), "2_inferred_2")
        out.case("permute_dims", x, x.transpose(2, 0, 1), "201")
        out.case("permute_dims", x, np.swapaxes(x, -1, -2), "transpose")
        out.case("expand_dims", x, np.expand_dims(x, 0), "front")
        out.case("expand_dims", x, np.expand_dims(x, -1), "back")
        out.case("expand_dims", x, np.expand_dims(x, 2), "middle")
        out.case("flip", x, np.flip(x), "every")
        out.case("flip", x, np.flip(x, -1), "last")
        out.case("flip", x, np.flip(x, (0, 2)), "two")
        for shift in (0, 1, -1, 5, 300):
            out.case("roll", x, np.roll(x, shift, 1), "by%d" % shift)
        out.case("repeat", x, np.repeat(x, 2, 0), "front")
        out.case("repeat", x, np.repeat(x, 3, 2), "back")
        out.case("repeat", x, np.repeat(x, 0, 1), "none")
        out.case("tile", x, np.tile(x, (2, 1, 2)), "same")
        out.case("tile", x, np.tile(x, 2), "fewer")
        out.case("tile", x, np.tile(x, (2, 1, 1, 2)), "more")
        if x.dtype != bool:
            out.case("pad", x, np.pad(x, ((1, 2), (0, 0), (3, 0))), "zeros")
            out.case("pad", x, np.pad(x, ((0, 0), (1, 1), (0, 1)), constant_values=7), "sevens")
        out.case("identity", x, x)
        out.case("stop_gradient", x, x)
        out.case("shape", x, np.array(x.shape, np.int64))
    for x in arrays(1, 3, 1):
        out.case("squeeze", x, x.squeeze(), "every")
        out.case("squeeze", x, x.squeeze(0), "front")
        out.case("squeeze", x, x.squeeze(-1), "back")
        out.case("broadcast_to", x, np.broadcast_to(x, (2, 4, 3, 5)), "2435")
    for x in [np.array(5, np.int64), np.array(2.5, np.float32)]:
        out.case("broadcast_to", x, np.broadcast_to(x, (2, 3)), "23")
        out.case("reshape", x, x.reshape(-1), "flat")
        out.case("expand_dims", x, np.expand_dims(x, 0), "front")
        out.case("flip", x, x, "every")
    empty = np.zeros((0, 3), np.float32)
    out.case("reshape", empty, empty.reshape(-1), "flat")
    out.case("flip", empty, empty, "every")
    out.case("broadcast_to", np.zeros((1, 3), np.float32), np.zeros((0, 3), np.float32), "03")
