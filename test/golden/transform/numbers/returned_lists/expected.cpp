#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A vector made of a list of numbers, as the result of a function, or a method, whose second face gives symbolic ones.
#include <ag/ag.h>

#include <vector>

using ag::Tensor;

ag::staged_t<std::vector<double>> ends_staged(ag::Staged<double> a, ag::Staged<double> b) { return ag::staged_t<std::vector<double>>{a, b, 0.5}; } std::vector<double> ends(double a, double b) { return ag::plain<std::vector<double>>(ends_staged(a, b)); }

auto pair_of_staged(ag::Staged<double> a) { return ag::staged_t<std::vector<double>>{a, 2 * a}; } auto pair_of(double a) { return ag::plain<std::vector<double>>(pair_of_staged(a)); }

struct Range {
  double low = 0, high = 1;
  std::vector<double> both() const { return {low, high}; }
}; struct Range_staged; [[maybe_unused]] inline Range_staged ag_staged_class(const Range*); struct Range_staged { ag::Staged<double> low = 0; ag::Staged<double> high = 1; ag::staged_t<std::vector<double>> both() const; }; inline Range_staged ag_staged_class(const Range*) { return {}; }

AG_FUNCTION Tensor sum(Tensor x) { return ag::traced<&sum>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Range> range;
  range.high = ag::item<double>(x);
  return Tensor(ends_staged(ag::item<double>(x), 1)[0] + pair_of_staged(ag::item<double>(x))[1] + range.both()[1]);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&sum, "AG_FUNCTION Tensor sum(Tensor x) {\n  ag::staged_t<Range> range;\n  range.high = ag::item<double>(x);\n  return Tensor(ends_staged(ag::item<double>(x), 1)[0] + pair_of_staged(ag::item<double>(x))[1] +\n                range.both()[1]);\n}");
#line 14 "input.cpp"
inline ag::staged_t<std::vector<double>> Range_staged::both() const { return {low, high}; }
