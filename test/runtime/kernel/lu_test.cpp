/// Factorizations: known solutions, reconstruction, stacks, and what happens to matrices that have none.
#include "kernel/linalg/lu.h"

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "ag/ops.h"
#include "base/thread_pool.h"
#include "support/catch.h"
#include "tensor/convert.h"

namespace ag {

namespace lu_test {
namespace {

Tensor doubles(const Shape& shape, const std::vector<double>& values) {
  Tensor x = detail::allocate(DType::float64, shape);
  if (!values.empty()) std::memcpy(x.impl()->data(), values.data(), values.size() * sizeof(double));
  return x;
}

Tensor random_matrices(const Shape& shape) {
  std::mt19937 random(5);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) value = static_cast<double>(random() % 2000) / 1000.0 - 1.0;
  return doubles(shape, values);
}

double greatest_difference(const Tensor& a, const Tensor& b) {
  const std::vector<double> x = a.to_vector<double>(), y = b.to_vector<double>();
  REQUIRE(x.size() == y.size());
  double greatest = 0;
  for (size_t i = 0; i < x.size(); ++i) greatest = std::fmax(greatest, std::abs(x[i] - y[i]));
  return greatest;
}

template <class F>
Error error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e;
  }
  throw std::logic_error("no error");
}

}  // namespace

TEST_CASE("the factors of a matrix multiply to its permuted rows") {
  for (int64_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20, 31, 32, 33, 63, 100, 150}) {
    const std::vector<double> a = random_matrices({n, n}).to_vector<double>();
    std::vector<double> lu = a, rows = a;
    std::vector<int64_t> pivots(static_cast<size_t>(n));
    int64_t zero = 0;
    REQUIRE(kernel::lu_factor(lu.data(), n, pivots.data(), zero) != 0);
    for (int64_t k = 0; k < n; ++k) {
      for (int64_t j = 0; j < n; ++j) {
        std::swap(rows[static_cast<size_t>(k * n + j)],
                  rows[static_cast<size_t>(pivots[static_cast<size_t>(k)] * n + j)]);
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t k = 0; k <= std::min(i, j); ++k) {
          const double left = k == i ? 1.0 : lu[static_cast<size_t>(i * n + k)];
          CHECK(std::abs(left) <= 1.0);
          sum += left * lu[static_cast<size_t>(k * n + j)];
        }
        REQUIRE(std::abs(sum - rows[static_cast<size_t>(i * n + j)]) < 1e-12);
      }
    }
  }
}

TEST_CASE("solve, inv and det agree with known values") {
  const Tensor a = doubles({2, 2}, {0, 2, 3, 1});  // needs an exchange of rows
  CHECK(solve(a, doubles({2}, {4, 5})).to_vector<double>() == std::vector<double>{1, 2});
  CHECK(det(a).item<double>() == -6);
  CHECK(greatest_difference(inv(a), doubles({2, 2}, {-1.0 / 6, 1.0 / 3, 0.5, 0})) < 1e-15);
  CHECK(det(doubles({2, 2}, {1, 2, 2, 4})).item<double>() == 0);
  CHECK(det(doubles({0, 0}, {})).item<double>() == 1);
  CHECK(std::isnan(det(doubles({2, 2}, {NAN, 1, 1, 1})).item<double>()));
}

TEST_CASE("inverses of matrices of two rows are exact to 3 units in the last place, whatever cancels") {
  std::mt19937_64 random(8);
  const auto number = [&] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; };
  double greatest = 0;
  for (int k = 0; k < 20000; ++k) {
    const double a = number(), b = number(), c = number();
    // In every other one most of the determinant cancels.
    const double d = k % 2 == 0 ? number() : b * c / a * (1 + std::ldexp(number(), -static_cast<int>(random() % 50)));
    // Products of two numbers of 53 bits have 106, of which the type of 64 keeps what the bound needs where few cancel;
    // integers of 128 bits keep all.
    const auto whole = [](double x) { return static_cast<__int128>(std::ldexp(x, 52)); };
    const auto is_whole = [](double x) { return std::ldexp(x, 52) == std::nearbyint(std::ldexp(x, 52)); };
    if (!is_whole(d) || std::abs(d) > 4) continue;
    const __int128 exact = whole(a) * whole(d) - whole(b) * whole(c);
    if (exact == 0) continue;
    const long double determinant = std::ldexp(static_cast<long double>(exact), -104);
    const std::vector<double> found = inv(doubles({2, 2}, {a, b, c, d})).to_vector<double>();
    const long double wanted[] = {d / determinant, -b / determinant, -c / determinant, a / determinant};
    for (size_t i = 0; i < 4; ++i) {
      int exponent = 0;
      std::frexp(static_cast<double>(wanted[i]), &exponent);
      const long double unit = std::ldexp(1.0L, exponent - 53);
      greatest = std::max(greatest, static_cast<double>(std::abs(found[i] - wanted[i]) / unit));
    }
  }
  CHECK(greatest <= 3);
  CHECK(greatest > 1);
}

TEST_CASE("stacks are solved one by one, leading axes broadcast") {
  const Tensor a = random_matrices({3, 1, 6, 6}), x = random_matrices({4, 6, 2});
  CHECK(greatest_difference(matmul(a, solve(a, x)), broadcast_to(x, {3, 4, 6, 2})) < 1e-12);
  CHECK(greatest_difference(matmul(a, inv(a)), broadcast_to(eye(6, float64), {3, 1, 6, 6})) < 1e-12);
  CHECK(det(a).shape() == Shape{3, 1});
  const Tensor b = random_matrices({6});
  CHECK(solve(a, b).shape() == Shape{3, 1, 6});
  const Tensor product = matmul(a, expand_dims(solve(a, b), -1));
  CHECK(greatest_difference(product, broadcast_to(expand_dims(b, -1), {3, 1, 6, 1})) < 1e-12);
}

TEST_CASE("the Cholesky factor is lower triangular and multiplies to the matrix") {
  const Tensor root = random_matrices({2, 7, 7});
  const Tensor a = add(matmul(root, transpose(root)), eye(7, float64));
  const Tensor factor = cholesky(a);
  CHECK(greatest_difference(matmul(factor, transpose(factor)), a) < 1e-12);
  CHECK(greatest_difference(factor, tril(factor)) == 0);
}

TEST_CASE("large systems, inverses and factors are halved, and have the bits of one thread") {
  for (int64_t n : {17, 48, 100, 260}) {
    INFO(n);
    const double bound = 1e-11 * static_cast<double>(n);
    const Tensor a = random_matrices({n, n}) + 4 * eye(n, float64), b = random_matrices({n, 3});
    const Tensor spd = matmul(a, transpose(a)) + eye(n, float64);
    const auto all_of = [&] {
      return std::vector<Tensor>{solve(a, b), solve(a, b(all, 0)), inv(a), cholesky(spd), det(a / 4)};
    };
    const std::vector<Tensor> shared = all_of();
    CHECK(greatest_difference(matmul(a, shared[0]), b) < bound);
    CHECK(greatest_difference(matmul(a, shared[1]), b(all, 0)) < bound);
    CHECK(greatest_difference(matmul(a, shared[2]), eye(n, float64)) < bound);
    CHECK(greatest_difference(matmul(shared[3], transpose(shared[3])), spd) < 40 * bound);
    CHECK(greatest_difference(shared[3], tril(shared[3])) == 0);
    const detail::ThreadLimit limit(1);
    const std::vector<Tensor> alone = all_of();
    for (size_t k = 0; k < alone.size(); ++k) CHECK(alone[k].to_vector<double>() == shared[k].to_vector<double>());
  }
}

TEST_CASE("the row that ends the elimination of a large matrix is named") {
  Tensor a = random_matrices({50, 50});
  a(all, 37) = a(all, 3) * 0;
  CHECK(error_of([&] { inv(a); }).message().find("elimination finds no pivot for row 37") != std::string::npos);
  CHECK(det(a).item<double>() == 0);
  Tensor spd = eye(50, float64);
  spd(41, 41) = -1;
  CHECK(error_of([&] { cholesky(spd); }).message().find("not positive definite: row 41") != std::string::npos);
}

TEST_CASE("diagonals are taken from and put into matrices") {
  const Tensor a = reshape(arange(12), {3, 4});
  CHECK(diag(a).to_vector<int>() == std::vector<int>{0, 5, 10});
  CHECK(diag(a, 2).to_vector<int>() == std::vector<int>{2, 7});
  CHECK(diag(a, -2).to_vector<int>() == std::vector<int>{8});
  CHECK(diag(a, 9).shape() == Shape{0});
  CHECK(diag(arange(2), -1).to_vector<int>() == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 1, 0});
  CHECK(trace(a).item<int>() == 15);
  CHECK(trace(reshape(arange(8), {2, 2, 2})).to_vector<int>() == std::vector<int>{3, 11});
}

TEST_CASE("matrices without an answer are errors at the user's line") {
  const Tensor singular = doubles({2, 2, 2}, {1, 0, 0, 1, 1, 2, 2, 4});
  const unsigned line = __LINE__ + 1;
  const Error error = error_of([&] { inv(singular); });
  CHECK(error.location().line() == line);
  CHECK(error.message() ==
        "inv: matrix (1) is singular: elimination finds no pivot for row 1 (operand float64[2,2,2])");
  CHECK(error_of([&] { solve(doubles({2, 2}, {0, 0, 0, 0}), doubles({2}, {1, 1})); })
            .message()
            .find("the matrix is singular") != std::string::npos);
  CHECK(error_of([&] { cholesky(doubles({2, 2}, {1, 2, 2, 1})); }).message().find("not positive definite: row 1") !=
        std::string::npos);
  CHECK(error_of([&] { det(doubles({2, 3}, {1, 2, 3, 4, 5, 6})); }).message() ==
        "det: takes square matrices, and not 2 rows of 3 elements (operand float64[2,3])");
  CHECK(error_of([&] { solve(doubles({2, 2}, {1, 0, 0, 1}), doubles({3}, {1, 2, 3})); }).kind() ==
        ErrorKind::shape_error);
  CHECK(error_of([&] { trace(doubles({2}, {1, 2})); }).kind() == ErrorKind::shape_error);
}

}  // namespace lu_test

}  // namespace ag
