"""Statistics and small models in NumPy."""

import numpy as np


def moving_average(x, w):
    out = np.zeros_like(x)
    sums = np.concatenate([[0.0], np.cumsum(x)])
    out[:len(x) - w + 1] = (sums[w:] - sums[:-w]) / w
    return out


def covariance(x):
    x = x - np.mean(x, 0)
    return x.T @ x / (len(x) - 1)


def kmeans(points, centres, rounds):
    k = len(centres)
    for _ in range(rounds):
        nearest = np.argmin(np.sum(np.square(points[:, None] - centres), 2), 1)
        centres = np.stack([np.mean(points[nearest == c], 0) for c in range(k)])
    return centres


def logistic(x, y, epochs):
    w = np.zeros(x.shape[1])
    for _ in range(epochs):
        for i in range(0, len(x), 50):
            batch = x[i:i + 50]
            errors = 1 / (1 + np.exp(-(batch @ w))) - y[i:i + 50]
            w -= 0.1 * (batch.T @ errors) / 50
    return w


def pagerank(links, limit):
    links, n = links / np.sum(links, 0), len(links)
    rank, change, k = np.ones(n) / n, 1.0, 0
    while change > 1e-10 and k < limit:
        later = 0.15 / n + 0.85 * (links @ rank)
        change = np.sum(np.abs(later - rank))
        rank = later
        k += 1
    return rank


def bootstrap(x, samples):
    i, k = np.arange(len(x)), np.arange(samples)[:, None]
    return np.sort(np.mean(x[(i * i * 31 + i * k * 17 + k * 7919) % len(x)], 1))


def ewma(x, a):
    mean, variance = x.copy(), np.zeros_like(x)
    for i in range(1, len(x)):
        step = x[i] - mean[i - 1]
        mean[i] = mean[i - 1] + a * step
        variance[i] = (1 - a) * (variance[i - 1] + a * step * step)
    return mean, variance


def kalman(z, f):
    x, p, states = np.zeros(2), np.eye(2), np.zeros((len(z), 2))
    noise = 0.01 * p
    for t in range(len(z)):
        x = f @ x
        p = f @ p @ f.T + noise
        gain = p[:, 0] / (p[0, 0] + 0.1)
        x = x + gain * (z[t] - x[0])
        p = p - np.outer(gain, p[0])
        states[t] = x
    return states


def autocorrelation(x, lags):
    x, n = x - np.mean(x), len(x)
    return np.array([x[:n - k] @ x[k:] for k in range(lags)]) / (x @ x)


def nearest_neighbours(points, values, asked):
    distances = np.sum(np.square(asked[:, None] - points), 2)
    return np.mean(values[np.argsort(distances, 1, kind="stable")[:, :5]], 1)
