// Functions for arguments of certain types: in a plain build they are calls.
#include "harness.h"

using ag::ConcreteFunction;
using ag::Tensor;
using ag::TensorSpec;

namespace concrete_programs {
namespace {

AG_FUNCTION Tensor halved(Tensor x, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    if (ag::max(x) > 1) x = x / 2;
  }
  return x;
}

AG_FUNCTION Tensor total(Tensor x) {
  Tensor sum = x[0] * 0;
  for (Tensor row : x) sum = sum + row;
  return sum * x.shape(0);
}

AG_FUNCTION std::pair<int, Tensor> steps(Tensor x, double limit) {
  int n = 0;
  while (x > limit) {
    x = x / 2;
    ++n;
  }
  return {n, x};
}

struct Average {
  Tensor sum = ag::tensor(0.0);
  int count = 0;
  AG_FUNCTION Tensor add(Tensor x) {
    sum = sum + x;
    ++count;
    return sum / count;
  }
};

}  // namespace
}  // namespace concrete_programs

void e2e::concrete() {
  using namespace concrete_programs;
  ConcreteFunction twice = ag::function_of(halved).concrete(TensorSpec({2}), 2);
  run("halved", twice, ag::tensor({3.0, 8.0}), 2);
  run("halved without its number", twice, ag::tensor({1.0, 7.0}));
  ConcreteFunction any = ag::function_of(total).concrete(TensorSpec({ag::unknown, 3}));
  for (int64_t n : {1, 2, 5}) run("total", any, ag::reshape(ag::astype(ag::arange(0, 3 * n, 1), ag::float32), {n, 3}));
  ConcreteFunction counted = ag::function_of(steps).concrete(TensorSpec({}, ag::float64), 1.5);
  for (double x : {0.5, 3.0, 100.0}) run("steps", counted, f64(x), 1.5);
  Average average;
  ConcreteFunction add = ag::function_of(&Average::add).concrete(average, TensorSpec({}));
  for (double x : {1.0, 2.0, 6.0}) run("average", add, f32(x));
  auto clipped = ag::function([](Tensor x, double most) { return x > most ? x * 0 + most : x; });
  ConcreteFunction clip = clipped.concrete(TensorSpec({}), 2.5);
  for (double x : {1.0, 4.0}) run("clipped", clip, f32(x), 2.5);
}
