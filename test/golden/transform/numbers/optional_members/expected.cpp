#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <optional>
#include <vector>
using ag::Tensor;

struct Best {
  int rounds = 0;
  Tensor at;
  std::vector<double> trail{1, 2};
}; struct Best_staged { ag::Staged<int> rounds = 0; Tensor at; ag::staged_t<std::vector<double>> trail {1, 2}; }; [[maybe_unused]] inline Best_staged ag_staged_class(const Best*) { return {}; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::optional<Best>> best = ag::staged(Best{.at = x});
  ag::while_stmt([&] { return best->at < 5; }, AG_STATE(best), [&] {
    best->at = best->at + 2;
    best->rounds++;
    ag::element(best.value().trail, 0) -= 1;
  });
  return best->at + best->rounds + best->trail[0];
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<std::optional<Best>> best = ag::staged(Best{.at = x});\n  ag::while_stmt([&] { return best->at < 5; }, AG_STATE(best), [&] {\n    best->at = best->at + 2;\n    best->rounds++;\n    ag::element(best.value().trail, 0) -= 1;\n  });\n  return best->at + best->rounds + best->trail[0];\n}");
