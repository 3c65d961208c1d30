/// Eigenvalues and eigenvectors of tridiagonal matrices by divide and conquer: a matrix is two smaller ones and a
/// change of rank one (J. Cuppen, "A divide and conquer method for the symmetric tridiagonal eigenproblem", Numerische
/// Mathematik 36, 1981). The vectors of the change are computed from weights for which the computed values are exact,
/// so they are orthogonal (M. Gu and S. Eisenstat, "A stable and efficient algorithm for the rank-one modification of
/// the symmetric eigenproblem", SIAM Journal on Matrix Analysis and Applications 15, 1994).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/linalg/epsilon.h"
#include "kernel/linalg/rotation.h"
#include "kernel/linalg/secular_equation.h"
#include "kernel/linalg/tridiagonal.h"

namespace ag::kernel {

namespace {

using Block = MatrixBlock<double>;

constexpr int64_t kSmallRows = 24;  // matrices up to this size are solved by iteration
constexpr int kMaxIterations = 60;  // for one eigenvalue; two are usual

/// Diagonalizes by the QL iteration with implicit shifts (H. Bowdler, R. Martin, C. Reinsch and J. Wilkinson, "The QR
/// and QL algorithms for symmetric matrices", Numerische Mathematik 11, 1968). The rows of `vectors` take part in the
/// rotations. `e` has n elements, the last of which is 0.
void iterate(double* d, double* e, int64_t n, const Block& vectors) {
  const auto is_negligible = [&](int64_t k) {
    return std::abs(e[k]) <= kEpsilon * (std::abs(d[k]) + std::abs(d[k + 1]));
  };
  for (int64_t first = 0; first < n; ++first) {
    for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
      int64_t last = first;
      while (last < n - 1 && !is_negligible(last)) ++last;
      if (last == first) break;
      const double ratio = (d[first + 1] - d[first]) / (2 * e[first]);
      double g = d[last] - d[first] + e[first] / (ratio + std::copysign(std::hypot(ratio, 1.0), ratio));
      double s = 1, c = 1, moved = 0;
      int64_t i = last - 1;
      for (; i >= first; --i) {
        const double f = s * e[i], b = c * e[i], length = std::hypot(f, g);
        e[i + 1] = length;
        if (length == 0) break;
        s = f / length;
        c = g / length;
        g = d[i + 1] - moved;
        const double r = (d[i] - g) * s + 2 * c * b;
        moved = s * r;
        d[i + 1] = g + moved;
        g = c * r - b;
        rotate(vectors.row(i), vectors.row(i + 1), n, c, s);
      }
      e[last] = 0;
      if (i >= first) {
        d[i + 1] -= moved;
      } else {
        d[first] -= moved;
        e[first] = g;
      }
    }
  }
}

/// Two solved halves as one problem: diag(d) + rho z z^T, with the vectors of the halves as rows.
class Merge {
 public:
  Merge(double* d, int64_t n, int64_t half, double coupling, const Block& vectors)
      : d_(d), n_(n), half_(half), vectors_(vectors), rho_(2 * std::abs(coupling)), z_(static_cast<size_t>(n)) {
    const double sign = coupling < 0 ? -1 : 1;
    for (int64_t i = 0; i < n; ++i) {
      const double end = i < half ? vectors.at(i, half - 1) : sign * vectors.at(i, half);
      z_[static_cast<size_t>(i)] = end / std::sqrt(2.0);
      spans_.push_back(i < half ? Span::First : Span::Second);
    }
  }

  void run() {
    deflate();
    solve();
    store();
  }

 private:
  /// The half in which a row has elements other than 0.
  enum class Span : uint8_t { First, Second, Both };

  double& z(int64_t row) { return z_[static_cast<size_t>(row)]; }

  /// Divides the rows into those that are eigenvectors already and others. Rows with nearly equal values are rotated,
  /// so that one of them is an eigenvector.
  void deflate() {
    std::vector<int64_t> order(static_cast<size_t>(n_));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return d_[a] < d_[b]; });
    double greatest = 0;
    for (int64_t i = 0; i < n_; ++i) greatest = std::max({greatest, std::abs(d_[i]), std::abs(z(i))});
    const double tolerance = 8 * kEpsilon * greatest;
    int64_t previous = -1;
    for (const int64_t row : order) {
      if (rho_ * std::abs(z(row)) <= tolerance) {
        solved_.push_back(row);
        continue;
      }
      if (previous >= 0) (joined(previous, row, tolerance) ? solved_ : open_).push_back(previous);
      previous = row;
    }
    if (previous >= 0) open_.push_back(previous);
  }

  /// Rotates two rows so that `a` becomes an eigenvector, if the off-diagonal element that this makes is negligible.
  bool joined(int64_t a, int64_t b, double tolerance) {
    const double length = std::hypot(z(a), z(b)), c = z(b) / length, s = z(a) / length;
    if (std::abs((d_[b] - d_[a]) * c * s) > tolerance) return false;
    z(b) = length;
    z(a) = 0;
    rotate(vectors_.row(a), vectors_.row(b), n_, c, s);
    const double low = d_[a] * c * c + d_[b] * s * s;
    d_[b] = d_[a] * s * s + d_[b] * c * c;
    d_[a] = low;
    Span &span_a = spans_[static_cast<size_t>(a)], &span_b = spans_[static_cast<size_t>(b)];
    if (span_a != span_b) span_a = span_b = Span::Both;
    return true;
  }

  /// Computes the values of the open rows, and `changes_`: row j has the vector of value j in terms of the open rows.
  void solve() {
    const size_t count = open_.size();
    std::vector<double> d, weights;
    for (const int64_t row : open_) {
      d.push_back(d_[row]);
      weights.push_back(z(row));
    }
    changes_.resize(count * count);
    for (size_t j = 0; j < count; ++j) {
      const SecularRoot root = secular_root(d, weights, rho_, static_cast<int64_t>(j));
      const double origin = d[static_cast<size_t>(root.origin)];
      values_.push_back(origin + root.shift);
      for (size_t i = 0; i < count; ++i) changes_[j * count + i] = (d[i] - origin) - root.shift;
    }
    // The weights for which these values are exact.
    std::vector<double> squares(count, 1.0);
    for (size_t j = 0; j < count; ++j) {
      const double* const distances = changes_.data() + j * count;
      for (size_t i = 0; i < count; ++i) squares[i] *= i == j ? -distances[i] : distances[i] / (d[i] - d[j]);
    }
    for (size_t i = 0; i < count; ++i) weights[i] = std::copysign(std::sqrt(std::max(squares[i], 0.0)), weights[i]);
    for (size_t j = 0; j < count; ++j) {
      double* const row = changes_.data() + j * count;
      double sum = 0;
      for (size_t i = 0; i < count; ++i) {
        row[i] = weights[i] / row[i];
        sum += row[i] * row[i];
      }
      const double length = std::sqrt(sum);
      for (size_t i = 0; i < count; ++i) row[i] /= length;
    }
  }

  /// Computes columns of the open vectors from the open rows that have elements in them.
  void multiply(Span span, int64_t begin, int64_t end, const Block& result) {
    std::vector<int64_t> parts;
    for (size_t i = 0; i < open_.size(); ++i) {
      const Span of_row = spans_[static_cast<size_t>(open_[i])];
      if (of_row == span || of_row == Span::Both) parts.push_back(static_cast<int64_t>(i));
    }
    const auto count = static_cast<int64_t>(open_.size()), inner = static_cast<int64_t>(parts.size());
    if (inner == 0) return;
    const int64_t width = end - begin;
    std::vector<double> factors(static_cast<size_t>(count * inner)), rows(static_cast<size_t>(inner * width));
    for (int64_t j = 0; j < count; ++j) {
      for (int64_t i = 0; i < inner; ++i)
        factors[static_cast<size_t>(j * inner + i)] =
            changes_[static_cast<size_t>(j * count + parts[static_cast<size_t>(i)])];
    }
    for (int64_t i = 0; i < inner; ++i) {
      const int64_t row = open_[static_cast<size_t>(parts[static_cast<size_t>(i)])];
      std::copy_n(vectors_.row(row) + begin, width, rows.data() + i * width);
    }
    assign_product<double>(result.from(0, begin), {factors.data(), inner}, {rows.data(), width}, count, width, inner);
  }

  /// Stores values and vectors in ascending order.
  void store() {
    std::vector<double> products(open_.size() * static_cast<size_t>(n_)), sorted(static_cast<size_t>(n_ * n_));
    const Block open{products.data(), n_};
    multiply(Span::First, 0, half_, open);
    multiply(Span::Second, half_, n_, open);
    std::vector<std::pair<double, const double*>> all;
    for (size_t j = 0; j < open_.size(); ++j) all.emplace_back(values_[j], open.row(static_cast<int64_t>(j)));
    for (const int64_t row : solved_) all.emplace_back(d_[row], vectors_.row(row));
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (int64_t k = 0; k < n_; ++k) std::copy_n(all[static_cast<size_t>(k)].second, n_, sorted.data() + k * n_);
    for (int64_t k = 0; k < n_; ++k) {
      d_[k] = all[static_cast<size_t>(k)].first;
      std::copy_n(sorted.data() + k * n_, n_, vectors_.row(k));
    }
  }

  double* const d_;
  const int64_t n_, half_;
  const Block vectors_;
  const double rho_;
  std::vector<double> z_;
  std::vector<Span> spans_;
  std::vector<int64_t> solved_, open_;
  std::vector<double> values_, changes_;
};

/// Sorts the values of a small matrix, with their vectors.
void sort_rows(double* d, int64_t n, const Block& vectors) {
  for (int64_t k = 0; k < n; ++k) {
    const int64_t least = std::min_element(d + k, d + n) - d;
    if (least == k) continue;
    std::swap(d[k], d[least]);
    std::swap_ranges(vectors.row(k), vectors.row(k) + n, vectors.row(least));
  }
}

void solve(double* d, double* e, int64_t n, const Block& vectors) {
  if (n <= kSmallRows) {
    iterate(d, e, n, vectors);
    sort_rows(d, n, vectors);
    return;
  }
  const int64_t half = n / 2;
  const double coupling = e[half - 1];
  e[half - 1] = 0;
  d[half - 1] -= std::abs(coupling);
  d[half] -= std::abs(coupling);
  solve(d, e, half, vectors);
  solve(d + half, e + half, n - half, vectors.from(half, half));
  Merge(d, n, half, coupling, vectors).run();
}

}  // namespace

void tridiagonal_eigen(std::vector<double>& diagonal, std::vector<double>& off_diagonal, double* vectors) {
  const auto n = static_cast<int64_t>(diagonal.size());
  std::fill_n(vectors, n * n, 0.0);
  for (int64_t k = 0; k < n; ++k) vectors[k * (n + 1)] = 1;
  off_diagonal.push_back(0);
  solve(diagonal.data(), off_diagonal.data(), n, {vectors, n});
}

}  // namespace ag::kernel
