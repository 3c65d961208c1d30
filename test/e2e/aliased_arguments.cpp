// Arguments by constant reference that name a number which the function changes. Called outside of traces, the function
// shows each change.
#include <ag/ag.h>

#include "harness.h"

using ag::Tensor;

namespace aliased_arguments_programs {
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

// Traced functions that are called with one number for two parameters.
AG_FUNCTION double grown_twice(const double& step, double& size, Tensor x) {
  size += step;
  if (x > 0) size += step;
  return step;
}
AG_FUNCTION void through_a_pointer(const double& step, double* size, Tensor x) {
  *size = 1;
  if (x > 0) {
    *size += step;
    return;
  }
  *size -= step;
}
struct Line {
  double slope = 2, offset = 1;
};
AG_FUNCTION double raised(const double& by, Line& line, Tensor x) {
  line.slope += 1;
  if (x > 0) line.offset += by;
  return line.slope + 10 * line.offset + 100 * by;
}
AG_FUNCTION double accumulated(const double& first, std::vector<double>& v, Tensor x) {
  for (double& each : v) each += first;
  if (x > 0) v[1] += first;
  return v[0] + 10 * v[1] + 100 * first;
}
struct Total {
  double sum = 1;
  int calls = 0;
  AG_FUNCTION double add(const double& step, Tensor x) {
    sum += step;
    ++calls;
    if (x > 0) sum += step;
    return step + calls;
  }
};

// The object's number lies beside a variable of the graph.
struct Model {
  double rate = 2;
  ag::Variable state{ag::tensor(0.5, ag::float64)};
  AG_FUNCTION double learns(const double& step, Tensor x) {
    rate += step;
    if (x > 0) rate += 1;
    state.assign_add(x);
    return step + 10 * rate;
  }
  AG_FUNCTION Tensor predicts(const double& by, Tensor x) { return state + x * by * rate; }
};

AG_FUNCTION double leveled(const double& by, Tensor x) {
  level += 1;
  if (x > 0) level += by;
  return (x > 5 ? level : by) + 10 * by;
}
double traced_with_a_global(Tensor x) {
  level = 2;
  double by = 0.5;
  const double one = leveled(level, x), two = leveled(by, x);
  return one + 100 * two + 10000 * level;
}
double traced_with_one_number(Tensor x) {
  double size = 2, other = 3;
  const double one = grown_twice(size, size, x), two = grown_twice(other, size, x);
  return one + 100 * two + 10000 * size;
}
double traced_with_a_pointer(Tensor x) {
  double size = 2, other = 3;
  through_a_pointer(size, &size, x);
  through_a_pointer(size, &other, x);
  return size + 100 * other;
}
double traced_with_a_part(Tensor x) {
  Line line;
  double by = 0.5;
  const double one = raised(line.slope, line, x), two = raised(by, line, x);
  return one + 1000 * two;
}
double traced_with_an_element(Tensor x) {
  std::vector<double> v{1, 2, 3};
  double by = 0.5;
  const double one = accumulated(v[0], v, x), two = accumulated(by, v, x);
  return one + 1000 * two;
}
double traced_with_its_member(Tensor x) {
  Total total;
  double by = 0.5;
  const double one = total.add(total.sum, x), two = total.add(by, x);
  return one + 100 * two + 10000 * total.sum;
}
Tensor traced_with_a_variable_beside(Tensor x) {
  Model model;
  double by = 0.5;
  const double one = model.learns(model.rate, x), two = model.learns(by, x);
  return model.predicts(model.rate, x) + 1000 * (one + 100 * two);
}

}  // namespace
}  // namespace aliased_arguments_programs

void e2e::aliased_arguments() {
  using namespace aliased_arguments_programs;
  for (const double x : {3.0, -1.0}) {
    run("a variable outside, which the function changes", called_with_its_variable, f64(x));
    run("one variable for two parameters", called_with_both, f64(x));
    run("a member of the object", called_with_a_member, f64(x));
    run("in a trace", traced_with_both, f64(x));
    run("a traced function, one number", traced_with_one_number, f64(x));
    run("a traced function, a global variable", traced_with_a_global, f64(x));
    run("a traced function, a pointer", traced_with_a_pointer, f64(x));
    run("a traced function, a part", traced_with_a_part, f64(x));
    run("a traced function, an element", traced_with_an_element, f64(x));
    run("a traced method, its member", traced_with_its_member, f64(x));
    run("a traced method, a number beside a variable", traced_with_a_variable_beside, f64(x));
  }
}
