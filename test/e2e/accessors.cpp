// Methods that give a reference to a part of their object, in classes whose numbers a tensor decides: subscripts, calls
// and named members; to read, to write and to keep a reference to, with indices of the host and of the graph.
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace accessors_programs {
namespace {

template <class T, int N>
struct Vec {
  T v[N] = {};
  T& operator[](int i) { return v[i]; }
  const T& operator[](int i) const { return v[i]; }
  T& at(int i) {
    if (i < 0 || i >= N) throw std::out_of_range("Vec");
    return v[i];
  }
  Vec operator+(const Vec& other) const {
    Vec sum;
    for (int i = 0; i < N; ++i) sum[i] = v[i] + other[i];
    return sum;
  }
};
template <class T, int N>
T dot(const Vec<T, N>& a, const Vec<T, N>& b) {
  T sum = 0;
  for (int i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

AG_FUNCTION double rolled(Tensor t, int k) {
  Vec<double, 3> p;
  const Vec<double, 3> w{1, 2, 3};
  int n = 0;
  while (t > 0) {
    p[n % 3] += 1.5;
    p[k] -= 0.25;
    p.at(n % 3) *= 2;
    ++p[(n + 1) % 3];
    p[n % 3]--;
    if (p[n % 3] > 2) p[k] = p[n % 3];
    const double last = p[(n + 2) % 3] = w[n % 3] * 0.5;
    p[0] += last;
    ++n;
    t = t - 1;
  }
  p = p + w;
  double best = p[0];
  for (int i = 1; i < 3; ++i) {
    if (p[i] > best) best = p[i];
  }
  auto second = p[(n + 1) % 3];
  const bool far = n > 2;
  const double chosen = far ? p[n % 3] : w[n % 3];
  return dot(p, w) + best * 100 + std::sqrt(std::abs(p[n % 3])) + second + std::max(p[n % 3], 1.0) + chosen;
}
AG_FUNCTION double checked(Tensor t) {
  Vec<double, 3> p;
  return p.at(int(t)) = 2;
}

struct Point {
  double x = 0, y = 0, z = 0;
  double& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  double& named(int i) {
    if (i == 0) return x;
    if (i > 2) throw std::out_of_range("named");
    return i == 1 ? y : z;
  }
  double& coordinate(int i) {
    switch (i) {
      case 0:
        return x;
      case 1:
        return y;
      default:
        return z;
    }
  }
};
double sum(const Point& p) { return p[0] + 2 * p[1] + 3 * p[2]; }
void bump(double& d, double by) {
  if (by > 1) d += by;
}
AG_FUNCTION double points(Tensor t) {
  Point p;
  for (int k = 0; k < 3; ++k) {
    if (t > k) {
      p[k] += k + double(t);
    } else {
      p.named(k) -= 2;
    }
    bump(p[k], double(t));
    bump(p.coordinate(k), 3.0);
  }
  while (t > 0) {
    p.named(0) += p[1];
    double& z = p.coordinate(2);
    z -= 0.5;
    const double& y = p[1];
    p[1] += 1;
    p.x += y;
    t = t - 1;
  }
  return sum(p) + p.coordinate(1);
}

class Matrix {
 public:
  Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns, 0.0) {}
  double& operator()(int i, int j) { return data_[i * columns_ + j]; }
  double operator()(int i, int j) const { return data_[i * columns_ + j]; }
  const std::vector<double>& values() const { return data_; }
  std::vector<double>& values() { return data_; }
  int rows() const { return rows_; }

 private:
  int rows_, columns_;
  std::vector<double> data_;
};
double trace_of(const Matrix& m) {
  double sum = 0;
  for (int i = 0; i < m.rows(); ++i) sum += m(i, i);
  return sum;
}
AG_FUNCTION double matrix(Tensor t) {
  Matrix m(2, 2);
  m(0, 0) = 1;
  m(1, 1) = 2;
  while (t > 0) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) m(i, j) += m(j, i) * 0.5 + double(t);
    }
    m.values()[1] -= 1;
    std::swap(m(0, 0), m(1, 0));
    t = t - 1;
  }
  bump(m(0, 1), 2.0);
  double all = 0;
  for (double d : m.values()) all += d;
  return all + m(0, 1) + trace_of(m);
}

struct Grid {
  double cell[3][4] = {};
  double& operator()(int i, int j) { return cell[i][j]; }
};
AG_FUNCTION double grid(Tensor t) {
  Grid g;
  int i = 0, j = 0;
  while (t > 0) {
    g(i, j) += double(t);
    i = (i + 1) % 3;
    j = (j + 3) % 4;
    std::swap(g(i, j), g(0, 0));
    const double v = g(i, 0) = 3.5;
    g(2, 2) += v;
    t = t - 1;
  }
  double all = 0;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 4; ++b) all += g(a, b) * (a * 4 + b);
  }
  return all;
}

struct Particle {
  Vec<double, 2> place, speed;
  double mass = 1;
  const Vec<double, 2>& where() const { return place; }
  Vec<double, 2>& where() { return place; }
  double& weight() { return mass; }
};
struct World {
  std::array<Particle, 2> all;
  Particle& operator[](int i) { return all[i]; }
  double energy() const {
    double sum = 0;
    for (int i = 0; i < 2; ++i) sum += all[i].mass * all[i].speed[0];
    return sum;
  }
  void step(double dt) {
    for (auto& one : all) {
      for (int d = 0; d < 2; ++d) one.place[d] += dt * one.speed[d];
    }
    all[1].where()[0] += 1;
    (*this)[0].weight() *= 1.5;
  }
};
AG_FUNCTION double world(Tensor t) {
  World w;
  w[0].speed[1] = 2;
  w[1].where()[0] = 3;
  while (t > 0) {
    w[0].speed[0] += 0.5;
    w.step(0.1);
    w.all[1].where()[1] -= double(t);
    w[1].weight() += 1;
    t = t - 1;
  }
  Particle& one = w[1];
  if (t < -2) one.mass = 7;
  one.place[0] += 1;
  const Vec<double, 2>& at = one.where();
  return w.energy() + w[0].where()[1] * 10 + w[1].where()[1] + w[1].weight() + at[0];
}

struct Chain {
  Vec<double, 3> a;
  std::vector<double> d{1, 2, 3};
  int place = 0;
  using real = double;
  real& top() { return a[0]; }
  real& part(int i) { return (*this).a[i]; }
  real& next(int i) { return part(i + 1); }
  real& current() { return d[place]; }
  real& last() { return d.back(); }
  const real& last() const { return d.back(); }
  void go(real t) {
    real& r = top();
    if (t > 1) r += t;
    const real& q = next(0);
    r += q;
    next(1) -= 1;
    current() *= 3;
    if (t > 2) place = (place + 1) % 3;
    for (real& one : d) one += 1;
  }
};
AG_FUNCTION double chained(Tensor t) {
  Chain c;
  while (t > 0) {
    c.go(double(t));
    c.next(0) += 1;
    c.current()++;
    c.last() *= 1.5;
    t = t - 1;
  }
  return c.top() + 10 * c.part(1) + 100 * c.part(2) + c.current() * 1000 + c.d[0] + c.last();
}

AG_FUNCTION double in_lambdas(Tensor t) {
  Vec<double, 3> p;
  auto get = [&](int i) { return p[i]; };
  auto set = [&](int i, double d) { p[i] = d; };
  int n = 0;
  while (t > 0) {
    set(n % 3, get((n + 1) % 3) + 1);
    set(0, 2.0 * n);
    ++n;
    t = t - 1;
  }
  return p[0] + 10 * get(1) + 100 * p[2];
}

// No tensor decides anything about them.
AG_FUNCTION Tensor shifted(Tensor x, int k) {
  Vec<double, 3> by;
  Point p;
  for (int i = 0; i < 3; ++i) by[i] = i + 1;
  by[k] += 10;
  p[2] = 4;
  double& first = by[0];
  first *= 2;
  return x + by[0] + 100 * by[k] + p[2];
}

}  // namespace
}  // namespace accessors_programs

namespace e2e {

void accessors() {
  using namespace ::accessors_programs;
  for (double t : {0.0, 1.0, 5.0, 8.0}) {
    run("rolled", rolled, f64(t), 0);
    run("rolled", rolled, f64(t), 2);
    run("chained", chained, f64(t));
    run("lambdas", in_lambdas, f64(t));
    run("grid", grid, f64(t));
  }
  for (int k : {0, 2, 3}) run("checked", checked, i64(k));
  for (double t : {-3.0, 0.0, 1.0, 2.0, 5.0}) {
    run("points", points, f64(t));
    run("matrix", matrix, f64(t));
    run("world", world, f64(t));
  }
  run("shifted", shifted, f64(1), 0);
  run("shifted", shifted, f64(1), 2);
}

}  // namespace e2e
