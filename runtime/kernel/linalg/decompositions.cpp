#include "kernel/linalg/decompositions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernel/linalg/norm.h"

namespace ag::kernel {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMaxSweeps = 60;

bool is_finite(const double* a, int64_t count) {
  return std::all_of(a, a + count, [](double x) { return std::isfinite(x); });
}

double dot(const double* a, const double* b, int64_t count) {
  double sum = 0;
  for (int64_t k = 0; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

/// Applies a rotation: (x, y) = (c x - s y, s x + c y).
void rotate(double* __restrict x, double* __restrict y, int64_t count, double c, double s) {
  for (int64_t k = 0; k < count; ++k) {
    const double a = x[k], b = y[k];
    x[k] = c * a - s * b;
    y[k] = s * a + c * b;
  }
}

/// The Jacobi rotation that zeroes the off-diagonal element of a symmetric [[p, r], [r, q]].
struct Rotation {
  double c, s, t;
  Rotation(double p, double q, double r) {
    const double theta = (q - p) / (2 * r);
    t = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(1.0, theta));
    c = 1 / std::hypot(1.0, t);
    s = t * c;
  }
};

/// True if the sign of a vector has to be changed; decompositions.h has the rule.
bool is_turned(const double* x, int64_t count) {
  double greatest = 0;
  for (int64_t k = 0; k < count; ++k) greatest = std::max(greatest, std::abs(x[k]));
  const double* deciding = std::find_if(x, x + count, [&](double one) { return std::abs(one) >= 0.999 * greatest; });
  return deciding != x + count && *deciding < 0;
}

void turn(double* x, int64_t count) {
  for (int64_t k = 0; k < count; ++k) x[k] = -x[k];
}

/// Completes an orthonormal basis: rows from `known` on are filled with vectors orthogonal to all rows before them.
/// Each row has `size` elements.
void complete_basis(double* rows, int64_t known, int64_t count, int64_t size) {
  std::vector<double> candidate(static_cast<size_t>(size)), best(static_cast<size_t>(size));
  for (int64_t row = known; row < count; ++row) {
    double longest = -1;
    for (int64_t unit = 0; unit < size && longest < 0.5; ++unit) {
      std::fill(candidate.begin(), candidate.end(), 0.0);
      candidate[static_cast<size_t>(unit)] = 1;
      for (int round = 0; round < 2; ++round) {
        for (int64_t k = 0; k < row; ++k) {
          const double part = dot(candidate.data(), rows + k * size, size);
          for (int64_t j = 0; j < size; ++j) candidate[static_cast<size_t>(j)] -= part * rows[k * size + j];
        }
      }
      const double left = norm(candidate.data(), size);
      if (left <= longest) continue;
      longest = left;
      best = candidate;
    }
    for (int64_t j = 0; j < size; ++j) rows[row * size + j] = best[static_cast<size_t>(j)] / longest;
  }
}

}  // namespace

void symmetric_eigen(double* a, int64_t n, double* values, double* vectors) {
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = i + 1; j < n; ++j) a[i * n + j] = a[j * n + i];
  }
  if (!is_finite(a, n * n)) {
    std::fill_n(values, n, std::numeric_limits<double>::quiet_NaN());
    std::fill_n(vectors, n * n, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  std::vector<double> turned(static_cast<size_t>(n * n));  // each row is an eigenvector
  for (int64_t k = 0; k < n; ++k) turned[static_cast<size_t>(k * (n + 1))] = 1;
  const double size = norm(a, n * n);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        const double between = a[p * n + q];
        const double other = std::sqrt(std::abs(a[p * n + p])) * std::sqrt(std::abs(a[q * n + q]));
        if (std::abs(between) <= kEpsilon * std::max(other, kEpsilon * size)) continue;
        rotated = true;
        const Rotation by(a[p * n + p], a[q * n + q], between);
        for (int64_t k = 0; k < n; ++k) {
          const double x = a[k * n + p], y = a[k * n + q];
          a[k * n + p] = by.c * x - by.s * y;
          a[k * n + q] = by.s * x + by.c * y;
        }
        rotate(a + p * n, a + q * n, n, by.c, by.s);
        a[p * n + q] = a[q * n + p] = 0;
        rotate(turned.data() + p * n, turned.data() + q * n, n, by.c, by.s);
      }
    }
    if (!rotated) break;
  }
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) { return a[i * (n + 1)] < a[j * (n + 1)]; });
  for (int64_t k = 0; k < n; ++k) {
    const int64_t from = order[static_cast<size_t>(k)];
    double* vector = turned.data() + from * n;
    if (is_turned(vector, n)) turn(vector, n);
    values[k] = a[from * (n + 1)];
    for (int64_t i = 0; i < n; ++i) vectors[i * n + k] = vector[i];
  }
}

void singular_values(const double* a, int64_t rows, int64_t columns, double* s, double* u, int64_t u_width, double* vt,
                     int64_t vt_height) {
  const int64_t tall = std::max(rows, columns), count = std::min(rows, columns);
  if (!is_finite(a, rows * columns)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(s, count, nan);
    std::fill_n(u, rows * u_width, nan);
    std::fill_n(vt, vt_height * columns, nan);
    return;
  }
  // `lines` holds the columns of the matrix as rows, or those of its transpose if the matrix has more columns than
  // rows. `turned` accumulates the rotations, from the identity.
  const bool wide = columns > rows;
  std::vector<double> lines(static_cast<size_t>(count * tall)), turned(static_cast<size_t>(count * count));
  for (int64_t k = 0; k < count; ++k) {
    for (int64_t i = 0; i < tall; ++i) {
      lines[static_cast<size_t>(k * tall + i)] = wide ? a[k * columns + i] : a[i * columns + k];
    }
    turned[static_cast<size_t>(k * (count + 1))] = 1;
  }
  const auto line = [&](int64_t k) { return lines.data() + k * tall; };
  const double negligible = kEpsilon * norm(lines.data(), count * tall) * static_cast<double>(tall);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p < count; ++p) {
      for (int64_t q = p + 1; q < count; ++q) {
        const double x = norm(line(p), tall), y = norm(line(q), tall);
        if (x <= negligible || y <= negligible) continue;
        // The lines are scaled to length 1, so that no product overflows.
        double between = 0;
        for (int64_t k = 0; k < tall; ++k) between += (line(p)[k] / x) * (line(q)[k] / y);
        if (std::abs(between) <= kEpsilon * std::sqrt(static_cast<double>(tall))) continue;
        rotated = true;
        const Rotation by(x / y, y / x, between);
        rotate(line(p), line(q), tall, by.c, by.s);
        rotate(turned.data() + p * count, turned.data() + q * count, count, by.c, by.s);
      }
    }
    if (!rotated) break;
  }
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::vector<double> lengths;
  for (int64_t k = 0; k < count; ++k) lengths.push_back(norm(line(k), tall));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return lengths[static_cast<size_t>(i)] > lengths[static_cast<size_t>(j)];
  });
  // Both factors as rows: the long singular vectors and the short ones.
  const int64_t long_count = std::max(count, wide ? vt_height : u_width);
  std::vector<double> longs(static_cast<size_t>(long_count * tall)), shorts(static_cast<size_t>(count * count));
  int64_t known = 0;
  for (int64_t k = 0; k < count; ++k) {
    const int64_t from = order[static_cast<size_t>(k)];
    s[k] = lengths[static_cast<size_t>(from)];
    std::copy_n(turned.data() + from * count, count, shorts.data() + k * count);
    if (s[k] <= negligible) continue;
    ++known;
    for (int64_t i = 0; i < tall; ++i) longs[static_cast<size_t>(k * tall + i)] = line(from)[i] / s[k];
  }
  complete_basis(longs.data(), known, long_count, tall);
  const double* const us = wide ? shorts.data() : longs.data();
  const int64_t u_size = wide ? count : tall;
  for (int64_t k = 0; k < count; ++k) {
    if (!is_turned(us + k * u_size, u_size)) continue;
    turn(longs.data() + k * tall, tall);
    turn(shorts.data() + k * count, count);
  }
  const double* const vs = wide ? longs.data() : shorts.data();
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t k = 0; k < u_width; ++k) u[i * u_width + k] = us[k * u_size + i];
  }
  std::copy_n(vs, vt_height * columns, vt);
}

}  // namespace ag::kernel
