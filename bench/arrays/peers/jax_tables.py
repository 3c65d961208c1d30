"""Tables of dynamic programming and masks in JAX: scan over rows, fori_loop, masks of whole arrays."""

import jax
import jax.numpy as jnp
from jax import lax


def edit_distance(a, b):
    # A row needs its own elements from the left: they are the least of d[k] - k so far.
    places = jnp.arange(len(b) + 1)

    def row(before, letter):
        change = jnp.minimum(before[1:] + 1, before[:-1] + (b != letter))
        start = jnp.concatenate([before[:1] + 1, change])
        now = lax.cummin(start - places) + places
        return now, now

    _, rows = lax.scan(row, places, a)
    return jnp.concatenate([places[None], rows])


def common_subsequence(a, b):
    def row(before, letter):
        now = lax.cummax(jnp.maximum(before[1:], before[:-1] + (b == letter)))
        return jnp.concatenate([before[:1], now]), None

    return lax.scan(row, jnp.zeros(len(b) + 1, jnp.int64), a)[0][-1]


def knapsack(weights, values, capacity):
    room = jnp.arange(capacity + 1)

    def item(best, one):
        w, value = one
        return jnp.where(room >= w, jnp.maximum(best, best[jnp.maximum(room - w, 0)] + value), best), None

    return lax.scan(item, jnp.zeros(capacity + 1), (weights, values))[0]


def viterbi(move, emit, seen):
    def forward(score, letter):
        ways = score[:, None] + move
        return jnp.max(ways, 0) + emit[:, letter], jnp.argmax(ways, 0)

    def backward(state, origin):
        return origin[state], state

    score, origin = lax.scan(forward, emit[:, seen[0]], seen[1:])
    first, path = lax.scan(backward, jnp.argmax(score), origin, reverse=True)
    return jnp.concatenate([first[None], path]), jnp.max(score)


def floyd_warshall(d):
    return lax.fori_loop(0, len(d), lambda k, d: jnp.minimum(d, d[:, k, None] + d[k]), d)


def sieve(prime):
    n = len(prime)
    numbers = jnp.arange(n)

    def step(p, prime):
        return lax.cond(prime[p], lambda prime: prime & ~((numbers >= p * p) & (numbers % p == 0)), lambda prime: prime, prime)

    return lax.fori_loop(2, int((n - 1) ** 0.5) + 1, step, prime.at[:2].set(False))


def histogram(x, bins):
    place = (x * bins).astype(jnp.int64)
    return jnp.bincount(place, length=bins), jax.ops.segment_sum(x, place, bins)


def group_means(x, group, groups):
    sizes = jax.ops.segment_sum(jnp.ones_like(x), group, groups)
    return x - (jax.ops.segment_sum(x, group, groups) / sizes)[group]


def coin_change(coins, total):
    def pay(ways, coin):
        def step(t, ways):
            return ways.at[t].set((ways[t] + ways[t - coin]) % 1000000007)

        return lax.fori_loop(coin, total + 1, step, ways), None

    return lax.scan(pay, jnp.zeros(total + 1, jnp.int64).at[0].set(1), coins)[0]


def matrix_chain(p):
    n = len(p) - 1
    k = jnp.arange(n)

    def step(length, m):
        def product(i, m):
            j = i + length
            costs = m[i] + jnp.roll(m[:, j], -1) + p[i] * p[1:] * p[j + 1]
            return m.at[i, j].set(jnp.min(jnp.where((k >= i) & (k < j), costs, jnp.iinfo(jnp.int64).max)))

        return lax.fori_loop(0, n - length, product, m)

    return lax.fori_loop(1, n, step, jnp.zeros((n, n), jnp.int64))
