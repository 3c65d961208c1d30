#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
#include <tuple>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::vector<int>> a{1, 2, 3}, b{4, 5, 6};
  ag::staged_t<std::array<double, 2>> c{1, 2}, d{3, 4};
  ag::if_stmt(x > 1, AG_STATE(a, b, d), [&] {
    a.swap(b);
    c.swap(d);
  });
  ag::staged_t<std::tuple<int, double>> all{a[0], d[1]};
  ag::Staged<int> n = 0;
  std::tie(n, std::ignore) = all;
  return x + b[0] + n;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<std::vector<int>> a{1, 2, 3}, b{4, 5, 6};\n  ag::staged_t<std::array<double, 2>> c{1, 2}, d{3, 4};\n  ag::if_stmt(x > 1, AG_STATE(a, b, d), [&] {\n    a.swap(b);\n    c.swap(d);\n  });\n  ag::staged_t<std::tuple<int, double>> all{a[0], d[1]};\n  ag::Staged<int> n = 0;\n  std::tie(n, std::ignore) = all;\n  return x + b[0] + n;\n}");
