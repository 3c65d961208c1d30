"""Tables of dynamic programming and masks for Numba, as loops over elements."""

import numpy as np
from numba import njit


@njit
def edit_distance(a, b):
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1), np.int64)
    for i in range(n + 1):
        d[i, 0] = i
    for j in range(m + 1):
        d[0, j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            change = d[i - 1, j - 1] + (0 if a[i - 1] == b[j - 1] else 1)
            d[i, j] = min(min(d[i - 1, j], d[i, j - 1]) + 1, change)
    return d


@njit
def common_subsequence(a, b):
    n, m = len(a), len(b)
    t = np.zeros((n + 1, m + 1), np.int64)
    for i in range(n):
        for j in range(m):
            if a[i] == b[j]:
                t[i + 1, j + 1] = t[i, j] + 1
            else:
                t[i + 1, j + 1] = max(t[i, j + 1], t[i + 1, j])
    return t[n, m]


@njit
def knapsack(weights, values, capacity):
    best = np.zeros(capacity + 1)
    for k in range(len(weights)):
        for room in range(capacity, weights[k] - 1, -1):
            best[room] = max(best[room], best[room - weights[k]] + values[k])
    return best


@njit
def viterbi(move, emit, seen):
    times, states = len(seen), len(move)
    score, later = emit[:, seen[0]].copy(), np.empty(states)
    origin = np.zeros((times, states), np.int64)
    for t in range(1, times):
        for j in range(states):
            best, greatest = 0, score[0] + move[0, j]
            for i in range(1, states):
                way = score[i] + move[i, j]
                if way > greatest:
                    best, greatest = i, way
            origin[t, j] = best
            later[j] = greatest + emit[j, seen[t]]
        score, later = later, score
    path = np.zeros(times, np.int64)
    path[times - 1] = np.argmax(score)
    for t in range(times - 1, 0, -1):
        path[t - 1] = origin[t, path[t]]
    return path, np.max(score)


@njit
def floyd_warshall(d):
    d, n = d.copy(), len(d)
    for k in range(n):
        for i in range(n):
            way = d[i, k]
            for j in range(n):
                d[i, j] = min(d[i, j], way + d[k, j])
    return d


@njit
def sieve(prime):
    prime, n, p = prime.copy(), len(prime), 2
    prime[0] = prime[1] = False
    while p * p < n:
        if prime[p]:
            for k in range(p * p, n, p):
                prime[k] = False
        p += 1
    return prime


@njit
def histogram(x, bins):
    counts, sums = np.zeros(bins, np.int64), np.zeros(bins)
    for value in x:
        b = int(value * bins)
        counts[b] += 1
        sums[b] += value
    return counts, sums


@njit
def group_means(x, group, groups):
    sizes, sums, out = np.zeros(groups, np.int64), np.zeros(groups), np.empty_like(x)
    for i in range(len(x)):
        sizes[group[i]] += 1
        sums[group[i]] += x[i]
    sums /= sizes
    for i in range(len(x)):
        out[i] = x[i] - sums[group[i]]
    return out


@njit
def coin_change(coins, total):
    ways = np.zeros(total + 1, np.int64)
    ways[0] = 1
    for coin in coins:
        for t in range(coin, total + 1):
            ways[t] = (ways[t] + ways[t - coin]) % 1000000007
    return ways


@njit
def matrix_chain(p):
    n = len(p) - 1
    m = np.zeros((n, n), np.int64)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            best = m[i, i] + m[i + 1, j] + p[i] * p[i + 1] * p[j + 1]
            for k in range(i + 1, j):
                best = min(best, m[i, k] + m[k + 1, j] + p[i] * p[k + 1] * p[j + 1])
            m[i, j] = best
    return m
