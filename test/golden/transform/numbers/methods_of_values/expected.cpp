#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Scaler {
  int factor;
  int scale(int x) const { return x * factor; }
  int operator()(int x) const { return scale(x) + 1; }
}; struct Scaler_staged { ag::Staged<int> factor; }; [[maybe_unused]] inline Scaler_staged ag_twin(const Scaler*) { return {}; }
AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> n) {
  ag::staged_t<Scaler> known{.factor = 3}, maybe{.factor = n};
  return x * ag::plain<Scaler>(known).scale(2) + ag::plain<Scaler>(ag::staged_t<Scaler>{.factor = n}).scale(ag::host(n + 1)) + ag::plain<Scaler>(maybe)(7);
} Tensor f(Tensor x, int n) { return f_staged(x, n); }
