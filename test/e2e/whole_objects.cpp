// Objects as a whole: methods that change theirs, by other methods as well, and classes that say how they are copied,
// where a tensor decides; references to objects that functions give back.
#include "harness.h"

using ag::Tensor;
using e2e::f64;
using e2e::run;

namespace whole_objects_programs {
namespace {

double uses = 0;

struct Walk {
  Tensor place = ag::tensor(0.0, ag::float64);
  double length = 0;
  int turns = 0;

  Walk longer(double by) const { return {place, length + by, turns}; }
  void step(Tensor x) {
    place = place + x;
    *this = longer(1);
    if (place > 3) *this = Walk{};
    if (x < 1) *this = x > 0.5 ? longer(length) : Walk{.turns = 7};
  }
  Walk& operator+=(const Walk& other) {
    *this = {place + other.place, length + other.length, turns + 1};
    return *this;
  }
  void become(const Walk& other) { *this = other; }
};
AG_FUNCTION Tensor walked(Tensor x) {
  Walk there, back;
  const Walk start{x, 2, 1};
  while (x > 0) {
    there.step(x);
    (back += there) += start;
    if (back.length > 9) back.become(start);
    x = x - 1;
  }
  return there.length * 10 + there.place + there.turns * 100 + back.turns * 1000 + back.place + back.length;
}

/// Its objects are found by identity, and it has a twin as well.
struct Model {
  Tensor level = ag::tensor(0.125, ag::float64);
  double limit = -1.5;
  int changes = 0;

  Tensor replaced(Tensor x) {
    uses += 1;
    ++changes;
    level = x;
    return x * 2;
  }
  Tensor raised(Tensor x) {
    if (x < 1) return x;
    limit += 2;
    return replaced(x) - 1;
  }
  AG_CONVERT Tensor next(Tensor x) {
    while (x < 2) x = x + 1 + raised(x) * 0.25;
    return level > limit ? replaced(x) : x;
  }
  AG_FUNCTION Tensor entry(Tensor x) { return next(x) + level; }
};
AG_FUNCTION Tensor of_value(Model model, Tensor x) {
  const Tensor y = model.next(x);
  return y + model.level + model.limit * 10 + model.changes * 100 + uses;
}

class Mean {
 public:
  Mean() {}
  Mean(const Mean& other) : sum_(other.sum_), count_{other.count_} {}
  Mean& operator=(const Mean& other) {
    if (this != &other) {
      sum_ = other.sum_;
      count_ = other.count_;
    }
    return *this;
  }
  ~Mean() {}
  void add(Tensor x) {
    sum_ = sum_ + x;
    if (x > 1) ++count_;
  }
  Tensor value() const { return sum_ / (count_ + 1); }

 private:
  Tensor sum_ = ag::tensor(0.0, ag::float64);
  int count_ = 0;
};
Mean doubled(Mean mean) {
  mean.add(mean.value());
  return mean;
}
AG_FUNCTION Tensor averaged(Tensor x) {
  Mean mean, best;
  while (x > 0) {
    mean.add(x);
    if (x > 2) best = mean;
    best.add(x * 0.5);
    x = x - 1;
  }
  Mean last(mean), moved = std::move(mean);
  last = last;
  return best.value() + last.value() * 10 + doubled(moved).value() * 100 + mean.value();
}

struct Point {
  double x = 0, y = 0;
};
Point& operator+=(Point& a, const Point& b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
Point& operator--(Point& a) {
  a.x -= 1;
  return a;
}
Point operator--(Point& a, int) {
  Point before = a;
  --a;
  return before;
}
int& counted(int& n) {
  ++n;
  return n;
}
AG_FUNCTION Tensor given_back(Tensor x) {
  Point place, seen;
  int n = 0, known = 0;
  while (x > 0) {
    (place += Point{1, 2}) += Point{3, 4};
    if (x > 1) seen += place--;
    counted(n) += 2;
    x = x - 1;
  }
  counted(known) *= 5;
  --place;
  return x + place.x + place.y * 10 + seen.x * 100 + seen.y * 1000 + n + known;
}

}  // namespace
}  // namespace whole_objects_programs

void e2e::whole_objects() {
  using namespace whole_objects_programs;
  Model model;
  for (const double x : {0.5, 3.0, -2.0, 1.25}) {
    run("walked", walked, f64(x));
    run("averaged", averaged, f64(x));
    run("given_back", given_back, f64(x));
    run("of_value", of_value, model, f64(x));
    run("entry", [&](Tensor y) { return model.entry(y); }, f64(x));
    e2e::show(model.level);
    std::cout << model.limit << " " << model.changes << " " << uses << "\n";
  }
}
