"""Statistics and small models for Numba, as loops over elements."""

import math

import numpy as np
from numba import njit


@njit
def moving_average(x, w):
    out, total = np.zeros_like(x), 0.0
    for i in range(len(x)):
        total += x[i]
        if i >= w:
            total -= x[i - w]
        if i >= w - 1:
            out[i - w + 1] = total / w
    return out


@njit
def covariance(x):
    n, m = x.shape
    means, out = np.zeros(m), np.zeros((m, m))
    for i in range(n):
        for j in range(m):
            means[j] += x[i, j]
    means /= n
    for i in range(n):
        for j in range(m):
            for k in range(j + 1):
                out[j, k] += (x[i, j] - means[j]) * (x[i, k] - means[k])
    for j in range(m):
        for k in range(j + 1):
            out[j, k] /= n - 1
            out[k, j] = out[j, k]
    return out


@njit
def kmeans(points, centres, rounds):
    centres, (k, m) = centres.copy(), centres.shape
    for _ in range(rounds):
        sizes, sums = np.zeros(k), np.zeros((k, m))
        for i in range(len(points)):
            nearest, least = 0, math.inf
            for c in range(k):
                distance = 0.0
                for j in range(m):
                    distance += (points[i, j] - centres[c, j]) ** 2
                if distance < least:
                    nearest, least = c, distance
            sizes[nearest] += 1
            for j in range(m):
                sums[nearest, j] += points[i, j]
        for c in range(k):
            for j in range(m):
                centres[c, j] = sums[c, j] / sizes[c]
    return centres


@njit
def logistic(x, y, epochs):
    n, m = x.shape
    w, gradient = np.zeros(m), np.empty(m)
    for _ in range(epochs):
        for start in range(0, n, 50):
            gradient[:] = 0
            for i in range(start, start + 50):
                total = 0.0
                for j in range(m):
                    total += x[i, j] * w[j]
                error = 1 / (1 + math.exp(-total)) - y[i]
                for j in range(m):
                    gradient[j] += x[i, j] * error
            for j in range(m):
                w[j] -= 0.1 * gradient[j] / 50
    return w


@njit
def pagerank(links, limit):
    links, n = links.copy(), len(links)
    sums = np.zeros(n)
    for i in range(n):
        for j in range(n):
            sums[j] += links[i, j]
    for i in range(n):
        for j in range(n):
            links[i, j] /= sums[j]
    rank, later = np.ones(n) / n, np.empty(n)
    for _ in range(limit):
        change = 0.0
        for i in range(n):
            total = 0.0
            for j in range(n):
                total += links[i, j] * rank[j]
            later[i] = 0.15 / n + 0.85 * total
            change += abs(later[i] - rank[i])
        rank, later = later, rank
        if change <= 1e-10:
            break
    return rank


@njit
def bootstrap(x, samples):
    n, means = len(x), np.empty(samples)
    for k in range(samples):
        total = 0.0
        for i in range(n):
            total += x[(i * i * 31 + i * k * 17 + k * 7919) % n]
        means[k] = total / n
    return np.sort(means)


@njit
def ewma(x, a):
    mean, variance = x.copy(), np.zeros_like(x)
    for i in range(1, len(x)):
        step = x[i] - mean[i - 1]
        mean[i] = mean[i - 1] + a * step
        variance[i] = (1 - a) * (variance[i - 1] + a * step * step)
    return mean, variance


@njit
def kalman(z, f):
    x0, x1, p00, p01, p10, p11 = 0.0, 0.0, 1.0, 0.0, 0.0, 1.0
    states = np.empty((len(z), 2))
    for t in range(len(z)):
        x0, x1 = f[0, 0] * x0 + f[0, 1] * x1, f[1, 0] * x0 + f[1, 1] * x1
        a00, a01 = f[0, 0] * p00 + f[0, 1] * p10, f[0, 0] * p01 + f[0, 1] * p11
        a10, a11 = f[1, 0] * p00 + f[1, 1] * p10, f[1, 0] * p01 + f[1, 1] * p11
        p00, p01 = a00 * f[0, 0] + a01 * f[0, 1] + 0.01, a00 * f[1, 0] + a01 * f[1, 1]
        p10, p11 = a10 * f[0, 0] + a11 * f[0, 1], a10 * f[1, 0] + a11 * f[1, 1] + 0.01
        gain0, gain1, error = p00 / (p00 + 0.1), p10 / (p00 + 0.1), z[t] - x0
        x0, x1 = x0 + gain0 * error, x1 + gain1 * error
        p00, p01, p10, p11 = p00 - gain0 * p00, p01 - gain0 * p01, p10 - gain1 * p00, p11 - gain1 * p01
        states[t, 0], states[t, 1] = x0, x1
    return states


@njit
def autocorrelation(x, lags):
    n, mean = len(x), 0.0
    for value in x:
        mean += value
    x = x - mean / n
    out = np.zeros(lags)
    for k in range(lags):
        for i in range(n - k):
            out[k] += x[i] * x[i + k]
    return out / out[0]


@njit
def nearest_neighbours(points, values, asked):
    out = np.empty(len(asked), np.float32)
    for q in range(len(asked)):
        least, best = np.full(5, np.float32(math.inf)), np.zeros(5, np.int64)
        for i in range(len(points)):
            distance = np.float32(0)
            for j in range(points.shape[1]):
                step = points[i, j] - asked[q, j]
                distance += step * step
            if distance < least[4]:
                k = 4
                while k > 0 and distance < least[k - 1]:
                    least[k], best[k] = least[k - 1], best[k - 1]
                    k -= 1
                least[k], best[k] = distance, i
        total = np.float32(0)
        for k in range(5):
            total += values[best[k]]
        out[q] = total / np.float32(5)
    return out
