#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor, ag::Variable;

Variable a(1.0), b(2.0);

AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<bool> first) {
  Variable v = ag::force(first) ? a : b;
  v.assign_add(x);
  (ag::force(first) ? a : b).assign_add(1);
  Tensor y = ag::if_else(x > 0, [&] { return a; }, [&] { return b; });
  return y + ag::if_else(x > 1, [&] { return a; }, [&] { return x; });
} Tensor f(Tensor x, bool first) { return ag::traced<&f>(AG_STATE(x, first), [](Tensor x, bool first) { return f_staged(x, first); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<bool> first) {\n  Variable v = ag::force(first) ? a : b;\n  v.assign_add(x);\n  (ag::force(first) ? a : b).assign_add(1);\n  Tensor y = ag::if_else(x > 0, [&] { return a; }, [&] { return b; });\n  return y + ag::if_else(x > 1, [&] { return a; }, [&] { return x; });\n}");
