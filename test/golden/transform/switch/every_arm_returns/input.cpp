#include <ag/ag.h>
using ag::Tensor;

enum class Mode { Add, Double };
AG_CONVERT Tensor f(Tensor x, Mode mode) {
  switch (mode) {
    case Mode::Add:
      if (x > 5) return x + 1;
      return x;
    default:
      return x * 2;
  }
}
