// Arguments by constant reference that name a number which the function changes. Called outside of traces, the function
// shows each change.
#include <ag/ag.h>

#include "harness.h"

using ag::Tensor;

namespace {

double level = 1;

AG_CONVERT double risen(const double& before, Tensor x) {
  level += 0.5;
  if (x > 0) level += 1;
  return before;
}
AG_CONVERT void grow(const double& step, double& size, Tensor x) {
  if (x > 0) size += step;
  size += step;
}
struct Counter {
  double sum = 1;
  void add(const double& step, Tensor x) {
    if (x > 0) sum += step;
    sum += step;
  }
};

double called_with_its_variable(Tensor x) {
  level = 1;
  const double result = risen(level, x);
  return 10 * result + level;
}
double called_with_both(Tensor x) {
  double size = 2;
  grow(size, size, x);
  return size;
}
double called_with_a_member(Tensor x) {
  Counter counter;
  counter.add(counter.sum, x);
  return counter.sum;
}
AG_FUNCTION Tensor traced_with_both(Tensor x) {
  double size = 2;
  grow(size, size, x);
  Counter counter;
  counter.add(counter.sum, x);
  return x + size + 10 * counter.sum;
}

}  // namespace

void e2e::aliased_arguments() {
  for (const double x : {3.0, -1.0}) {
    run("a variable outside, which the function changes", called_with_its_variable, f64(x));
    run("one variable for two parameters", called_with_both, f64(x));
    run("a member of the object", called_with_a_member, f64(x));
    run("in a trace", traced_with_both, f64(x));
  }
}
