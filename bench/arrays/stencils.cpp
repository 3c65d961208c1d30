/// Stencils and sweeps.
#include "program.h"

using ag::slice;
using ag::Tensor;

namespace bench::arrays {

/// The heat equation on a rod whose ends keep their temperature.
namespace heat {
AG_FUNCTION Tensor tensor(Tensor u, Tensor steps) {
  for (Tensor t : ag::range(steps)) u[slice(1, -1)] += 0.2 * (u[slice(2)] - 2.0 * u[slice(1, -1)] + u[slice(0, -2)]);
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t steps) {
  for (int64_t t = 0; t < steps; ++t) {
    u[slice(1, -1)] += 0.2 * (u[slice(2)] - 2.0 * u[slice(1, -1)] + u[slice(0, -2)]);
  }
  return u;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor steps) {
  for (Tensor t : ag::range(steps)) {
    u = u + ag::pad(0.2 * (u[slice(2)] - 2.0 * u[slice(1, -1)] + u[slice(0, -2)]), {{1, 1}});
  }
  return u;
}
}  // namespace heat

/// The wave equation on a membrane with a fixed edge, by rows.
namespace wave {
AG_FUNCTION Tensor tensor(Tensor u, Tensor steps) {
  Tensor n = u.shape(0);
  Tensor before = u;
  for (Tensor t : ag::range(steps)) {
    Tensor next = u;
    for (Tensor i : ag::range(1, n - 1)) {
      Tensor row = u(i, slice(1, -1));
      Tensor around = u(i - 1, slice(1, -1)) + u(i + 1, slice(1, -1)) + u(i, slice(0, -2)) + u(i, slice(2));
      next(i, slice(1, -1)) = 2.0 * row - before(i, slice(1, -1)) + 0.25 * (around - 4.0 * row);
    }
    before = u;
    u = next;
  }
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t steps) {
  Tensor before = u;
  for (int64_t t = 0; t < steps; ++t) {
    Tensor next = u;
    for (int64_t i = 1; i < u.shape(0) - 1; ++i) {
      Tensor row = u(i, slice(1, -1));
      Tensor around = u(i - 1, slice(1, -1)) + u(i + 1, slice(1, -1)) + u(i, slice(0, -2)) + u(i, slice(2));
      next(i, slice(1, -1)) = 2.0 * row - before(i, slice(1, -1)) + 0.25 * (around - 4.0 * row);
    }
    before = u;
    u = next;
  }
  return u;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor steps) {
  const ag::Slice inner = slice(1, -1), low = slice(0, -2), high = slice(2);
  Tensor before = u;
  for (Tensor t : ag::range(steps)) {
    Tensor next = u;
    Tensor around = u(low, inner) + u(high, inner) + u(inner, low) + u(inner, high);
    next(inner, inner) = 2.0 * u(inner, inner) - before(inner, inner) + 0.25 * (around - 4.0 * u(inner, inner));
    before = u;
    u = next;
  }
  return u;
}
}  // namespace wave

/// The equation of Laplace by the method of Jacobi, until no element changes by more than 1e-4.
namespace jacobi {
Tensor means(const Tensor& u) {
  return 0.25 * (u(slice(0, -2), slice(1, -1)) + u(slice(2), slice(1, -1)) + u(slice(1, -1), slice(0, -2)) +
                 u(slice(1, -1), slice(2)));
}

AG_FUNCTION Tensor tensor(Tensor u, Tensor limit) {
  Tensor change = 1.0, k = 0;
  while (change > 1e-4 && k < limit) {
    Tensor next = means(u);
    change = ag::max(ag::abs(next - u(slice(1, -1), slice(1, -1))));
    u(slice(1, -1), slice(1, -1)) = next;
    k += 1;
  }
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t limit) {
  for (int64_t k = 0; k < limit; ++k) {
    Tensor next = means(u);
    Tensor change = ag::max(ag::abs(next - u(slice(1, -1), slice(1, -1))));
    u(slice(1, -1), slice(1, -1)) = next;
    if (change <= 1e-4) break;
  }
  return u;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor limit) {
  Tensor change = 1.0, k = 0;
  while (change > 1e-4 && k < limit) {
    Tensor next = ag::pad(means(u) - u(slice(1, -1), slice(1, -1)), {{1, 1}, {1, 1}});
    change = ag::max(ag::abs(next));
    u = u + next;
    k += 1;
  }
  return u;
}
}  // namespace jacobi

/// Gauss and Seidel's method in the order of a chessboard: the elements of one colour, then those of the other one.
namespace red_black {
Tensor relaxed(Tensor u, int64_t y, int64_t x) {
  const int64_t n = u.shape(0);
  const ag::Slice rows = slice(y, -1, 2), columns = slice(x, -1, 2);
  u(rows, columns) = 0.25 * (u(slice(y - 1, -2, 2), columns) + u(slice(y + 1, n, 2), columns) +
                             u(rows, slice(x - 1, -2, 2)) + u(rows, slice(x + 1, n, 2)));
  return u;
}

AG_FUNCTION Tensor tensor(Tensor u, Tensor steps) {
  for (Tensor t : ag::range(steps)) u = relaxed(relaxed(relaxed(relaxed(u, 1, 1), 2, 2), 1, 2), 2, 1);
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t steps) {
  for (int64_t t = 0; t < steps; ++t) {
    for (int64_t colour = 0; colour < 2; ++colour) {
      for (int64_t y = 1; y <= 2; ++y) u = relaxed(u, y, colour == 0 ? y : 3 - y);
    }
  }
  return u;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor steps) {
  Tensor i = ag::arange(u.shape(0));
  Tensor inside = (i > 0) & (i < u.shape(0) - 1);
  Tensor interior = ag::expand_dims(inside, 1) & inside;
  Tensor red = (ag::expand_dims(i, 1) + i) % 2 == 0;
  for (Tensor t : ag::range(steps)) {
    u = ag::where(interior & red, ag::pad(jacobi::means(u), {{1, 1}, {1, 1}}), u);
    u = ag::where(interior & !red, ag::pad(jacobi::means(u), {{1, 1}, {1, 1}}), u);
  }
  return u;
}
}  // namespace red_black

/// Conway's Game of Life on a torus.
namespace life {
Tensor born(const Tensor& count, const Tensor& alive) {
  return ag::astype((count == 3) | ((count == 2) & (alive == 1)), ag::int32);
}

AG_FUNCTION Tensor tensor(Tensor board, Tensor generations) {
  Tensor n = board.shape(0);
  for (Tensor g : ag::range(generations)) {
    Tensor next = board;
    for (Tensor y : ag::range(n)) {
      Tensor three = board[(y + n - 1) % n] + board[y] + board[(y + 1) % n];
      next[y] = born(three + ag::roll(three, 1, 0) + ag::roll(three, -1, 0) - board[y], board[y]);
    }
    board = next;
  }
  return board;
}

AG_FUNCTION Tensor host(Tensor board, int64_t generations) {
  int64_t n = board.shape(0);
  for (int64_t g = 0; g < generations; ++g) {
    Tensor next = board;
    for (int64_t y = 0; y < n; ++y) {
      Tensor three = board[(y + n - 1) % n] + board[y] + board[(y + 1) % n];
      next[y] = born(three + ag::roll(three, 1, 0) + ag::roll(three, -1, 0) - board[y], board[y]);
    }
    board = next;
  }
  return board;
}

AG_FUNCTION Tensor whole(Tensor board, Tensor generations) {
  for (Tensor g : ag::range(generations)) {
    Tensor three = board + ag::roll(board, 1, 0) + ag::roll(board, -1, 0);
    board = born(three + ag::roll(three, 1, 1) + ag::roll(three, -1, 1) - board, board);
  }
  return board;
}
}  // namespace life

/// Transport with constant speed around a circle, by the scheme of Lax and Wendroff.
namespace advection {
Tensor moved(const Tensor& left, const Tensor& here, const Tensor& right) {
  return here - 0.4 * (right - left) + 0.32 * (right - 2.0 * here + left);
}

AG_FUNCTION Tensor tensor(Tensor u, Tensor steps) {
  for (Tensor t : ag::range(steps)) {
    Tensor next = u;
    next[slice(1, -1)] = moved(u[slice(0, -2)], u[slice(1, -1)], u[slice(2)]);
    next[0] = moved(u[-1], u[0], u[1]);
    next[-1] = moved(u[-2], u[-1], u[0]);
    u = next;
  }
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t steps) {
  for (int64_t t = 0; t < steps; ++t) {
    Tensor next = u;
    next[slice(1, -1)] = moved(u[slice(0, -2)], u[slice(1, -1)], u[slice(2)]);
    next[0] = moved(u[-1], u[0], u[1]);
    next[-1] = moved(u[-2], u[-1], u[0]);
    u = next;
  }
  return u;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor steps) {
  for (Tensor t : ag::range(steps)) u = moved(ag::roll(u, 1, 0), u, ag::roll(u, -1, 0));
  return u;
}
}  // namespace advection

/// The equation of Burgers with limited slopes, in float32; the two cells at each end do not change.
namespace burgers {
Tensor minmod(const Tensor& a, const Tensor& b) {
  return ag::where(a * b > 0, ag::where(ag::abs(a) < ag::abs(b), a, b), 0.0);
}

AG_FUNCTION Tensor tensor(Tensor u, Tensor steps) {
  for (Tensor t : ag::range(steps)) {
    Tensor d = u[slice(1)] - u[slice(0, -1)];
    Tensor f = 0.5 * ag::square(u[slice(1, -1)] + 0.5 * minmod(d[slice(0, -1)], d[slice(1)]));
    u[slice(2, -1)] -= 0.3 * (f[slice(1)] - f[slice(0, -1)]);
  }
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t steps) {
  for (int64_t t = 0; t < steps; ++t) {
    Tensor d = u[slice(1)] - u[slice(0, -1)];
    Tensor f = 0.5 * ag::square(u[slice(1, -1)] + 0.5 * minmod(d[slice(0, -1)], d[slice(1)]));
    u[slice(2, -1)] -= 0.3 * (f[slice(1)] - f[slice(0, -1)]);
  }
  return u;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor steps) {
  Tensor i = ag::arange(u.shape(0));
  Tensor inside = (i >= 2) & (i < u.shape(0) - 1);
  for (Tensor t : ag::range(steps)) {
    Tensor d = ag::roll(u, -1, 0) - u;
    Tensor f = 0.5 * ag::square(u + 0.5 * minmod(ag::roll(d, 1, 0), d));
    u = ag::where(inside, u - 0.3 * (f - ag::roll(f, 1, 0)), u);
  }
  return u;
}
}  // namespace burgers

/// An image filtered by a small matrix, in float32.
namespace filter {
AG_FUNCTION Tensor tensor(Tensor image, Tensor kernel) {
  const int64_t rows = image.shape(0) - kernel.shape(0) + 1, columns = image.shape(1) - kernel.shape(1) + 1;
  Tensor height = kernel.shape(0), width = kernel.shape(1);
  Tensor out = ag::zeros({rows, columns});
  for (Tensor y : ag::range(height)) {
    for (Tensor x : ag::range(width)) out += kernel(y, x) * image(slice(y, y + rows), slice(x, x + columns));
  }
  return out;
}

AG_FUNCTION Tensor host(Tensor image, Tensor kernel) {
  const int64_t rows = image.shape(0) - kernel.shape(0) + 1, columns = image.shape(1) - kernel.shape(1) + 1;
  Tensor out = ag::zeros({rows, columns});
  for (int64_t y = 0; y < kernel.shape(0); ++y) {
    for (int64_t x = 0; x < kernel.shape(1); ++x) {
      out += kernel(y, x) * image(slice(y, y + rows), slice(x, x + columns));
    }
  }
  return out;
}

AG_FUNCTION Tensor whole(Tensor image, Tensor kernel) {
  Tensor images = ag::reshape(image, {1, image.shape(0), image.shape(1), 1});
  Tensor filtered = ag::conv2d(images, ag::reshape(kernel, {kernel.shape(0), kernel.shape(1), 1, 1}));
  return ag::squeeze(filtered, {0, 3});
}
}  // namespace filter

/// The reaction and diffusion of two substances after Gray and Scott; the edge does not change.
namespace gray_scott {
Tensor laplacian(const Tensor& u) { return 4.0 * (jacobi::means(u) - u(slice(1, -1), slice(1, -1))); }

AG_FUNCTION std::pair<Tensor, Tensor> tensor(Tensor u, Tensor v, Tensor steps) {
  const ag::Slice inner = slice(1, -1);
  for (Tensor t : ag::range(steps)) {
    Tensor reaction = u(inner, inner) * ag::square(v(inner, inner));
    u(inner, inner) += 0.16 * laplacian(u) - reaction + 0.06 * (1.0 - u(inner, inner));
    v(inner, inner) += 0.08 * laplacian(v) + reaction - 0.122 * v(inner, inner);
  }
  return {u, v};
}

AG_FUNCTION std::pair<Tensor, Tensor> host(Tensor u, Tensor v, int64_t steps) {
  const ag::Slice inner = slice(1, -1);
  for (int64_t t = 0; t < steps; ++t) {
    Tensor reaction = u(inner, inner) * ag::square(v(inner, inner));
    u(inner, inner) += 0.16 * laplacian(u) - reaction + 0.06 * (1.0 - u(inner, inner));
    v(inner, inner) += 0.08 * laplacian(v) + reaction - 0.122 * v(inner, inner);
  }
  return {u, v};
}

AG_FUNCTION std::pair<Tensor, Tensor> whole(Tensor u, Tensor v, Tensor steps) {
  Tensor inside = ag::pad(ag::ones({u.shape(0) - 2, u.shape(1) - 2}, ag::float64), {{1, 1}, {1, 1}});
  for (Tensor t : ag::range(steps)) {
    Tensor reaction = u * ag::square(v);
    Tensor du = 0.16 * ag::pad(laplacian(u), {{1, 1}, {1, 1}}) - reaction + 0.06 * (1.0 - u);
    Tensor dv = 0.08 * ag::pad(laplacian(v), {{1, 1}, {1, 1}}) + reaction - 0.122 * v;
    u = u + inside * du;
    v = v + inside * dv;
  }
  return {u, v};
}
}  // namespace gray_scott

/// Implicit diffusion in alternating directions: tridiagonal systems along the columns, then along the rows.
namespace alternating_directions {
AG_FUNCTION Tensor tensor(Tensor u, Tensor steps) {
  Tensor n = u.shape(0);
  Tensor m = ag::full({u.shape(0)}, 0.5, ag::float64);
  for (Tensor i : ag::range(1, n)) m[i] = 1 / (2.0 - 0.25 * m[i - 1]);
  for (Tensor t : ag::range(2 * steps)) {
    u[0] *= m[0];
    for (Tensor i : ag::range(1, n)) u[i] = (u[i] + 0.5 * u[i - 1]) * m[i];
    for (Tensor i : ag::range(n - 2, -1, -1)) u[i] += 0.5 * m[i] * u[i + 1];
    u = ag::transpose(u);
  }
  return u;
}

AG_FUNCTION Tensor host(Tensor u, int64_t steps) {
  int64_t n = u.shape(0);
  Tensor m = ag::full({n}, 0.5, ag::float64);
  for (int64_t i = 1; i < n; ++i) m[i] = 1 / (2.0 - 0.25 * m[i - 1]);
  for (int64_t t = 0; t < 2 * steps; ++t) {
    u[0] *= m[0];
    for (int64_t i = 1; i < n; ++i) u[i] = (u[i] + 0.5 * u[i - 1]) * m[i];
    for (int64_t i = n - 2; i >= 0; --i) u[i] += 0.5 * m[i] * u[i + 1];
    u = ag::transpose(u);
  }
  return u;
}
}  // namespace alternating_directions

void add_stencils(std::vector<Program>& list) {
  const auto add = [&](const char* name, int64_t size, int64_t small, auto inputs, std::vector<Style> styles,
                       int64_t host_size = 0) {
    list.push_back({name, "stencils", size, small, inputs, std::move(styles), host_size});
  };
  add(
      "heat", 2000, 40, [](int64_t n) { return Tensors{uniform(21, n), count(n / 4)}; },
      styles(heat::tensor, heat::host, heat::whole));
  add(
      "wave", 100, 12, [](int64_t n) { return Tensors{centred(22, n, n), count(n / 2)}; },
      styles(wave::tensor, wave::host, wave::whole));
  add(
      "jacobi", 64, 12, [](int64_t n) { return Tensors{uniform(23, n, n), count(300)}; },
      styles(jacobi::tensor, jacobi::host, jacobi::whole));
  add(
      "red_black", 64, 12, [](int64_t n) { return Tensors{uniform(24, n, n), count(100)}; },
      styles(red_black::tensor, red_black::host, red_black::whole));
  add(
      "life", 100, 10, [](int64_t n) { return Tensors{ag::astype(uniform(25, n, n) < 0.4, ag::int32), count(n / 2)}; },
      styles(life::tensor, life::host, life::whole));
  add(
      "advection", 5000, 50, [](int64_t n) { return Tensors{uniform(26, n), count(n / 25)}; },
      styles(advection::tensor, advection::host, advection::whole));
  add(
      "burgers", 2000, 50, [](int64_t n) { return Tensors{0.5f + uniform(27, n, ag::float32), count(n / 10)}; },
      styles(burgers::tensor, burgers::host, burgers::whole));
  add(
      "filter", 300, 16,
      [](int64_t n) { return Tensors{uniform(28, n, n, ag::float32), centred(29, 5, 5, ag::float32)}; },
      styles(filter::tensor, filter::host, filter::whole));
  add(
      "gray_scott", 64, 12, [](int64_t n) { return Tensors{uniform(30, n, n), 0.5 * uniform(31, n, n), count(100)}; },
      styles(gray_scott::tensor, gray_scott::host, gray_scott::whole));
  add(
      "alternating_directions", 100, 12, [](int64_t n) { return Tensors{uniform(32, n, n), count(n / 10)}; },
      styles(alternating_directions::tensor, alternating_directions::host));
}

}  // namespace bench::arrays
