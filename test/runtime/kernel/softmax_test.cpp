/// softmax, log_softmax and logsumexp: what they are made of, bit for bit, and how exact they are.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "ag/literal.h"
#include "ag/ops.h"
#include "support/catch.h"

namespace ag {

namespace softmax_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

/// Equal elements, zeros of one sign, and any NaN for any other.
bool same_numbers(const Tensor& a, const Tensor& b) {
  const std::vector<double> x = a.to_vector<double>(), y = b.to_vector<double>();
  return a.dtype() == b.dtype() && a.shape() == b.shape() && std::ranges::equal(x, y, [](double p, double q) {
           return (p == q && std::signbit(p) == std::signbit(q)) || (std::isnan(p) && std::isnan(q));
         });
}

}  // namespace

TEST_CASE("softmax, log_softmax and logsumexp have the bits of what they are made of") {
  const auto check = [](const Tensor& x, int axis) {
    const Tensor greatest = max(x, axis, keepdims), below = x - greatest, powers = exp(below),
                 sums = sum(powers, axis, keepdims), logarithms = log(sums);
    const Tensor lengths = squeeze(where(isfinite(greatest), logarithms + greatest, greatest), axis);
    return same_numbers(softmax(x, axis), powers / sums) && same_numbers(log_softmax(x, axis), below - logarithms) &&
           same_numbers(logsumexp(x, axis), lengths);
  };
  for (const DType dtype : {DType::float32, DType::float64}) {
    for (const int64_t n : {1, 2, 5, 16, 17, 63, 64, 65, 100, 257, 4096, 4097, 10000}) {
      const Tensor x = astype(sin(astype(reshape(arange(3 * n), {3, n}), float64)) * 60.0, dtype);
      for (const double other : {0.0, kNan, kInfinity, -kInfinity}) {
        INFO(name(dtype) << ", " << n << " elements, one is " << other);
        const Tensor there = arange(3 * n) == n + n / 2;
        const Tensor changed = other == 0 ? x : where(reshape(there, {3, n}), other, x);
        CHECK(check(changed, 1));
        CHECK(check(changed, 0));
        CHECK(check(permute_dims(changed, {1, 0}), 0));
        CHECK(check(reshape(changed, {3, n, 1}), 1));
        CHECK(check(reshape(changed, {n, 3, 1}), 0));
      }
    }
    CHECK(check(full({2, 300}, -kInfinity, dtype), 1));
  }
}

TEST_CASE(
    "softmax of rows of every length: sums that are right, one order along every axis, NaN everywhere or nowhere") {
  std::mt19937 random(9);
  for (const int64_t n : {1, 7, 63, 64, 65, 80, 1000, 1003}) {
    std::vector<double> values(static_cast<size_t>(n));
    for (double& value : values) value = static_cast<double>(random() % 2000) / 100 - 10;
    const double greatest = *std::max_element(values.begin(), values.end());
    double sum = 0;
    for (const double value : values) sum += std::exp(value - greatest);
    const Tensor x = tensor(values), column = reshape(x, {n, 1});
    const std::vector<double> shares = softmax(x).to_vector<double>(), logs = log_softmax(x).to_vector<double>();
    for (size_t k = 0; k < values.size(); ++k) {
      const double wanted = values[k] - greatest - std::log(sum);
      CHECK(std::abs(logs[k] - wanted) <= 1e-13 * std::max(1.0, std::abs(wanted)));
      CHECK(std::abs(shares[k] - std::exp(wanted)) <= 1e-14);
    }
    CHECK(softmax(column, 0).to_vector<double>() == shares);
    for (const size_t at : {size_t{0}, values.size() / 2, values.size() - 1}) {
      std::vector<double> with = values;
      with[at] = kNan;
      for (const double share : softmax(tensor(with)).to_vector<double>()) CHECK(std::isnan(share));
      with[at] = -std::numeric_limits<double>::infinity();
      if (n > 1) CHECK(softmax(tensor(with)).to_vector<double>()[at] == 0);
    }
  }
}

TEST_CASE("softmax of several long rows: each by itself") {
  for (const int64_t n : {257, 264, 1000}) {
    for (const int64_t rows : {1, 5, 8, 9, 19}) {
      const Tensor x = astype(sin(astype(reshape(arange(rows * n), {rows, n}), float64)) * 20.0, float32);
      const Tensor shares = softmax(x), logs = log_softmax(x);
      for (int64_t row = 0; row < rows; ++row) {
        INFO("row " << row << " of " << rows << ", " << n << " elements");
        REQUIRE(shares[row].to_vector<float>() == softmax(x[row]).to_vector<float>());
        REQUIRE(logs[row].to_vector<float>() == log_softmax(x[row]).to_vector<float>());
        const std::vector<double> exact = log_softmax(astype(x[row], float64)).to_vector<double>();
        const std::vector<float> found = logs[row].to_vector<float>();
        for (size_t k = 0; k < exact.size(); ++k)
          REQUIRE(std::abs(found[k] - exact[k]) <= 2e-7 * std::max(1.0, std::abs(exact[k])));
      }
    }
  }
}

TEST_CASE("softmax of numbers far below the greatest: subnormal shares, logarithms as they are, infinities") {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const bool single = dtype == DType::float32;
    const double normal = single ? -87 : -708, least = single ? 0x1p-149 : 0x1p-1074, exact = single ? 2e-7 : 4e-16;
    for (const size_t n : {size_t{9}, size_t{300}}) {
      std::vector<double> values(n, normal - 100);
      const double far[] = {0, normal + 1, normal, normal - 1, normal - 7, normal - 15, normal - 18, -kInfinity, -1};
      std::copy(std::begin(far), std::end(far), values.begin());
      const double sum = 1 + std::exp(-1.0);
      const Tensor x = astype(tensor(values), dtype);
      const std::vector<double> shares = softmax(x).to_vector<double>(), logs = log_softmax(x).to_vector<double>();
      for (size_t k = 0; k < n; ++k) {
        INFO(values[k] << " of " << n << " " << name(dtype));
        CHECK(std::abs(shares[k] - std::exp(values[k]) / sum) <= exact * std::exp(values[k]) + 2 * least);
        if (values[k] == -kInfinity) {
          CHECK(logs[k] == -kInfinity);
        } else {
          CHECK(std::abs(logs[k] - (values[k] - std::log(sum))) <= exact * std::max(1.0, std::abs(values[k])));
        }
      }
      values[n / 2] = kInfinity;
      const std::vector<double> none = log_softmax(astype(tensor(values), dtype)).to_vector<double>();
      CHECK(std::all_of(none.begin(), none.end(), [](double share) { return std::isnan(share); }));
    }
  }
}

}  // namespace softmax_test

}  // namespace ag
