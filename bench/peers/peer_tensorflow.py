"""The workloads in TensorFlow: tf.function, whose AutoGraph makes graphs of the loops.

Settings: graph, xla (jit_compile=True; it compiles W13g anew for each number of rounds), eager (for the recursion, which no graph can have).
"""

import inputs
import tensorflow as tf


def versions():
    return {"tensorflow": tf.__version__}


def power(x, y):
    r = tf.eye(10, dtype=tf.int32)
    for _ in tf.range(y):
        r = tf.matmul(x, r)
    return r


def convolution(x, f):
    return tf.nn.conv2d(x, f, 1, "VALID")


def recurrent(x, w, b, lengths):
    times = tf.shape(x)[1]
    xt = tf.transpose(x, [1, 0, 2])
    out = tf.TensorArray(tf.float32, size=times, element_shape=[32, 256])
    h = tf.zeros([32, 256])
    for t in tf.range(times):
        new = tf.tanh(tf.matmul(tf.concat([xt[t], h], 1), w) + b)
        lasts = (t < lengths)[:, None]
        h = tf.where(lasts, new, h)
        out = out.write(t, tf.where(lasts, new, tf.zeros_like(new)))
    return tf.transpose(out.stack(), [1, 0, 2]), h


def converge(x):
    steps = tf.constant(0)
    while tf.reduce_max(x) > 0.05:
        x = tf.tanh(x)
        steps += 1
    return steps, x


def collatz(n):
    count = tf.constant(0, tf.int64)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count


def fizzbuzz(n):
    fb = f = b = s = tf.constant(0, tf.int64)
    for i in tf.range(tf.constant(1, tf.int64), n + 1):
        if i % 15 == 0:
            fb += 1
        elif i % 3 == 0:
            f += 1
        elif i % 5 == 0:
            b += 1
        else:
            s += i
    return fb, f, b, s


def mean_square(a, b):
    return tf.reduce_mean((a - b) ** 2)


def positive(x):
    return tf.where(x > 0, x, 0.0)


def black_scholes(s, k, t):
    r, v = 0.02, 0.30

    def cdf(x):
        return 0.5 * (1 + tf.math.erf(x * 0.7071067811865476))

    vt = v * tf.sqrt(t)
    d1 = (tf.math.log(s / k) + (r + 0.5 * v * v) * t) / vt
    d2 = d1 - vt
    discounted = k * tf.exp(-r * t)
    return s * cdf(d1) - discounted * cdf(d2), discounted * cdf(-d2) - s * cdf(-d1)


def mandelbrot(cr, ci):
    zr = zi = tf.zeros_like(cr)
    count = tf.zeros_like(cr, tf.int32)
    active = tf.ones_like(cr, tf.bool)
    k = tf.constant(0)
    while k < 256 and tf.reduce_any(active):
        zr, zi = tf.where(active, zr * zr - zi * zi + cr, zr), tf.where(active, 2 * zr * zi + ci, zi)
        count += tf.cast(active, tf.int32)
        active = zr * zr + zi * zi <= 4
        k += 1
    return count


def newton(a):
    x, steps = a, tf.constant(0)
    while tf.reduce_max(tf.abs(x * x - a) / a) > 1e-14 and steps < 100:
        x = (x + a / x) / 2
        steps += 1
    return x, steps


def newton_of_number(a):
    x, steps = a, tf.constant(0)
    while tf.abs(x * x - a) > 1e-14 * a and steps < 100:
        x = (x + a / x) / 2
        steps += 1
    return x, steps


def kmeans(x):
    centres = x[:8]
    old = tf.fill([tf.shape(x)[0]], -1)
    changed, rounds = tf.constant(True), tf.constant(0)
    while changed and rounds < 300:
        distance = (x[:, 0:1] - centres[:, 0]) ** 2 + (x[:, 1:2] - centres[:, 1]) ** 2
        nearest = tf.argmin(distance, 1, output_type=tf.int32)
        chosen = tf.one_hot(nearest, 8)
        count = tf.reduce_sum(chosen, 0)[:, None]
        centres = tf.where(count > 0, tf.matmul(chosen, x, transpose_a=True) / tf.maximum(count, 1), centres)
        changed = tf.reduce_any(nearest != old)
        old = nearest
        rounds += 1
    return rounds, tf.reduce_sum((x - tf.gather(centres, old)) ** 2)


def kalman(f, h, q, r, z, inverse=tf.linalg.inv):
    times = tf.shape(z)[0]
    x, p, eye = tf.zeros([4, 1], tf.float64), tf.eye(4, dtype=tf.float64), tf.eye(4, dtype=tf.float64)
    states = tf.TensorArray(tf.float64, size=times, element_shape=[4, 1])
    for t in tf.range(times):
        x, p = f @ x, f @ p @ tf.transpose(f) + q
        pht = p @ tf.transpose(h)
        gain = pht @ inverse(h @ pht + r)
        x = x + gain @ (z[t][:, None] - h @ x)
        p = (eye - gain @ h) @ p
        states = states.write(t, x)
    return states.stack(), p


def inverse_by_hand(m):
    a, b, c, d = m[0, 0], m[0, 1], m[1, 0], m[1, 1]
    return tf.stack([tf.stack([d, -b]), tf.stack([-c, a])]) / (a * d - b * c)


def kalman_by_hand(f, h, q, r, z):
    return kalman(f, h, q, r, z, inverse_by_hand)


def ode(w1, b1, w2, b2, y, n):
    h = 0.05
    y = y[None, :]

    def net(y):
        return tf.tanh(y @ w1 + b1) @ w2 + b2

    for _ in tf.range(n):
        k1 = net(y)
        k2 = net(y + h / 2 * k1)
        k3 = net(y + h / 2 * k2)
        k4 = net(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return tf.reduce_sum(y ** 2)


def ode_gradient(w1, b1, w2, b2, y, n):
    parameters = [w1, b1, w2, b2]
    with tf.GradientTape() as tape:
        tape.watch(parameters)
        loss = ode(w1, b1, w2, b2, y, n)
    return [loss, *tape.gradient(loss, parameters)]


def train(x, labels):
    w, b, loss = tf.zeros([784, 10]), tf.zeros([10]), tf.constant(0.0)
    for t in tf.range(1000):
        at = 200 * t % 10000
        xb, lb = tf.slice(x, [at, 0], [200, 784]), tf.slice(labels, [at], [200])
        with tf.GradientTape() as tape:
            tape.watch([w, b])
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(lb, xb @ w + b))
        gw, gb = tape.gradient(loss, [w, b])
        w, b = w - 0.1 * gw, b - 0.1 * gb
    return loss, w


def rosenbrock(x):
    return tf.reduce_sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def rosenbrock_gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = rosenbrock(x)
    return value, tape.gradient(value, x)


def direction(g, steps, changes, rho, gamma):
    """The two loops of L-BFGS, unrolled."""
    d, alphas = g, []
    for i in reversed(range(10)):
        alphas.append(rho[i] * tf.reduce_sum(steps[i] * d))
        d = d - alphas[-1] * changes[i]
    d = gamma * d
    for i in range(10):
        d = d + (alphas[9 - i] - rho[i] * tf.reduce_sum(changes[i] * d)) * steps[i]
    return -d


def lbfgs(x):
    f, g = rosenbrock_gradient(x)
    steps = changes = tf.zeros([10, 100], tf.float64)
    rho, gamma = tf.zeros([10], tf.float64), tf.constant(1.0, tf.float64)
    for _ in tf.range(40):
        d = direction(g, steps, changes, rho, gamma)
        slope = tf.reduce_sum(g * d)
        t = tf.constant(1.0, tf.float64)
        while rosenbrock(x + t * d) > f + 1e-4 * t * slope:
            t = t / 2
        new_x = x + t * d
        new_f, new_g = rosenbrock_gradient(new_x)
        step, change = new_x - x, new_g - g
        product = tf.reduce_sum(step * change)
        if product > 1e-10:
            steps, changes = tf.concat([steps[1:], step[None]], 0), tf.concat([changes[1:], change[None]], 0)
            rho, gamma = tf.concat([rho[1:], (1 / product)[None]], 0), product / tf.reduce_sum(change * change)
        x, f, g = new_x, new_f, new_g
    return f


def beam_search(wo, wh, e):
    h, word = tf.zeros([5, 64]), tf.fill([5], 1)
    infinity = float("inf")
    score = tf.constant([0.0] + [-infinity] * 4)
    done, length, t = tf.fill([5], False), tf.zeros([5], tf.int32), tf.constant(0)
    ended = tf.where(tf.range(1000) == 0, 0.0, -infinity)
    while t < 50 and not tf.reduce_all(done):
        h = tf.tanh(h @ wh + tf.gather(e, word))
        chances = tf.where(done[:, None], ended, tf.nn.log_softmax(tf.tanh(h) @ wo))
        score, at = tf.math.top_k(tf.reshape(score[:, None] + chances, [-1]), 5)
        beam, word = at // 1000, at % 1000
        was_done = tf.gather(done, beam)
        length = tf.gather(length, beam) + tf.cast(tf.logical_not(was_done), tf.int32)
        done = tf.logical_or(was_done, word == 0)
        h = tf.gather(h, beam)
        t += 1
    return score[0], length[0]


def tree(leaves):
    def node(low, high):
        if high - low == 1:
            return leaves[low]
        middle = (low + high) // 2
        return tf.tanh(node(low, middle) + node(middle, high))

    return node(0, leaves.shape[0])


def add(a, b, c):
    return a + b + c


def count_up(n):
    s = tf.constant(0, tf.int64)
    for i in tf.range(n):
        s += i
    return s


WORKLOADS = {
    "W1": power, "W2": convolution, "W3": recurrent, "W4": converge, "W5a": collatz, "W5b": fizzbuzz, "W6": mean_square, "W7": positive,
    "W8": black_scholes, "W9": mandelbrot, "W10a": newton_of_number, "W10b": newton, "W11": kmeans, "W12": kalman, "W13f": ode,
    "W13g": ode_gradient, "W14": train, "W15a": lbfgs, "W15c": beam_search, "W15d": tree, "W16": add, "W17": count_up,
}


def prepare(setting, workload, threads):
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)  # calls and loops are faster so
    arguments = [tf.constant(value) for value in inputs.make(workload)]
    function = kalman_by_hand if setting.endswith("by hand") else WORKLOADS[workload.partition("_")[0]]
    if setting != "eager":
        function = tf.function(function, jit_compile=True if setting.startswith("xla") else None)
    # On the processor a call returns when its result is there.
    return lambda: function(*arguments), lambda value: [part.numpy() for part in (value if isinstance(value, (tuple, list)) else (value,))]
