"""The workloads in PyTorch as anyone writes them: what runs eagerly, and what torch.compile and torch.jit.script are given.

The annotations are for TorchScript. What stands apart as a function of its own (a step of a loop) is what torch.compile is given where the loop
around it stays in Python.
"""

from typing import List

import torch
from torch import Tensor


def power(x: Tensor, y: Tensor):
    r = torch.eye(10, dtype=torch.int32)
    for _ in range(int(y)):
        r = x @ r
    return r


def convolution(x: Tensor, f: Tensor):
    return torch.nn.functional.conv2d(x, f)


def recurrent(x: Tensor, w: Tensor, b: Tensor, lengths: Tensor):
    h = torch.zeros(32, 256)
    xt = x.transpose(0, 1)
    out: List[Tensor] = []
    for t in range(x.shape[1]):
        new = torch.tanh(torch.addmm(b, torch.cat([xt[t], h], 1), w))
        lasts = (t < lengths)[:, None]
        h = torch.where(lasts, new, h)
        out.append(torch.where(lasts, new, torch.zeros_like(new)))
    return torch.stack(out, 1), h


def converge(x: Tensor):
    steps = torch.zeros((), dtype=torch.int32)
    while x.max() > 0.05:
        x = torch.tanh(x)
        steps = steps + 1
    return steps, x


def collatz(n: Tensor):
    count = torch.zeros((), dtype=torch.int64)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count = count + 1
    return count


def fizzbuzz(n: Tensor):
    fb = f = b = s = torch.zeros((), dtype=torch.int64)
    for i in range(1, int(n) + 1):
        if i % 15 == 0:
            fb = fb + 1
        elif i % 3 == 0:
            f = f + 1
        elif i % 5 == 0:
            b = b + 1
        else:
            s = s + i
    return fb, f, b, s


def mean_square(a: Tensor, b: Tensor):
    return torch.mean((a - b) ** 2)


def positive(x: Tensor):
    return torch.where(x > 0, x, 0.0)


def cdf(x: Tensor):
    return 0.5 * (1 + torch.erf(x * 0.7071067811865476))


def black_scholes(s: Tensor, k: Tensor, t: Tensor):
    r, v = 0.02, 0.30
    vt = v * torch.sqrt(t)
    d1 = (torch.log(s / k) + (r + 0.5 * v * v) * t) / vt
    d2 = d1 - vt
    discounted = k * torch.exp(-r * t)
    return s * cdf(d1) - discounted * cdf(d2), discounted * cdf(-d2) - s * cdf(-d1)


def mandelbrot_step(k: Tensor, zr: Tensor, zi: Tensor, count: Tensor, active: Tensor, cr: Tensor, ci: Tensor):
    new_zr, new_zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
    zr, zi = torch.where(active, new_zr, zr), torch.where(active, new_zi, zi)
    return k + 1, zr, zi, count + active, zr * zr + zi * zi <= 4


def mandelbrot(cr: Tensor, ci: Tensor):
    k, zr, zi = torch.zeros((), dtype=torch.int32), torch.zeros_like(cr), torch.zeros_like(cr)
    count, active = torch.zeros_like(cr, dtype=torch.int32), torch.ones_like(cr, dtype=torch.bool)
    while bool(k < 256) and bool(active.any()):
        k, zr, zi, count, active = mandelbrot_step(k, zr, zi, count, active, cr, ci)
    return count


def newton_of_number(a: Tensor):
    x, steps = a, torch.zeros((), dtype=torch.int32)
    while torch.abs(x * x - a) > 1e-14 * a and steps < 100:
        x = (x + a / x) / 2
        steps = steps + 1
    return x, steps


def newton(a: Tensor):
    x, steps = a, 0
    while bool((torch.abs(x * x - a) / a).max() > 1e-14) and steps < 100:
        x = (x + a / x) / 2
        steps += 1
    return x, steps


def kmeans_round(centres: Tensor, old: Tensor, x: Tensor):
    nearest = torch.argmin((x[:, 0:1] - centres[:, 0]) ** 2 + (x[:, 1:2] - centres[:, 1]) ** 2, 1)
    count = torch.zeros(8).index_add(0, nearest, torch.ones(x.shape[0]))[:, None]
    sums = torch.zeros(8, 2).index_add(0, nearest, x)
    return torch.where(count > 0, sums / count.clamp(min=1), centres), nearest, (nearest != old).any()


def kmeans(x: Tensor):
    centres, nearest = x[:8], torch.full((x.shape[0],), -1)
    goes_on, rounds = True, 0
    while goes_on and rounds < 300:
        centres, nearest, changed = kmeans_round(centres, nearest, x)
        goes_on = bool(changed)
        rounds += 1
    return rounds, ((x - centres[nearest]) ** 2).sum()


def kalman_step(x: Tensor, p: Tensor, z: Tensor, f: Tensor, h: Tensor, q: Tensor, r: Tensor, eye: Tensor, by_hand: bool):
    x, p = f @ x, f @ p @ f.T + q
    pht = p @ h.T
    m = h @ pht + r
    if by_hand:
        a, b, c, d = m[0, 0], m[0, 1], m[1, 0], m[1, 1]
        inverse = torch.stack([d, -b, -c, a]).reshape(2, 2) / (a * d - b * c)
    else:
        inverse = torch.linalg.inv(m)
    gain = pht @ inverse
    return x + gain @ (z - h @ x), (eye - gain @ h) @ p


def filtered(f: Tensor, h: Tensor, q: Tensor, r: Tensor, z: Tensor, by_hand: bool):
    x, p, eye = torch.zeros(4, dtype=torch.float64), torch.eye(4, dtype=torch.float64), torch.eye(4, dtype=torch.float64)
    states: List[Tensor] = []
    for t in range(z.shape[0]):
        x, p = kalman_step(x, p, z[t], f, h, q, r, eye, by_hand)
        states.append(x)
    return torch.stack(states), p


def kalman(f: Tensor, h: Tensor, q: Tensor, r: Tensor, z: Tensor):
    return filtered(f, h, q, r, z, False)


def kalman_by_hand(f: Tensor, h: Tensor, q: Tensor, r: Tensor, z: Tensor):
    return filtered(f, h, q, r, z, True)


def net(y: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor):
    return torch.tanh(y @ w1 + b1) @ w2 + b2


def runge_kutta(y: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor):
    h = 0.05
    k1 = net(y, w1, b1, w2, b2)
    k2 = net(y + h / 2 * k1, w1, b1, w2, b2)
    k3 = net(y + h / 2 * k2, w1, b1, w2, b2)
    k4 = net(y + h * k3, w1, b1, w2, b2)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def ode(w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor, y: Tensor, n: Tensor):
    for _ in range(int(n)):
        y = runge_kutta(y, w1, b1, w2, b2)
    return (y ** 2).sum()


def train_step(w: Tensor, b: Tensor, xb: Tensor, lb: Tensor):
    w, b = w.detach().requires_grad_(), b.detach().requires_grad_()
    loss = torch.nn.functional.cross_entropy(xb @ w + b, lb)
    gw, gb = torch.autograd.grad([loss], [w, b])
    assert gw is not None and gb is not None  # tells TorchScript that there is a gradient
    return w.detach() - 0.1 * gw, b.detach() - 0.1 * gb, loss.detach()


def train(x: Tensor, labels: Tensor):
    w, b, loss = torch.zeros(784, 10), torch.zeros(10), torch.zeros(())
    for t in range(1000):
        at = 200 * t % 10000
        w, b, loss = train_step(w, b, x[at:at + 200], labels[at:at + 200])
    return loss, w


def rosenbrock(x: Tensor):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def rosenbrock_gradient(x: Tensor):
    x = x.detach().requires_grad_()
    value = rosenbrock(x)
    g = torch.autograd.grad([value], [x])[0]
    assert g is not None  # tells TorchScript that there is a gradient
    return value.detach(), g


def direction(g: Tensor, steps: Tensor, changes: Tensor, rho: Tensor, gamma: Tensor):
    """The two loops of L-BFGS, and the slope in the direction that they give."""
    d = g
    alphas: List[Tensor] = []
    for j in range(10):
        i = 9 - j
        alpha = rho[i] * torch.dot(steps[i], d)
        d = d - alpha * changes[i]
        alphas.append(alpha)
    d = gamma * d
    for i in range(10):
        d = d + (alphas[9 - i] - rho[i] * torch.dot(changes[i], d)) * steps[i]
    return -d, -torch.dot(g, d)


def push(steps: Tensor, changes: Tensor, rho: Tensor, step: Tensor, change: Tensor, product: Tensor):
    return (torch.cat([steps[1:], step[None]]), torch.cat([changes[1:], change[None]]), torch.cat([rho[1:], (1 / product)[None]]),
            product / torch.dot(change, change))


def lbfgs(x: Tensor):
    f, g = rosenbrock_gradient(x)
    steps, changes = torch.zeros(10, 100, dtype=torch.float64), torch.zeros(10, 100, dtype=torch.float64)
    rho, gamma = torch.zeros(10, dtype=torch.float64), torch.ones((), dtype=torch.float64)
    for _ in range(40):
        d, slope = direction(g, steps, changes, rho, gamma)
        t = torch.ones((), dtype=torch.float64)
        while bool(rosenbrock(x + t * d) > f + 1e-4 * t * slope):
            t = t / 2
        new_x = x + t * d
        new_f, new_g = rosenbrock_gradient(new_x)
        step, change = new_x - x, new_g - g
        product = torch.dot(step, change)
        if bool(product > 1e-10):
            steps, changes, rho, gamma = push(steps, changes, rho, step, change, product)
        x, f, g = new_x, new_f, new_g
    return f


def beam_step(h: Tensor, word: Tensor, score: Tensor, done: Tensor, length: Tensor, wo: Tensor, wh: Tensor, e: Tensor, ended: Tensor):
    h = torch.tanh(h @ wh + e[word])
    chances = torch.where(done[:, None], ended, torch.log_softmax(torch.tanh(h) @ wo, 1))
    score, at = torch.topk((score[:, None] + chances).reshape(-1), 5)
    beam, word = at // 1000, at % 1000
    was_done = done[beam]
    return h[beam], word, score, was_done | (word == 0), length[beam] + ~was_done


def beam_search(wo: Tensor, wh: Tensor, e: Tensor):
    infinity = float("inf")
    h, word = torch.zeros(5, 64), torch.ones(5, dtype=torch.int64)
    score = torch.tensor([0.0, -infinity, -infinity, -infinity, -infinity])
    done, length = torch.zeros(5, dtype=torch.bool), torch.zeros(5, dtype=torch.int32)
    ended = torch.full((1000,), -infinity)
    ended[0] = 0.0
    t = 0
    while t < 50 and not bool(done.all()):
        h, word, score, done, length = beam_step(h, word, score, done, length, wo, wh, e, ended)
        t += 1
    return score[0], length[0]


def tree(leaves):
    def node(low, high):
        if high - low == 1:
            return leaves[low]
        middle = (low + high) // 2
        return torch.tanh(node(low, middle) + node(middle, high))

    return node(0, leaves.shape[0])


def add(a: Tensor, b: Tensor, c: Tensor):
    return a + b + c


def count_up(n: Tensor):
    s = torch.zeros((), dtype=torch.int64)
    for i in range(int(n)):
        s = s + i
    return s
