// Objects with constant references to tensors: they see each change of the variable to which they are bound.
#include <ag/ag.h>

#include "harness.h"

using ag::Tensor;

namespace referring_objects_programs {
namespace {

struct Sum {
  const Tensor& x;
  double s = 0;
  void add(int i) { s += x[i].item<double>(); }
  double top() const { return ag::max(x).item<double>() + s; }
};

AG_FUNCTION double changed_between(Tensor x, int n) {
  Sum sum{x};
  for (int i = 0; i < n; ++i) {
    if (x[i].item<double>() > 0) sum.add(i);
    x = x + 1;
  }
  if (ag::sum(x) > 3) x = x * 2;
  const double result = sum.s;
  while (sum.top() < 200) x = x * 2 + 1;
  return result + sum.top();
}

struct Watch {
  const Tensor& x;
  int n = 0;
  bool is_large() {
    ++n;
    return ag::sum(x).item<double>() > 100;
  }
};

AG_FUNCTION int seen_in_condition(Tensor x) {
  x = ag::abs(x) + 1;
  Watch watch{x};
  while (!watch.is_large()) x = x * 2;
  return watch.n;
}

struct Weighted {
  const Tensor& a;
  Tensor const& b;
  double weight;
  double dot() const { return weight * ag::sum(a * b).item<double>(); }
  void see(const Tensor& t) {
    if (ag::sum(t) > 0)
      weight += 1;
    else
      weight -= 0.5;
  }
};

AG_FUNCTION double two_objects(const Tensor& x, Tensor y) {
  Weighted first{x, y, 1};
  Weighted second = {y, y, 2.0};
  first.see(x);
  second.see(x - 100);
  const Tensor z = y;
  y = y + 1;
  first.see(z);
  return first.dot() + 10 * second.dot();
}

AG_FUNCTION double made_in_loop(Tensor xs) {
  double total = 0;
  for (Tensor x : xs) {
    Watch watch{x};
    if (x > 0) watch.n = 2;
    x = x * 100;
    if (watch.is_large()) total += 0.5;
    total += watch.n;
  }
  return total;
}

struct Drop {
  const Tensor& x;
  double s = 0;
  void run(Tensor& y) {
    while (ag::sum(y) > 4) {
      y = y - 1;
      s += ag::max(x).item<double>();
    }
  }
};

AG_FUNCTION double changed_by_method(Tensor x) {
  Drop drop{x};
  drop.run(x);
  return drop.s + ag::sum(x).item<double>();
}

}  // namespace
}  // namespace referring_objects_programs

void e2e::referring_objects() {
  using namespace referring_objects_programs;
  for (const double first : {1.0, -9.0}) {
    const Tensor x = ag::tensor({first, -2.0, 9.0}, ag::float64);
    run("changed_between", changed_between, x, 3);
    run("seen_in_condition", seen_in_condition, x);
    run("two_objects", two_objects, x, x * 2);
    run("made_in_loop", made_in_loop, x);
    run("changed_by_method", changed_by_method, x);
  }
}
