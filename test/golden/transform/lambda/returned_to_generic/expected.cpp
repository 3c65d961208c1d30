#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

using ag::Tensor;

auto distance_from_staged(ag::Staged<int> k) {
  return [k](ag::Staged<int> x) { return ag::if_else(x > k, [&] { return x - k; }, [&] { return k - x; }); };
} auto distance_from(int k) { return distance_from_staged(k); }

AG_FUNCTION ag::Staged<int> farther_staged(Tensor x) {
  auto f = distance_from_staged(9);
  auto next = [](auto f, auto x) { return f(x) + 1; };
  return next(f, ag::item<int>(x));
} int farther(Tensor x) { return ag::traced<&farther>(AG_STATE(x), [](Tensor x) { return farther_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&farther, "AG_FUNCTION ag::Staged<int> farther_staged(Tensor x) {\n  auto f = distance_from_staged(9);\n  auto next = [](auto f, auto x) { return f(x) + 1; };\n  return next(f, ag::item<int>(x));\n}");
