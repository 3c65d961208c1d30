#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <utility>
using ag::Tensor;

namespace app {
ag::Staged<int> twice_staged(ag::Staged<int> k) { return 2 * k; } int twice(int k) { return ag::plain<int>(twice_staged(k)); }
int unconverted(int k) { return k + 1; }
double mean(Tensor x, int skip = 0, bool strict = false); ag::Staged<double> mean_staged(Tensor x, ag::Staged<int> skip = 0, ag::Staged<bool> strict = false);
AG_CONVERT ag::staged_t<std::pair<int, Tensor>> halved_staged(Tensor x, const ag::Staged<int>& limit = 4) {
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return ag::and_then(ag::max(x) > 0.1, [&] { return n < limit; }); }, AG_STATE(x, n), [&] {
    x = x * 0.5;
    ++n;
  });
  return {twice_staged(n), x};
} std::pair<int, Tensor> halved(Tensor x, const int& limit = 4) { return ag::plain<std::pair<int, Tensor>>(halved_staged(x, limit)); }
AG_FUNCTION ag::Staged<double> mean_staged(Tensor x, ag::Staged<int> skip, ag::Staged<bool> strict) { return ag::recursive(AG_STATE(x, skip, strict), [](Tensor x, ag::Staged<int> skip, ag::Staged<bool> strict) -> ag::Staged<double> {
  auto [n, y] = halved_staged(x, unconverted(3));
  return ag::if_else<ag::Staged<double>>(ag::and_then(n > skip, [&] { return !strict; }), [&] { return ag::item<double>(ag::mean(y)) / n; }, [&] {
  return mean_staged(x, n);
}); }); } double mean(Tensor x, int skip, bool strict) { return ag::traced<&mean>(AG_STATE(x, skip, strict), [](Tensor x, int skip, bool strict) { return mean_staged(x, skip, strict); }); }
}  // namespace app
static const ag::GeneratedCode ag_generated_code_input_1(&app::mean, "AG_FUNCTION ag::Staged<double> mean_staged(\n    Tensor x, ag::Staged<int> skip, ag::Staged<bool> strict) {\n  auto [n, y] = halved_staged(x, unconverted(3));\n  return ag::if_else<ag::Staged<double>>(ag::and_then(n > skip, [&] { return !strict; }),\n      [&] { return ag::item<double>(ag::mean(y)) / n; }, [&] {\n    return mean_staged(x, n);\n  });\n}");
static const ag::StagedVariant ag_staged_variant_input_1(&app::mean, &app::mean_staged);
