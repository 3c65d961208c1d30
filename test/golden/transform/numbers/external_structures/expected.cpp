#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A choice between structures of which one holds a variable outside of the function.
#include <ag/ag.h>
#include <optional>
#include <utility>
using ag::Tensor;

bool on = true;
double scale = 2;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::optional<bool>> flag = ag::if_else(x.ndim() == 0, [&] { return ag::staged(std::optional<bool>{true}); }, [&] { return ag::staged_t<std::optional<bool>>{ag::external(on)}; });
  ag::staged_t<std::pair<double, int>> both = ag::if_else(ag::external(on), [&] { return ag::staged_t<std::pair<double, int>>{ag::external(scale), 1}; }, [&] { return ag::staged(std::pair<double, int>{1.0, 2}); });
  return x + both.first + flag.has_value();
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<std::optional<bool>> flag = ag::if_else(x.ndim() == 0, [&] {\n    return ag::staged(std::optional<bool>{true});\n  }, [&] { return ag::staged_t<std::optional<bool>>{ag::external(on)}; });\n  ag::staged_t<std::pair<double, int>> both = ag::if_else(ag::external(on), [&] {\n    return ag::staged_t<std::pair<double, int>>{ag::external(scale), 1};\n  }, [&] { return ag::staged(std::pair<double, int>{1.0, 2}); });\n  return x + both.first + flag.has_value();\n}");
