#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<std::vector<double>> values(4);
  std::vector<double> known{3, 1, 2};
  for (int i = 0; i < 4; ++i) values[i] = ag::item<double>(x[i]);
  ag::cxx::sort(values.begin(), values.end(), std::greater<>());
  std::sort(known.begin(), known.end(), [](double a, double b) { return a > b; });
  ag::Staged<double> result = ag::cxx::reduce(values.begin(), values.end(), 0.0);
  result += *ag::cxx::max_element(values.begin(), values.end(), [](ag::Staged<double> a, ag::Staged<double> b) { return a * a < b * b; });
  ag::if_stmt(ag::cxx::find(values.begin(), values.end(), result) != values.end(), AG_STATE(result), [&] { result += 1; });
  const ag::Staged<int> k = ag::cxx::min_element(values.begin(), values.end()) - values.begin();
  ag::cxx::replace_if(values.begin(), values.end(), [&](ag::Staged<double> one) { return one > result; }, 0.0);
  return result + ag::element(values, k) + ag::cxx::distance(known.begin(), ag::cxx::find(known.begin(), known.end(), result));
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<std::vector<double>> values(4);\n  std::vector<double> known{3, 1, 2};\n  for (int i = 0; i < 4; ++i) values[i] = ag::item<double>(x[i]);\n  ag::cxx::sort(values.begin(), values.end(), std::greater<>());\n  std::sort(known.begin(), known.end(), [](double a, double b) { return a > b; });\n  ag::Staged<double> result = ag::cxx::reduce(values.begin(), values.end(), 0.0);\n  result += *ag::cxx::max_element(values.begin(), values.end(),\n      [](ag::Staged<double> a, ag::Staged<double> b) { return a * a < b * b; });\n  ag::if_stmt(ag::cxx::find(values.begin(), values.end(), result) != values.end(), AG_STATE(result),\n      [&] { result += 1; });\n  const ag::Staged<int> k = ag::cxx::min_element(values.begin(), values.end()) - values.begin();\n  ag::cxx::replace_if(\n      values.begin(), values.end(), [&](ag::Staged<double> one) { return one > result; }, 0.0);\n  return result + ag::element(values, k) +\n         ag::cxx::distance(known.begin(), ag::cxx::find(known.begin(), known.end(), result));\n}");
