"""The workloads in PyTorch as its faster ways want them: with the operators while_loop and scan, which torch.compile takes whole; with the state of a
loop in the numbers of TorchScript; and with gradients as functions, which torch.compile can follow."""

import torch
import torch_functions as plain
from torch import Tensor
from torch._higher_order_ops import scan, while_loop


def zero(dtype=torch.int32):
    return torch.zeros((), dtype=dtype)


def power_loop(x, y):
    return while_loop(lambda i, r: i < y, lambda i, r: (i + 1, x @ r), (zero(), torch.eye(10, dtype=torch.int32)))[1]


def recurrent_loop(x, w, b, lengths):
    def step(h, now):
        t, xt = now
        new = torch.tanh(torch.cat([xt, h], 1) @ w + b)
        lasts = (t < lengths)[:, None]
        return torch.where(lasts, new, h), torch.where(lasts, new, 0.0)

    h, out = scan(step, torch.zeros(32, 256), (torch.arange(100, dtype=torch.int32), x.transpose(0, 1).contiguous()))
    return out.transpose(0, 1).contiguous(), h


def converge_loop(x):
    return while_loop(lambda steps, x: x.max() > 0.05, lambda steps, x: (steps + 1, torch.tanh(x)), (zero(), x))


def collatz_loop(n):
    return while_loop(lambda count, n: n != 1, lambda count, n: (count + 1, torch.where(n % 2 == 0, n // 2, 3 * n + 1)),
                      (zero(torch.int64), n))[0]


def fizzbuzz_loop(n):
    def body(i, fb, f, b, s):
        p, q, r = i % 15 == 0, i % 3 == 0, i % 5 == 0
        return i + 1, fb + p, f + (~p & q), b + (~p & ~q & r), torch.where(p | q | r, s, s + i)

    start = (torch.ones((), dtype=torch.int64), *(zero(torch.int64) for _ in range(4)))
    return while_loop(lambda i, fb, f, b, s: i <= n, body, start)[1:]


def mandelbrot_loop(cr, ci):
    return while_loop(lambda k, zr, zi, count, active: (k < 256) & active.any(),
                      lambda k, zr, zi, count, active: plain.mandelbrot_step(k, zr, zi, count, active, cr, ci),
                      (zero(), torch.zeros_like(cr), torch.zeros_like(cr), torch.zeros_like(cr, dtype=torch.int32),
                       torch.ones_like(cr, dtype=torch.bool)))[3]


def newton_of_number_loop(a):
    return while_loop(lambda x, steps: (torch.abs(x * x - a) > 1e-14 * a) & (steps < 100),
                      lambda x, steps: ((x + a / x) / 2, steps + 1), (a.clone(), zero()))


def newton_loop(a):
    return while_loop(lambda x, steps: ((torch.abs(x * x - a) / a).max() > 1e-14) & (steps < 100),
                      lambda x, steps: ((x + a / x) / 2, steps + 1), (a.clone(), zero()))


def kmeans_loop(x):
    def body(rounds, centres, old, _):
        return rounds + 1, *plain.kmeans_round(centres, old, x)

    start = (zero(), x[:8].clone(), torch.full((x.shape[0],), -1), torch.ones((), dtype=torch.bool))
    rounds, centres, nearest, _ = while_loop(lambda rounds, centres, old, changed: changed & (rounds < 300), body, start)
    return rounds, ((x - centres[nearest]) ** 2).sum()


def kalman_loop(f, h, q, r, z, by_hand=False):
    eye = torch.eye(4, dtype=torch.float64)

    def step(c, zt):
        x, p = plain.kalman_step(c[0], c[1], zt, f, h, q, r, eye, by_hand)
        return (x, p), x.clone()

    (_, p), states = scan(step, (torch.zeros(4, dtype=torch.float64), eye.clone()), z)
    return states, p


def kalman_by_hand_loop(f, h, q, r, z):
    return kalman_loop(f, h, q, r, z, True)


def ode_loop(w1, b1, w2, b2, y, n):
    return (while_loop(lambda i, y: i < n, lambda i, y: (i + 1, plain.runge_kutta(y, w1, b1, w2, b2)), (zero(), y))[1] ** 2).sum()


def train_loop(x, labels):
    """The gradient is written out: the operator takes no loop with a gradient in it."""
    def body(t, w, b, _):
        at = torch.arange(200) + 200 * t % 10000
        xb, lb = x[at], labels[at]
        loss = torch.nn.functional.cross_entropy(xb @ w + b, lb)
        g = (torch.softmax(xb @ w + b, 1) - torch.nn.functional.one_hot(lb, 10)) / 200
        return t + 1, w - 0.1 * (xb.T @ g), b - 0.1 * g.sum(0), loss

    start = (zero(torch.int64), torch.zeros(784, 10), torch.zeros(10), torch.zeros(()))
    _, w, _, loss = while_loop(lambda t, w, b, loss: t < 1000, body, start)
    return loss, w


def count_up_loop(n):
    return while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), (zero(torch.int64), zero(torch.int64)))[1]


LOOPS = {"W1": power_loop, "W3": recurrent_loop, "W4": converge_loop, "W5a": collatz_loop, "W5b": fizzbuzz_loop, "W9": mandelbrot_loop,
         "W10a": newton_of_number_loop, "W10b": newton_loop, "W11": kmeans_loop, "W12": kalman_loop, "W13f": ode_loop, "W14": train_loop,
         "W17": count_up_loop}


def converge_numbers(x: Tensor):
    steps = 0
    while bool(x.max() > 0.05):
        x = torch.tanh(x)
        steps += 1
    return steps, x


def collatz_numbers(a: Tensor):
    n, count = int(a), 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def fizzbuzz_numbers(n: Tensor):
    fb, f, b, s = 0, 0, 0, 0
    for i in range(1, int(n) + 1):
        if i % 15 == 0:
            fb += 1
        elif i % 3 == 0:
            f += 1
        elif i % 5 == 0:
            b += 1
        else:
            s += i
    return fb, f, b, s


def newton_of_number_numbers(t: Tensor):
    a = float(t)
    x, steps = a, 0
    while abs(x * x - a) > 1e-14 * a and steps < 100:
        x = (x + a / x) / 2
        steps += 1
    return x, steps


def count_up_numbers(n: Tensor):
    s = 0
    for i in range(int(n)):
        s += i
    return s


NUMBERS = {"W4": converge_numbers, "W5a": collatz_numbers, "W5b": fizzbuzz_numbers, "W10a": newton_of_number_numbers, "W17": count_up_numbers}


def train_step(w, b, xb, lb):
    def loss(w, b):
        return torch.nn.functional.cross_entropy(xb @ w + b, lb)

    g, value = torch.func.grad_and_value(loss, (0, 1))(w, b)
    return w - 0.1 * g[0], b - 0.1 * g[1], value


def rosenbrock_gradient(x):
    g, value = torch.func.grad_and_value(plain.rosenbrock)(x)
    return value, g
