#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A template that calls itself with the function that it was given: the graph calls itself.
#include <ag/ag.h>

using ag::Tensor;

template <class F>
double bisected(F f, double a, double b, int depth) {
  const double middle = (a + b) / 2;
  if (depth == 0) return middle;
  return f(middle) > 0 ? bisected(f, a, middle, depth - 1) : bisected(f, middle, b, depth - 1);
} template <class F> static ag::Staged<double> bisected_staged(F f, ag::Staged<double> a, ag::Staged<double> b, ag::Staged<int> depth);

double doubled(const auto& f, double a, int depth) { return depth == 0 ? a : 2 * doubled(f, f(a), depth - 1); } static ag::Staged<double> doubled_staged(const auto& f, ag::Staged<double> a, ag::Staged<int> depth);

AG_FUNCTION Tensor root(Tensor x) { return ag::traced<&root>(AG_STATE(x), [](Tensor x) -> Tensor {
  const ag::Staged<double> square = bisected_staged([](ag::Staged<double> t) { return t * t - 2; }, 0, ag::item<double>(x), 60);
  return Tensor(square + doubled_staged([](ag::Staged<double> t) { return t + 1; }, ag::item<double>(x), 3));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&root, "AG_FUNCTION Tensor root(Tensor x) {\n  const ag::Staged<double> square =\n      bisected_staged([](ag::Staged<double> t) { return t * t - 2; }, 0, ag::item<double>(x), 60);\n  return Tensor(\n      square + doubled_staged([](ag::Staged<double> t) { return t + 1; }, ag::item<double>(x), 3));\n}");
#line 13 "input.cpp"
static ag::Staged<double> doubled_staged(const auto& f, ag::Staged<double> a, ag::Staged<int> depth) { return ag::recursive(AG_STATE(f, a, depth), [](decltype(f) f, ag::Staged<double> a, ag::Staged<int> depth) -> ag::Staged<double> { return ag::if_else(depth == 0, [&] { return a; }, [&] { return 2 * doubled_staged(f, f(a), depth - 1); }); }); }
#line 7 "input.cpp"
template <class F> static ag::Staged<double> bisected_staged(F f, ag::Staged<double> a, ag::Staged<double> b, ag::Staged<int> depth) { return ag::recursive(AG_STATE(f, a, b, depth), [](F f, ag::Staged<double> a, ag::Staged<double> b, ag::Staged<int> depth) -> ag::Staged<double> {
  const ag::Staged<double> middle = (a + b) / 2;
  return ag::if_else<ag::Staged<double>>(depth == 0, [&] { return middle; }, [&] {
  return ag::if_else(f(middle) > 0, [&] { return bisected_staged(f, a, middle, depth - 1); }, [&] { return bisected_staged(f, middle, b, depth - 1); });
}); }); }
