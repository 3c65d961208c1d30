#include <ag/ag.h>
using ag::Tensor;

// An object that is found by identity, and the twin of its class.
struct Model {
  Tensor level = 0.f;
  double limit = 2;
  Tensor replaced(Tensor x) {
    level = x;
    return x;
  }
  AG_CONVERT Tensor next(Tensor x) { return level > limit ? replaced(x) : x; }
  AG_FUNCTION Tensor entry(Tensor x) { return next(x) + level; }
};

AG_FUNCTION Tensor f(Model model, Tensor x) { return model.next(x) + model.level; }
