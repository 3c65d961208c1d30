#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Functions that read elements of variables outside of them: x[i] returns a reference, which is no change.
#include <ag/ag.h>

#include <algorithm>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> first_of_staged(Tensor x, ag::staged_t<std::vector<double>> weights) {
  ag::staged_t<std::vector<int>> order(4), other{3, 1, 2, 0};
  std::iota(order.begin(), order.end(), 0);
  ag::cxx::sort(order.begin(), order.end(), [&](ag::Staged<int> a, ag::Staged<int> b) { return ag::to_bool((x[a] < x[b])); });
  ag::cxx::stable_sort(other.begin(), other.end(), [&](ag::Staged<int> a, ag::Staged<int> b) {
    const ag::Staged<double>& left = ag::element(weights, a);
    return left * ag::item<double>(x(a)) < ag::element_at(weights, b) + ag::non_empty(weights).front();
  });
  ag::staged_t<std::vector<int>> known{1, 2, 3};
  const auto most =
      ag::cxx::max_element(known.begin(), known.end(), [&](ag::Staged<int> a, ag::Staged<int> b) { return ag::item<double>(x[a]) < ag::item<double>(x[b]); });
  return order[0] + other[0] + *most;
} int first_of(Tensor x, std::vector<double> weights) { return ag::traced<&first_of>(AG_STATE(x, weights), [](Tensor x, std::vector<double> weights) { return first_of_staged(x, ag::staged(weights)); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&first_of, "AG_FUNCTION ag::Staged<int> first_of_staged(Tensor x, ag::staged_t<std::vector<double>> weights) {\n  ag::staged_t<std::vector<int>> order(4), other{3, 1, 2, 0};\n  std::iota(order.begin(), order.end(), 0);\n  ag::cxx::sort(order.begin(), order.end(),\n      [&](ag::Staged<int> a, ag::Staged<int> b) { return ag::to_bool((x[a] < x[b])); });\n  ag::cxx::stable_sort(other.begin(), other.end(), [&](ag::Staged<int> a, ag::Staged<int> b) {\n    const ag::Staged<double>& left = ag::element(weights, a);\n    return left * ag::item<double>(x(a)) <\n           ag::element_at(weights, b) + ag::non_empty(weights).front();\n  });\n  ag::staged_t<std::vector<int>> known{1, 2, 3};\n  const auto most =\n      ag::cxx::max_element(known.begin(), known.end(), [&](ag::Staged<int> a, ag::Staged<int> b) {\n    return ag::item<double>(x[a]) < ag::item<double>(x[b]);\n  });\n  return order[0] + other[0] + *most;\n}");
