#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <functional>
#include <vector>

using ag::Tensor;

Tensor up(Tensor x) { return x + 1; }
Tensor down(Tensor x) { return x - 2; }
Tensor through_staged(ag::staged_t<ag::Tensor (*)(ag::Tensor)> f, Tensor x) { return f(x) + f(x + 1); } Tensor through(Tensor (*f)(Tensor), Tensor x) { return through_staged(ag::staged(f), x); }
ag::Staged<double> half_staged(ag::Staged<double> x) { return x / 2; } double half(double x) { return ag::plain<double>(half_staged(x)); }

AG_FUNCTION Tensor of_tensors(Tensor x) { return ag::traced<&of_tensors>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::function<Tensor(Tensor)>> f = up;
  ag::if_stmt(x > 0, AG_STATE(f), [&] { f = [&](Tensor y) { return y * x; }; });
  ag::staged_t<ag::Tensor (*)(ag::Tensor)> g = ag::if_else<ag::staged_t<Tensor (*)(Tensor)>>(x > 1, [&] { return up; }, [&] { return down; });
  ag::if_stmt(ag::or_else(f == nullptr, [&] { return !g; }), AG_STATE(x), [&] { x = 0; });
  return f(x) + through_staged(g, x);
}); }
AG_FUNCTION ag::Staged<double> of_numbers_staged(Tensor x) {
  ag::staged_t<std::function<double(double)>> f = half_staged;
  ag::if_stmt(x > 0, AG_STATE(f), [&] { f = [](ag::Staged<double> y) { return y + 1; }; });
  ag::staged_t<std::vector<std::function<double(double)>>> steps{f, half_staged};
  ag::Staged<double> y = ag::item<double>(x);
  for (const ag::staged_t<std::function<double (double)>>& step : steps) y = step(y);
  return y;
} double of_numbers(Tensor x) { return ag::traced<&of_numbers>(AG_STATE(x), [](Tensor x) { return of_numbers_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&of_tensors, "AG_FUNCTION Tensor of_tensors(Tensor x) {\n  ag::staged_t<std::function<Tensor(Tensor)>> f = up;\n  ag::if_stmt(x > 0, AG_STATE(f), [&] { f = [&](Tensor y) { return y * x; }; });\n  ag::staged_t<ag::Tensor (*)(ag::Tensor)> g = ag::if_else<ag::staged_t<Tensor (*)(Tensor)>>(\n      x > 1, [&] { return up; }, [&] { return down; });\n  ag::if_stmt(ag::or_else(f == nullptr, [&] { return !g; }), AG_STATE(x), [&] { x = 0; });\n  return f(x) + through_staged(g, x);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&of_numbers, "AG_FUNCTION ag::Staged<double> of_numbers_staged(Tensor x) {\n  ag::staged_t<std::function<double(double)>> f = half_staged;\n  ag::if_stmt(x > 0, AG_STATE(f), [&] { f = [](ag::Staged<double> y) { return y + 1; }; });\n  ag::staged_t<std::vector<std::function<double(double)>>> steps{f, half_staged};\n  ag::Staged<double> y = ag::item<double>(x);\n  for (const ag::staged_t<std::function<double(double)>>& step : steps) y = step(y);\n  return y;\n}");
static const ag::StagedVariant ag_staged_variant_input_1(&half, &half_staged);
