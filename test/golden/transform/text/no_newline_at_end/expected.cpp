#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor { return ag::if_else(x > 0, [&] { return x; }, [&] { return -x; }); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  return ag::if_else(x > 0, [&] { return x; }, [&] { return -x; });\n}");
