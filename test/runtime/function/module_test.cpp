/// ag::Module: variables by name, and in traced methods.
#include <ag/generated.h>

#include <map>
#include <string>
#include <vector>

#include "runtime/function/each_executor.h"
#include "runtime/tensor/scratch.h"

namespace ag::test {

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

}  // namespace ag::test
