#include <ag/ag.h>
#include <memory>
#include <vector>
using ag::Tensor;

struct Layer {
  Tensor w;
  Tensor forward(Tensor x) { return x * w; }
};
Tensor use(Layer& layer, Tensor x);

struct Model {
  std::vector<Layer> layers;
  std::unique_ptr<Layer> owned;
  Layer* seen = nullptr;
  Layer plain;
  AG_FUNCTION Tensor run(Tensor x) {
    x = use(layers[0], x);
    layers.push_back({});
    x = owned->forward(x);
    x = seen->forward(x) + seen->w;
    x = use(plain, x);
    Layer copy = plain;
    return x;
  }
};
