"""Triangular and factorizing loops for Numba, as loops over elements."""

import math

import numpy as np
from numba import njit


@njit
def forward_substitution(l, b):
    x = np.zeros_like(b)
    for i in range(len(b)):
        total = b[i]
        for j in range(i):
            total -= l[i, j] * x[j]
        x[i] = total / l[i, i]
    return x


@njit
def back_substitution(u, b):
    x, n = b.copy(), len(b)
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            for j in range(b.shape[1]):
                x[i, j] -= u[i, k] * x[k, j]
        for j in range(b.shape[1]):
            x[i, j] /= u[i, i]
    return x


@njit
def cholesky(a):
    l, n = np.zeros_like(a), len(a)
    for i in range(n):
        for j in range(i + 1):
            total = a[i, j]
            for k in range(j):
                total -= l[i, k] * l[j, k]
            l[i, j] = math.sqrt(total) if i == j else total / l[j, j]
    return l


@njit
def lu(a):
    a, n = a.copy(), len(a)
    order = np.arange(n)
    for k in range(n - 1):
        p = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[p, k]):
                p = i
        if p != k:
            for j in range(n):
                a[k, j], a[p, j] = a[p, j], a[k, j]
            order[k], order[p] = order[p], order[k]
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return a, order


@njit
def gauss_jordan(a):
    a, n = a.copy(), len(a)
    b = np.eye(n, dtype=a.dtype)
    for k in range(n):
        pivot = a[k, k]
        for j in range(n):
            a[k, j] /= pivot
            b[k, j] /= pivot
        for i in range(n):
            if i != k:
                factor = a[i, k]
                for j in range(n):
                    a[i, j] -= factor * a[k, j]
                    b[i, j] -= factor * b[k, j]
    return b


@njit
def gram_schmidt(x):
    x, (m, n) = x.copy(), x.shape
    products = np.empty(n)
    for j in range(n):
        total = 0.0
        for i in range(m):
            total += x[i, j] * x[i, j]
        length = math.sqrt(total)
        products[:] = 0
        for i in range(m):
            x[i, j] /= length
            for k in range(j + 1, n):
                products[k] += x[i, j] * x[i, k]
        for i in range(m):
            for k in range(j + 1, n):
                x[i, k] -= x[i, j] * products[k]
    return x


@njit
def householder(x):
    x, (m, n) = x.copy(), x.shape
    v, products = np.empty(m), np.empty(n)
    for k in range(n):
        total = 0.0
        for i in range(k, m):
            v[i] = x[i, k]
            total += v[i] * v[i]
        length = math.sqrt(total)
        total -= v[k] * v[k]
        v[k] += length if v[k] >= 0 else -length
        total += v[k] * v[k]
        products[:] = 0
        for i in range(k, m):
            for j in range(k, n):
                products[j] += v[i] * x[i, j]
        for i in range(k, m):
            factor = v[i] * (2.0 / total)
            for j in range(k, n):
                x[i, j] -= factor * products[j]
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(i, n):
            out[i, j] = abs(x[i, j])
    return out


@njit
def thomas(a, b, c, d):
    b, d, n = b.copy(), d.copy(), len(d)
    for i in range(1, n):
        w = a[i] / b[i - 1]
        b[i] -= w * c[i - 1]
        d[i] -= w * d[i - 1]
    d[n - 1] /= b[n - 1]
    for i in range(n - 2, -1, -1):
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
    return d


@njit
def levinson(r, y):
    n = len(r)
    a, x, error = np.zeros(n), np.zeros(n), r[0]
    a[0] = 1
    x[0] = y[0] / r[0]
    for i in range(1, n):
        k, q = 0.0, y[i]
        for j in range(i):
            k -= a[j] * r[i - j]
            q -= x[j] * r[i - j]
        k /= error
        low, high = 0, i
        while low < high:
            a[low], a[high] = a[low] + k * a[high], a[high] + k * a[low]
            low += 1
            high -= 1
        if low == high:
            a[low] += k * a[low]
        error *= 1 - k * k
        q /= error
        for j in range(i + 1):
            x[j] += q * a[i - j]
    return x


@njit
def triangular_inverse(l):
    x, n = np.zeros_like(l), len(l)
    for i in range(n):
        x[i, i] = 1 / l[i, i]
        for k in range(i):
            for j in range(k + 1):
                x[i, j] -= l[i, k] * x[k, j]
        for j in range(i):
            x[i, j] /= l[i, i]
    return x
