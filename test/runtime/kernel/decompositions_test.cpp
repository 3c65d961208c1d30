/// Decompositions of random matrices give these matrices again, of orthonormal vectors; and what happens at the edges.
#include "kernel/linalg/decompositions.h"

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "ag/literal.h"
#include "ag/ops.h"
#include "ag/threads.h"
#include "support/catch.h"
#include "support/message_of.h"

namespace ag {

namespace decompositions_test {
namespace {

using test::message_of;

Tensor random_matrices(std::mt19937& random, const Shape& shape) {
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) value = static_cast<double>(random() % 2000) / 1000.0 - 1.0;
  return reshape(tensor(values, Shape{shape.element_count()}), ShapeArg(shape));
}

double farthest(const Tensor& a, const Tensor& b) { return a.size() == 0 ? 0 : max(abs(a - b)).item<double>(); }

bool is_orthonormal(const Tensor& columns) {
  return farthest(matmul(transpose(columns), columns), eye(columns.shape(-1), float64)) < 1e-13;
}

Tensor scaled(const Tensor& vectors, const Tensor& values) { return vectors * expand_dims(values, -2); }

}  // namespace

TEST_CASE("qr of matrices with several panels") {
  std::mt19937 random(9);
  for (const Shape& shape : {Shape{33, 32}, Shape{40, 70}, Shape{100, 40}, Shape{90, 90}}) {
    Tensor x = random_matrices(random, shape);
    x(all, 5) = x(all, 3);  // a column that depends on another
    INFO(shape.str());
    for (bool complete : {false, true}) {
      const auto [q, r] = qr(x, complete);
      CHECK(is_orthonormal(q));
      CHECK(farthest(matmul(q, r), x) < 1e-12);
      CHECK(farthest(r, triu(r)) == 0);
    }
  }
}

TEST_CASE("qr, eigh and svd of random matrices") {
  std::mt19937 random(8);
  for (int64_t rows = 1; rows <= 12; ++rows) {
    for (int64_t columns : {int64_t{1}, rows, rows + 3, int64_t{7}}) {
      const Tensor x = random_matrices(random, {rows, columns});
      INFO(rows << " rows, " << columns << " columns");
      for (bool complete : {false, true}) {
        const auto [q, r] = qr(x, complete);
        CHECK(is_orthonormal(q));
        CHECK(farthest(matmul(q, r), x) < 1e-13);
        CHECK(farthest(r, triu(r)) == 0);
        const auto [u, s, vh] = svd(x, complete);
        const int64_t count = std::min(rows, columns);
        CHECK(is_orthonormal(u));
        CHECK(is_orthonormal(transpose(vh)));
        CHECK(farthest(matmul(scaled(u(all, slice(0, count)), s), vh(slice(0, count))), x) < 1e-13);
        CHECK(farthest(sort(s, -1, true), s) == 0);
      }
      const Tensor symmetric = matmul(x, transpose(x)) - 2.0 * eye(rows, float64);
      const auto [values, vectors] = eigh(symmetric);
      CHECK(is_orthonormal(vectors));
      CHECK(farthest(matmul(scaled(vectors, values), transpose(vectors)), symmetric) < 2e-13);
      CHECK(farthest(sort(values), values) == 0);
    }
  }
}

TEST_CASE("eigh and svd of matrices with several panels and halves") {
  std::mt19937 random(10);
  const auto entries = [](int64_t n, auto entry) {
    std::vector<double> values;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) values.push_back(entry(i, j));
    }
    return reshape(tensor(values, Shape{n * n}), {n, n});
  };
  const auto check = [](const Tensor& symmetric) {
    const auto [values, vectors] = eigh(symmetric);
    const double size = max(abs(values)).item<double>();
    CHECK(is_orthonormal(vectors));
    CHECK(farthest(matmul(scaled(vectors, values), transpose(vectors)), symmetric) <= 1e-13 * size);
    CHECK(farthest(sort(values), values) == 0);
    const auto [u, s, vh] = svd(symmetric);
    CHECK(is_orthonormal(u));
    CHECK(is_orthonormal(transpose(vh)));
    CHECK(farthest(matmul(scaled(u, s), vh), symmetric) <= 1e-13 * size);
    CHECK(farthest(sort(abs(values), -1, true), s) <= 1e-13 * size);
  };
  for (int64_t n : {24, 25, 33, 50, 67, 130}) {
    INFO(n << " rows");
    const Tensor x = random_matrices(random, {n, n});
    check(x + transpose(x));
    // Equal and nearly equal eigenvalues: blocks of ones, a matrix of rank 1, a chain, and Wilkinson's matrix.
    check(entries(n, [](int64_t i, int64_t j) { return i / 5 == j / 5 ? 1.0 + (i == j) : 0.0; }));
    check(ones({n, n}, float64));
    check(entries(n, [](int64_t i, int64_t j) { return i == j ? 2.0 : std::abs(i - j) == 1 ? -1.0 : 0.0; }));
    check(entries(n, [n](int64_t i, int64_t j) {
      return i == j ? std::abs(static_cast<double>(i - n / 2)) : std::abs(i - j) == 1 ? 1.0 : 0.0;
    }));
    check(1e-170 * (x + transpose(x)));
  }
}

TEST_CASE("triangular systems of several blocks, and least squares") {
  std::mt19937 random(12);
  for (int64_t n : {1, 16, 17, 50, 70}) {
    INFO(n << " rows");
    const Tensor a = random_matrices(random, {n, n}) / static_cast<double>(n) + eye(n, float64);
    const Tensor b = random_matrices(random, {n, 3});
    CHECK(farthest(matmul(tril(a), solve_triangular(a, b)), b) < 1e-13);
    CHECK(farthest(matmul(triu(a), solve_triangular(a, b, false)), b) < 1e-13);
    CHECK(farthest(matmul(tril(a), solve_triangular(a, b(all, 0))), b(all, 0)) < 1e-13);
    const Tensor tall = random_matrices(random, {n + 20, n}), goal = random_matrices(random, {n + 20});
    const Tensor x = lstsq(tall, goal);
    CHECK(farthest(matmul(transpose(tall), matmul(tall, x) - goal), zeros({n}, float64)) < 1e-10);
    const Tensor wide = transpose(tall), shortest = lstsq(wide, b);
    CHECK(farthest(matmul(wide, shortest), b) < 1e-10);
    CHECK(farthest(shortest, matmul(tall, solve(matmul(wide, tall), b))) < 1e-9);
  }
  CHECK(message_of([] { solve_triangular(tensor({{1.0, 2.0}, {3.0, 0.0}}), ones({2})); }) ==
        "solve_triangular: the matrix is singular: element 1 of its diagonal is 0 (operands float32[2,2], float32[2])");
  CHECK(message_of([] { lstsq(ones({2}), ones({2})); }) ==
        "lstsq: takes matrices, at least two axes, and not shape (2,)");
}

TEST_CASE("decompositions are the same with every number of threads") {
  std::mt19937 random(11);
  const Tensor x = random_matrices(random, {300, 300}), symmetric = x + transpose(x);
  const int before = num_threads();
  set_num_threads(1);
  const auto [values, vectors] = eigh(symmetric);
  const auto [u, s, vh] = svd(x);
  set_num_threads(3);
  CHECK(farthest(eigh(symmetric).eigenvectors, vectors) == 0);
  CHECK(farthest(svd(x).Vh, vh) == 0);
  set_num_threads(before);
}

TEST_CASE("matrices of lower rank, of great and of small numbers have singular vectors, too") {
  std::mt19937 random(9);
  const Tensor left = random_matrices(random, {6, 2}), right = random_matrices(random, {2, 5});
  for (double scale : {1.0, 1e-200, 1e200}) {
    const Tensor x = matmul(left * scale, right);
    const auto [u, s, vh] = svd(x);
    CHECK(is_orthonormal(u));
    CHECK(is_orthonormal(transpose(vh)));
    CHECK((s.to_vector<double>()[2] < 1e-14 * scale));
    CHECK(farthest(matmul(scaled(u(all, slice(0, 5)), s), vh) / scale, x / scale) < 1e-13);
  }
  const auto [u, s, vh] = svd(zeros({3, 2}, float64));
  CHECK(is_orthonormal(u));
  CHECK(is_orthonormal(vh));
  CHECK(farthest(s, zeros({2}, float64)) == 0);
}

TEST_CASE("equal eigenvalues have orthonormal vectors, and a NaN goes through") {
  const auto [values, vectors] = eigh(3.0 * eye(4, float64));
  CHECK(is_orthonormal(vectors));
  CHECK(farthest(values, full({4}, tensor(3.0, float64))) == 0);
  Tensor x = eye(3, float64);
  x(2, 1) = std::nan("");
  CHECK(all(isnan(eigh(x).eigenvalues)).item<bool>());
  CHECK(all(isnan(svd(x).S)).item<bool>());
  CHECK(any(isnan(qr(x).R)).item<bool>());
}

TEST_CASE("what is no stack of matrices is refused") {
  CHECK(message_of([] { qr(zeros({3})); }) ==
        "qr: takes matrices, at least two axes, and not shape (3,) (operand float32[3])");
  CHECK(message_of([] { eigh(zeros({2, 3})); }) ==
        "eigh: takes square matrices, and not 2 rows of 3 elements (operand float32[2,3])");
  CHECK(message_of([] { svd(sum(zeros({2}))); }) ==
        "svd: takes matrices, at least two axes, and not shape () (operand float32[])");
}

}  // namespace decompositions_test

}  // namespace ag
