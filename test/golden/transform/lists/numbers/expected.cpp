#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor trail(Tensor n) { return ag::traced<&trail>(AG_STATE(n), [](Tensor n) -> Tensor {
  ag::List<ag::Staged<int>> trail;
  ag::while_stmt([&] { return n > 1; }, AG_STATE(n, trail), [&] {
    trail.push_back(ag::item<int>(n));
    n = ag::if_else(n % 2 == 0, [&] { return n / 2; }, [&] { return 3 * n + 1; });
  });
  ag::Staged<int> sum = 0;
  ag::for_stmt(trail, AG_STATE(sum), [&](const ag::Staged<int> v) { sum += v; });
  { ag::Staged<std::size_t> i = 0; ag::for_stmt([&] { return i < trail.size(); }, [&] { ++i; }, AG_STATE(sum, i), [&] { sum += trail[i]; }); }
  const ag::Staged<unsigned long> length = trail.size();
  const ag::Staged<int> last = trail.back();
  return ag::tensor(trail) + sum + length + last;
}); }

AG_CONVERT Tensor counted_staged(Tensor x, ag::Staged<int> count) {
  ag::List<ag::Staged<double>> steps = {0.5};
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < count; }, [&] { ++i; }, AG_STATE(steps, i), [&] { steps.push_back(i * 0.25); }); }
  return x * ag::tensor(steps);
} Tensor counted(Tensor x, int count) { return counted_staged(x, count); }
static const ag::GeneratedCode ag_generated_code_input_1(&trail, "AG_FUNCTION Tensor trail(Tensor n) {\n  ag::List<ag::Staged<int>> trail;\n  ag::while_stmt([&] { return n > 1; }, AG_STATE(n, trail), [&] {\n    trail.push_back(ag::item<int>(n));\n    n = ag::if_else(n % 2 == 0, [&] { return n / 2; }, [&] { return 3 * n + 1; });\n  });\n  ag::Staged<int> sum = 0;\n  ag::for_stmt(trail, AG_STATE(sum), [&](const ag::Staged<int> v) { sum += v; });\n  {\n    ag::Staged<std::size_t> i = 0;\n    ag::for_stmt(\n        [&] { return i < trail.size(); }, [&] { ++i; }, AG_STATE(sum, i), [&] { sum += trail[i]; });\n  }\n  const ag::Staged<unsigned long> length = trail.size();\n  const ag::Staged<int> last = trail.back();\n  return ag::tensor(trail) + sum + length + last;\n}");
