// Classes of numbers and tensors whose methods are called where a tensor decides.
#include <array>
#include <cmath>

#include "harness.h"

using ag::Tensor;

namespace {

struct Accumulator {
  Tensor total = 0.f;
  int count = 0;
  static constexpr int kMost = 3;

  AG_CONVERT void add(Tensor x) {
    if (x > 0) {
      total = total + x;
      ++count;
    }
  }
  AG_CONVERT Tensor mean() const {
    if (count > 0) return total / count;
    return Tensor(0.f);
  }
  int limit(int n) const { return count > n ? n : count; }
  bool full() const { return limit(100) >= kMost; }
  void merge(const Accumulator& other, int weight = 2) {
    total += weight * other.total;
    this->count += other.count;
  }
  static Accumulator of(Tensor x, int n) {
    Accumulator result;
    for (int i = 0; i < n; ++i) result.add(x - i);
    return result;
  }
};

AG_FUNCTION Tensor accumulated(Tensor xs) {
  Accumulator a;
  for (Tensor x : xs) {
    if (a.full()) break;
    a.add(x);
  }
  return a.mean() + a.limit(2);
}

AG_FUNCTION std::pair<int, Tensor> merged(Tensor x, int n) {
  Accumulator a = Accumulator::of(x, n), b;
  if (x > 2) b = Accumulator::of(x * 2, 2);
  a.merge(b);
  if (a.count > 3) a.merge(a, 1);
  return {a.count, a.total};
}

struct Vec {
  double x = 0, y = 0;

  Vec operator+(const Vec& other) const { return {x + other.x, y + other.y}; }
  Vec operator-() const { return {-x, -y}; }
  Vec& operator+=(const Vec& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  Vec& scale(double by) {
    x *= by;
    y *= by;
    return *this;
  }
  bool operator<(const Vec& other) const { return norm() < other.norm(); }
  double norm() const { return std::sqrt(x * x + y * y); }
  double operator()(double at) const { return x * at + y; }
  friend Vec operator*(double by, const Vec& v) { return {by * v.x, by * v.y}; }
};
Vec operator-(const Vec& a, const Vec& b) { return a + -b; }

AG_FUNCTION double walked(Tensor x) {
  Vec place, step{1, 0.5};
  while (place.norm() < double(x)) {
    place += step;
    if (place.x > 3) step = 0.5 * step - Vec{0, 0.25};
    if (place < step) place.scale(2).scale(1.5);
  }
  return place(2) + (-step).y;
}

struct Cell {
  enum Kind { Empty, Full };
  Kind kind = Empty;
  Tensor value = 1.0;

  Kind turned() const { return kind == Empty ? Full : Empty; }
  void turn(Tensor x) {
    if (x > value) kind = turned();
    value = value * 2;
  }
};

struct Grid {
  std::array<Cell, 2> cells;
  int turns = 0;

  void turn(Tensor x) {
    cells[0].turn(x);
    auto note = [this](int by) { turns += by; };
    if (cells[0].kind == Cell::Full) note(2);
    cells[1].turn(x + turns);
  }
};

AG_FUNCTION Tensor turned(Tensor x, Tensor n) {
  Grid grid;
  for (Tensor i : ag::range(n)) {
    grid.turn(x + i);
  }
  return grid.turns + grid.cells[0].value * int(grid.cells[1].kind);
}

/// Only numbers that are known: an ordinary object.
AG_FUNCTION Tensor smoothed(Tensor x, int rounds) {
  Vec weights{0.25, 0.75};
  Accumulator last;
  for (int i = 0; i < rounds; ++i) {
    x = x * weights(0.5);
    last.add(x);
  }
  return x * weights.norm() + last.mean();
}

}  // namespace

namespace e2e {

void classes() {
  run("accumulated", [](Tensor x) { return accumulated(x); }, ag::tensor({1.f, -2.f, 5.f, 7.f, 9.f}));
  run("accumulated", [](Tensor x) { return accumulated(x); }, ag::tensor({-1.f, -2.f, 4.f}));
  for (float x : {1.f, 3.f}) {
    run("merged", [](Tensor v, int n) { return merged(v, n); }, Tensor(x), 2);
    run("walked", [](Tensor v) { return walked(v); }, Tensor(4 * x));
    run("turned", [](Tensor v, Tensor n) { return turned(v, n); }, Tensor(x), Tensor(3));
    run("smoothed", [](Tensor v, int n) { return smoothed(v, n); }, Tensor(x), 3);
  }
}

}  // namespace e2e
