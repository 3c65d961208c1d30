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
};

AG_FUNCTION Tensor corner(Tensor x) {
  Matrix<1, 2> row;
  row(0, 1) = double(x);
  return Tensor(row.plus(row).transposed()(1, 0));
}
