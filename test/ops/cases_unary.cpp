/// Rows of runtime/ops/unary.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row unary_row(const char* name, Tensor (*function)(const TensorArg&)) {
  return {name,
          from_references("unary", name, one([function](const std::vector<Tensor>& x) { return function(x[0]); }))};
}

}  // namespace

std::vector<Row> cases_unary() {
  return {
      unary_row("abs", &abs),           unary_row("acos", &acos),
      unary_row("acosh", &acosh),       unary_row("asin", &asin),
      unary_row("asinh", &asinh),       unary_row("atan", &atan),
      unary_row("atanh", &atanh),       unary_row("bitwise_invert", &bitwise_invert),
      unary_row("ceil", &ceil),         unary_row("cos", &cos),
      unary_row("cosh", &cosh),         unary_row("erf", &erf),
      unary_row("erfc", &erfc),         unary_row("exp", &exp),
      unary_row("expm1", &expm1),       unary_row("floor", &floor),
      unary_row("gelu", &gelu),         unary_row("isfinite", &isfinite),
      unary_row("isinf", &isinf),       unary_row("isnan", &isnan),
      unary_row("lgamma", &lgamma),     unary_row("log", &log),
      unary_row("log10", &log10),       unary_row("log1p", &log1p),
      unary_row("log2", &log2),         unary_row("negative", &negative),
      unary_row("relu", &relu),         unary_row("round", &round),
      unary_row("rsqrt", &rsqrt),       unary_row("sigmoid", &sigmoid),
      unary_row("sign", &sign),         unary_row("silu", &silu),
      unary_row("sin", &sin),           unary_row("sinh", &sinh),
      unary_row("softplus", &softplus), unary_row("sqrt", &sqrt),
      unary_row("square", &square),     unary_row("tan", &tan),
      unary_row("tanh", &tanh),         unary_row("trunc", &trunc),
  };
}

}  // namespace ag::test
