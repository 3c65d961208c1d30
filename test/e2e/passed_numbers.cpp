// Numbers that a call passes for tensors: whatever their values, they are inputs, and computed with as exactly as
// plainly.
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace passed_numbers_programs {
namespace {

AG_FUNCTION Tensor scaled(Tensor x, Tensor rate) {
  Tensor y = x * rate;
  if (ag::sum(y) > 3) y = y - rate;
  return y;
}

AG_FUNCTION Tensor root(Tensor a) {
  Tensor x = a;
  while (abs(x * x - a) > 1e-4 * a) x = 0.5 * (x + a / x);
  return x;
}

AG_FUNCTION Tensor same(Tensor a) { return a; }

AG_FUNCTION Tensor larger(Tensor a, Tensor b) {
  if (a > b) return a;
  return b;
}

AG_FUNCTION void changed(Tensor& a, Tensor& b) {
  if (a > 0.3) b = b * 2;
}

AG_FUNCTION void changed_and_thrown(Tensor& a, Tensor& b) {
  b = b + 1;
  if (a > 0.3) throw std::runtime_error("too large");
}

AG_FUNCTION Tensor summed(Tensor rate, Tensor n) {
  Tensor sum = ag::zeros({}, ag::float64);
  for (Tensor i : ag::range(n)) sum = sum + rate;
  return sum;
}

struct Interval {
  Tensor low, high;
};

AG_FUNCTION Interval ordered(Interval interval) {
  if (interval.low > interval.high) return {interval.high, interval.low};
  return interval;
}

AG_FUNCTION Tensor total(std::vector<Tensor> values) {
  Tensor sum = ag::zeros({}, ag::float64);
  for (const Tensor& value : values) sum = sum + value;
  return sum;
}

AG_FUNCTION Tensor power(Tensor x, int n) {
  if (n == 0) return 1.0;
  return x * power(x, n - 1);
}

AG_FUNCTION Tensor slope(Tensor x) {
  return ag::gradient([](Tensor y) { return y * y * e2e::f64(1); })(x);
}

Tensor as_double(const Tensor& number) { return number * e2e::f64(1); }

}  // namespace
}  // namespace passed_numbers_programs

void e2e::passed_numbers() {
  using namespace passed_numbers_programs;
  for (const double value : {0.0, 0.1, 0.5, 0.7, 1e-9, 3.3}) {
    std::cout << value << "\n";
    run("scaled, float32", scaled, ag::tensor({1.0, 2.0}), Tensor(value));
    run("scaled, float64", scaled, ag::tensor({1.0, 2.0}, ag::float64), Tensor(value));
    run("scaled, float16", scaled, ag::tensor({1.0, 2.0}, ag::float16), Tensor(value));
    if (value > 0) run("root", root, Tensor(value));
    run("same", [](const Tensor& a) { return as_double(same(a)); }, Tensor(value));
    run("larger", [](const Tensor& a) { return as_double(larger(a, 0.6)); }, Tensor(value));
    const auto change = [](const Tensor& given) {
      Tensor a = given, b = 0.2;
      changed(a, b);
      return std::pair(as_double(a), as_double(b));
    };
    run("changed", change, Tensor(value));
    const auto change_and_throw = [](const Tensor& given) {
      Tensor a = given, b = 0.2;
      try {
        changed_and_thrown(a, b);
      } catch (const std::runtime_error&) {
      }
      return std::pair(as_double(a), as_double(b));
    };
    run("changed_and_thrown", change_and_throw, Tensor(value));
    run("summed", summed, Tensor(value), i64(3));
    const auto order = [](const Tensor& given) {
      const Interval interval = ordered({given, 0.3});
      return std::pair(as_double(interval.low), as_double(interval.high));
    };
    run("ordered", order, Tensor(value));
    run("total", [](const Tensor& a) { return total({a, 0.3, 1, 2.5}); }, Tensor(value));
    run("power", power, Tensor(value), 3);
    run("slope", slope, Tensor(value));
  }
}
