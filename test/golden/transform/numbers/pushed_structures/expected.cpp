#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>
#include <vector>
using ag::Tensor;

struct Step {
  double size;
  int count;
}; struct Step_staged { ag::Staged<double> size; ag::Staged<int> count; }; [[maybe_unused]] inline Step_staged ag_staged_class(const Step*) { return {}; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::vector<Step>> steps;
  ag::staged_t<std::vector<std::pair<double, int>>> pairs;
  const Step first{1, 2};
  steps.push_back(ag::staged(first));
  for (int i = 0; i < 3; ++i) {
    steps.push_back({ag::item<double>(x) * i, i});
    pairs.emplace_back(ag::item<double>(x), i);
    ag::if_stmt(x > i, AG_STATE(pairs), [&] { ag::element(pairs, i).second += 10; });
  }
  return x + steps[1].size + steps[0].count + pairs[2].second;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<std::vector<Step>> steps;\n  ag::staged_t<std::vector<std::pair<double, int>>> pairs;\n  const Step first{1, 2};\n  steps.push_back(ag::staged(first));\n  for (int i = 0; i < 3; ++i) {\n    steps.push_back({ag::item<double>(x) * i, i});\n    pairs.emplace_back(ag::item<double>(x), i);\n    ag::if_stmt(x > i, AG_STATE(pairs), [&] { ag::element(pairs, i).second += 10; });\n  }\n  return x + steps[1].size + steps[0].count + pairs[2].second;\n}");
