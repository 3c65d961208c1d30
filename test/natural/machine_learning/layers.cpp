// Programs with layers as classes.
#include <ag/ag.h>

#include <concepts>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace virtual_layers {

class Layer {
 public:
  virtual ~Layer() = default;
  virtual Tensor forward(const Tensor& x) const = 0;
  virtual std::string name() const { return "layer"; }
};
class Linear : public Layer {
 public:
  Linear(Tensor w, Tensor b) : w_(std::move(w)), b_(std::move(b)) {}
  Tensor forward(const Tensor& x) const override { return ag::matmul(x, w_) + b_; }
  std::string name() const override { return "linear"; }

 private:
  Tensor w_, b_;
};
class LeakyRelu final : public Layer {
 public:
  explicit LeakyRelu(double slope) : slope_(slope) {}
  Tensor forward(const Tensor& x) const override { return ag::where(x > 0, x, slope_ * x); }

 private:
  double slope_;
};
class ClippedNorm final : public Layer {
 public:
  Tensor forward(const Tensor& x) const override {
    Tensor n = ag::norm(x);
    if (n > 1) return x / n;
    return x;
  }
};
class Sequential : public Layer {
 public:
  template <class L, class... Args>
  Sequential& add(Args&&... args) {
    layers_.push_back(std::make_unique<L>(std::forward<Args>(args)...));
    return *this;
  }
  Tensor forward(const Tensor& x) const override {
    Tensor y = x;
    for (const auto& layer : layers_) y = layer->forward(y);
    return y;
  }
  std::size_t size() const { return layers_.size(); }

 private:
  std::vector<std::unique_ptr<Layer>> layers_;
};
AG_FUNCTION Tensor predict(const Layer& model, Tensor x) {
  Tensor y = model.forward(x);
  for (int i = 0; i < 3; ++i) {
    if (ag::max(ag::abs(y)) < 0.1) break;
    y = y / 2;
  }
  return y;
}
void run() {
  Sequential net;
  net.add<Linear>(ag::tensor({{1.0, -1.0}, {0.5, 2.0}}), ag::tensor({0.1, 0.2})).add<LeakyRelu>(0.1).add<ClippedNorm>();
  std::cout << net.size() << " " << predict(net, ag::tensor({{1.0, 2.0}})) << predict(net, ag::tensor({{0.01, 0.02}}))
            << "\n";
}

}  // namespace virtual_layers

namespace recurrent_cell {

template <class T>
concept Cell = requires(T c, Tensor x, typename T::State s) {
  { c.step(x, s) } -> std::same_as<typename T::State>;
};
struct Lstm {
  Tensor wx, wh, b;
  struct State {
    Tensor h, c;
  };
  State initial() const { return {ag::zeros({wh.shape(0)}, ag::float64), ag::zeros({wh.shape(0)}, ag::float64)}; }
  State step(const Tensor& x, const State& s) const {
    const Tensor z = ag::matmul(x, wx) + ag::matmul(s.h, wh) + b;
    const auto n = wh.shape(0);
    const Tensor i = ag::sigmoid(z(ag::slice(0, n))), f = ag::sigmoid(z(ag::slice(n, 2 * n)));
    const Tensor o = ag::sigmoid(z(ag::slice(2 * n, 3 * n))), g = ag::tanh(z(ag::slice(3 * n, 4 * n)));
    State next;
    next.c = f * s.c + i * g;
    next.h = o * ag::tanh(next.c);
    return next;
  }
};
template <Cell C>
Tensor unroll(const C& cell, const Tensor& xs, double halt) {
  auto state = cell.initial();
  std::vector<Tensor> outputs;
  for (const Tensor& x : xs) {
    state = cell.step(x, state);
    outputs.push_back(state.h);
    if (ag::norm(state.h) > halt) break;
  }
  return ag::stack(outputs);
}
AG_FUNCTION Tensor run(Lstm cell, Tensor xs, double halt) { return unroll(cell, xs, halt); }
void run() {
  Lstm cell{ag::reshape(ag::linspace(-1, 1, 24, ag::float64), {3, 8}),
            ag::reshape(ag::linspace(1, -1, 16, ag::float64), {2, 8}), ag::zeros({8}, ag::float64)};
  Tensor xs = ag::reshape(ag::linspace(0, 2, 15, ag::float64), {5, 3});
  for (double halt : {0.3, 10.0}) std::cout << run(cell, xs, halt) << "\n";
}

}  // namespace recurrent_cell

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"virtual_layers", virtual_layers::run}, {"recurrent_cell", recurrent_cell::run}});
}
