// Objects outside of the function that smart pointers lead to: their members are read again by every call, and written
// where they are, also by virtual methods.
#include <iostream>
#include <memory>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace outside_objects_programs {
namespace {

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(Tensor x) = 0;
  int uses = 0;
};

struct Dense : Layer {
  Dense(Tensor w, Tensor b) : w(w), b(b) {}
  Tensor forward(Tensor x) override {
    ++uses;
    return x * w + b;
  }
  Tensor w, b;
};

struct Clip : Layer {
  explicit Clip(double limit) : limit(limit) {}
  Tensor forward(Tensor x) override {
    const Tensor most = ag::max(ag::abs(x));
    if (most > limit) return x * (limit / most);
    return x;
  }
  double limit;
};

struct Softer : Clip {
  using Clip::Clip;
  Tensor forward(Tensor x) override { return Clip::forward(x) * limit; }
};

struct Optimizer {
  Tensor step(Tensor w, Tensor gradient) {
    momentum = momentum * 0.5 + gradient;
    return w - momentum * rate;
  }
  double rate = 0.25;
  Tensor momentum;
};

struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  std::shared_ptr<Optimizer> optimizer;
  std::unique_ptr<Dense> head;

  AG_FUNCTION Tensor operator()(Tensor x) {
    for (auto& layer : layers) x = layer->forward(x);
    if (head) x = head->forward(x) + head->w;
    while (ag::sum(x) > 10) x = x / 2;
    return x;
  }
  AG_FUNCTION Tensor train(Tensor x) {
    for (size_t i = 0; i < layers.size(); ++i) x = layers[i]->forward(x);
    if (head) {
      head->w = optimizer->step(head->w, x);
      if (ag::sum(x) > 5) head->b = head->b * 0.5;
      optimizer->rate *= 0.5;
    }
    return (*optimizer).momentum;
  }
};

std::unique_ptr<Optimizer> shared_state;
AG_FUNCTION Tensor with_global(Tensor x) {
  if (!shared_state) return x;
  shared_state->momentum = shared_state->momentum + x;
  return shared_state->momentum * shared_state->rate;
}

}  // namespace
}  // namespace outside_objects_programs

void e2e::outside_objects() {
  using namespace outside_objects_programs;
  Net net;
  net.layers.push_back(std::make_unique<Dense>(ag::tensor({1.0, 2.0}), ag::tensor({0.5, 1.0})));
  net.layers.push_back(std::make_unique<Clip>(7.0));
  net.optimizer = std::make_shared<Optimizer>();
  net.optimizer->momentum = ag::tensor({0.0, 0.0});
  for (int round = 0; round < 4; ++round) {
    const Tensor x = ag::tensor({1.0, 2.0});
    run("net", [&](Tensor x) { return net(x); }, x);
    run("train", [&](Tensor x) { return net.train(x); }, x);
    run("with_global", with_global, x);
    std::cout << net.optimizer->rate << " " << net.layers[0]->uses << "\n";
    if (net.head) std::cout << net.head->w << net.head->b << "\n";
    if (round == 0) {
      net.head = std::make_unique<Dense>(ag::tensor({2.0, 1.0}), ag::tensor({1.0, 1.0}));
      shared_state = std::make_unique<Optimizer>(*net.optimizer);
    } else if (round == 1) {
      static_cast<Clip&>(*net.layers[1]).limit = 3;
      net.layers.insert(net.layers.begin(), std::make_unique<Softer>(1.5));
    } else {
      net.layers[1] = std::make_unique<Clip>(1.0);
      net.head.reset();
      net.optimizer = std::make_shared<Optimizer>(*net.optimizer);
      shared_state->rate = 2;
    }
  }
}
