"""The workloads in JAX: jit with while_loop, fori_loop and scan.

Settings: default, and threshold (its environment raises the limit of the size of loops that become one kernel: peers.py). Branches on a number are
`where`, which is faster here than `cond`.
"""

import inputs
import jax
import jax.numpy as jnp
import jaxlib
import numpy as np
from jax import lax

FLOAT64 = ("W5a", "W5b", "W10a", "W10b", "W12", "W15a", "W17")  # those that compute in float64 or int64


def versions():
    return {"jax": jax.__version__, "jaxlib": jaxlib.__version__}


def power(x, y):
    return lax.fori_loop(0, y, lambda i, r: x @ r, jnp.eye(10, dtype=jnp.int32))


def convolution(x, f):
    return lax.conv_general_dilated(x, f, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def recurrent(x, w, b, lengths):
    def step(h, now):
        t, xt = now
        new = jnp.tanh(jnp.concatenate([xt, h], 1) @ w + b)
        lasts = (t < lengths)[:, None]
        return jnp.where(lasts, new, h), jnp.where(lasts, new, 0)

    h, out = lax.scan(step, jnp.zeros((32, 256), jnp.float32), (jnp.arange(x.shape[1]), jnp.swapaxes(x, 0, 1)))
    return jnp.swapaxes(out, 0, 1), h


def converge(x):
    return lax.while_loop(lambda c: jnp.max(c[1]) > 0.05, lambda c: (c[0] + 1, jnp.tanh(c[1])), (jnp.int32(0), x))


def collatz(n):
    def body(c):
        return c[0] + 1, jnp.where(c[1] % 2 == 0, c[1] // 2, 3 * c[1] + 1)

    return lax.while_loop(lambda c: c[1] != 1, body, (jnp.int64(0), n))[0]


def fizzbuzz(n):
    def body(i, c):
        fb, f, b, s = c
        p, q, r = i % 15 == 0, i % 3 == 0, i % 5 == 0
        return (jnp.where(p, fb + 1, fb), jnp.where(~p & q, f + 1, f), jnp.where(~p & ~q & r, b + 1, b),
                jnp.where(p | q | r, s, s + i))

    return lax.fori_loop(jnp.int64(1), n + 1, body, (jnp.int64(0),) * 4)


def mean_square(a, b):
    return jnp.mean((a - b) ** 2)


def positive(x):
    return jnp.where(x > 0, x, 0)


def black_scholes(s, k, t):
    r, v = 0.02, 0.30

    def cdf(x):
        return 0.5 * (1 + lax.erf(x * 0.7071067811865476))

    vt = v * jnp.sqrt(t)
    d1 = (jnp.log(s / k) + (r + 0.5 * v * v) * t) / vt
    d2 = d1 - vt
    discounted = k * jnp.exp(-r * t)
    return s * cdf(d1) - discounted * cdf(d2), discounted * cdf(-d2) - s * cdf(-d1)


def mandelbrot(cr, ci):
    def body(c):
        k, zr, zi, count, active = c
        zr, zi = jnp.where(active, zr * zr - zi * zi + cr, zr), jnp.where(active, 2 * zr * zi + ci, zi)
        return k + 1, zr, zi, count + active, zr * zr + zi * zi <= 4

    zero = jnp.zeros_like(cr)
    start = (0, zero, zero, jnp.zeros(cr.shape, jnp.int32), jnp.ones(cr.shape, bool))
    return lax.while_loop(lambda c: (c[0] < 256) & jnp.any(c[4]), body, start)[3]


def newton(a):
    return lax.while_loop(lambda c: (jnp.max(jnp.abs(c[0] * c[0] - a) / a) > 1e-14) & (c[1] < 100),
                          lambda c: ((c[0] + a / c[0]) / 2, c[1] + 1), (a, jnp.int32(0)))


def newton_of_number(a):
    return lax.while_loop(lambda c: (jnp.abs(c[0] * c[0] - a) > 1e-14 * a) & (c[1] < 100),
                          lambda c: ((c[0] + a / c[0]) / 2, c[1] + 1), (a, jnp.int32(0)))


def kmeans(x):
    def body(c):
        rounds, centres, old, _ = c
        nearest = jnp.argmin((x[:, 0:1] - centres[:, 0]) ** 2 + (x[:, 1:2] - centres[:, 1]) ** 2, 1).astype(jnp.int32)
        chosen = (nearest[:, None] == jnp.arange(8, dtype=jnp.int32)).astype(jnp.float32)
        count = jnp.sum(chosen, 0)[:, None]
        centres = jnp.where(count > 0, chosen.T @ x / jnp.maximum(count, 1), centres)
        return rounds + 1, centres, nearest, jnp.any(nearest != old)

    start = (jnp.int32(0), x[:8], jnp.full(x.shape[0], -1, jnp.int32), True)
    rounds, centres, nearest, _ = lax.while_loop(lambda c: c[3] & (c[0] < 300), body, start)
    return rounds, jnp.sum(jnp.sum((x - centres[nearest]) ** 2, 1))


def kalman(f, h, q, r, z, inverse=jnp.linalg.inv):
    def step(c, zt):
        x, p = c
        x, p = f @ x, f @ p @ f.T + q
        gain = p @ h.T @ inverse(h @ p @ h.T + r)
        x = x + gain @ (zt - h @ x)
        return (x, (jnp.eye(4) - gain @ h) @ p), x

    (_, p), states = lax.scan(step, (jnp.zeros(4), jnp.eye(4)), z)
    return states, p


def inverse_by_hand(m):
    a, b, c, d = m[0, 0], m[0, 1], m[1, 0], m[1, 1]
    return jnp.array([[d, -b], [-c, a]]) / (a * d - b * c)


def kalman_by_hand(f, h, q, r, z):
    return kalman(f, h, q, r, z, inverse_by_hand)


def runge_kutta(parameters, y):
    w1, b1, w2, b2 = parameters
    h = 0.05

    def net(y):
        return jnp.tanh(y @ w1 + b1) @ w2 + b2

    k1 = net(y)
    k2 = net(y + h / 2 * k1)
    k3 = net(y + h / 2 * k2)
    k4 = net(y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def ode(w1, b1, w2, b2, y, n):
    return jnp.sum(lax.fori_loop(0, n, lambda i, y: runge_kutta((w1, b1, w2, b2), y), y) ** 2)


def ode_gradient(w1, b1, w2, b2, y, _):
    """A loop with a number of rounds that is an argument has no gradient here: the length is in the program."""
    def loss(parameters):
        return jnp.sum(lax.scan(lambda y, _: (runge_kutta(parameters, y), None), y, None, length=100)[0] ** 2)

    value, gradients = jax.value_and_grad(loss)((w1, b1, w2, b2))
    return value, *gradients


def train(x, labels):
    def loss(p, xb, lb):
        chances = jax.nn.log_softmax(xb @ p[0] + p[1])
        return -jnp.mean(jnp.take_along_axis(chances, lb[:, None], 1))

    def step(t, c):
        p, _ = c
        at = 200 * t % 10000
        batch = [lax.dynamic_slice_in_dim(whole, at, 200) for whole in (x, labels)]
        value, g = jax.value_and_grad(loss)(p, *batch)
        return (p[0] - 0.1 * g[0], p[1] - 0.1 * g[1]), value

    p, value = lax.fori_loop(0, 1000, step, ((jnp.zeros((784, 10)), jnp.zeros(10)), jnp.float32(0)))
    return value, p[0]


def rosenbrock(x):
    return jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def direction(g, steps, changes, rho, gamma):
    """The two loops of L-BFGS, unrolled."""
    d, alphas = g, []
    for i in reversed(range(10)):
        alphas.append(rho[i] * jnp.dot(steps[i], d))
        d = d - alphas[-1] * changes[i]
    d = gamma * d
    for i, alpha in zip(range(10), reversed(alphas)):
        d = d + (alpha - rho[i] * jnp.dot(changes[i], d)) * steps[i]
    return -d


def lbfgs(x):
    of_both = jax.value_and_grad(rosenbrock)

    def body(_, c):
        x, f, g, steps, changes, rho, gamma = c
        d = direction(g, steps, changes, rho, gamma)
        slope = jnp.dot(g, d)
        t = lax.while_loop(lambda t: rosenbrock(x + t * d) > f + 1e-4 * t * slope, lambda t: t / 2, jnp.float64(1))
        new_x = x + t * d
        new_f, new_g = of_both(new_x)
        step, change = new_x - x, new_g - g
        product = jnp.dot(step, change)
        keep = product > 1e-10

        def push(kept, row):
            return jnp.where(keep, jnp.concatenate([kept[1:], row[None]]), kept)

        return (new_x, new_f, new_g, push(steps, step), push(changes, change), push(rho, 1 / product),
                jnp.where(keep, product / jnp.dot(change, change), gamma))

    none = jnp.zeros((10, x.shape[0]))
    return lax.fori_loop(0, 40, body, (x, *of_both(x), none, none, jnp.zeros(10), jnp.float64(1)))[1]


def beam_search(wo, wh, e):
    def body(c):
        t, h, word, score, done, length = c
        h = jnp.tanh(h @ wh + e[word])
        chances = jax.nn.log_softmax(jnp.tanh(h) @ wo)
        ended = jnp.where(jnp.arange(1000) == 0, 0.0, -jnp.inf)
        chances = jnp.where(done[:, None], ended, chances)
        score, at = lax.top_k((score[:, None] + chances).reshape(-1), 5)
        beam, word = at // 1000, at % 1000
        return t + 1, h[beam], word, score, done[beam] | (word == 0), length[beam] + ~done[beam]

    start = (0, jnp.zeros((5, 64)), jnp.full(5, 1), jnp.array([0.0] + [-jnp.inf] * 4), jnp.zeros(5, bool), jnp.zeros(5, jnp.int32))
    _, _, _, score, _, length = lax.while_loop(lambda c: (c[0] < 50) & ~jnp.all(c[4]), body, start)
    return score[0], length[0]


def add(a, b, c):
    return a + b + c


def count(n):
    return lax.fori_loop(jnp.int64(0), n, lambda i, s: s + i, jnp.int64(0))


WORKLOADS = {
    "W1": power, "W2": convolution, "W3": recurrent, "W4": converge, "W5a": collatz, "W5b": fizzbuzz, "W6": mean_square, "W7": positive,
    "W8": black_scholes, "W9": mandelbrot, "W10a": newton_of_number, "W10b": newton, "W11": kmeans, "W12": kalman, "W13f": ode,
    "W13g": ode_gradient, "W14": train, "W15a": lbfgs, "W15c": beam_search, "W16": add, "W17": count,
}


def prepare(setting, workload, _):
    """XLA has as many threads as the process may use cores."""
    if workload in FLOAT64:
        jax.config.update("jax_enable_x64", True)
    arguments = [jnp.asarray(value) for value in inputs.make(workload)]
    jax.block_until_ready(arguments)
    function = jax.jit(kalman_by_hand if setting.endswith("by hand") else WORKLOADS[workload.partition("_")[0]])
    return (lambda: jax.block_until_ready(function(*arguments)),
            lambda value: [np.asarray(part) for part in (value if isinstance(value, tuple) else (value,))])
