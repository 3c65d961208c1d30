// Classes of numbers as numeric libraries have them: templates that name themselves with arguments and without, method
// templates, methods with deduced results, classes that name each other, values in an optional; and templates with
// functions that call themselves.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace matrix_classes_programs {
namespace {

template <int R, int C>
struct Matrix {
  std::array<double, R * C> a{};

  double& operator()(int r, int c) { return a[r * C + c]; }
  double operator()(int r, int c) const { return a[r * C + c]; }
  static Matrix identity() {
    Matrix m;
    for (int i = 0; i < R; ++i) m(i, i) = 1;
    return m;
  }
  Matrix<C, R> transposed() const {
    Matrix<C, R> m;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j) m(j, i) = (*this)(i, j);
    return m;
  }
  template <int K>
  Matrix<R, K> operator*(const Matrix<C, K>& other) const {
    Matrix<R, K> m;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < K; ++j)
        for (int k = 0; k < C; ++k) m(i, j) += (*this)(i, k) * other(k, j);
    return m;
  }
  Matrix& scale(double by) {
    for (double& value : a) value *= by;
    return *this;
  }
  double norm() const {
    double sum = 0;
    for (double value : a) sum += value * value;
    if (sum < 0) throw std::domain_error("Matrix: 'sum' of Matrix is < 0");  // no name of a class in a text
    return std::sqrt(sum);
  }
};
using Square = Matrix<2, 2>;
using Row = Matrix<1, 2>;

AG_FUNCTION double orthogonal(Tensor x) {
  Square q = Square::identity();
  q(0, 1) = double(x) / 10;
  q(1, 0) = -0.25;
  int rounds = 0;
  while (rounds < 30) {
    Square error = q.transposed() * q;
    error(0, 0) -= 1;
    error(1, 1) -= 1;
    if (error.norm() < 1e-6) break;
    q = q * (error.scale(-0.5), error(0, 0) += 1, error(1, 1) += 1, error);
    ++rounds;
  }
  Row row;
  row(0, 0) = double(x);
  row(0, 1) = 2;
  return (row * q).norm() * 100 + q(0, 1) + row.transposed()(1, 0) + rounds;
}

class Spread {
 public:
  auto mean() const { return count_ > 0 ? sum_ / count_ : 0.0; }
  auto range() const -> double { return most_ - least_; }
  auto summary() const { return std::tuple{mean(), range(), count_}; }
  auto bounds() const { return std::vector<double>{least_, most_}; }
  std::vector<double> twice() const { return {2 * least_, 2 * most_}; }
  auto& add(double value) {
    least_ = count_ == 0 ? value : std::min(least_, value);
    most_ = count_ == 0 ? value : std::max(most_, value);
    sum_ += value;
    ++count_;
    return *this;
  }

 private:
  double sum_ = 0, least_ = 0, most_ = 0;
  int count_ = 0;
};

auto bounds_of(double a, double b) { return std::vector<double>{std::min(a, b), std::max(a, b)}; }

AG_FUNCTION double deduced_results(Tensor x) {
  Spread all, low;
  for (double step = 0.5; step < 3; step += 0.5) {
    const double value = std::sin(double(x) * step);
    all.add(value).add(-value / 2);
    if (value < 0.5) low.add(value);
  }
  auto [mean, range, count] = low.summary();
  const auto bounds = all.bounds();
  return mean + 10 * range + 100 * count + bounds[1] + all.twice()[0] + bounds_of(double(x), 1)[0];
}

struct Side;
struct Corner {
  double x, y;
  double distance(const Side& side) const;
  Corner moved(const Side& side) const;
};
struct Side {
  double slope;
  Corner through() const { return {1, slope}; }
};
inline double Corner::distance(const Side& side) const { return std::abs(y - side.slope * x); }
inline Corner Corner::moved(const Side& side) const { return {x, y + side.slope}; }

AG_FUNCTION double each_other(Tensor x) {
  Corner corner{double(x), 2};
  const Side side{double(x) / 4};
  for (int k = 0; k < 5 && corner.distance(side) < 3; ++k) corner = corner.moved(side);
  return corner.y + side.through().distance(side) + side.through().y;
}

struct Bracket {
  double low, high;
  int rounds = 0;
  [[nodiscard]] double width() const { return high - low; }
  Bracket& widen(double by) {
    low -= by;
    high += by;
    ++rounds;
    return *this;
  }
  double& lowest() { return low; }
};

std::optional<Bracket> bracket(double a, double b) {
  if (a == b) return std::nullopt;
  return Bracket{std::min(a, b), std::max(a, b)};
}

AG_FUNCTION double behind_arrows(Tensor x) {
  auto found = bracket(double(x), 4);
  if (!found) return -1;
  found->widen(0.5);
  if (found->width() > 3) found->widen(1.0).widen(0.25);
  found->lowest() += 1;
  found.value().widen(2);
  if (auto other = bracket(found->low, double(x)); other && other->width() > 2) return other->width();
  return found->width() + 10 * found->rounds;
}

template <class F>
double simpson(F f, double a, double b) {
  return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}

/// Deeper than anybody could unroll.
template <class F>
double adaptive(F f, double a, double b, double tolerance, int depth) {
  const double middle = (a + b) / 2;
  const double left = simpson(f, a, middle), right = simpson(f, middle, b);
  const double change = left + right - simpson(f, a, b);
  if (depth <= 0 || std::abs(change) <= 15 * tolerance) return left + right + change / 15;
  return adaptive(f, a, middle, tolerance / 2, depth - 1) + adaptive(f, middle, b, tolerance / 2, depth - 1);
}

double bisected(const auto& f, double a, double b, int depth) {
  const double middle = (a + b) / 2;
  if (depth <= 0 || b - a < 1e-9) return middle;
  return f(middle) > 0 ? bisected(f, a, middle, depth - 1) : bisected(f, middle, b, depth - 1);
}

AG_FUNCTION double with_functions(Tensor x) {
  const double wave = adaptive([](double t) { return std::exp(-t) * std::sin(4 * t); }, 0.0, double(x), 1e-4, 50);
  return wave + 10 * bisected([](double t) { return t * t - 2; }, 0, double(x) + 2, 60);
}

/// With types and static members that nobody else may name.
class Filter {
  static constexpr int kTaps = 3;
  static constexpr double kGain[kTaps] = {0.25, 0.5, 0.25};
  enum Mode { Idle, Running };
  using Buffer = std::array<double, kTaps>;
  struct Slot {
    double value = 0;
    int age = 0;
  };
  Buffer history_{};
  Mode mode_ = Idle;
  Slot best_;
  int used_ = 0;
  double weight(int k) const { return kGain[k]; }

 public:
  double push(double v) {
    for (int i = kTaps - 1; i > 0; --i) history_[i] = history_[i - 1];
    history_[0] = v;
    if (used_ < kTaps) ++used_;
    mode_ = used_ == kTaps ? Running : Idle;
    if (v > best_.value) {
      best_.value = v;
      best_.age = 0;
    } else {
      ++best_.age;
    }
    double sum = 0;
    for (int i = 0; i < kTaps; ++i) sum += weight(i) * history_[i];
    return mode_ == Running ? sum : v;
  }
  int age() const { return best_.age; }
  bool running() const { return mode_ == Running; }
};
template <class T>
class Compensated {
  static constexpr T kZero{};
  T sum_ = kZero, lost_ = kZero;

 public:
  void add(T v) {
    const T y = v - lost_, t = sum_ + y;
    lost_ = (t - sum_) - y;
    sum_ = t;
  }
  T value() const { return sum_; }
};

AG_FUNCTION double of_their_own(Tensor x) {
  Filter filter;
  Compensated<double> sum;
  double last = double(x);
  for (int i = 0; i < 6; ++i) {
    last = filter.push(i % 2 == 0 ? last / 2 : last + i);
    sum.add(last);
    if (filter.running() && filter.age() > 1) break;
  }
  return sum.value() + filter.age() * 1000;
}

}  // namespace
}  // namespace matrix_classes_programs

void e2e::matrix_classes() {
  using namespace matrix_classes_programs;
  for (double x : {0.5, 4.0, 7.25}) {
    run("orthogonal", orthogonal, f64(x));
    run("deduced_results", deduced_results, f64(x));
    run("each_other", each_other, f64(x));
    run("behind_arrows", behind_arrows, f64(x));
    run("with_functions", with_functions, f64(x));
    run("of_their_own", of_their_own, f64(x));
  }
}
