#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
using ag::Tensor;

// What a tensor chooses is symbolic, and with it every number that the traced method takes.
struct Chooser {
  int calls = 0;

  AG_FUNCTION Tensor chosen(Tensor x, int by, std::array<int, 2> of) { return ag::traced<&Chooser::chosen>(*this, AG_STATE(x, by, of), [this](Tensor x, ag::Staged<int> by, ag::staged_t<std::array<int, 2>> of) -> Tensor {
    ++ag::ref(calls);
    return x * ag::element(of, ag::item<int>(x) % 2) + by;
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&Chooser::chosen, "AG_FUNCTION Tensor chosen(Tensor x, int by, std::array<int, 2> of) {\n  ++ag::ref(calls);\n  return x * ag::element(of, ag::item<int>(x) % 2) + by;\n}");
