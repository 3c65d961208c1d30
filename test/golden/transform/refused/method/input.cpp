#include <ag/ag.h>
using ag::Tensor;

struct Model {
  Tensor w;
  AG_FUNCTION Model(Tensor x) : w(x * 2) {}
};
