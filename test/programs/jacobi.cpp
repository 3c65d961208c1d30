// Eigenvalues of a symmetric matrix by the rotations of Jacobi, the largest element first.
#include <ag/ag.h>

#include <iostream>
#include <utility>

using ag::Tensor;

namespace {

/// The eigenvalues, and the number of rotations.
AG_FUNCTION std::pair<Tensor, int> eigenvalues(Tensor a) {
  const int n = static_cast<int>(a.shape(0));
  int rotations = 0;
  bool done = false;
  while (!done && rotations < 200) {
    int p = 0, q = 1;
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        if (ag::abs(a(i, j)) > ag::abs(a(p, q))) {
          p = i;
          q = j;
        }
      }
    }
    if (ag::abs(a(p, q)) < 1e-12) {
      done = true;
      continue;
    }
    const Tensor theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
    Tensor t = 1 / (ag::abs(theta) + ag::sqrt(theta * theta + 1));
    if (theta < 0) t = -t;
    const Tensor c = 1 / ag::sqrt(t * t + 1);
    const Tensor s = t * c;
    const Tensor row_p = a[p], row_q = a[q];
    a[p] = c * row_p - s * row_q;
    a[q] = s * row_p + c * row_q;
    const Tensor column_p = a(ag::all, p), column_q = a(ag::all, q);
    a(ag::all, p) = c * column_p - s * column_q;
    a(ag::all, q) = s * column_p + c * column_q;
    ++rotations;
  }
  Tensor values = ag::zeros({n}, ag::float64);
  for (int i = 0; i < n; ++i) values[i] = a(i, i);
  return {ag::sort(values), rotations};
}

}  // namespace

void run() {
  const Tensor small = ag::tensor({{2.0, 1.0}, {1.0, 3.0}}, ag::float64);
  const Tensor large = ag::tensor(
      {{4.0, 1.0, -2.0, 0.5}, {1.0, 3.0, 0.0, 1.0}, {-2.0, 0.0, 1.0, 2.0}, {0.5, 1.0, 2.0, 5.0}}, ag::float64);
  for (const Tensor& matrix : {small, large, ag::eye(3, ag::float64)}) {
    const auto [values, rotations] = eigenvalues(matrix);
    std::cout << values << " after " << rotations << " rotations\n";
  }
}
