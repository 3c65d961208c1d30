#include <ag/ag.h>

#include <memory>
#include <vector>
using ag::Tensor;

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(Tensor x) = 0;
};
struct Dense : Layer {
  Tensor w, b;
  Tensor forward(Tensor x) override { return x * w + b; }
};
struct Clip : Layer {
  double limit = 1;
  Tensor forward(Tensor x) override {
    if (ag::max(x) > limit) return x * limit;
    return x;
  }
};
struct Optimizer {
  double rate = 0.1;
  Tensor step(Tensor w, Tensor gradient) { return w - gradient * (rate *= 0.5); }
};

// The objects are found again at every call, with the classes that they may have.
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  std::shared_ptr<Optimizer> optimizer;
  std::unique_ptr<Dense> head;

  AG_FUNCTION Tensor operator()(Tensor x) {
    for (auto& layer : layers) x = layer->forward(x);
    if (head) head->w = optimizer->step(head->w, x);
    return (*head).b + layers[0]->forward(x);
  }
};
