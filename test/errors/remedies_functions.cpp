// The refused examples of docs/reference/diagnostics.md with their remedies applied, one namespace for each diagnostic.
// Built plainly and converted, the program prints the same.
#include <ag/ag.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

using ag::Tensor;

void show(const char* name, const Tensor& value) { std::cout << name << " " << value << "\n"; }

// Functions

namespace method_unsupported {
AG_FUNCTION Tensor doubled(Tensor x) { return x * 2; }
struct Model {
  Tensor w;
  AG_CONVERT Model(Tensor x) : w(doubled(x)) {}
};
void run() { show("constructor", Model(4).w); }
}  // namespace method_unsupported

namespace staged_class_method {
struct Sum {
  Tensor total = 0.0;
  int count = 0;
  int& counter() { return count; }
  void add(Tensor x) {
    if (x > 0) total += x;
    ++counter();
  }
};
AG_FUNCTION Tensor summed(Tensor x) {
  Sum sum;
  sum.add(x);
  return sum.total / sum.count;
}
void run() { show("twin", summed(4.0)); }
}  // namespace staged_class_method

namespace template_unsupported {
AG_CONVERT auto doubled(auto x) { return x * 2; }
AG_FUNCTION Tensor doubled_tensor(Tensor x) { return doubled(x); }
void run() { show("template", doubled_tensor(4)); }
}  // namespace template_unsupported

namespace lambda_unsupported {
AG_FUNCTION Tensor apply(Tensor x) {
  auto twice = [](Tensor y) { return y * 2; };
  return twice(x);
}
void run() { show("lambda", apply(4)); }
}  // namespace lambda_unsupported

namespace traced_object {
AG_CONVERT Tensor doubled(Tensor x) { return x * 2; }
auto twice = ag::function(&doubled);
AG_FUNCTION Tensor applied(Tensor x) { return doubled(x) + twice(x); }
void run() { show("object", applied(4)); }
}  // namespace traced_object

namespace capture_needed {
AG_FUNCTION Tensor sum_of_positive(Tensor x) {
  Tensor sum = 0;
  auto add = [&sum](Tensor y) { sum += y; };
  auto maybe = [&](Tensor y) {
    if (y > 0) add(y);
  };
  maybe(x);
  return sum;
}
void run() { show("captured", sum_of_positive(4) + sum_of_positive(-4)); }
}  // namespace capture_needed

namespace hidden_variable {
AG_FUNCTION Tensor countdown(Tensor x) {
  int n = 0;
  auto step = [&] { ++n; };
  for (int k = 3; k > 0; --k) {
    if (x > k) step();
  }
  return x + n;
}
void run() { show("hidden", countdown(2)); }
}  // namespace hidden_variable

namespace deduced_result {
AG_FUNCTION Tensor next_multiple(Tensor x) {
  auto search = [](auto n) -> Tensor {
    while (n > 0) {
      if (n % 3 == 0) return n;
      n = n - 1;
    }
    return 0 * n;
  };
  return search(x);
}
void run() { show("deduced", next_multiple(8)); }
}  // namespace deduced_result

namespace reference_parameter {
AG_FUNCTION std::pair<Tensor, std::string> labelled(Tensor x) { return {x, "done"}; }
AG_FUNCTION void changed(Tensor& x, int& n) {
  if (x > 0) ++n;
  x += n;
}
struct Momentum : ag::Module {
  ag::Variable velocity = variable(0.0);
  int steps = 0;
  void apply(ag::Variable w, Tensor gradient) {
    velocity.assign(0.9 * velocity - 0.1 * gradient);
    w.assign_add(velocity);
    ++steps;
  }
};
AG_FUNCTION void step(Momentum& optimizer, ag::Variable w) {
  if (w > 0) optimizer.apply(w, 2 * w);
}
void run() {
  show(labelled(4).second.c_str(), labelled(4).first);
  Tensor x = 4;
  int n = 1;
  changed(x, n);
  show("changed", x + n);
  Momentum optimizer;
  ag::Variable w(1.0);
  step(optimizer, w);
  step(optimizer, w);
  show("stepped", w + optimizer.steps);
}
}  // namespace reference_parameter

namespace aliased_parameter {
double sum = 1;
AG_FUNCTION Tensor accumulated(Tensor x, double step) {
  sum += step;
  return x * step + sum;
}
void run() {
  show("by value", accumulated(4.0, sum));
  show("and again", accumulated(4.0, sum));
}
}  // namespace aliased_parameter

namespace closed_parameter {
class Scaled : public ag::Module {
 public:
  virtual Tensor apply(Tensor x) const { return factor_ * x; }

 private:
  double factor_ = 2;
};
AG_FUNCTION Tensor applied(const Scaled& model, Tensor x) { return model.apply(x); }
class Shifted {
 public:
  virtual ~Shifted() = default;
  AG_FUNCTION Tensor applied(Tensor x) const { return x + by_; }

 private:
  double by_ = 2;
};

struct Dense : ag::Module {
  ag::Variable w = variable(2.0);
};
struct Net : ag::Module {
  std::vector<std::shared_ptr<Dense>> layers;
  Net() { layers.push_back(std::make_shared<Dense>()); }
};
AG_FUNCTION Tensor weighted(const Dense& layer, Tensor x) { return layer.w * x; }
AG_FUNCTION Tensor through(const Net& net, Tensor x) {
  for (const auto& layer : net.layers) x = layer->w * x;
  return x;
}
void run() {
  Net net;
  show("closed", applied(Scaled(), 4) + Shifted().applied(4));
  show("module", weighted(*net.layers[0], 4.0) + through(net, 4.0));
}
}  // namespace closed_parameter

namespace function_parameter {
double halved(double x) { return x / 2; }
AG_FUNCTION Tensor applied(Tensor x, double (*f)(double)) { return x + f(2); }
template <class F>
AG_FUNCTION Tensor with_any(Tensor x, F f) {
  return x + f(2);
}
void run() {
  show("given", applied(4, halved) + with_any(4, [](double x) { return x * 3; }));
}
}  // namespace function_parameter

namespace unnamed_parameter {
AG_FUNCTION Tensor ignores(Tensor x, [[maybe_unused]] Tensor& unused) { return x; }
void run() {
  Tensor other = 1;
  show("unnamed", ignores(4, other));
}
}  // namespace unnamed_parameter

// Effects

namespace host_effect {
AG_FUNCTION Tensor halved(Tensor x) {
  while (x > 1) {
    ag::print(x);
    x = x / 2;
  }
  return x;
}
void run() { show("effect", halved(8)); }
}  // namespace host_effect

// Text

namespace macro_function {
AG_FUNCTION Tensor written(Tensor x) { return x; }
void run() { show("macro", written(4)); }
}  // namespace macro_function

namespace macro_staged {
AG_FUNCTION Tensor unless(Tensor x) {
  if (!(x > 3)) x = 3;
  return x;
}
void run() { show("half a statement", unless(2)); }
}  // namespace macro_staged

int main() {
  method_unsupported::run();
  staged_class_method::run();
  template_unsupported::run();
  lambda_unsupported::run();
  traced_object::run();
  capture_needed::run();
  hidden_variable::run();
  deduced_result::run();
  reference_parameter::run();
  aliased_parameter::run();
  closed_parameter::run();
  function_parameter::run();
  unnamed_parameter::run();
  host_effect::run();
  macro_function::run();
  macro_staged::run();
}
