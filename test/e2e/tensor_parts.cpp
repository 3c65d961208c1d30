// Numbers that become tensors where C++ converts them: parts of pairs, tuples, structures and containers in braces,
// arguments of constructors, what a function gives.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace tensor_parts_programs {
namespace {

struct Halved {
  Tensor value;
  Tensor steps = 7;
};

AG_FUNCTION std::pair<Tensor, Tensor> pair(Tensor x) {
  int n = 0;
  double sum = 0.1;
  for (; x > 1; ++n) {
    x = x / 2;
    sum += 0.3;
  }
  if (n > 3) return {x + sum, n};
  return {x, n};
}

AG_FUNCTION std::tuple<Tensor, int, Tensor> tuple(Tensor x, Tensor low) {
  int up = 0;
  while (x > low) {
    x = x - 1;
    if (up == 3) return {x, up, 2 * up};
    ++up;
  }
  return {x, up, up};
}

AG_FUNCTION Halved structure(Tensor x, int k) {
  Halved best{x, 0};
  while (x > 1) {
    x = x / 2;
    ++k;
    best = {x, k};
  }
  if (k > 5) return {.value = best.value, .steps = k};
  return best;
}

AG_FUNCTION std::pair<std::pair<Tensor, Tensor>, Tensor> nested(Tensor x) {
  bool found = false;
  int n = 0;
  while (x > 1) {
    x = x / 2;
    found = found || x == 5;
    ++n;
  }
  return {{x, found}, 2 * n};
}

Tensor ratio(const std::pair<Tensor, Tensor>& parts) { return parts.first / parts.second; }

AG_FUNCTION Tensor ratios(Tensor x) {
  int n = 1;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  return ratio({x, n}) + ratio(std::pair<Tensor, Tensor>(n, 0.5 * n)) + ratio(std::make_pair(x, n));
}

class Mean {
 public:
  Mean(Tensor sum, Tensor count) : sum_(sum), count_(count) {}
  Tensor value() const { return sum_ / count_; }

 private:
  Tensor sum_, count_;
};

AG_FUNCTION Tensor constructors(Tensor x) {
  int n = 1;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  const Mean a(x, n);
  const Mean b{x, 2 * n};
  return a.value() + b.value() + Mean(1.5, n).value();
}

AG_FUNCTION Tensor containers(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  std::vector<std::pair<Tensor, Tensor>> pairs;
  pairs.emplace_back(x, n);
  pairs.push_back({n, x});
  std::vector<Halved> halved;
  halved.push_back({x, n});
  std::map<std::string, Tensor> named{{"x", x}, {"n", n}};
  named.emplace("twice", 2 * n);
  named.insert({"half", 0.5 * n});
  std::optional<Tensor> last = n, none;
  std::variant<Tensor, std::string> either = Tensor(n);
  return pairs[0].second + pairs[1].first + halved[0].steps + named["n"] + named["twice"] + named["half"] + *last +
         none.value_or(n) + std::get<0>(either) * named["x"];
}

AG_FUNCTION std::optional<std::pair<Tensor, Tensor>> maybe(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  if (n > 3) return std::pair<Tensor, Tensor>{x, n};
  return std::nullopt;
}

AG_CONVERT void count_into(Tensor x, std::pair<Tensor, Tensor>& out) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  out = {x, n};
}

AG_FUNCTION std::pair<Tensor, Tensor> passed_on(Tensor x) {
  auto counted = [](Tensor y) -> std::pair<Tensor, Tensor> {
    int n = 0;
    for (; y > 1; ++n) y = y / 3;
    return {y, n};
  };
  std::pair<Tensor, Tensor> made;
  count_into(x, made);
  auto [y, n] = counted(x);
  return {made.first + y, made.second + n};
}

}  // namespace
}  // namespace tensor_parts_programs

void e2e::tensor_parts() {
  using namespace tensor_parts_programs;
  for (const double value : {40.0, 5.0, 0.75}) {
    const Tensor x = f64(value);
    run("pair", pair, x);
    run("tuple", tuple, x, f64(1));
    run("structure", structure, x, 2);
    run("nested", nested, x);
    run("ratios", ratios, x);
    run("constructors", constructors, x);
    run("containers", containers, x);
    run("maybe", maybe, x);
    run("passed_on", passed_on, x);
  }
}
