"""Triangular and factorizing loops in JAX: fori_loop and scan over arrays of constant shapes, with masks where NumPy has slices."""

import jax.numpy as jnp
from jax import lax


def forward_substitution(l, b):
    # The elements of x from i on are zeros.
    def step(i, x):
        return x.at[i].set((b[i] - l[i] @ x) / l[i, i])

    return lax.fori_loop(0, len(b), step, jnp.zeros_like(b))


def back_substitution(u, b):
    n = len(b)

    def step(k, x):
        i = n - 1 - k
        return x.at[i].set((b[i] - u[i] @ x) / u[i, i])

    return lax.fori_loop(0, n, step, jnp.zeros_like(b))


def cholesky(a):
    n = len(a)
    rows = jnp.arange(n)

    def step(j, l):
        column = a[:, j] - l @ l[j]
        diagonal = jnp.sqrt(column[j])
        return l.at[:, j].set(jnp.where(rows > j, column / diagonal, jnp.where(rows == j, diagonal, 0)))

    return lax.fori_loop(0, n, step, jnp.zeros_like(a))


def lu(a):
    n = len(a)
    rows = jnp.arange(n)

    def step(k, state):
        a, order = state
        p = jnp.argmax(jnp.where(rows >= k, jnp.abs(a[:, k]), -1))
        swapped = jnp.where(rows == k, p, jnp.where(rows == p, k, rows))
        a, order = a[swapped], order[swapped]
        factor = jnp.where(rows > k, a[:, k] / a[k, k], 0)
        a = a - jnp.outer(factor, jnp.where(rows > k, a[k], 0))
        return a.at[:, k].set(jnp.where(rows > k, factor, a[:, k])), order

    return lax.fori_loop(0, n - 1, step, (a, rows))


def gauss_jordan(a):
    n = len(a)

    def step(k, state):
        a, b = state
        row_a, row_b = a[k] / a[k, k], b[k] / a[k, k]
        factor = a[:, k].at[k].set(0)
        a, b = a.at[k].set(row_a), b.at[k].set(row_b)
        return a - jnp.outer(factor, row_a), b - jnp.outer(factor, row_b)

    return lax.fori_loop(0, n, step, (a, jnp.eye(n, dtype=a.dtype)))[1]


def gram_schmidt(x):
    n = x.shape[1]
    columns = jnp.arange(n)

    def step(j, x):
        q = x[:, j] / jnp.linalg.norm(x[:, j])
        products = jnp.where(columns > j, q @ x, 0)
        return (x - jnp.outer(q, products)).at[:, j].set(q)

    return lax.fori_loop(0, n, step, x)


def householder(x):
    m, n = x.shape
    rows = jnp.arange(m)

    def step(k, x):
        v = jnp.where(rows >= k, x[:, k], 0)
        v = v.at[k].add(jnp.where(v[k] >= 0, 1.0, -1.0) * jnp.linalg.norm(v))
        return x - jnp.outer(v * (2.0 / (v @ v)), v @ x)

    return jnp.abs(jnp.triu(lax.fori_loop(0, n, step, x)[:n]))


def thomas(a, b, c, d):
    def forward(before, row):
        b_before, c_before, d_before = before
        a, b, c, d = row
        w = a / b_before
        now = b - w * c_before, c, d - w * d_before
        return now, now

    def backward(after, row):
        b, c, d = row
        x = (d - c * after) / b
        return x, x

    first = b[0], c[0], d[0]
    _, rest = lax.scan(forward, first, (a[1:], b[1:], c[1:], d[1:]))
    b, c, d = (jnp.concatenate([one[None], more]) for one, more in zip(first, rest))
    last = d[-1] / b[-1]
    _, x = lax.scan(backward, last, (b[:-1], c[:-1], d[:-1]), reverse=True)
    return jnp.append(x, last)


def levinson(r, y):
    n = len(r)
    places = jnp.arange(n)

    def step(i, state):
        a, x, error = state
        back = jnp.where(places < i, r[jnp.abs(i - places)], 0)
        k = -(a @ back) / error
        a = a + k * jnp.where(places <= i, a[i - places], 0)
        error = error * (1 - k * k)
        q = (y[i] - x @ back) / error
        return a, x + q * jnp.where(places <= i, a[i - places], 0), error

    zeros = jnp.zeros_like(r)
    return lax.fori_loop(1, n, step, (zeros.at[0].set(1), zeros.at[0].set(y[0] / r[0]), r[0]))[1]


def triangular_inverse(l):
    n = len(l)

    def step(i, x):
        # The rows of x from i on are zeros.
        return x.at[i].set(-(l[i] @ x) / l[i, i]).at[i, i].set(1 / l[i, i])

    return lax.fori_loop(0, n, step, jnp.zeros_like(l))
