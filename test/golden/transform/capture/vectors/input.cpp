#include <ag/ag.h>

#include <vector>
using ag::Tensor;

std::vector<double> coefficients;

struct Dense {
  Tensor w, b;
  Tensor operator()(Tensor x) const { return x * w + b; }
};

// The elements are found where they are at every call, and so are their members, also by methods.
struct Net {
  std::vector<Dense> layers;

  AG_FUNCTION Tensor operator()(Tensor x) {
    for (auto& layer : layers) {
      x = layer(x);
      if (ag::max(x) > 5) layer.b = layer.b - 1;
    }
    for (size_t i = 0; i < layers.size(); ++i) x = layers[i](x) + layers.at(i).w;
    for (double c : coefficients) x = x * c;
    coefficients[0] += 1;
    return x;
  }
};
