"""Tables of dynamic programming and masks in NumPy."""

import numpy as np


def edit_distance(a, b):
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1), np.int64)
    d[:, 0] = np.arange(n + 1)
    d[0] = np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return d


def common_subsequence(a, b):
    n, back = len(a), b[::-1]
    before, last = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    for k in range(2, 2 * n + 1):
        low, high = max(1, k - n), min(n, k - 1) + 1
        later = np.zeros_like(last)
        later[low:high] = np.where(a[low - 1:high - 1] == back[n - k + low:n - k + high], before[low - 1:high - 1] + 1,
                                   np.maximum(last[low - 1:high - 1], last[low:high]))
        before, last = last, later
    return last[n]


def knapsack(weights, values, capacity):
    best = np.zeros(capacity + 1)
    for w, value in zip(weights, values):
        best[w:] = np.maximum(best[w:], best[:capacity + 1 - w] + value)
    return best


def viterbi(move, emit, seen):
    score, origin = emit[:, seen[0]], np.zeros((len(seen), len(move)), np.int64)
    for t in range(1, len(seen)):
        ways = score[:, None] + move
        origin[t] = np.argmax(ways, 0)
        score = np.max(ways, 0) + emit[:, seen[t]]
    path = np.zeros(len(seen), np.int64)
    path[-1] = np.argmax(score)
    for t in range(len(seen) - 1, 0, -1):
        path[t - 1] = origin[t, path[t]]
    return path, np.max(score)


def floyd_warshall(d):
    for k in range(len(d)):
        d = np.minimum(d, d[:, k, None] + d[k])
    return d


def sieve(prime):
    prime, n, p = prime.copy(), len(prime), 2
    prime[:2] = False
    while p * p < n:
        if prime[p]:
            prime[p * p::p] = False
        p += 1
    return prime


def histogram(x, bins):
    place = (x * bins).astype(np.int64)
    return np.bincount(place, minlength=bins), np.bincount(place, x, bins)


def group_means(x, group, groups):
    return x - (np.bincount(group, x, groups) / np.bincount(group, minlength=groups))[group]


def coin_change(coins, total):
    ways = np.zeros(total + 1, np.int64)
    ways[0] = 1
    for coin in coins:
        for t in range(coin, total + 1):
            ways[t] = (ways[t] + ways[t - coin]) % 1000000007
    return ways


def matrix_chain(p):
    n = len(p) - 1
    m = np.zeros((n, n), np.int64)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            m[i, j] = np.min(m[i, i:j] + m[i + 1:j + 1, j] + p[i] * p[i + 1:j + 1] * p[j + 1])
    return m
