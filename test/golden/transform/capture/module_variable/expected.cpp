#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor, ag::Variable;

struct Momentum : ag::Module {
  Variable velocity;
  AG_FUNCTION Tensor step(Tensor gradient) { return ag::traced<&Momentum::step>(*this, AG_STATE(gradient), [this](Tensor gradient) -> Tensor {
    if (!velocity.defined()) velocity = variable([&] { return ag::zeros({3}); }, {.name = "velocity"});
    velocity.assign(0.9 * velocity - gradient);
    return velocity;
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&Momentum::step, "AG_FUNCTION Tensor step(Tensor gradient) {\n  if (!velocity.defined())\n    velocity = variable([&] { return ag::zeros({3}); }, {.name = \"velocity\"});\n  velocity.assign(0.9 * velocity - gradient);\n  return velocity;\n}");
