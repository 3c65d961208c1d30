#include <ag/ag.h>
using ag::Tensor;

[[nodiscard]] AG_FUNCTION double f(Tensor x, [[maybe_unused]] double tolerance = 1e-3) {
  if (x > 0) return 1;
  return 2;
}

[[nodiscard]] AG_FUNCTION Tensor g([[maybe_unused]] Tensor x, Tensor y) { return y; }

struct Scale {
  double by = 1;
  void set(double value, [[maybe_unused]] bool exactly) { by = value; }
  AG_FUNCTION Tensor of([[maybe_unused]] Tensor hint, Tensor x) { return x * by; }
};

AG_FUNCTION double h(Tensor x) {
  Scale scale;
  scale.set(double(x), true);
  return scale.by;
}
