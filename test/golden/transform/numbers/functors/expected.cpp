#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <numeric>
#include <vector>
using ag::Tensor;

struct Line {
  double slope = 1, start = 2;
  double operator()(double x) const {
    if (x > 1) return slope * x + start;
    return start;
  }
}; struct Line_staged; [[maybe_unused]] inline Line_staged ag_staged_class(const Line*); struct Line_staged { ag::Staged<double> slope = 1; ag::Staged<double> start = 2; ag::Staged<double> operator()(ag::Staged<double> x) const; }; inline Line_staged ag_staged_class(const Line*) { return {}; }
struct Weighted {
  double weight = 2;
  double operator()(double a, double b) const { return a + weight * b; }
}; struct Weighted_staged; [[maybe_unused]] inline Weighted_staged ag_staged_class(const Weighted*); struct Weighted_staged { ag::Staged<double> weight = 2; ag::Staged<double> operator()(ag::Staged<double> a, ag::Staged<double> b) const; }; inline Weighted_staged ag_staged_class(const Weighted*) { return {}; }
struct Order {
  int sign = 1;
  bool operator()(double a, double b) const { return sign * a < sign * b; }
}; struct Order_staged; [[maybe_unused]] inline Order_staged ag_staged_class(const Order*); struct Order_staged { ag::Staged<int> sign = 1; ag::Staged<bool> operator()(ag::Staged<double> a, ag::Staged<double> b) const; }; inline Order_staged ag_staged_class(const Order*) { return {}; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::vector<double>> known{3, 1, 2}, asked{1, ag::item<double>(x), 4}, made(3);
  std::transform(known.begin(), known.end(), known.begin(), ag::staged(Line{2, 1}));
  ag::staged_t<Line> line;
  ag::if_stmt(x > 0, AG_STATE(line), [&] { line.slope = ag::item<double>(x); });
  std::transform(asked.begin(), asked.end(), made.begin(), line);
  ag::cxx::sort(asked.begin(), asked.end(), ag::staged(Order{-1}));
  return x + ag::cxx::accumulate(made.begin(), made.end(), 0.0, ag::staged(Weighted{0.5})) + asked[0] + known[0];
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<std::vector<double>> known{3, 1, 2}, asked{1, ag::item<double>(x), 4}, made(3);\n  std::transform(known.begin(), known.end(), known.begin(), ag::staged(Line{2, 1}));\n  ag::staged_t<Line> line;\n  ag::if_stmt(x > 0, AG_STATE(line), [&] { line.slope = ag::item<double>(x); });\n  std::transform(asked.begin(), asked.end(), made.begin(), line);\n  ag::cxx::sort(asked.begin(), asked.end(), ag::staged(Order{-1}));\n  return x + ag::cxx::accumulate(made.begin(), made.end(), 0.0, ag::staged(Weighted{0.5})) +\n         asked[0] + known[0];\n}");
#line 10 "input.cpp"
inline ag::Staged<double> Line_staged::operator()(ag::Staged<double> x) const {
  return ag::if_else<ag::Staged<double>>(x > 1, [&] { return slope * x + start; }, [&] {
  return start;
}); }
#line 17 "input.cpp"
inline ag::Staged<double> Weighted_staged::operator()(ag::Staged<double> a, ag::Staged<double> b) const { return a + weight * b; }
#line 21 "input.cpp"
inline ag::Staged<bool> Order_staged::operator()(ag::Staged<double> a, ag::Staged<double> b) const { return sign * a < sign * b; }
