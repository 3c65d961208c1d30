/// Singular values and vectors by one-sided Jacobi rotations. They begin with the eigenvectors of the products of the
/// lines, which leave little to rotate (Z. Drmač and K. Veselić, "New fast and accurate Jacobi SVD algorithm", SIAM
/// Journal on Matrix Analysis and Applications 29, 2008, begin with a QR decomposition for the same reason).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "kernel/linalg/decompositions.h"
#include "kernel/linalg/epsilon.h"
#include "kernel/linalg/matrix_block.h"
#include "kernel/linalg/norm.h"
#include "kernel/linalg/rotation.h"
#include "kernel/linalg/scaling.h"
#include "kernel/linalg/vector_sign.h"

namespace ag::kernel {

namespace {

using Block = MatrixBlock<double>;

constexpr int kMaxSweeps = 60;

/// Returns the sum of products, in lanes.
double dot(const double* a, const double* b, int64_t count) {
  constexpr int64_t kLanes = 8;
  double lanes[kLanes] = {};
  int64_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] += a[k + lane] * b[k + lane];
  }
  double sum = 0;
  for (; k < count; ++k) sum += a[k] * b[k];
  for (const double lane : lanes) sum += lane;
  return sum;
}

/// The Jacobi rotation that zeroes the off-diagonal element of a symmetric [[p, r], [r, q]].
struct Rotation {
  double c, s;
  Rotation(double p, double q, double r) {
    const double theta = (q - p) / (2 * r);
    const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(1.0, theta));
    c = 1 / std::hypot(1.0, t);
    s = t * c;
  }
};

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

/// Lines that rotations make orthogonal, and the product of the rotations, as rows.
class JacobiLines {
 public:
  JacobiLines(std::vector<double> lines, int64_t count, int64_t size)
      : count_(count), size_(size), lines_(std::move(lines)), turned_(static_cast<size_t>(count * count)) {
    for (int64_t k = 0; k < count; ++k) turned_[static_cast<size_t>(k * (count + 1))] = 1;
    negligible_ = kEpsilon * norm(lines_.data(), count * size) * static_cast<double>(size);
  }

  void run() {
    if (count_ > kFewLines) precondition();
    for (int sweep = 0; sweep < kMaxSweeps && rotate_all(); ++sweep) {
    }
  }

  double* line(int64_t k) { return lines_.data() + k * size_; }
  const double* turned(int64_t k) const { return turned_.data() + k * count_; }
  double negligible() const { return negligible_; }

 private:
  static constexpr int64_t kFewLines = 8;

  /// Returns the products of each two lines.
  std::vector<double> products() {
    std::vector<double> result(static_cast<size_t>(count_ * count_));
    const MatrixBlock<const double> all{lines_.data(), size_};
    assign_product<double>({result.data(), count_}, all, all.transposed(), count_, count_, size_);
    return result;
  }

  /// Replaces the lines by their combinations with the eigenvectors of their products, the longest one first.
  void precondition() {
    std::vector<double> gram = products(), values(static_cast<size_t>(count_)), vectors(gram.size());
    symmetric_eigen(gram.data(), count_, values.data(), vectors.data());
    for (int64_t k = 0; k < count_; ++k) {
      for (int64_t i = 0; i < count_; ++i)
        turned_[static_cast<size_t>(k * count_ + i)] = vectors[static_cast<size_t>(i * count_ + count_ - 1 - k)];
    }
    const std::vector<double> before = lines_;
    assign_product<double>({lines_.data(), size_}, {turned_.data(), count_}, {before.data(), size_}, count_, size_,
                           count_);
  }

  /// Rotates each two lines that are not orthogonal. Returns false if there are none.
  bool rotate_all() {
    const std::vector<double> gram = products();
    const double tolerance = kEpsilon * std::sqrt(static_cast<double>(size_));
    bool rotated = false;
    std::vector<bool> changed(static_cast<size_t>(count_));
    for (int64_t p = 0; p < count_; ++p) {
      for (int64_t q = p + 1; q < count_; ++q) {
        double x = gram[static_cast<size_t>(p * (count_ + 1))], y = gram[static_cast<size_t>(q * (count_ + 1))];
        double between = gram[static_cast<size_t>(p * count_ + q)];
        const bool fresh = !changed[static_cast<size_t>(p)] && !changed[static_cast<size_t>(q)];
        if (fresh && std::abs(between) <= tolerance * std::sqrt(x) * std::sqrt(y)) continue;
        x = dot(line(p), line(p), size_);
        y = dot(line(q), line(q), size_);
        if (std::sqrt(x) <= negligible_ || std::sqrt(y) <= negligible_) continue;
        between = dot(line(p), line(q), size_);
        if (std::abs(between) <= tolerance * std::sqrt(x) * std::sqrt(y)) continue;
        rotated = true;
        changed[static_cast<size_t>(p)] = changed[static_cast<size_t>(q)] = true;
        const Rotation by(x, y, between);
        rotate(line(p), line(q), size_, by.c, by.s);
        rotate(turned_.data() + p * count_, turned_.data() + q * count_, count_, by.c, by.s);
      }
    }
    return rotated;
  }

  const int64_t count_, size_;
  std::vector<double> lines_, turned_;
  double negligible_;
};

}  // namespace

void singular_values(const double* a, int64_t rows, int64_t columns, double* s, double* u, int64_t u_width, double* vt,
                     int64_t vt_height) {
  const int64_t tall = std::max(rows, columns), count = std::min(rows, columns);
  if (!are_finite(a, rows * columns)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(s, count, nan);
    std::fill_n(u, rows * u_width, nan);
    std::fill_n(vt, vt_height * columns, nan);
    return;
  }
  // The lines are the columns of the matrix, or its rows if it has more columns than rows.
  const bool wide = columns > rows;
  const int exponent = binary_exponent(a, rows * columns);
  std::vector<double> elements(static_cast<size_t>(count * tall));
  for (int64_t k = 0; k < count; ++k) {
    for (int64_t i = 0; i < tall; ++i) {
      const double element = wide ? a[k * columns + i] : a[i * columns + k];
      elements[static_cast<size_t>(k * tall + i)] = std::ldexp(element, -exponent);
    }
  }
  JacobiLines lines(std::move(elements), count, tall);
  lines.run();
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::vector<double> lengths;
  for (int64_t k = 0; k < count; ++k) lengths.push_back(norm(lines.line(k), tall));
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
    const double length = lengths[static_cast<size_t>(from)];
    s[k] = std::ldexp(length, exponent);
    std::copy_n(lines.turned(from), count, shorts.data() + k * count);
    if (length <= lines.negligible()) continue;
    ++known;
    for (int64_t i = 0; i < tall; ++i) longs[static_cast<size_t>(k * tall + i)] = lines.line(from)[i] / length;
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
