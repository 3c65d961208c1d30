#include <ag/ag.h>
using ag::Tensor;

struct Model {
  AG_FUNCTION static Tensor scaled(Tensor x, const double& factor, double& total) {
    Tensor y =
#if 1
        x * factor;
#else
        x;
#endif
    if (y > 1) y += total;
    return y * factor;
  }
};
