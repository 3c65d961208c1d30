#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <memory>
#include <utility>
using ag::Tensor;

AG_CONVERT void advance_staged(Tensor&& x, ag::Staged<int> by) {
  ag::if_stmt(x > by, AG_STATE(x), [&] { x = x + by; });
} void advance(Tensor&& x, int by) { advance_staged(std::move(x), by); }

AG_CONVERT Tensor scaled_staged(std::unique_ptr<double> scale, Tensor x, ag::Staged<int> n) { return ag::if_else(x > n, [&] { return x * *scale; }, [&] { return x; }); } Tensor scaled(std::unique_ptr<double> scale, Tensor x, int n) { return scaled_staged(std::move(scale), x, n); }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  Tensor y = x;
  ag::if_stmt(x > 1, AG_STATE(y), [&] { advance_staged(std::move(y), ag::item<int>(x)); });
  return y + scaled_staged(std::make_unique<double>(2.5), x, ag::item<int>(x));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  Tensor y = x;\n  ag::if_stmt(x > 1, AG_STATE(y), [&] { advance_staged(std::move(y), ag::item<int>(x)); });\n  return y + scaled_staged(std::make_unique<double>(2.5), x, ag::item<int>(x));\n}");
