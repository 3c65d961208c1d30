// Classes of numbers and tensors whose methods are called where a tensor decides.
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace classes_programs {
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

/// Constructors, implicit ones too, and members that nobody else sees.
struct Dual {
  double value, slope;
  Dual(double v, double s = 0) : value(v), slope(s) {}
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  friend Dual operator+(const Dual& a, const Dual& b) { return Dual(a.value + b.value, a.slope + b.slope); }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
};

class Interval {
 public:
  Interval() = default;
  explicit Interval(double at) : low_(at), high_(at) {
    if (at < 0) {
      low_ = -1;
      return;
    }
    high_ += 1;
  }
  void include(double x) {
    if (x < low_) low_ = x;
    if (x > high_) high_ = x;
    ++count_;
  }
  double width() const { return high_ - low_; }
  int count() const { return count_; }

 private:
  double low_ = 0, high_ = 0;
  int count_ = 0;
};

struct Step {
  int n;
  Interval range;
  Step(int k, Interval r) : n(k), range(r) {}
};

Dual squared(Dual d, Tensor x) {
  if (x > 0) d = d * d;
  return d;
}
AG_FUNCTION Tensor derivative(Tensor x) {
  Dual power = 1.0;
  Dual at(x.item<double>(), 1);
  for (int i = 0; i < 3; ++i) {
    power = power * at + 2.0;
    if (power.value > 20) power = 0.5 * power;
    power += 1.0;
  }
  const Dual copy{power};
  Dual result = Dual(3);
  if (x > 1) result = copy;
  return x * (power.slope + result.slope + squared(Dual(2), x).slope + squared(x.item<double>(), x).value);
}
AG_FUNCTION Tensor enclosed(Tensor xs) {
  Interval all(xs[0].item<double>());
  Interval none;
  for (Tensor x : xs) {
    all.include(x.item<double>());
    if (x < 0) none = Interval(x.item<double>());
  }
  return xs * (all.width() + none.width()) + all.count();
}
AG_FUNCTION Tensor stepped(Tensor x) {
  Step step(1, Interval(2.5));
  while (x > 1) {
    x = x / 2;
    step = Step(step.n + 1, Interval(x.item<double>()));
  }
  std::vector<Dual> list = {Dual(1), Dual(2, 3)};
  list[0] += Dual(step.n, 2);
  std::optional<Dual> last = std::optional<Dual>(Dual(step.n));
  return x * (step.n + step.range.width()) + list[0].value + last->value;
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

/// Makes what it keeps when it is called first, as optimizers do.
class Momentum {
 public:
  explicit Momentum(double decay) : decay_(decay) {}
  Tensor step(Tensor w, Tensor gradient) {
    ++steps_;
    if (!made_) {
      mean_ = ag::zeros_like(w);
      made_ = true;
    }
    mean_ = decay_ * mean_ + (1 - decay_) * gradient;
    return w - mean_ / (1 - std::pow(decay_, steps_));
  }

 private:
  double decay_;
  int steps_ = 0;
  bool made_ = false;
  Tensor mean_;
};

AG_FUNCTION Tensor descended(Tensor w) {
  Momentum optimizer(0.9);
  int k = 0;
  while (ag::max(ag::abs(w - 3)) > 0.5) {
    w = optimizer.step(w, 0.25 * (w - 3));
    if (++k > 20) break;
  }
  return w + k;
}

/// Nobody makes one of these without a threshold: not as a member, not in a vector.
class Counter {
 public:
  explicit Counter(double threshold) : threshold_(threshold) {}
  void add(Tensor x) {
    if (x > threshold_) {
      threshold_ += 1;
      sum_ += x;
    }
  }
  double threshold() const { return threshold_; }
  Tensor sum() const { return sum_; }

 private:
  double threshold_;
  Tensor sum_ = 0.f;
};

class Counters {
 public:
  Counters(double threshold, int found) : first_(threshold), found_(found) {}
  void add(Tensor x) {
    first_.add(x);
    if (x > 1) ++found_;
  }
  Tensor sum() const { return first_.sum() + first_.threshold() + found_; }

 private:
  Counter first_;
  int found_;
};

AG_FUNCTION Tensor counted(Tensor x) {
  Counters all(0.5, 2);
  std::vector<Counter> each{Counter(1), Counter(2)};
  while (x < 10) {
    all.add(x);
    for (Counter& one : each) {
      if (x > 0) one.add(x);
    }
    x = x + 3;
  }
  return all.sum() * 100 + each[0].sum() + each[1].threshold();
}

/// The types of loop variables are written out.
AG_FUNCTION Tensor counted_each(Tensor x) {
  std::vector<Counter> each{Counter(0), Counter(2)};
  std::vector<int> changes(3);
  for (int& change : changes) {
    if (x > 0) ++change;
  }
  for (Counter one : each) {
    if (x > 1) one.add(x);
    x += one.threshold();
  }
  for (const Counter& one : each) x += one.sum();
  for (Counter& one : each) {
    if (x > 5) one.add(x);
    if (x > 100) break;
    x = x * 2;
  }
  return x + each[0].sum() + changes[2];
}

AG_FUNCTION Counter counter_after(Tensor x) {
  Counter result(0.5);
  if (x > 1) result.add(x);
  return result;
}

/// The value of the iteration before, under a flag that only the first one finds unset.
AG_FUNCTION Tensor smoothed_change(Tensor w) {
  Tensor mean, scratch;
  bool made = false;
  while (w > 1) {
    scratch = w / 2;
    if (!made) {
      mean = w * 0;
      made = true;
    }
    mean = 0.5 * mean + scratch / 4;
    w = w - mean;
  }
  return w + scratch;
}

/// References to members, in a constructor and in a method.
class Meter {
 public:
  explicit Meter(double start) : level_(start) {
    double& level = level_;
    if (level > 1) level = 1;
  }
  void see(Tensor x) {
    double& level = level_;
    const int& count = count_;
    if (x > level && count < 4) {
      level = double(x);
      ++count_;
    }
  }
  double level() const { return level_ / count_; }

 private:
  double level_ = 0;
  int count_ = 1;
};

AG_FUNCTION double highest(Tensor x, double start) {
  Meter meter(start);
  for (Tensor i : ag::range(5)) meter.see(x * i);
  return meter.level();
}

struct FirstStep {
  Tensor x;
  int rounds;
};

/// Which structure it is a tensor decides; the numbers of both are known.
AG_FUNCTION FirstStep first_step(Tensor x) { return x > 1 ? FirstStep{x / 2, 1} : FirstStep{x, 0}; }
AG_FUNCTION double chosen_parts(Tensor x) {
  Meter meter = x > 1 ? Meter(0.25) : Meter(3);
  meter.see(x);
  const std::optional<Tensor> half = x > 2 ? std::optional<Tensor>{x / 2} : std::optional<Tensor>{};
  const std::optional<int> rounds = x > 2 ? std::optional<int>{3} : std::optional<int>{};
  return meter.level() + double(half.value_or(x)) + rounds.value_or(7);
}

// What a const method counts in a member that is mutable, and what it keeps there.
struct Search {
  double shrink = 0.5;
  mutable int evaluations = 0;
  double step(Tensor x) const;
};
double Search::step(Tensor x) const {
  double t = 1;
  for (int k = 0; k < 20; ++k) {
    ++evaluations;
    if (ag::sum(x * t) < 1) return t;
    t *= shrink;
  }
  return 0;
}
AG_FUNCTION std::pair<double, int> searched(Tensor x) {
  Search search;
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += search.step(x * k);
  return {sum, search.evaluations};
}
struct Memory {
  mutable Tensor last;
  Tensor half(Tensor x) const {
    last = x;
    return x / 2;
  }
};
AG_FUNCTION Tensor remembered(Tensor x) {
  Memory memory;
  memory.last = x * 0;
  while (ag::max(x) > 1) x = memory.half(x);
  return x + 10 * memory.last;
}

class Level {
 public:
  Level() = default;
  explicit Level(double value) : value_(value) {}
  double get() const { return value_; }

 private:
  double value_ = 2.25;
};

AG_CONVERT Level take(Level& from) { return std::exchange(from, Level()); }

AG_FUNCTION Tensor exchanged(Tensor x) {
  Level a(0.5);
  if (x > 1) a = Level(4);
  const Level before = take(a), between = std::exchange(a, Level(3));
  return x + before.get() * 100 + between.get() * 10 + a.get();
}

}  // namespace
}  // namespace classes_programs

namespace e2e {

void classes() {
  using namespace ::classes_programs;
  run("searched", [](Tensor x) { return searched(x); }, ag::tensor({1.0, 7.0}));
  run("remembered", [](Tensor x) { return remembered(x); }, ag::tensor({1.0, 7.0}));
  run("remembered", [](Tensor x) { return remembered(x); }, ag::tensor({1.0, 0.5}));
  run("accumulated", [](Tensor x) { return accumulated(x); }, ag::tensor({1.f, -2.f, 5.f, 7.f, 9.f}));
  run("accumulated", [](Tensor x) { return accumulated(x); }, ag::tensor({-1.f, -2.f, 4.f}));
  run("enclosed", [](Tensor x) { return enclosed(x); }, ag::tensor({1.f, -2.f, 4.f}));
  for (float x : {1.f, 3.f}) {
    run("merged", [](Tensor v, int n) { return merged(v, n); }, Tensor(x), 2);
    run("walked", [](Tensor v) { return walked(v); }, Tensor(4 * x));
    run("turned", [](Tensor v, Tensor n) { return turned(v, n); }, Tensor(x), Tensor(3));
    run("derivative", [](Tensor v) { return derivative(v); }, Tensor(x - 0.5f));
    run("stepped", [](Tensor v) { return stepped(v); }, Tensor(4 * x));
    run("counted", [](Tensor v) { return counted(v); }, Tensor(x - 2));
    run("counted_each", [](Tensor v) { return counted_each(v); }, Tensor(4 * x - 6));
    run("counter_after", [](Tensor v) { return counter_after(v).threshold(); }, Tensor(x));
    run("descended", [](Tensor v) { return descended(v); }, ag::tensor({x, 2.f}));
    run("smoothed_change", [](Tensor v) { return smoothed_change(v); }, Tensor(8 * x));
    run("highest", [](Tensor v, double start) { return highest(v, start); }, Tensor(x), 0.5);
    run("highest", [](Tensor v, double start) { return highest(v, start); }, Tensor(x), 2.5);
    run("exchanged", [](Tensor v) { return exchanged(v); }, Tensor(x));
    run("first_step", [](Tensor v) { return first_step(v); }, Tensor(x));
    run("chosen_parts", [](Tensor v) { return chosen_parts(v); }, Tensor(x));
    run("smoothed", [](Tensor v, int n) { return smoothed(v, n); }, Tensor(x), 3);
  }
}

}  // namespace e2e
