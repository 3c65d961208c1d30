#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
#include <tuple>
#include <utility>
using ag::Tensor;

using Vec2 = std::array<double, 2>;
ag::staged_t<Vec2> operator+(const ag::staged_t<Vec2>& a, const ag::staged_t<Vec2>& b) { return {a[0] + b[0], a[1] + b[1]}; } Vec2 operator+(const Vec2& a, const Vec2& b) { return ag::plain<Vec2>(operator+(ag::staged(a), ag::staged(b))); }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::Staged<int> n = 0;
  ag::Staged<double> rest = 1;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, n, rest), [&] {
    x = x / 2;
    rest = rest / 2 + n++;
  });
  auto both = std::pair{n, rest};
  auto one = ag::staged_t<std::pair<int, int>>{n, 7};
  auto [left, right] = ag::staged_t<std::tuple<int, double>>(8, rest);
  ag::staged_t<std::pair<double, int>> declared{rest, 9};
  auto row = ag::staged_t<std::array<double, 2>>{rest, 2.0};
  ag::staged_t<std::tuple<int, double>> typed{n, 3.5};
  std::get<ag::Staged<int>>(typed) += 2;
  const ag::staged_t<Vec2> sum = ag::staged_t<Vec2>{rest, 1} + ag::staged(Vec2{2, 3});
  return x + both.first + one.second + left + right + declared.second + row[1] + std::get<ag::Staged<double>>(typed) + sum[0];
}); }

// How long something is, is no symbolic number.
AG_FUNCTION Tensor lengths_staged(Tensor x, ag::staged_t<std::array<int, 2>> a) {
  const ag::Staged<int> n = ag::item<int>(x);
  auto [length, less] = ag::if_else(x > 0, [&] { return ag::staged_t<std::array<int, 2>>{int(a.size()), n - 1}; }, [&] { return a; });
  return Tensor(length + less);
} Tensor lengths(Tensor x, std::array<int, 2> a) { return ag::traced<&lengths>(AG_STATE(x, a), [](Tensor x, std::array<int, 2> a) { return lengths_staged(x, ag::staged(a)); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::Staged<int> n = 0;\n  ag::Staged<double> rest = 1;\n  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, n, rest), [&] {\n    x = x / 2;\n    rest = rest / 2 + n++;\n  });\n  auto both = std::pair{n, rest};\n  auto one = ag::staged_t<std::pair<int, int>>{n, 7};\n  auto [left, right] = ag::staged_t<std::tuple<int, double>>(8, rest);\n  ag::staged_t<std::pair<double, int>> declared{rest, 9};\n  auto row = ag::staged_t<std::array<double, 2>>{rest, 2.0};\n  ag::staged_t<std::tuple<int, double>> typed{n, 3.5};\n  std::get<ag::Staged<int>>(typed) += 2;\n  const ag::staged_t<Vec2> sum = ag::staged_t<Vec2>{rest, 1} + ag::staged(Vec2{2, 3});\n  return x + both.first + one.second + left + right + declared.second + row[1] +\n         std::get<ag::Staged<double>>(typed) + sum[0];\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&lengths, "AG_FUNCTION Tensor lengths_staged(Tensor x, ag::staged_t<std::array<int, 2>> a) {\n  const ag::Staged<int> n = ag::item<int>(x);\n  auto [length, less] = ag::if_else(x > 0,\n      [&] { return ag::staged_t<std::array<int, 2>>{int(a.size()), n - 1}; }, [&] { return a; });\n  return Tensor(length + less);\n}");
