#include <ag/ag.h>
using ag::Tensor;

// A method of the user that has the name of ag::Tensor::defined reads its argument.
struct Checks {
  bool defined(const Tensor& x) const;
};

AG_CONVERT Tensor f(Tensor x, const Checks& checks) {
  Tensor offset;
  if (checks.defined(offset)) return x + 1;
  return x;
}
