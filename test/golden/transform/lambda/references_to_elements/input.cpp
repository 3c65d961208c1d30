#include <ag/ag.h>

#include <vector>
using ag::Tensor;

// The reference in the lambda is declared fourth there, the one that becomes a copy fourth here.
AG_FUNCTION Tensor inside_a_lambda(Tensor x) {
  std::vector<double> values{1.0, 2.0, 3.0};
  std::vector<double> calls(2);
  auto count = [&](double by, double) {
    double& first = calls[0];
    first += by;
  };
  if (x > 1) {
    double& chosen = values.at(x.item<int>());
    count(2.0, 1.0);
    chosen += 1.0;
  }
  return Tensor(calls[0] + values[2]);
}

// The reference that is captured is declared sixth here, the one that becomes a copy sixth in the lambda.
AG_FUNCTION Tensor around_a_lambda(Tensor x) {
  std::vector<double> values{1.0, 2.0, 3.0};
  std::vector<double> calls(2);
  Tensor a = x, b = x;
  double& first = calls[0];
  auto count = [&](double, double, double) {
    double& chosen = values[x.item<int>()];
    chosen += 1;
    if (x < 3) first += 2;
  };
  if (x > 1) count(1.0, 2.0, 3.0);
  return Tensor(calls[0] + values[2]) + a + b;
}
