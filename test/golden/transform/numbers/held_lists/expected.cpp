#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

ag::Staged<double> median_staged(ag::Staged<double> a, ag::Staged<double> b, ag::Staged<double> c) {
  ag::staged_t<std::vector<double>> values{a, b, c};
  ag::cxx::sort(values.begin(), values.end());
  return values[1];
} double median(double a, double b, double c) { return ag::plain<double>(median_staged(a, b, c)); }

ag::Staged<int> distinct_staged(ag::Staged<int> a, ag::Staged<int> b) {
  std::vector<int> values{ag::host(a), ag::host(b), 3};
  return std::unique(values.begin(), values.end()) - values.begin();
} int distinct(int a, int b) { return ag::plain<int>(distinct_staged(a, b)); }

template <class It, class T>
T horner(It first, It last, T x) {
  T value = x * 0;
  for (; first != last; ++first) value = value * x + *first;
  return value;
}

AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<int> n) {
  ag::Staged<double> rest = 1;
  ag::while_stmt([&] { return rest < x; }, AG_STATE(rest), [&] { rest *= 2; });
  for (ag::Staged<double> one : std::initializer_list<ag::Staged<double>>{0.5, rest}) x = x + one;
  ag::Flag did_break; ag::for_stmt(std::initializer_list<ag::Staged<double>>{0.5, rest}, AG_STATE(x).until(did_break), [&](ag::Staged<double> one) {
    ag::if_stmt(one > x, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {
    x = x + one;
  }); });
  const ag::staged_t<std::vector<double>> list{1, rest};
  return x + median_staged(rest, 2, 1) + distinct_staged(n, 2) + horner(list.begin(), list.end(), ag::cast<double>(0.5));
} Tensor f(Tensor x, int n) { return ag::traced<&f>(AG_STATE(x, n), [](Tensor x, int n) { return f_staged(x, n); }); }

AG_FUNCTION Tensor shaped(Tensor x) { return ag::traced<&shaped>(AG_STATE(x), [](Tensor x) -> Tensor {
  const ag::Staged<int> n = ag::dim(x, 0);
  const ag::staged_t<std::vector<int64_t>> dims{n / 2, 2};
  const ag::staged_t<std::vector<int>> axes{n - n, 1};
  return ag::sum(ag::reshape(x, dims), ag::plain<std::vector<int>>(axes)) + ag::permute_dims(x, {0});
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<int> n) {\n  ag::Staged<double> rest = 1;\n  ag::while_stmt([&] { return rest < x; }, AG_STATE(rest), [&] { rest *= 2; });\n  for (ag::Staged<double> one : std::initializer_list<ag::Staged<double>>{0.5, rest}) x = x + one;\n  ag::Flag did_break;\n  ag::for_stmt(std::initializer_list<ag::Staged<double>>{0.5, rest}, AG_STATE(x).until(did_break),\n      [&](ag::Staged<double> one) {\n    ag::if_stmt(one > x, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {\n      x = x + one;\n    });\n  });\n  const ag::staged_t<std::vector<double>> list{1, rest};\n  return x + median_staged(rest, 2, 1) + distinct_staged(n, 2) +\n         horner(list.begin(), list.end(), ag::cast<double>(0.5));\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&shaped, "AG_FUNCTION Tensor shaped(Tensor x) {\n  const ag::Staged<int> n = ag::dim(x, 0);\n  const ag::staged_t<std::vector<int64_t>> dims{n / 2, 2};\n  const ag::staged_t<std::vector<int>> axes{n - n, 1};\n  return ag::sum(ag::reshape(x, dims), ag::plain<std::vector<int>>(axes)) +\n         ag::permute_dims(x, {0});\n}");
