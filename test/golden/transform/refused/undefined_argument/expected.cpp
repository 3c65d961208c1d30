#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// A method of the user that has the name of ag::Tensor::defined reads its argument.
struct Checks {
  bool defined(const Tensor& x) const;
}; struct Checks_staged { }; [[maybe_unused]] inline Checks_staged ag_staged_class(const Checks*) { return {}; }

AG_CONVERT Tensor f_staged(Tensor x, const ag::staged_t<Checks>& checks) {
  Tensor offset;
  if (ag::plain<Checks>(checks).defined(offset)) return x + 1;
  return x;
} Tensor f(Tensor x, const Checks& checks) { return f_staged(x, ag::staged(checks)); }
