// Debugging: printed values, and execution without graphs.
#include "guide.h"

using ag::Tensor;

namespace {

AG_FUNCTION Tensor mean_squared_error(Tensor y_true, Tensor y_pred) {
  trace("calculating the mean squared error");
  Tensor difference = ag::pow(y_true - y_pred, 2);
  return ag::mean(difference);
}

AG_FUNCTION Tensor f(Tensor x) {
  trace(ag::is_tracing() ? "traced" : "not traced");
  ag::print("executed with", x);
  std::cout << "x is " << x << "\n";
  return x;
}

}  // namespace

void debugging() {
  Tensor y_true = ag::tensor({1.0, 4.0, 3.0, 1.0, 3.0}), y_pred = ag::tensor({0.0, 3.0, 8.0, 0.0, 6.0});
  for (int i = 0; i < 3; ++i) std::cout << mean_squared_error(y_true, y_pred) << "\n";
  ag::set_run_functions_eagerly(true);
  for (int i = 0; i < 3; ++i) std::cout << mean_squared_error(y_true, y_pred) << "\n";
  ag::set_run_functions_eagerly(false);
  f(1);
  f(1);
  f(2);
  ag::function_of(f).set_eager(true);
  f(3);
}
