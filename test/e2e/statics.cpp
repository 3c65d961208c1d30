// Static variables of functions: what they start with is computed once, of what is known then.
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::run;

namespace statics_programs {
namespace {

struct Layer {
  Tensor weight = ag::ones({}), bias;
  explicit Layer(double start) : bias(ag::full({}, start)) {}
  Tensor operator()(Tensor x) const { return x * weight + bias; }
};

struct Table {
  Tensor values = ag::arange(3) * 2;
  Tensor look(Tensor x) const { return x + ag::sum(values); }
};
const Table& table() {
  static const Table known;
  return known;
}

Tensor limit() {
  Tensor total = ag::zeros({});
  int turns = 0;
  while (ag::max(total) < 10) {
    total = total + 3;
    ++turns;
  }
  return total * turns;
}

AG_FUNCTION Tensor constants(Tensor x) {
  static const Tensor scale = ag::ones({}) * 2 + 1;
  static const std::vector<Tensor> steps = {ag::ones({}), ag::zeros({}) + 2};
  static const Tensor far = limit();
  static const double first = static_cast<double>(ag::sum(limit()));
  static const Layer layer{0.5};
  x = layer(table().look(x * scale)) + far + first;
  for (const Tensor& step : steps) x = x * step;
  return x;
}

AG_FUNCTION Tensor added_up(Tensor x) {
  static Tensor total = ag::zeros({});
  static Tensor most(ag::full({}, -1.0F));
  static int64_t calls = 0;
  ++calls;
  if (ag::max(x) > 1) {
    static Tensor large{ag::ones({})};
    large = large + 1;
    total = total + ag::sum(x) * large;
  }
  for (int k = 0; k < 3; ++k) {
    static Tensor last = ag::full({}, k + 5);
    if (ag::max(x) > k) last = last + 1;
    most = ag::maximum(most, last);
  }
  return x + total + most + calls;
}

AG_FUNCTION Tensor in_a_lambda(Tensor x) {
  const auto next = [] {
    static Tensor number = ag::zeros({});
    number = number + 1;
    return number;
  };
  return x + next() + next();
}

AG_FUNCTION Tensor with_an_effect(Tensor x) {
  static const Tensor start = [] {
    ag::print("made");
    return ag::ones({});
  }();
  ag::print("called");
  return x + start;
}

}  // namespace
}  // namespace statics_programs

void e2e::statics() {
  using namespace statics_programs;
  for (float x : {0.0F, 1.5F, 3.0F, 0.5F}) {
    for (int64_t n : {2, 3}) {
      run("constants", constants, ag::full({n}, x));
      run("added_up", added_up, ag::full({n}, x));
      run("in_a_lambda", in_a_lambda, ag::full({n}, x));
      run("with_an_effect", with_an_effect, ag::full({n}, x));
    }
  }
}
