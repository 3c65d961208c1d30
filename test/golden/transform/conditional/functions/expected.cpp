#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

Tensor up(Tensor x) {
  return ag::if_else<Tensor>(x > 0, [&] { return x + 1; }, [&] {
  return x;
}); }
Tensor down(Tensor x) { return x - 1; }
AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<bool> which, ag::Staged<int> n) {
  ag::staged_t<ag::Tensor (*)(ag::Tensor)> p = ag::if_else<ag::staged_t<Tensor (*)(Tensor)>>(ag::and_then(which, [&] { return n > 2; }), [&] { return &up; }, [&] { return &down; });
  return p(x);
} Tensor f(Tensor x, bool which, int n) { return ag::traced<&f>(AG_STATE(x, which, n), [](Tensor x, bool which, int n) { return f_staged(x, which, n); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<bool> which, ag::Staged<int> n) {\n  ag::staged_t<ag::Tensor (*)(ag::Tensor)> p = ag::if_else<ag::staged_t<Tensor (*)(Tensor)>>(\n      ag::and_then(which, [&] { return n > 2; }), [&] { return &up; }, [&] { return &down; });\n  return p(x);\n}");
