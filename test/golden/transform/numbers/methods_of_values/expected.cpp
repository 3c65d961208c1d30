#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Scaler {
  int factor;
  int scale(int x) const { return x * factor; }
  int operator()(int x) const { return scale(x) + 1; }
}; struct Scaler_staged; [[maybe_unused]] inline Scaler_staged ag_staged_class(const Scaler*); struct Scaler_staged { ag::Staged<int> factor; ag::Staged<int> scale(ag::Staged<int> x) const; ag::Staged<int> operator()(ag::Staged<int> x) const; }; inline Scaler_staged ag_staged_class(const Scaler*) { return {}; }
AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> n) {
  ag::staged_t<Scaler> known{.factor = 3}, maybe{.factor = n};
  return x * known.scale(2) + ag::staged_t<Scaler>{.factor = n}.scale(n + 1) + maybe(7);
} Tensor f(Tensor x, int n) { return f_staged(x, n); }
#line 6 "input.cpp"
inline ag::Staged<int> Scaler_staged::scale(ag::Staged<int> x) const { return x * factor; }
#line 7 "input.cpp"
inline ag::Staged<int> Scaler_staged::operator()(ag::Staged<int> x) const { return scale(x) + 1; }
