// Numbers that stand in braces where known ones are needed, tables of constants, alternatives of variants, and
// constructors that call converted functions.
#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::run;

namespace known_values_programs {
namespace {

AG_FUNCTION Tensor rows(Tensor x) {
  const auto length = x.shape(0);
  ag::TensorArray all(ag::float32, {.size = 2, .element_shape = {length}});
  all.write(0, x);
  all.write(1, x * 2);
  ag::TensorArray others(ag::float32, {.size = 1, .element_shape = ag::Shape{x.shape(0)}});
  others.write(0, x);
  const ag::Shape shape{x.shape(0), 2};
  return all.stack() + others.stack() + ag::sum(ag::zeros(shape));
}
Tensor padded(const Tensor& x, const Tensor& filter) {
  const int r = int(filter.shape(0)) / 2;
  const Tensor once = ag::pad(x, {{r, r + 1}});
  return ag::pad(once, std::vector<std::pair<int64_t, int64_t>>{{r, 0}});
}
AG_FUNCTION Tensor widened(Tensor x) { return padded(x, x); }

struct Node {
  int next;
  double value;
};
constexpr Node kList[] = {{1, 10}, {2, 20}, {-1, 30}};
constexpr std::pair<int, double> kPairs[] = {{1, 0.5}, {2, 1.5}, {3, 2.5}};
AG_FUNCTION double of_tables(Tensor x) {
  const Node node = kList[int(x) % 3];
  const auto pair = kPairs[int(x) % 3];
  if (node.next < 0) return -node.value * pair.second;
  return node.value + kList[int(x) % 3].next + pair.first;
}

struct Linear {
  double slope;
};
struct Quadratic {
  double a, b;
};
using Curve = std::variant<Linear, Quadratic>;
AG_CONVERT double value_of(const Curve& curve, double x) {
  if (std::holds_alternative<Linear>(curve)) return std::get<Linear>(curve).slope * x;
  return std::get<Quadratic>(curve).a * x * x + std::get<Quadratic>(curve).b;
}
AG_FUNCTION double of_curves(Tensor x, double k) {
  return value_of(Linear{k}, double(x)) + value_of(Quadratic{k, 1}, double(x));
}

}  // namespace
}  // namespace known_values_programs

void e2e::known_values() {
  using namespace known_values_programs;
  for (float x : {0.0F, 1.0F, 2.0F, 5.5F}) {
    const Tensor value = x;
    run("rows", rows, ag::tensor({x, 2.0F, 3.0F}));
    run("widened", widened, ag::tensor({x, 2.0F, 3.0F}));
    run("of_tables", of_tables, value);
    run("of_curves", [](Tensor v) { return of_curves(v, 1.5); }, value);
  }
}
