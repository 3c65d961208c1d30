/// Rows of runtime/ops/unary.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row unary(const char* name, Tensor (*function)(const TensorArg&)) {
  return {name,
          from_references("unary", name, one([function](const std::vector<Tensor>& x) { return function(x[0]); }))};
}

}  // namespace

std::vector<Row> cases_unary() {
  return {
      unary("abs", &abs),           unary("acos", &acos),
      unary("acosh", &acosh),       unary("asin", &asin),
      unary("asinh", &asinh),       unary("atan", &atan),
      unary("atanh", &atanh),       unary("bitwise_invert", &bitwise_invert),
      unary("ceil", &ceil),         unary("cos", &cos),
      unary("cosh", &cosh),         unary("erf", &erf),
      unary("erfc", &erfc),         unary("exp", &exp),
      unary("expm1", &expm1),       unary("floor", &floor),
      unary("gelu", &gelu),         unary("isfinite", &isfinite),
      unary("isinf", &isinf),       unary("isnan", &isnan),
      unary("lgamma", &lgamma),     unary("log", &log),
      unary("log10", &log10),       unary("log1p", &log1p),
      unary("log2", &log2),         unary("negative", &negative),
      unary("relu", &relu),         unary("round", &round),
      unary("rsqrt", &rsqrt),       unary("sigmoid", &sigmoid),
      unary("sign", &sign),         unary("silu", &silu),
      unary("sin", &sin),           unary("sinh", &sinh),
      unary("softplus", &softplus), unary("sqrt", &sqrt),
      unary("square", &square),     unary("tan", &tan),
      unary("tanh", &tanh),         unary("trunc", &trunc),
  };
}

}  // namespace ag::test
