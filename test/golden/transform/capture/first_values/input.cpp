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
  static const Table known;
  return known;
}
constexpr int doubled(int n) { return 2 * n; }
double measured();
AG_FUNCTION Tensor f(Tensor x) {
  static int calls = 0, more = doubled(3);
  static Tensor none;
  static Tensor total = ag::zeros({3}), most(ag::ones({3}));
  static const Tensor row{ag::zeros({3})}, part = ag::ones({3, 3})[0];
  static const std::vector<Tensor> steps = {ag::ones({3}), ag::zeros({3})};
  static const Layer layer(0.5), other{1.5}, third(Layer(2.5));
  static const Pair pair{ag::ones({3}), ag::zeros({3})};
  static const auto deduced = ag::zeros({3}) * 2;
  static ag::Variable kept(ag::zeros({3}));
  static const double first = measured();
  static const auto made = [] { return ag::ones({3}); }();
  total = total + x;
  return total + most + row + part + steps[0] + layer.bias + other.bias + third.bias + pair.first + deduced + made + kept + calls + more + first +
         table().values[0];
}
