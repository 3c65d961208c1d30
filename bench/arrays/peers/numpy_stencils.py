"""Stencils and sweeps in NumPy, as slices and operations on arrays."""

import numpy as np


def heat(u, steps):
    u = u.copy()
    for _ in range(steps):
        u[1:-1] += 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return u


def wave(u, steps):
    before = u
    for _ in range(steps):
        later, inner = u.copy(), u[1:-1, 1:-1]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        later[1:-1, 1:-1] = 2.0 * inner - before[1:-1, 1:-1] + 0.25 * (around - 4.0 * inner)
        before, u = u, later
    return u


def means(u):
    return 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


def jacobi(u, limit):
    u, change, k = u.copy(), 1.0, 0
    while change > 1e-4 and k < limit:
        later = means(u)
        change = np.max(np.abs(later - u[1:-1, 1:-1]))
        u[1:-1, 1:-1] = later
        k += 1
    return u


def red_black(u, steps):
    u, n = u.copy(), len(u)
    for _ in range(steps):
        for y, x in ((1, 1), (2, 2), (1, 2), (2, 1)):
            u[y:-1:2, x:-1:2] = 0.25 * (u[y - 1:-2:2, x:-1:2] + u[y + 1:n:2, x:-1:2] + u[y:-1:2, x - 1:-2:2] + u[y:-1:2, x + 1:n:2])
    return u


def life(board, generations):
    for _ in range(generations):
        three = board + np.roll(board, 1, 0) + np.roll(board, -1, 0)
        count = three + np.roll(three, 1, 1) + np.roll(three, -1, 1) - board
        board = ((count == 3) | ((count == 2) & (board == 1))).astype(np.int32)
    return board


def advection(u, steps):
    for _ in range(steps):
        left, right = np.roll(u, 1), np.roll(u, -1)
        u = u - 0.4 * (right - left) + 0.32 * (right - 2.0 * u + left)
    return u


def burgers(u, steps):
    u = u.copy()
    for _ in range(steps):
        d = u[1:] - u[:-1]
        a, b = d[:-1], d[1:]
        slope = np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), np.float32(0))
        f = np.float32(0.5) * np.square(u[1:-1] + np.float32(0.5) * slope)
        u[2:-1] -= np.float32(0.3) * (f[1:] - f[:-1])
    return u


def filter(image, kernel):
    rows, columns = image.shape[0] - kernel.shape[0] + 1, image.shape[1] - kernel.shape[1] + 1
    out = np.zeros((rows, columns), np.float32)
    for y in range(kernel.shape[0]):
        for x in range(kernel.shape[1]):
            out += kernel[y, x] * image[y:y + rows, x:x + columns]
    return out


def gray_scott(u, v, steps):
    u, v = u.copy(), v.copy()
    inner_u, inner_v = u[1:-1, 1:-1], v[1:-1, 1:-1]
    for _ in range(steps):
        reaction = inner_u * np.square(inner_v)
        inner_u += 0.64 * (means(u) - inner_u) - reaction + 0.06 * (1.0 - inner_u)
        inner_v += 0.32 * (means(v) - inner_v) + reaction - 0.122 * inner_v
    return u, v


def alternating_directions(u, steps):
    u, n = u.copy(), len(u)
    m = np.full(n, 0.5)
    for i in range(1, n):
        m[i] = 1 / (2.0 - 0.25 * m[i - 1])
    for _ in range(2 * steps):
        u[0] *= m[0]
        for i in range(1, n):
            u[i] = (u[i] + 0.5 * u[i - 1]) * m[i]
        for i in range(n - 2, -1, -1):
            u[i] += 0.5 * m[i] * u[i + 1]
        u = np.ascontiguousarray(u.T)
    return u
