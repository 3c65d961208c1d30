#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

// A variable that holds where an element was found, of numbers that a tensor decides: what is asked of it stays.
AG_FUNCTION ag::Staged<double> best_staged(Tensor x) {
  ag::staged_t<std::vector<double>> v(4);
  for (int i = 0; i < 4; ++i) v[i] = ag::item<double>(x[i]);
  const auto most = ag::cxx::max_element(v.begin(), v.end());
  auto place = ag::cxx::lower_bound(v.begin(), v.end(), 2.0);
  ag::Staged<double> sum = *most + (most - v.begin());
  ag::if_stmt(place != v.end(), AG_STATE(sum), [&] { sum += ag::cxx::distance(v.begin(), place) + *place; });
  return sum;
} double best(Tensor x) { return ag::traced<&best>(AG_STATE(x), [](Tensor x) { return best_staged(x); }); }

// Numbers that are known have an iterator.
AG_FUNCTION Tensor known_staged(Tensor x, ag::staged_t<std::vector<int>> v) {
  const auto most = ag::cxx::max_element(v.begin(), v.end());
  ag::if_stmt(x > *most, AG_STATE(x), [&] { x = x - (most - v.begin()); });
  return x;
} Tensor known(Tensor x, std::vector<int> v) { return ag::traced<&known>(AG_STATE(x, v), [](Tensor x, std::vector<int> v) { return known_staged(x, ag::staged(v)); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&best, "AG_FUNCTION ag::Staged<double> best_staged(Tensor x) {\n  ag::staged_t<std::vector<double>> v(4);\n  for (int i = 0; i < 4; ++i) v[i] = ag::item<double>(x[i]);\n  const auto most = ag::cxx::max_element(v.begin(), v.end());\n  auto place = ag::cxx::lower_bound(v.begin(), v.end(), 2.0);\n  ag::Staged<double> sum = *most + (most - v.begin());\n  ag::if_stmt(place != v.end(), AG_STATE(sum),\n      [&] { sum += ag::cxx::distance(v.begin(), place) + *place; });\n  return sum;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&known, "AG_FUNCTION Tensor known_staged(Tensor x, ag::staged_t<std::vector<int>> v) {\n  const auto most = ag::cxx::max_element(v.begin(), v.end());\n  ag::if_stmt(x > *most, AG_STATE(x), [&] { x = x - (most - v.begin()); });\n  return x;\n}");
