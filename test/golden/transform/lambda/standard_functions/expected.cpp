#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <cmath>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  const auto bounded = [](auto n, auto limit) {
    using std::max;
    return ag::cxx::min(ag::cxx::max(n, 0 * n), limit) + ag::cxx::sqrt(n * n);
  };
  return x + bounded(ag::item<double>(x), 2.5) + bounded(1.5, 2.0);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  const auto bounded = [](auto n, auto limit) {\n    using std::max;\n    return ag::cxx::min(ag::cxx::max(n, 0 * n), limit) + ag::cxx::sqrt(n * n);\n  };\n  return x + bounded(ag::item<double>(x), 2.5) + bounded(1.5, 2.0);\n}");
