// Generators, functions of the host, arrays and modules in converted functions.
#include <ag/ag.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "harness.h"

using ag::Tensor;
using ag::TensorArray;
using ag::TensorSpec;
using ag::Variable;

namespace state_classes_programs {
namespace {

ag::Generator source(11);

AG_FUNCTION Tensor walk(Tensor x) {
  Tensor steps = 0;
  while (x > 0) {
    x -= source.uniform({});
    steps += 1;
  }
  return steps + source.integers(0, 1000, {});
}

std::string seen;
void note(double x) {
  seen += std::to_string(static_cast<int>(x)) + " ";
  if (x > 20) throw std::domain_error("noted " + seen);
}
Tensor twice(Tensor x) { return x * 2; }

AG_FUNCTION Tensor noted(Tensor x) {
  for (int i = 0; i < 3; ++i) {
    if (x > 1) ag::host_call(note, {}, x);
    x = ag::host_call(twice, TensorSpec({}, ag::float32), x);
  }
  return x;
}

AG_FUNCTION Tensor squares(Tensor n) {
  TensorArray rows(ag::float32, {.size = 0, .dynamic_size = true});
  for (auto i : ag::range(n)) {
    if (i % 3 == 1) continue;
    rows.write(i, ag::ones({2}) * i * i);
  }
  if (rows.size() > 2) rows.write(0, ag::tensor({5.0, 5.0}));
  return rows.stack();
}

AG_FUNCTION Tensor reversed(Tensor x) {
  TensorArray out(ag::float32, {.size = x.shape(0)});
  int n = x.shape(0);
  for (int i = 0; i < n; ++i) out.write(n - 1 - i, x[i]);
  TensorArray copy = out;
  if (n > 1) copy.write(0, out.read(1));
  return out.stack() * 10 + copy.stack();
}

// Pieces of their own lengths, each of which may be read once.
AG_FUNCTION Tensor pieces(Tensor at) {
  TensorArray parts(ag::float32, {.element_shape = ag::Shape{ag::unknown}, .clear_after_read = true, .name = "parts"});
  parts.split(ag::arange(5.0), {2, 0, 3});
  Tensor total = 0.0;
  for (auto i : ag::range(parts.size())) {
    total += ag::sum(parts.read(i)) * (i + 1);
    if (i == 1) parts.write(i, ag::stack({total, total}));
  }
  if (at >= 0) total += ag::sum(parts.read(ag::astype(at, ag::int32)));
  return ag::concat({parts.concat(), ag::reshape(total, {1})});
}

struct Dense : ag::Module {
  Variable w = variable(ag::ones({2}), {.name = "w"});
  AG_FUNCTION Tensor operator()(Tensor x) {
    if (ag::sum(x) > 10) x = x / 2;
    return x * w;
  }
};

struct Net : ag::Module {
  Dense first = submodule("first", Dense());
  std::vector<Dense> more;
  Net() : more(2) {
    for (size_t k = 0; k < more.size(); ++k) submodule("more" + std::to_string(k), more[k]);
  }
  AG_FUNCTION Tensor operator()(Tensor x) {
    x = first(x);
    for (Dense& layer : more) x = layer(x) + 1;
    return x;
  }
  AG_FUNCTION void train(Tensor rate) {
    for (const Variable& parameter : trainable_parameters()) {
      if (rate > 0) parameter.assign_sub(parameter * rate);
    }
  }
};

}  // namespace
}  // namespace state_classes_programs

namespace e2e {

void state_classes() {
  using namespace ::state_classes_programs;
  run("walk", walk, f32(4));
  run("walk", walk, f32(-1));
  run("noted", noted, f32(1));
  run("noted", noted, f32(3));
  run("noted", noted, f32(8));
  run("seen", [] { return seen; });
  run("squares", squares, ag::tensor(6, ag::int32));
  run("squares", squares, ag::tensor(1, ag::int32));
  run("reversed", reversed, ag::tensor({1.0, 2.0, 3.0}));
  run("reversed", reversed, ag::tensor({{1.0, 2.0}}));
  for (const double x : {-1, 1, 2}) run("pieces", pieces, f32(x));
  Net one, two;
  run("net", [&](Tensor x) { return one(x); }, ag::tensor({4.0, 9.0}));
  run("train", [&](Tensor x) { one.train(x); }, f32(0.5));
  run("net", [&](Tensor x) { return one(x); }, ag::tensor({4.0, 9.0}));
  run("net", [&](Tensor x) { return two(x); }, ag::tensor({4.0, 9.0}));
  run("train", [&](Tensor x) { two.train(x); }, f32(0.25));
  run("net", [&](Tensor x) { return two(x); }, ag::tensor({4.0, 9.0}));
}

}  // namespace e2e
