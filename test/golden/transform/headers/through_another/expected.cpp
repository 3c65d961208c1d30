#include <ag/staging/generated.h>
#line 1 "input.cpp"
#define OUTER "outer.h"
#include "expected.cpp.headers/outer.h"
#include "expected.cpp.headers/inner.h"

AG_FUNCTION ag::Tensor f(ag::Tensor x) { return ag::traced<&f>(AG_STATE(x), [](ag::Tensor x) -> ag::Tensor { return positive(x) * kMost; }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Tensor f(ag::Tensor x) {\n  return positive(x) * kMost;\n}");
