#include <ag/ag.h>
using ag::Tensor;

Tensor twice(Tensor x) { return x * 2; }
AG_CONVERT Tensor apply(Tensor x) {
  auto lambda = ag::function([&](Tensor y) { return y + x; });
  if (lambda.tracing_count() > 1) x = x + 1;
  auto function = ag::function(&twice);
  return lambda(function(x));
}
