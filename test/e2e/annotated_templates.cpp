// Annotated methods of class templates whose numbers come from tensors: each instantiation of the class has them in its
// staged class.
#include <ag/ag.h>

#include "harness.h"

using ag::Tensor;

namespace annotated_templates_programs {
namespace {

template <class D>
struct Bounded {
  AG_CONVERT bool is_below(const Tensor& u, double limit = 10) const {
    return ag::max(u).template item<double>() < limit;
  }
};
template <class D>
struct Stepper : Bounded<D> {
  int count = 0;
  double time = 0;
  AG_CONVERT bool advance(Tensor& u, int factor = 2) {
    ++count;
    time += 0.5;
    u = static_cast<D*>(this)->step(u, factor);
    return this->is_below(u);
  }
};
struct Euler : Stepper<Euler> {
  AG_CONVERT Tensor step(const Tensor& u, int factor) { return u * factor; }
};
struct Slow : Stepper<Slow> {
  double rate = 1.5;
  AG_CONVERT Tensor step(const Tensor& u, int) { return u * rate; }
};

AG_FUNCTION double two_levels(Tensor u) {
  Euler euler;
  while (euler.advance(u)) {
  }
  Slow slow;
  u = u / 40;
  while (slow.advance(u, 3)) {
  }
  return euler.time + euler.count + 100 * slow.count;
}

template <class D>
struct Outside {
  AG_CONVERT bool advance(Tensor& u);
};
template <class D>
AG_CONVERT bool Outside<D>::advance(Tensor& u) {
  u = static_cast<D*>(this)->step(u);
  return ag::max(u).template item<double>() < 10;
}
struct Adding : Outside<Adding> {
  AG_CONVERT Tensor step(const Tensor& u) { return u + 2; }
};

AG_FUNCTION int defined_outside(Tensor u) {
  Adding adding;
  int n = 0;
  while (adding.advance(u)) ++n;
  return n;
}

template <class T>
struct Average {
  Tensor mean;
  T rate = T(0.5);
  AG_CONVERT bool push(const Tensor& x) {
    mean = mean * rate + x;
    return ag::max(mean).template item<double>() > 3;
  }
};

AG_FUNCTION int with_tensor(Tensor u) {
  Average<double> average{u};
  int n = 0;
  while (!average.push(u)) {
    u = u + 1;
    ++n;
  }
  return n;
}

template <class T>
struct Limits {
  AG_CONVERT static T top(const Tensor& u) { return ag::max(u).template item<T>(); }
  AG_CONVERT static bool is_below(const Tensor& u, T limit) { return top(u) < limit; }
};

AG_FUNCTION int static_methods(Tensor u) {
  int n = 0;
  while (Limits<double>::is_below(u, 50.0)) {
    u = u * 2;
    ++n;
  }
  return n;
}

/// Known numbers: the same methods run as written.
int outside_of_traces() {
  Euler euler;
  Tensor u = ag::tensor({1.0, 2.0}, ag::float64);
  while (euler.advance(u)) {
  }
  return euler.count;
}

}  // namespace
}  // namespace annotated_templates_programs

void e2e::annotated_templates() {
  using namespace annotated_templates_programs;
  for (const double first : {0.5, 2.0, 12.0}) {
    const Tensor u = ag::tensor({first, -5.0}, ag::float64);
    run("two_levels", two_levels, u);
    run("defined_outside", defined_outside, u);
    run("with_tensor", with_tensor, u);
    run("static_methods", static_methods, u);
  }
  run("outside_of_traces", outside_of_traces);
}
