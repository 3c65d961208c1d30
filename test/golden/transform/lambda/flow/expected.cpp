#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <tuple>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::Staged<int> n = ag::item<int>(x);
  auto [i, y] = ag::while_loop([&](Tensor i, Tensor y) { return ag::and_then(i < n, [&] { return y < 100; }); },
                               [](Tensor i, Tensor y) { return std::tuple(i + 1, y * 2); }, 0, x);
  return y + ag::cond(x > 1, [&] { return n; }, [&]() -> ag::Staged<int> { return n * 2; });
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::Staged<int> n = ag::item<int>(x);\n  auto [i, y] = ag::while_loop([&](Tensor i, Tensor y) {\n    return ag::and_then(i < n, [&] { return y < 100; });\n  }, [](Tensor i, Tensor y) { return std::tuple(i + 1, y * 2); }, 0, x);\n  return y + ag::cond(x > 1, [&] { return n; }, [&]() -> ag::Staged<int> { return n * 2; });\n}");
