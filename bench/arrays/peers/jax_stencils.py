"""Stencils and sweeps in JAX: fori_loop over steps on whole arrays, scan over rows."""

import jax.numpy as jnp
import numpy as np
from jax import lax


def heat(u, steps):
    return lax.fori_loop(0, steps, lambda _, u: u.at[1:-1].add(0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])), u)


def wave(u, steps):
    def step(_, state):
        u, before = state
        inner = u[1:-1, 1:-1]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        return u.at[1:-1, 1:-1].set(2.0 * inner - before[1:-1, 1:-1] + 0.25 * (around - 4.0 * inner)), u

    return lax.fori_loop(0, steps, step, (u, u))[0]


def means(u):
    return 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


def jacobi(u, limit):
    def step(state):
        u, _, k = state
        later = means(u)
        return u.at[1:-1, 1:-1].set(later), jnp.max(jnp.abs(later - u[1:-1, 1:-1])), k + 1

    return lax.while_loop(lambda state: (state[1] > 1e-4) & (state[2] < limit), step, (u, 1.0, 0))[0]


def red_black(u, steps):
    n = len(u)

    def step(_, u):
        for y, x in ((1, 1), (2, 2), (1, 2), (2, 1)):
            u = u.at[y:-1:2, x:-1:2].set(
                0.25 * (u[y - 1:-2:2, x:-1:2] + u[y + 1:n:2, x:-1:2] + u[y:-1:2, x - 1:-2:2] + u[y:-1:2, x + 1:n:2]))
        return u

    return lax.fori_loop(0, steps, step, u)


def life(board, generations):
    def step(_, board):
        three = board + jnp.roll(board, 1, 0) + jnp.roll(board, -1, 0)
        count = three + jnp.roll(three, 1, 1) + jnp.roll(three, -1, 1) - board
        return ((count == 3) | ((count == 2) & (board == 1))).astype(jnp.int32)

    return lax.fori_loop(0, generations, step, board)


def advection(u, steps):
    def step(_, u):
        left, right = jnp.roll(u, 1), jnp.roll(u, -1)
        return u - 0.4 * (right - left) + 0.32 * (right - 2.0 * u + left)

    return lax.fori_loop(0, steps, step, u)


def burgers(u, steps):
    def step(_, u):
        d = u[1:] - u[:-1]
        a, b = d[:-1], d[1:]
        slope = jnp.where(a * b > 0, jnp.where(jnp.abs(a) < jnp.abs(b), a, b), 0)
        f = 0.5 * jnp.square(u[1:-1] + 0.5 * slope)
        return u.at[2:-1].add(-np.float32(0.3) * (f[1:] - f[:-1]))

    return lax.fori_loop(0, steps, step, u)


def filter(image, kernel):
    """Sums of slices, which are faster than lax.conv_general_dilated here."""
    rows, columns = image.shape[0] - kernel.shape[0] + 1, image.shape[1] - kernel.shape[1] + 1
    return sum(kernel[y, x] * image[y:y + rows, x:x + columns] for y in range(kernel.shape[0]) for x in range(kernel.shape[1]))


def gray_scott(u, v, steps):
    def step(_, state):
        u, v = state
        inner_u, inner_v = u[1:-1, 1:-1], v[1:-1, 1:-1]
        reaction = inner_u * jnp.square(inner_v)
        return (u.at[1:-1, 1:-1].add(0.64 * (means(u) - inner_u) - reaction + 0.06 * (1.0 - inner_u)),
                v.at[1:-1, 1:-1].add(0.32 * (means(v) - inner_v) + reaction - 0.122 * inner_v))

    return lax.fori_loop(0, steps, step, (u, v))


def alternating_directions(u, steps):
    factors = np.full(len(u), 0.5)
    for i in range(1, len(u)):
        factors[i] = 1 / (2.0 - 0.25 * factors[i - 1])
    m = jnp.asarray(factors)

    def forward(before, row):
        u, m = row
        now = (u + 0.5 * before) * m
        return now, now

    def backward(after, row):
        u, m = row
        now = u + 0.5 * m * after
        return now, now

    def step(_, u):
        _, u = lax.scan(forward, jnp.zeros_like(u[0]), (u, m))
        _, u = lax.scan(backward, jnp.zeros_like(u[0]), (u, m), reverse=True)
        return u.T

    return lax.fori_loop(0, 2 * steps, step, u)
