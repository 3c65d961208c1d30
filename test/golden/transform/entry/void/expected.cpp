#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION void report_staged(const Tensor& x, ag::Staged<int> level = 2) {
  ag::if_stmt(x > level, [&] { ag::print("x", x); });
} void report(const Tensor& x, int level = 2) { ag::traced<&report>(AG_STATE(x, level), [](const Tensor& x, int level) { report_staged(x, level); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&report, "AG_FUNCTION void report_staged(const Tensor& x, ag::Staged<int> level = 2) {\n  ag::if_stmt(x > level, [&] { ag::print(\"x\", x); });\n}");
