#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

namespace models {
AG_FUNCTION Tensor twice(Tensor x) { return ag::traced<static_cast<Tensor (*)(Tensor)>(&twice)>(AG_STATE(x), [](Tensor x) -> Tensor { return x * 2; }); }
AG_FUNCTION Tensor twice(Tensor x, Tensor y) { return ag::traced<static_cast<Tensor (*)(Tensor, Tensor)>(&twice)>(AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor {
  return ag::if_else<Tensor>(x > y, [&] { return x * 2; }, [&] {
  return y * 2;
}); }); }
}  // namespace models
static const ag::GeneratedCode ag_generated_code_input_1(static_cast<ag::Tensor (*)(ag::Tensor)>(&models::twice), "AG_FUNCTION Tensor twice(Tensor x) {\n  return x * 2;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(static_cast<ag::Tensor (*)(ag::Tensor, ag::Tensor)>(&models::twice), "AG_FUNCTION Tensor twice(Tensor x, Tensor y) {\n  return ag::if_else<Tensor>(x > y, [&] { return x * 2; }, [&] {\n    return y * 2;\n  });\n}");
