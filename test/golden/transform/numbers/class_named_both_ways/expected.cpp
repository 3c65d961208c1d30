#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A class template that names itself with arguments and without: in its twin each means what it means in the class.
#include <ag/ag.h>

#include <array>
#include <stdexcept>

using ag::Tensor;

template <int R, int C>
struct Matrix {
  std::array<double, R * C> a{};
  double& operator()(int r, int c) { return a[r * C + c]; }
  double operator()(int r, int c) const { return a[r * C + c]; }
  Matrix plus(const Matrix& other) const {
    Matrix sum = other;
    for (int k = 0; k < R * C; ++k) sum.a[k] += a[k];
    if (sum.a[0] < -1e6) throw std::range_error("no Matrix, said a Matrix");
    return sum;
  }
  Matrix<C, R> transposed() const {
    Matrix<C, R> result;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j) result(j, i) = (*this)(i, j);
    return result;
  }
}; using Matrix_1_2 = Matrix<1, 2>; struct Matrix_1_2_staged; [[maybe_unused]] inline Matrix_1_2_staged ag_staged_class(const Matrix_1_2*); using Matrix_2_1 = Matrix<2, 1>; struct Matrix_2_1_staged; [[maybe_unused]] inline Matrix_2_1_staged ag_staged_class(const Matrix_2_1*); struct Matrix_1_2_staged { static constexpr int R = 1; static constexpr int C = 2; ag::staged_t<std::array<double, R * C>> a {}; ag::Staged<double>& operator()(int r, int c); ag::Staged<double> operator()(ag::Staged<int> r, ag::Staged<int> c) const; ag::staged_t<Matrix_1_2> plus(const ag::staged_t<Matrix_1_2>& other) const; ag::staged_t<Matrix<2, 1>> transposed() const; }; inline Matrix_1_2_staged ag_staged_class(const Matrix_1_2*) { return {}; } struct Matrix_2_1_staged { static constexpr int R = 2; static constexpr int C = 1; ag::staged_t<std::array<double, R * C>> a {}; ag::Staged<double>& operator()(int r, int c); }; inline Matrix_2_1_staged ag_staged_class(const Matrix_2_1*) { return {}; }

AG_FUNCTION Tensor corner(Tensor x) { return ag::traced<&corner>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Matrix<1, 2>> row;
  row(0, 1) = ag::item<double>(x);
  return Tensor(row.plus(row).transposed()(1, 0));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&corner, "AG_FUNCTION Tensor corner(Tensor x) {\n  ag::staged_t<Matrix<1, 2>> row;\n  row(0, 1) = ag::item<double>(x);\n  return Tensor(row.plus(row).transposed()(1, 0));\n}");
#line 12 "input.cpp"
inline ag::Staged<double>& Matrix_1_2_staged::operator()(int r, int c) { return a[r * C + c]; }
#line 12 "input.cpp"
inline ag::Staged<double>& Matrix_2_1_staged::operator()(int r, int c) { return a[r * C + c]; }
#line 13 "input.cpp"
inline ag::Staged<double> Matrix_1_2_staged::operator()(ag::Staged<int> r, ag::Staged<int> c) const { return ag::element(a, r * C + c); }
#line 14 "input.cpp"
inline ag::staged_t<Matrix_1_2> Matrix_1_2_staged::plus(const ag::staged_t<Matrix_1_2>& other) const {
  ag::staged_t<Matrix_1_2> sum = other;
  for (int k = 0; k < R * C; ++k) sum.a[k] += a[k];
  ag::if_stmt(sum.a[0] < -1e6, [&] { ag::raise(std::range_error("no Matrix, said a Matrix")); });
  return sum;
}
#line 20 "input.cpp"
inline ag::staged_t<Matrix<2, 1>> Matrix_1_2_staged::transposed() const {
  ag::staged_t<Matrix<C, R>> result;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) result(j, i) = (*this)(i, j);
  return result;
}
