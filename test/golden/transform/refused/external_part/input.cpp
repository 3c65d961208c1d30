#include <ag/ag.h>
using ag::Tensor;

struct Gains {
  double v[3] = {1, 2, 3};
  double& operator[](int i) { return v[i]; }
};
Gains gains;
AG_FUNCTION Tensor scaled(Tensor x) {
  gains[1] = 4;
  return x * gains[0];
}
