/// ag::Module: variables by name, and in traced methods.
#include <ag/staging/generated.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/function/each_executor.h"
#include "runtime/tensor/scratch.h"

namespace ag::test {

namespace module_test {
namespace {

struct Dense : Module {
  Variable w = variable(ones({2}), {.name = "w"});
  Variable scale = variable(3.0, {.name = "scale", .trainable = false});
  explicit Dense(double value = 1) { w.assign(full({2}, value, float32)); }
  Tensor operator()(Tensor x) { return x * w + scale; }
};

struct Net : Module {
  std::vector<Dense> layers;
  Dense last = submodule("last", Dense(10));
  explicit Net(double value) {
    layers.reserve(2);
    for (int k = 0; k < 2; ++k) {
      layers.emplace_back(value + k);
      submodule("layer" + std::to_string(k), layers.back());
    }
  }
  Tensor call(Tensor x) {
    return traced<&Net::call>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
      for (Dense& layer : layers) x = layer(x);
      return last(x);
    });
  }
  void step(Tensor by) {
    traced<&Net::step>(*this, AG_STATE(by), [this](Tensor by) {
      for (const Variable& parameter : trainable_parameters()) parameter.assign_sub(by);
    });
  }
};

Net global(1);

Tensor decay(Tensor by) {
  return traced<&decay>(AG_STATE(by), [](Tensor by) -> Tensor {
    for (const Variable& parameter : global.trainable_parameters()) parameter.assign(parameter * by);
    return sum(global.last.w);
  });
}

struct Plain {
  std::vector<Variable> variables{Variable(1.0)};
  Tensor call(Tensor x) {
    return traced<&Plain::call>(*this, AG_STATE(x), [this](Tensor x) -> Tensor { return x * variables[0]; });
  }
};

struct Gate : Module {
  Variable w = variable(ones({2}), {.name = "w"});
  float scale = 1;
};

Tensor gated(Gate& gate, Tensor x) {
  return traced<&gated>(AG_STATE(gate, x), [](Gate& gate, Tensor x) -> Tensor {
    ref(gate.scale) = external(gate.scale) * 2;
    return x * gate.w * external(gate.scale);
  });
}

Tensor pair(Gate& a, const Gate& b) {
  return traced<&pair>(AG_STATE(a, b), [](Gate& a, const Gate& b) -> Tensor {
    ref(a.scale) = external(a.scale) + 1;
    return b.w * external(b.scale);
  });
}

Gate fixed;

std::vector<int> ints(const Tensor& x) { return x.to_vector<int>(); }

}  // namespace

TEST_CASE("A module knows its variables by name", "[module]") {
  Net net(5);
  CHECK(net.parameters().size() == 6);
  CHECK(net.trainable_parameters().size() == 3);
  CHECK(net.state().at("layer1.w").is(net.layers[1].w));
  CHECK(net.state().at("last.scale").is(net.last.scale));
  CHECK_THROWS_AS(net.submodule("last", Dense()), Error);
}

TEST_CASE("A traced method works on the variables of its own object", "[module]") {
  const EachExecutor each;
  function_of(&Net::call).clear();
  function_of(&Net::step).clear();
  Net one(1), two(2);
  const Tensor x = tensor({1.0, 2.0});
  CHECK(ints(one.call(x)) == std::vector<int>{113, 133});
  CHECK(ints(two.call(x)) == std::vector<int>{183, 243});
  CHECK(ints(one.call(x)) == std::vector<int>{113, 133});
  one.step(1.0);
  CHECK(ints(one.call(x)) == std::vector<int>{57, 57});
  CHECK(ints(two.call(x)) == std::vector<int>{183, 243});
  two.step(2.0);
  CHECK(ints(one.layers[0].w) == std::vector<int>{0, 0});
  CHECK(ints(two.layers[1].w) == std::vector<int>{1, 1});
}

TEST_CASE("A function works on the variables of a module outside", "[module]") {
  const EachExecutor each;
  function_of(&decay).clear();
  global.last.w.assign(tensor({10.0, 10.0}));
  CHECK(decay(0.5).item<int>() == 10);
  CHECK(decay(0.5).item<int>() == 5);
}

TEST_CASE("A variable that a trace cannot find again is an error", "[module]") {
  Plain plain;
  CHECK_THROWS_WITH(plain.call(1.0), Catch::Contains("cannot find again"));
}

TEST_CASE("A module is an argument by identity: one trace serves all of its class", "[module]") {
  const EachExecutor each;
  function_of(gated).clear();
  const int before = function_of(gated).tracing_count();
  const auto traces = [&] { return function_of(gated).tracing_count() - before; };
  const Tensor x = tensor({1.0, 10.0});
  Gate one;
  const auto two = std::make_unique<Gate>();
  two->w.assign(tensor({5.0, 6.0}));
  CHECK(ints(gated(one, x)) == std::vector<int>{2, 20});
  CHECK(ints(gated(*two, x)) == std::vector<int>{10, 120});
  CHECK(ints(gated(one, x)) == std::vector<int>{4, 40});
  CHECK(one.scale == 4);
  CHECK(two->scale == 2);
  two->scale = 0.5;
  CHECK(ints(gated(*two, x)) == std::vector<int>{5, 60});
  CHECK(traces() == 1);
  fixed.scale = 3;
  CHECK(ints(gated(fixed, x)) == std::vector<int>{6, 60});
  CHECK(traces() == 1);
  function_of(gated).clear();
  CHECK(ints(gated(fixed, x)) == std::vector<int>{12, 120});  // this trace is for the global alone
  CHECK(ints(gated(one, x)) == std::vector<int>{8, 80});
  CHECK(ints(gated(fixed, x)) == std::vector<int>{24, 240});
  CHECK(traces() == 3);
}

TEST_CASE("Two modules that are one count as such", "[module]") {
  const EachExecutor each;
  function_of(pair).clear();
  Gate a, b;
  CHECK(ints(pair(a, b)) == std::vector<int>{1, 1});
  CHECK(ints(pair(a, a)) == std::vector<int>{3, 3});
  CHECK(ints(pair(b, a)) == std::vector<int>{3, 3});
  CHECK(ints(pair(b, b)) == std::vector<int>{3, 3});
}

TEST_CASE("A module is an argument of concrete functions and of function objects", "[module]") {
  Gate one, two;
  one.scale = 2;
  const Tensor x = tensor({1.0, 3.0});
  ConcreteFunction c = function_of(gated).concrete(one, TensorSpec({2}));
  CHECK(one.scale == 2);
  CHECK(ints(c(one, x)) == std::vector<int>{4, 12});
  CHECK(ints(c(two, x)) == std::vector<int>{2, 6});
  CHECK(c.str() == "gated(gate: module, x: float32[2]) -> float32[2]");
  const auto f = function([](const Gate& gate, Tensor y) { return gate.w + y; });
  two.w.assign(tensor({7.0, 7.0}));
  CHECK(ints(f(one, x)) == std::vector<int>{2, 4});
  CHECK(ints(f(two, x)) == std::vector<int>{8, 10});
  CHECK(f.tracing_count() == 1);
  CHECK(ints(f.concrete(one, TensorSpec({2}))(two, x)) == std::vector<int>{8, 10});
}

TEST_CASE("values of variables go into a checkpoint and back, whatever becomes of the variables") {
  const EachExecutor each;
  const ag_test::Scratch scratch;
  Net net(1);
  const Tensor x = tensor({1.0, 2.0}), before = net.call(x);
  std::map<std::string, Tensor> kept;
  for (const auto& [name, variable] : net.state()) kept[name] = variable.value();
  net.step(0.5);
  for (const Dense& layer : net.layers) layer.w.scatter_update(tensor({1}), tensor({7.0}));
  CHECK(ints(kept.at("layer0.w")) == std::vector<int>{1, 1});
  CHECK(ints(net.call(x)) != ints(before));
  save_npz(scratch.path("net.npz"), kept);
  const std::map<std::string, Tensor> read = load_npz(scratch.path("net.npz"));
  CHECK(read.size() == 6);
  for (const auto& [name, variable] : net.state()) variable.assign(read.at(name));
  CHECK(ints(net.call(x)) == ints(before));
}

}  // namespace module_test

}  // namespace ag::test
