/// Rows of runtime/grad/rules_elementwise.cpp.
#include "grad/rows.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;

GradientRow unary(const char* name, Tensor (*function)(const TensorArg&), double low = -1.9, double high = 1.8) {
  return {name, "", {numbers({2, 3}, low, high)}, [function](X x) { return function(x[0]); }};
}

/// With operands of one shape, and with each of them repeated.
void add_binary(std::vector<GradientRow>& rows, const char* name,
                Tensor (*function)(const TensorArg&, const TensorArg&), double low = -1.9, double high = 1.8) {
  const auto call = [function](X x) { return function(x[0], x[1]); };
  rows.push_back({name, "one shape", {numbers({2, 3}, low, high, 1), numbers({2, 3}, low, high, 2)}, call});
  rows.push_back({name, "repeated", {numbers({2, 1}, low, high, 3), numbers({4, 1, 3}, low, high, 4)}, call});
  rows.push_back({name, "a number", {numbers({}, low, high, 5), numbers({3}, low, high, 6)}, call});
}

}  // namespace

std::vector<GradientRow> elementwise_gradients() {
  std::vector<GradientRow> rows{
      unary("abs", &abs),
      unary("acos", &acos, -0.9, 0.8),
      unary("acosh", &acosh, 1.2, 3),
      unary("asin", &asin, -0.9, 0.8),
      unary("asinh", &asinh),
      unary("atan", &atan),
      unary("atanh", &atanh, -0.9, 0.8),
      unary("ceil", &ceil),
      unary("cos", &cos),
      unary("cosh", &cosh),
      unary("erf", &erf),
      unary("erfc", &erfc),
      unary("exp", &exp),
      unary("expm1", &expm1),
      unary("floor", &floor),
      unary("gelu", &gelu),
      unary("lgamma", &lgamma, 0.3, 4),
      unary("lgamma", &lgamma, -2.8, -2.2),
      unary("log", &log, 0.2, 3),
      unary("log10", &log10, 0.2, 3),
      unary("log1p", &log1p, -0.7, 3),
      unary("log2", &log2, 0.2, 3),
      unary("negative", &negative),
      unary("relu", &relu),
      unary("round", &round),
      unary("rsqrt", &rsqrt, 0.3, 3),
      unary("sigmoid", &sigmoid),
      unary("sign", &sign),
      unary("silu", &silu),
      unary("sin", &sin),
      unary("sinh", &sinh),
      unary("softplus", &softplus),
      unary("sqrt", &sqrt, 0.3, 3),
      unary("square", &square),
      unary("tan", &tan, -1.2, 1.2),
      unary("tanh", &tanh),
      unary("trunc", &trunc),
      unary("identity", &identity),
      {"astype",
       "to float32 and back",
       {numbers({3}, -1, 1)},
       [](X x) { return astype(astype(x[0] * 0 + 0.5, float32), float64) * x[0]; }},
      {"where",
       "",
       {numbers({2, 3}, -1, 1, 1), numbers({3}, -1, 1, 2)},
       [](X x) { return where(tensor({true, false, true}), x[0] * x[0], x[1]); }},
      {"clip",
       "",
       {numbers({5}, -2, 2, 1), numbers({}, -0.6, -0.5, 2), numbers({}, 0.5, 0.6, 3)},
       [](X x) { return clip(x[0] * x[0] * x[0], x[1], x[2]); }},
  };
  add_binary(rows, "add", &add);
  add_binary(rows, "atan2", &atan2);
  add_binary(rows, "divide", &divide, 0.4, 2);
  add_binary(rows, "floor_divide", &floor_divide, 0.4, 2);
  add_binary(rows, "fmod", &fmod, 0.4, 2);
  add_binary(rows, "hypot", &hypot);
  add_binary(rows, "logaddexp", &logaddexp);
  add_binary(rows, "maximum", &maximum);
  add_binary(rows, "minimum", &minimum);
  add_binary(rows, "multiply", &multiply);
  add_binary(rows, "pow", &pow, 0.4, 2);
  add_binary(rows, "remainder", &remainder, 0.4, 2);
  add_binary(rows, "subtract", &subtract);
  return rows;
}

}  // namespace ag::test
