#include <ag/ag.h>
using ag::Tensor;

struct Model {
  Tensor w;
  AG_FUNCTION Tensor run(Tensor x) { return x * w; }
};
