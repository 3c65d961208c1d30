#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

struct Layer {
  Tensor weight = ag::ones({}), bias;
  explicit Layer(double start) : bias(ag::full({}, start)) {}
};
struct Table {
  Tensor values = ag::arange(3);
};
struct Pair {
  Tensor first, second;
};
const Table& table() {
  static const Table known = ag::first_value([&] { return Table(); });
  return known;
}
constexpr int doubled(int n) { return 2 * n; }
double measured();
AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  static int calls = 0, more = doubled(3);
  static Tensor none;
  static Tensor total = ag::first_value([&] { return ag::zeros({3}); }), most = ag::first_value([&] { return Tensor(ag::ones({3})); });
  static const Tensor row = ag::first_value([&] { return Tensor{ag::zeros({3})}; }), part = ag::first_value([&] { return ag::ones({3, 3})[0]; });
  static const std::vector<Tensor> steps = ag::first_value([&]() -> std::vector<Tensor> { return {ag::ones({3}), ag::zeros({3})}; });
  static const Layer layer = ag::first_value([&] { return Layer(0.5); }), other = ag::first_value([&] { return Layer{1.5}; }), third = ag::first_value([&] { return Layer(Layer(2.5)); });
  static const Pair pair = ag::first_value([&] { return Pair{ag::ones({3}), ag::zeros({3})}; });
  static const auto deduced = ag::first_value([&] { return ag::zeros({3}) * 2; });
  static ag::Variable kept(ag::zeros({3}));
  static const double first = measured();
  static const auto made = ag::first_value([&] { return [] { return ag::ones({3}); }(); });
  ag::ref(total) = ag::external(total) + x;
  return ag::external(total) + ag::external(most) + row + part + steps[0] + layer.bias + other.bias + third.bias + pair.first + deduced + made + kept + ag::external(calls) + ag::external(more) + first +
         table().values[0];
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  static int calls = 0, more = doubled(3);\n  static Tensor none;\n  static Tensor total = ag::first_value([&] { return ag::zeros({3}); }),\n                most = ag::first_value([&] { return Tensor(ag::ones({3})); });\n  static const Tensor row = ag::first_value([&] { return Tensor{ag::zeros({3})}; }),\n                      part = ag::first_value([&] { return ag::ones({3, 3})[0]; });\n  static const std::vector<Tensor> steps =\n      ag::first_value([&]() -> std::vector<Tensor> { return {ag::ones({3}), ag::zeros({3})}; });\n  static const Layer layer = ag::first_value([&] { return Layer(0.5); }),\n                     other = ag::first_value([&] { return Layer{1.5}; }),\n                     third = ag::first_value([&] { return Layer(Layer(2.5)); });\n  static const Pair pair = ag::first_value([&] { return Pair{ag::ones({3}), ag::zeros({3})}; });\n  static const auto deduced = ag::first_value([&] { return ag::zeros({3}) * 2; });\n  static ag::Variable kept(ag::zeros({3}));\n  static const double first = measured();\n  static const auto made = ag::first_value([&] { return [] { return ag::ones({3}); }(); });\n  ag::ref(total) = ag::external(total) + x;\n  return ag::external(total) + ag::external(most) + row + part + steps[0] + layer.bias +\n         other.bias + third.bias + pair.first + deduced + made + kept + ag::external(calls) +\n         ag::external(more) + first + table().values[0];\n}");
