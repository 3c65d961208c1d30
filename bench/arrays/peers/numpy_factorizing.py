"""Triangular and factorizing loops in NumPy, as slices and operations on arrays."""

import numpy as np


def forward_substitution(l, b):
    x = np.zeros_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - l[i, :i] @ x[:i]) / l[i, i]
    return x


def back_substitution(u, b):
    x = b.copy()
    for i in range(len(b) - 1, -1, -1):
        x[i] = (b[i] - u[i, i + 1:] @ x[i + 1:]) / u[i, i]
    return x


def cholesky(a):
    l = np.zeros_like(a)
    for j in range(len(a)):
        l[j, j] = np.sqrt(a[j, j] - l[j, :j] @ l[j, :j])
        l[j + 1:, j] = (a[j + 1:, j] - l[j + 1:, :j] @ l[j, :j]) / l[j, j]
    return l


def lu(a):
    a, n = a.copy(), len(a)
    order = np.arange(n)
    for k in range(n - 1):
        p = k + np.argmax(np.abs(a[k:, k]))
        a[[k, p]] = a[[p, k]]
        order[[k, p]] = order[[p, k]]
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a, order


def gauss_jordan(a):
    a, b = a.copy(), np.eye(len(a), dtype=a.dtype)
    for k in range(len(a)):
        pivot = a[k, k]
        a[k] /= pivot
        b[k] /= pivot
        factor = a[:, k].copy()
        factor[k] = 0
        a -= np.outer(factor, a[k])
        b -= np.outer(factor, b[k])
    return b


def gram_schmidt(x):
    x = x.copy()
    for j in range(x.shape[1]):
        x[:, j] /= np.linalg.norm(x[:, j])
        q = x[:, j]
        x[:, j + 1:] -= np.outer(q, q @ x[:, j + 1:])
    return x


def householder(x):
    x, n = x.copy(), x.shape[1]
    for k in range(n):
        v = x[k:, k].copy()
        v[0] += np.where(v[0] >= 0, 1.0, -1.0) * np.linalg.norm(v)
        x[k:, k:] -= np.outer(v * (2.0 / (v @ v)), v @ x[k:, k:])
    return np.abs(np.triu(x[:n]))


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


def levinson(r, y):
    a, x, error = np.zeros_like(r), np.zeros_like(r), r[0]
    a[0] = 1
    x[0] = y[0] / r[0]
    for i in range(1, len(r)):
        back = r[i:0:-1]
        k = -(a[:i] @ back) / error
        a[:i + 1] += k * a[i::-1].copy()
        error *= 1 - k * k
        x[:i + 1] += (y[i] - x[:i] @ back) / error * a[i::-1]
    return x


def triangular_inverse(l):
    x = np.zeros_like(l)
    for i in range(len(l)):
        x[i, i] = 1 / l[i, i]
        x[i, :i] = -(l[i, :i] @ x[:i, :i]) / l[i, i]
    return x
