"""The workloads in Numba: njit of loops over elements, without fastmath. The first call includes compiling."""

import math

import inputs
import numba
import numpy as np
from numba import njit


def versions():
    return {"numba": numba.__version__, "numpy": np.__version__}


@njit
def power(x, y):
    r, n = np.eye(10, dtype=np.int32), len(x)
    for _ in range(y):
        new = np.zeros_like(r)
        for i in range(n):
            for k in range(n):
                for j in range(n):
                    new[i, j] += x[i, k] * r[k, j]
        r = new
    return r


@njit
def converge(x):
    x, steps = x.copy(), 0
    while True:
        greatest = x[0]
        for value in x:
            greatest = max(greatest, value)
        if not greatest > 0.05:
            return steps, x
        for i in range(len(x)):
            x[i] = math.tanh(x[i])
        steps += 1


@njit
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@njit
def fizzbuzz(n):
    fb, f, b, s = 0, 0, 0, 0
    for i in range(1, n + 1):
        if i % 15 == 0:
            fb += 1
        elif i % 3 == 0:
            f += 1
        elif i % 5 == 0:
            b += 1
        else:
            s += i
    return fb, f, b, s


@njit
def mean_square(a, b):
    """In float64, as a sum of float32 in order would lose digits."""
    total = 0.0
    for i in range(len(a)):
        d = a[i] - b[i]
        total += d * d
    return total / len(a)


@njit
def positive(x):
    out = np.empty_like(x)
    for i in range(len(x)):
        out[i] = x[i] if x[i] > 0 else 0
    return out


@njit
def cdf(x):
    return np.float32(0.5) * (np.float32(1) + np.float32(math.erf(x * np.float32(0.7071067811865476))))


@njit
def black_scholes(s, k, t):
    calls, puts = np.empty_like(s), np.empty_like(s)
    r, v, half = np.float32(0.02), np.float32(0.3), np.float32(0.5)
    for i in range(len(s)):
        vt = v * np.sqrt(t[i])
        d1 = (np.log(s[i] / k[i]) + (r + half * v * v) * t[i]) / vt
        d2 = d1 - vt
        discounted = k[i] * np.exp(-r * t[i])
        calls[i] = s[i] * cdf(d1) - discounted * cdf(d2)
        puts[i] = discounted * cdf(-d2) - s[i] * cdf(-d1)
    return calls, puts


@njit
def mandelbrot(re, im):
    counts = np.zeros(re.shape, np.int32)
    for i in range(re.shape[0]):
        for j in range(re.shape[1]):
            a, b, c, d = np.float32(0), np.float32(0), re[i, j], im[i, j]
            count = 0
            while count < 256 and a * a + b * b <= np.float32(4):
                a, b = a * a - b * b + c, np.float32(2) * a * b + d
                count += 1
            counts[i, j] = count
    return counts


@njit
def newton_of_number(a):
    x, steps = a, 0
    while abs(x * x - a) > 1e-14 * a and steps < 100:
        x = (x + a / x) / 2
        steps += 1
    return x, steps


@njit
def newton(a):
    x, steps = a.copy(), 0
    while steps < 100:
        error = 0.0
        for i in range(len(a)):
            error = max(error, abs(x[i] * x[i] - a[i]) / a[i])
        if not error > 1e-14:
            break
        for i in range(len(a)):
            x[i] = (x[i] + a[i] / x[i]) / 2
        steps += 1
    return x, steps


@njit
def kmeans(x):
    centres, nearest = x[:8].copy(), np.full(len(x), -1)
    rounds, changed, distances = 0, True, 0.0
    while changed and rounds < 300:
        sums, sizes = np.zeros((8, 2)), np.zeros(8)
        changed, distances = False, 0.0
        for i in range(len(x)):
            best, least = 0, np.float32(math.inf)
            for c in range(8):
                dx, dy = x[i, 0] - centres[c, 0], x[i, 1] - centres[c, 1]
                distance = dx * dx + dy * dy
                if distance < least:
                    best, least = c, distance
            changed |= nearest[i] != best
            nearest[i] = best
            distances += least
            sums[best, 0] += x[i, 0]
            sums[best, 1] += x[i, 1]
            sizes[best] += 1
        for c in range(8):
            if sizes[c] > 0:
                centres[c, 0], centres[c, 1] = sums[c, 0] / sizes[c], sums[c, 1] / sizes[c]
        rounds += 1
    return rounds, distances


@njit
def product(a, b):
    out = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                out[i, j] += a[i, k] * b[k, j]
    return out


@njit
def product_by_transpose(a, b):
    out = np.zeros((a.shape[0], b.shape[0]))
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            for k in range(a.shape[1]):
                out[i, j] += a[i, k] * b[j, k]
    return out


@njit
def total(a, factor, b):
    out = np.empty_like(a)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] + factor * b[i, j]
    return out


def kalman_with(inverse):
    """All matrices are contiguous and of rank 2: Numba compiles each function for each layout."""
    @njit
    def kalman(f, h, q, r, z):
        x, p, measured = np.zeros((4, 1)), np.eye(4), np.empty((2, 1))
        states = np.empty((len(z), 4))
        for t in range(len(z)):
            x = product(f, x)
            p = total(product_by_transpose(product(f, p), f), 1.0, q)
            s = total(product_by_transpose(product(h, p), h), 1.0, r)
            gain = product(product_by_transpose(p, h), inverse(s))
            measured[0, 0], measured[1, 0] = z[t, 0], z[t, 1]
            x = total(x, 1.0, product(gain, total(measured, -1.0, product(h, x))))
            p = total(p, -1.0, product(product(gain, h), p))
            for i in range(4):
                states[t, i] = x[i, 0]
        return states, p

    return kalman


@njit
def inverse_by_library(m):
    return np.linalg.inv(m)


@njit
def inverse_by_hand(m):
    out, d = np.empty((2, 2)), m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    out[0, 0], out[0, 1], out[1, 0], out[1, 1] = m[1, 1] / d, -m[0, 1] / d, -m[1, 0] / d, m[0, 0] / d
    return out


@njit
def net(w1, b1, w2, b2, y):
    out = b2.copy()
    for j in range(w1.shape[1]):
        hidden = np.tanh(y[0] * w1[0, j] + y[1] * w1[1, j] + b1[j])
        out[0] += hidden * w2[j, 0]
        out[1] += hidden * w2[j, 1]
    return out


@njit
def ode(w1, b1, w2, b2, y, n):
    h = np.float32(0.05)
    for _ in range(n):
        k1 = net(w1, b1, w2, b2, y)
        k2 = net(w1, b1, w2, b2, y + h / np.float32(2) * k1)
        k3 = net(w1, b1, w2, b2, y + h / np.float32(2) * k2)
        k4 = net(w1, b1, w2, b2, y + h * k3)
        y = y + h / np.float32(6) * (k1 + np.float32(2) * k2 + np.float32(2) * k3 + k4)
    return y[0] * y[0] + y[1] * y[1]


@njit
def add(a, b, c):
    out = np.empty_like(a)
    for i in range(len(a)):
        out[i] = a[i] + b[i] + c[i]
    return out


@njit
def count(n):
    s = 0
    for i in range(n):
        s += i
    return s


WORKLOADS = {
    "W1": power, "W4": converge, "W5a": collatz, "W5b": fizzbuzz, "W6": mean_square, "W7": positive, "W8": black_scholes, "W9": mandelbrot,
    "W10a": newton_of_number, "W10b": newton, "W11": kmeans, "W12": kalman_with(inverse_by_library), "W13f": ode, "W16": add, "W17": count,
}


def prepare(setting, workload, _):
    """Arrays of rank 0 become numbers of their dtype, of which Numba makes registers."""
    function = kalman_with(inverse_by_hand) if setting.endswith("by hand") else WORKLOADS[workload.partition("_")[0]]
    arguments = [value[()] if value.ndim == 0 else value for value in inputs.make(workload)]
    return (lambda: function(*arguments)), lambda value: [np.asarray(part) for part in (value if isinstance(value, tuple) else (value,))]
