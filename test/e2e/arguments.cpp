// Arguments of traced functions that are containers whose form the host decides, classes with a trace type, or
// references to structures.
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace arguments_programs {
namespace {

AG_FUNCTION Tensor shifted(Tensor x, std::optional<Tensor> by) {
  if (by) x = x + *by;
  if (x > 10) x = x - 10;
  return x;
}

AG_FUNCTION Tensor switched(Tensor x, std::vector<bool> plan) {
  for (bool grows : plan) x = grows ? x + 1 : x * 0.5;
  if (x > 2 && plan[0]) x = -x;
  return x;
}

AG_FUNCTION int enabled(Tensor x, const std::pair<std::vector<bool>, int>& limited) {
  int n = 0;
  for (int k = 0; k < limited.second; ++k) {
    if (x > k && limited.first[k]) ++n;
  }
  return n;
}

AG_FUNCTION Tensor spread(Tensor x, const ag::Shape& shape) {
  if (ag::any(x > 10)) x = x / 2;
  return ag::broadcast_to(x, shape);
}

AG_FUNCTION int counted(Tensor x, std::optional<int> most) {
  int steps = 0;
  while (x > 1 && (!most || steps < *most)) {
    x = x / 2;
    ++steps;
  }
  return steps;
}

AG_FUNCTION Tensor affine(Tensor x, std::map<std::string, Tensor> p) {
  if (x < 0) x = -x;
  if (p.count("bias") > 0) return x * p.at("scale") + p.at("bias");
  return x * p.at("scale");
}

AG_FUNCTION Tensor either(std::variant<Tensor, std::pair<Tensor, Tensor>> choice) {
  if (choice.index() == 0) return std::get<0>(choice);
  Tensor a = std::get<1>(choice).first;
  if (a > 0) a = a - std::get<1>(choice).second;
  return a;
}

class Fruit {
 public:
  Fruit(std::string kind, std::string label, Tensor weight)
      : kind(std::move(kind)), label(std::move(label)), weight(std::move(weight)) {}
  std::string kind, label;
  Tensor weight;
};
[[maybe_unused]] std::string ag_trace_type(const Fruit& fruit) { return fruit.kind; }
[[maybe_unused]] auto ag_fields(Fruit& fruit) { return std::tie(fruit.weight); }

AG_FUNCTION Tensor price(Fruit fruit, Tensor rate) {
  Tensor sum = fruit.weight * rate;
  if (fruit.kind == "mango") sum = sum + 1;
  if (sum > 10) sum = sum * 0.5;
  return sum;
}

// Functions as arguments: pointers, lambdas without captures, objects of ag::function.
Tensor limited(Tensor x) {
  if (x > 3) return 3.0;
  return x;
}
Tensor tripled(Tensor x) { return x * 3; }
double half(double t) { return t > 1 ? t / 2 : t; }

AG_FUNCTION Tensor applied(Tensor (*f)(Tensor), Tensor x) {
  if (x > 0) x = f ? f(x) : -x;
  return x + 1;
}
AG_FUNCTION Tensor applied_to_numbers(double (*f)(double), Tensor x, double at) { return x * f(at); }
template <class F>
AG_FUNCTION Tensor applied_twice(const F& f, Tensor x) {
  Tensor y = f(x);
  if (y > 1) y = f(y);
  return y;
}

// References to structures of tensors, whose new values are handed back.
struct Line {
  Tensor slope, offset;
};
struct Fit {
  Line line;
  int steps = 0;
};
AG_CONVERT void bounded(Line& line, Tensor x) {
  if (x > 1) line.offset = x;
}
AG_FUNCTION void moved_line(Tensor x, Line& line) {
  bounded(line, x);
  if (x > 0)
    line.slope = line.slope + x;
  else
    line.offset = line.slope * 2;
  ag::check(x < 3, "too far");
  line.slope = line.slope + 1;
}
AG_FUNCTION int fitted(Tensor x, Fit& fit) {
  while (x > 0) {
    fit.line.slope = fit.line.slope + x;
    ++fit.steps;
    x = x - 1;
  }
  return fit.steps;
}
AG_FUNCTION void exchanged(Line& a, Line& b) { std::swap(a, b); }
AG_FUNCTION Tensor each(Tensor x, std::vector<Tensor>& all) {
  for (Tensor& one : all) {
    if (x > 0) one = one + x;
  }
  return all[0];
}
AG_FUNCTION void grown(Tensor x, std::vector<Tensor>& all) { all.push_back(x); }
AG_FUNCTION void renewed(Tensor x, std::vector<Tensor>& all) {
  all.clear();
  all.push_back(x * 2);
}
AG_FUNCTION void kept(Tensor x, std::optional<Tensor>& found) {
  if (found)
    *found = *found + x;
  else
    found = x;
}
AG_FUNCTION void named(Tensor x, std::map<std::string, Tensor>& all) {
  if (x > 1) all["a"] = all["a"] + x;
  all["b"] = x;
}
AG_FUNCTION void rotated(Tensor x, std::tuple<Tensor, Tensor>& both) {
  std::get<0>(both) = x;
  std::swap(std::get<0>(both), std::get<1>(both));
}
AG_FUNCTION void other(Tensor x, std::variant<Tensor, Line>& one) {
  if (one.index() == 0) one = std::get<0>(one) + x;
}

}  // namespace
}  // namespace arguments_programs

namespace e2e {

namespace arguments_programs {
namespace {
using namespace ::arguments_programs;

void structures_by_reference() {
  for (const double value : {0.0, 2.0, 4.0}) {
    const Tensor x = f64(value);
    Line line{f64(1), f64(2)}, second{f64(3), f64(4)};
    Fit fit{line};
    std::vector<Tensor> all{f64(5), f64(6)};
    std::optional<Tensor> found;
    std::map<std::string, Tensor> names{{"a", f64(7)}};
    std::tuple<Tensor, Tensor> both{f64(8), f64(9)};
    std::variant<Tensor, Line> one = f64(10), two = line;
    run("moved_line", [&] { moved_line(x, line); });
    run("exchanged", [&] { exchanged(line, second); });
    run("fitted", [&] { return fitted(x, fit); });
    run("each", [&] { return each(x, all); });
    run("grown", [&] { grown(x, all); });
    run("kept", [&] { kept(x, found); });
    run("named", [&] { named(x, names); });
    run("rotated", [&] { rotated(x, both); });
    run("other", [&] { other(x, one); });
    run("other", [&] { other(x, two); });
    show(std::tuple(line.slope, line.offset, second.slope, fit.line.slope, fit.steps, all, found, both));
    show(std::tuple(names.at("a"), names.at("b"), std::get<0>(one), std::get<1>(two).slope));
    run("renewed", [&] { renewed(x, all); });
    show(all);
  }
}

void functions_as_arguments() {
  for (const double x : {-2.0, 2.0, 5.0}) {
    run("limited", [&] { return applied(limited, f32(x)); });
    run("tripled", [&] { return applied(&tripled, f32(x)); });
    run("no function", [&] { return applied(nullptr, f32(x)); });
    run("of a number", [&] { return applied_to_numbers(half, f32(x), x); });
    run("a lambda", [&] {
      auto lowered = [](Tensor y) {
        if (y > 4) return y / 2;
        return y - 1;
      };
      return applied_twice(lowered, f32(x));
    });
    run("a pointer", [&] { return applied_twice(&tripled, f32(x)); });
  }
  double rate = 0.5;
  auto scaled = ag::function([&](Tensor y) {
    rate += 0.25;
    return y * rate;
  });
  for (const double x : {1.0, 4.0}) run("an object", [&] { return applied_twice(scaled, f32(x)); });
  std::cout << rate << "\n";
  for (int k = 1; k < 4; ++k) {
    auto each = ag::function([k](Tensor y) { return y * k; });
    run("another object", [&] { return applied_twice(each, f32(2)); });
  }
}

}  // namespace
}  // namespace arguments_programs

void arguments() {
  using namespace arguments_programs;
  using namespace ::arguments_programs;
  for (const double x : {1.5, 12.0}) {
    run("shifted by nothing", [&] { return shifted(f32(x), std::nullopt); });
    run("shifted", [&] { return shifted(f32(x), f32(3)); });
    for (const std::vector<bool>& plan : {std::vector<bool>{true, false, true}, {false, true, true}}) {
      run("switched", [&] { return switched(f32(x), plan); });
      run("enabled", [&] { return enabled(f32(x), {plan, 3}); });
    }
    run("spread", [&] { return spread(f32(x), {2}); });
    run("spread to a matrix", [&] { return spread(f32(x), ag::Shape{2, 3}); });
    run("counted", [&] { return counted(f32(x), std::nullopt); });
    run("counted to one", [&] { return counted(f32(x), 1); });
    run("affine", [&] { return affine(f32(-x), {{"scale", f32(2)}, {"bias", f32(1)}}); });
    run("scaled", [&] { return affine(f32(x), {{"scale", f32(3)}}); });
    run("one", [&] { return either(f32(x)); });
    run("two", [&] { return either(std::pair(f32(x), f32(1))); });
  }
  for (const double rate : {1.0, 4.0}) {
    for (const char* label : {"a", "b"}) {
      run("apple", [&] { return price(Fruit("apple", label, f32(3)), f32(rate)); });
      run("mango", [&] { return price(Fruit("mango", label, f32(2)), f32(rate)); });
    }
  }
  functions_as_arguments();
  structures_by_reference();
#if AG_CONVERTED
  // One trace for each kind of fruit.
  if (ag::function_of(price).tracing_count() > 2) std::cout << "fruits are traced for each label\n";
#endif
}

}  // namespace e2e
