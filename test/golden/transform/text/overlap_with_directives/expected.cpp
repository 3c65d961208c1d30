#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Model {
  AG_FUNCTION static Tensor scaled(Tensor x, const double& factor, double& total) { if (ag::overlap(factor, total)) { Tensor y =
#if 1
x * factor;
#else
x;
#endif
if (y > 1) y += total; return y * factor; } else 
#line 5 "input.cpp"
return ag::traced<&Model::scaled>(AG_STATE(x, factor, total), [](Tensor x, const double& factor, double& total) -> Tensor {
    Tensor y =
#if 1
        x * factor;
#else
        x;
#endif
    ag::if_stmt(y > 1, AG_STATE(y), [&] { y += total; });
    return y * factor;
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&Model::scaled, "AG_FUNCTION static Tensor scaled(Tensor x, const double& factor, double& total) {\n  Tensor y =\n#if 1\n      x * factor;\n#else\n      x;\n#endif\n  ag::if_stmt(y > 1, AG_STATE(y), [&] { y += total; });\n  return y * factor;\n}");
