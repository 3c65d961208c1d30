"""Statistics and small models in JAX."""

import jax
import jax.numpy as jnp
from jax import lax


def moving_average(x, w):
    sums = jnp.concatenate([jnp.zeros(1), jnp.cumsum(x)])
    return jnp.zeros_like(x).at[:len(x) - w + 1].set((sums[w:] - sums[:-w]) / w)


def covariance(x):
    x = x - jnp.mean(x, 0)
    return x.T @ x / (len(x) - 1)


def kmeans(points, centres, rounds):
    k = len(centres)

    def step(_, centres):
        nearest = jnp.argmin(jnp.sum(jnp.square(points[:, None] - centres), 2), 1)
        members = jax.nn.one_hot(nearest, k, dtype=points.dtype)
        return members.T @ points / jnp.sum(members, 0)[:, None]

    return lax.fori_loop(0, rounds, step, centres)


def logistic(x, y, epochs):
    batches = x.reshape(-1, 50, x.shape[1]), y.reshape(-1, 50)

    def descend(w, batch):
        x, y = batch
        return w - 0.1 * (x.T @ (jax.nn.sigmoid(x @ w) - y)) / 50, None

    return lax.fori_loop(0, epochs, lambda _, w: lax.scan(descend, w, batches)[0], jnp.zeros(x.shape[1]))


def pagerank(links, limit):
    links, n = links / jnp.sum(links, 0), len(links)

    def step(state):
        rank, _, k = state
        later = 0.15 / n + 0.85 * (links @ rank)
        return later, jnp.sum(jnp.abs(later - rank)), k + 1

    return lax.while_loop(lambda state: (state[1] > 1e-10) & (state[2] < limit), step, (jnp.ones(n) / n, 1.0, 0))[0]


def bootstrap(x, samples):
    i, k = jnp.arange(len(x)), jnp.arange(samples)[:, None]
    return jnp.sort(jnp.mean(x[(i * i * 31 + i * k * 17 + k * 7919) % len(x)], 1))


def ewma(x, a):
    def step(state, value):
        mean, variance = state
        difference = value - mean
        now = mean + a * difference, (1 - a) * (variance + a * difference * difference)
        return now, now

    first = x[0], jnp.zeros(())
    _, rest = lax.scan(step, first, x[1:])
    return tuple(jnp.concatenate([one[None], more]) for one, more in zip(first, rest))


def kalman(z, f):
    noise = 0.01 * jnp.eye(2)

    def step(state, measured):
        x, p = state
        x = f @ x
        p = f @ p @ f.T + noise
        gain = p[:, 0] / (p[0, 0] + 0.1)
        x = x + gain * (measured - x[0])
        return (x, p - jnp.outer(gain, p[0])), x

    return lax.scan(step, (jnp.zeros(2), jnp.eye(2)), z)[1]


def autocorrelation(x, lags):
    x = x - jnp.mean(x)
    n = len(x)
    return jnp.stack([x[:n - k] @ x[k:] for k in range(lags)]) / (x @ x)


def nearest_neighbours(points, values, asked):
    def mean(one):
        _, nearest = lax.top_k(-jnp.sum(jnp.square(points - one), 1), 5)
        return jnp.mean(values[nearest])

    return jax.vmap(mean)(asked)
