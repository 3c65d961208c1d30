"""Stencils and sweeps for Numba, as loops over elements."""

import numpy as np
from numba import njit


@njit
def heat(u, steps):
    u, later = u.copy(), u.copy()
    for _ in range(steps):
        for i in range(1, len(u) - 1):
            later[i] = u[i] + 0.2 * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        u, later = later, u
    return u


@njit
def wave(u, steps):
    u, before, later, n = u.copy(), u.copy(), u.copy(), len(u)
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                later[i, j] = 2.0 * u[i, j] - before[i, j] + 0.25 * (around - 4.0 * u[i, j])
        before, u, later = u, later, before
    return u


@njit
def jacobi(u, limit):
    u, later, n = u.copy(), u.copy(), len(u)
    for _ in range(limit):
        change = 0.0
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                later[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
                change = max(change, abs(later[i, j] - u[i, j]))
        u, later = later, u
        if change <= 1e-4:
            break
    return u


@njit
def red_black(u, steps):
    u, n = u.copy(), len(u)
    for _ in range(steps):
        for colour in range(2):
            for i in range(1, n - 1):
                for j in range(1 + (i + 1 + colour) % 2, n - 1, 2):
                    u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return u


@njit
def life(board, generations):
    board, later, n = board.copy(), board.copy(), len(board)
    for _ in range(generations):
        for i in range(n):
            up, down = i - 1 if i > 0 else n - 1, i + 1 if i < n - 1 else 0
            for j in range(n):
                left, right = j - 1 if j > 0 else n - 1, j + 1 if j < n - 1 else 0
                count = (board[up, left] + board[up, j] + board[up, right] + board[i, left] + board[i, right]
                         + board[down, left] + board[down, j] + board[down, right])
                later[i, j] = count == 3 or (count == 2 and board[i, j] == 1)
        board, later = later, board
    return board


@njit
def moved(left, here, right):
    return here - 0.4 * (right - left) + 0.32 * (right - 2.0 * here + left)


@njit
def advection(u, steps):
    u, later, n = u.copy(), u.copy(), len(u)
    for _ in range(steps):
        later[0] = moved(u[n - 1], u[0], u[1])
        for i in range(1, n - 1):
            later[i] = moved(u[i - 1], u[i], u[i + 1])
        later[n - 1] = moved(u[n - 2], u[n - 1], u[0])
        u, later = later, u
    return u


@njit
def burgers(u, steps):
    u, n = u.copy(), len(u)
    f = np.zeros_like(u)
    for _ in range(steps):
        for i in range(1, n - 1):
            a, b = u[i] - u[i - 1], u[i + 1] - u[i]
            least = a if abs(a) < abs(b) else b
            slope = least if a * b > 0 else np.float32(0)
            value = u[i] + np.float32(0.5) * slope
            f[i] = np.float32(0.5) * value * value
        for i in range(2, n - 1):
            u[i] -= np.float32(0.3) * (f[i] - f[i - 1])
    return u


@njit
def filter(image, kernel):
    rows, columns = image.shape[0] - kernel.shape[0] + 1, image.shape[1] - kernel.shape[1] + 1
    out = np.zeros((rows, columns), np.float32)
    for i in range(rows):
        for y in range(kernel.shape[0]):
            for x in range(kernel.shape[1]):
                for j in range(columns):
                    out[i, j] += kernel[y, x] * image[i + y, j + x]
    return out


@njit
def gray_scott(u, v, steps):
    u, v, later_u, later_v, n = u.copy(), v.copy(), u.copy(), v.copy(), len(u)
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                reaction = u[i, j] * v[i, j] * v[i, j]
                mean_u = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
                mean_v = 0.25 * (v[i - 1, j] + v[i + 1, j] + v[i, j - 1] + v[i, j + 1])
                later_u[i, j] = u[i, j] + 0.64 * (mean_u - u[i, j]) - reaction + 0.06 * (1.0 - u[i, j])
                later_v[i, j] = v[i, j] + 0.32 * (mean_v - v[i, j]) + reaction - 0.122 * v[i, j]
        u, later_u = later_u, u
        v, later_v = later_v, v
    return u, v


@njit
def alternating_directions(u, steps):
    u, n = u.copy(), len(u)
    m = np.full(n, 0.5)
    for i in range(1, n):
        m[i] = 1 / (2.0 - 0.25 * m[i - 1])
    for _ in range(steps):
        for j in range(n):
            u[0, j] *= m[0]
        for i in range(1, n):
            for j in range(n):
                u[i, j] = (u[i, j] + 0.5 * u[i - 1, j]) * m[i]
        for i in range(n - 2, -1, -1):
            for j in range(n):
                u[i, j] += 0.5 * m[i] * u[i + 1, j]
        for i in range(n):
            u[i, 0] *= m[0]
            for j in range(1, n):
                u[i, j] = (u[i, j] + 0.5 * u[i, j - 1]) * m[j]
            for j in range(n - 2, -1, -1):
                u[i, j] += 0.5 * m[j] * u[i, j + 1]
    return u
