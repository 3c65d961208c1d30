"""The workloads that Dr.Jit can express, on its LLVM backend: a loop is one per element, inside of a kernel.

Settings: trace (recorded at each call, kernels are kept), freeze (`dr.freeze` replays the recorded launches). A condition that reduces an array (W4,
W10b) cannot be in a kernel. W9 is a loop of each pixel, which stops on its own: the answer is the same.
"""

import drjit as dr
import inputs
import numpy as np
from drjit.llvm import Bool, Float, Float64, Int, Int64

TYPES = {np.dtype("f4"): Float, np.dtype("f8"): Float64, np.dtype("i8"): Int64}


def versions():
    return {"drjit": dr.__version__}


@dr.syntax
def collatz(n):
    count = Int64(0)
    while n != 1:
        if (n & 1) == 0:
            n = n >> 1
        else:
            n = 3 * n + 1
        count += 1
    return count


@dr.syntax
def fizzbuzz(n):
    fb, f, b, s, i = Int64(0), Int64(0), Int64(0), Int64(0), Int64(1)
    while i <= n:
        if i % 15 == 0:
            fb += 1
        elif i % 3 == 0:
            f += 1
        elif i % 5 == 0:
            b += 1
        else:
            s += i
        i += 1
    return fb, f, b, s


def mean_square(a, b):
    return dr.mean((a - b) * (a - b))


def positive(x):
    return dr.select(x > 0, x, 0)


def black_scholes(s, k, t):
    r, v = 0.02, 0.30
    vt = v * dr.sqrt(t)
    d1 = (dr.log(s / k) + (r + v * v / 2) * t) / vt
    d2 = d1 - vt
    n1, n2 = 0.5 + 0.5 * dr.erf(d1 * 2 ** -0.5), 0.5 + 0.5 * dr.erf(d2 * 2 ** -0.5)
    discounted = k * dr.exp(-r * t)
    call = s * n1 - discounted * n2
    return call, call - s + discounted


@dr.syntax
def mandelbrot(cr, ci):
    width = dr.width(cr)
    zr, zi, count, k = dr.zeros(Float, width), dr.zeros(Float, width), dr.zeros(Int, width), Int(0)
    active = Bool(True)
    while active & (k < 256):
        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
        count += 1
        active = zr * zr + zi * zi <= 4
        k += 1
    return count


@dr.syntax
def newton_of_number(a):
    x, steps = Float64(a), Int(0)
    while (abs(x * x - a) > 1e-14 * a) & (steps < 100):
        x = (x + a / x) / 2
        steps += 1
    return x, steps


def add(a, b, c):
    return a + b + c


@dr.syntax
def count_up(n):
    s, i = Int64(0), Int64(0)
    while i < n:
        s += i
        i += 1
    return s


WORKLOADS = {"W5a": collatz, "W5b": fizzbuzz, "W6": mean_square, "W7": positive, "W8": black_scholes, "W9": mandelbrot,
             "W10a": newton_of_number, "W16": add, "W17": count_up}


def array(output):
    """A number is an array of one element here."""
    found = np.asarray(output)
    return found[0] if found.size == 1 else found


def prepare(setting, workload, threads):
    dr.set_thread_count(threads)
    arguments = [TYPES[value.dtype](value.ravel()) for value in inputs.make(workload)]
    dr.eval(arguments)
    dr.sync_thread()
    function = WORKLOADS[workload.partition("_")[0]]
    if setting == "freeze":
        function = dr.freeze(function)

    def call():
        out = function(*arguments)
        dr.eval(out)
        dr.sync_thread()
        return out

    return call, lambda value: [array(part) for part in (value if isinstance(value, tuple) else (value,))]
