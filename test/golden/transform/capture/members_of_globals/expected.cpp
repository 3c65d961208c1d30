#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Layer {
  Tensor w = 2.0, b = 1.0;
  int uses = 0;
  Tensor forward(Tensor x) {
    ++ag::ref(uses);
    return x * ag::external(w) + ag::external(b);
  }
};
struct {
  int rounds = 2;
  double table[4] = {1, 2, 3, 4};
} settings;
Layer layer;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  for (int i = 0; ag::force(i < ag::external(settings.rounds)); ++i) x = layer.forward(x) * ag::external(settings.table[i]);
  ag::ref(layer.b) = x;
  ag::ref(settings.table[0]) += 1;
  return x + ag::external(layer.w);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  for (int i = 0; ag::force(i < ag::external(settings.rounds)); ++i)\n    x = layer.forward(x) * ag::external(settings.table[i]);\n  ag::ref(layer.b) = x;\n  ag::ref(settings.table[0]) += 1;\n  return x + ag::external(layer.w);\n}");
