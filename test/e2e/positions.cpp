// Pointers and iterators that stay in a function, and pointers to variables of the caller.
#include <algorithm>
#include <iterator>
#include <variant>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace positions_programs {
namespace {

struct Body {
  double place = 0, speed = 1;
  void step(double by) { place += speed * by; }
};

AG_FUNCTION double steps_of(Tensor x, int* steps) {
  double value = double(x);
  *steps = 0;
  while (value > 1) {
    value /= 2;
    ++*steps;
  }
  return value;
}
double with_steps(Tensor x) {
  int steps = 7;
  const double rest = steps_of(x, &steps);
  return rest + 10 * steps;
}

void count(Tensor x, int* halvings) {
  while (x > 1) {
    x = x / 2;
    *halvings += 1;
  }
}
double halved(double value, int* steps, Body* body) {
  *steps = 0;
  while (value > 1) {
    value /= 2;
    (*steps)++;
  }
  body->place = value;
  return value;
}
AG_FUNCTION double outputs(Tensor x) {
  int halvings = 0, steps;
  count(x, &halvings);
  Body body;
  double rest = halved(double(x), &steps, &body);
  return halvings + 10 * steps + 100 * rest + body.place;
}
double counted_plainly(Tensor x) {
  int halvings = 1;
  count(x, &halvings);
  return halvings;
}

AG_FUNCTION double iterators(Tensor xs, int n) {
  std::vector<double> c(n);
  for (int i = 0; i < n; ++i) c[i] = double(xs[i]);
  double backwards = 0;
  for (auto it = c.rbegin(); it != c.rend(); ++it) backwards = backwards * 2 + *it;
  for (auto it = c.begin(); it != c.end(); ++it) {
    *it *= 2;
    if (*it > 4) *it = 4;
  }
  return backwards + 100 * c[0] + 1000 * c[1];
}
AG_FUNCTION double pointers(Tensor xs) {
  double a[4] = {0, 0, 0, 0};
  int i = 0;
  for (double* p = a; p != a + 4; ++p) *p = double(xs[i++]);
  const double* q = a;
  double sum = 0;
  while (q < a + 4) sum = sum * 2 + *q++;
  double* last = a + 3;
  last[-1] = 7;
  return sum + a[2] + *last;
}
AG_FUNCTION double to_a_number(Tensor x) {
  double a = 0;
  double* p = &a;
  *p += double(x);
  if (x > 1) *p *= 2;
  return a;
}
AG_FUNCTION double to_one_of_two(Tensor x, bool first) {
  double a = 0, b = 0;
  double* p = first ? &a : &b;
  for (int i = 0; i < 3; ++i) *p += double(x) + i;
  p = &b;
  *p += 1;
  return a + 100 * b;
}
AG_FUNCTION double to_objects(Tensor xs) {
  std::vector<Body> bodies(3);
  Body* p = &bodies[1];
  p->place += double(xs[0]);
  if (xs[1] > 0) p->speed = 3;
  p->step(0.5);
  for (auto it = bodies.begin(); it != bodies.end(); ++it) {
    it->place += 1;
    it->step(1);
  }
  return bodies[0].place + 10 * bodies[1].place;
}
AG_FUNCTION Tensor to_tensors(Tensor x) {
  Tensor a = x, b = x * 2;
  Tensor* p = &a;
  *p = *p + 1;
  if (x[0] > 1) *p = *p * 2;
  p = &b;
  *p += 1;
  return a + 10 * b;
}
AG_FUNCTION double moved(Tensor x) {
  std::vector<double> v{3, 1, 2};
  for (double& one : v) one *= double(x);
  auto first = v.begin();
  auto last = v.end() - 1;
  *last = 5;
  for (auto it = std::next(first); it != v.end(); ++it) *first += *it;
  return v[0] + (last - first);
}
AG_FUNCTION double held(std::variant<double, Tensor> given, Tensor x) {
  if (const auto* number = std::get_if<double>(&given)) return *number + double(x);
  return 0;
}

struct Split {
  Tensor low, high;
};
void split(Tensor x, Tensor* low, Tensor* high) {
  *low = ag::minimum(x, 0);
  *high = ag::maximum(x, 0);
  if (ag::sum(*high) > 5) *high = *high / 2;
}
void split_again(Tensor x, int limit, Split* parts, Tensor* rest) {
  split(x, &parts->low, &parts->high);
  if (ag::sum(x) > limit) split(parts->high, &parts->low, rest);
}
AG_CONVERT int filled(Tensor x, Tensor* sum) {
  int steps = 0;
  while (ag::sum(*sum) < 10) {
    *sum += x;
    ++steps;
  }
  return steps;
}
AG_FUNCTION Tensor tensor_outputs(Tensor x) {
  Tensor low, high;
  split(x, &low, &high);
  Split parts{x, x};
  Tensor rest = x;
  split_again(x, 2, &parts, &rest);
  std::vector<Tensor> pair{x, x};
  split(x + 1, &pair[0], &pair[1]);
  const int steps = filled(ag::abs(x) + 1, &rest);
  return ag::stack({low, high, parts.low, parts.high, rest, pair[0], pair[1], x * steps});
}

}  // namespace
}  // namespace positions_programs

void e2e::positions() {
  using namespace positions_programs;
  for (const double x : {0.5, 3.0, 9.0}) {
    run("with_steps", with_steps, f64(x));
    run("outputs", outputs, f64(x));
    run("counted_plainly", counted_plainly, f64(x));
    run("to_a_number", to_a_number, f64(x));
    run("to_one_of_two", to_one_of_two, f64(x), true);
    run("to_one_of_two", to_one_of_two, f64(x), false);
    run("moved", moved, f64(x));
  }
  const Tensor xs = ag::tensor({3.0, 1.0, 2.5, 4.0}, ag::float64);
  run("iterators", iterators, xs, 2);
  run("pointers", pointers, xs);
  run("to_objects", to_objects, xs);
  run("to_tensors", to_tensors, xs);
  run("tensor_outputs", tensor_outputs, ag::tensor({3.0, -1.0}, ag::float64));
  run("tensor_outputs", tensor_outputs, ag::tensor({-3.0, 8.0}, ag::float64));
  Tensor sum = f64(1);
  std::cout << filled(f64(4), &sum) << " " << sum << "\n";
  std::cout << held(1.5, f64(2)) << "\n";
}
