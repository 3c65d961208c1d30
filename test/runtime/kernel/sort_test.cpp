/// Sorting: stability, NaN, ties, in both directions and along any axis.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "ag/ops.h"
#include "kernel/reduce/order.h"
#include "support/catch.h"
#include "support/message_of.h"
#include "tensor/impl.h"

namespace ag {

namespace sort_test {
namespace {

using test::message_of;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Tensor floats(const std::vector<float>& values) {
  Tensor x = detail::allocate(DType::float32, Shape{static_cast<int64_t>(values.size())});
  if (!values.empty()) std::memcpy(x.impl()->data(), values.data(), values.size() * sizeof(float));
  return x;
}

}  // namespace

TEST_CASE("equal elements keep their order, NaN stands last, in both directions") {
  std::mt19937 random(3);
  for (int64_t n = 0; n <= 60; ++n) {
    std::vector<float> values(static_cast<size_t>(n));
    for (float& value : values) value = random() % 7 == 0 ? kNan : static_cast<float>(random() % 5);
    for (bool descending : {false, true}) {
      std::vector<int64_t> expected(values.size());
      std::iota(expected.begin(), expected.end(), 0);
      // Insertion sort, in which nothing passes its equal.
      for (size_t i = 1; i < expected.size(); ++i) {
        for (size_t j = i; j > 0; --j) {
          const float a = values[static_cast<size_t>(expected[j - 1])], b = values[static_cast<size_t>(expected[j])];
          const bool wrong = std::isnan(a) ? !std::isnan(b) : descending ? b > a : b < a;
          if (!wrong) break;
          std::swap(expected[j - 1], expected[j]);
        }
      }
      const Tensor x = floats(values);
      REQUIRE(argsort(x, -1, descending).to_vector<int64_t>() == expected);
      const std::vector<float> sorted = sort(x, -1, descending).to_vector<float>();
      for (size_t i = 0; i < sorted.size(); ++i) {
        REQUIRE(std::memcmp(&sorted[i], &values[static_cast<size_t>(expected[i])], sizeof(float)) == 0);
      }
      for (int64_t k = 0; descending && k <= n; k += 7) {
        const auto [top, indices] = top_k(x, k);
        REQUIRE(indices.to_vector<int64_t>() == std::vector<int64_t>(expected.begin(), expected.begin() + k));
        REQUIRE(top.size() == k);
      }
    }
  }
}

TEST_CASE("long rows are sorted like short ones: stable, NaN last, zeros of both signs equal") {
  std::mt19937_64 random(9);
  const auto check = [&]<class T>(T) {
    for (int64_t n : {255, 256, 257, 511, 512, 513, 3000}) {
      for (const int kind : {0, 1, 2}) {
        std::vector<T> values(static_cast<size_t>(n));
        for (T& value : values) {
          if (kind == 0) value = static_cast<T>(random() % 9);
          if (kind == 1) value = static_cast<T>(static_cast<int64_t>(random()) / 1000);
          if (kind == 2) value = std::bit_cast<T>(static_cast<kernel::SortKey<T>>(random()));
          if constexpr (std::is_floating_point_v<T>) {
            if (random() % 11 == 0) value = random() % 2 == 0 ? -T{0} : std::numeric_limits<T>::quiet_NaN();
            if (random() % 50 == 0) value = -std::numeric_limits<T>::infinity();
          }
        }
        Tensor x = detail::allocate(dtype_of<T>(), Shape{n});
        std::memcpy(x.impl()->data(), values.data(), values.size() * sizeof(T));
        for (bool descending : {false, true}) {
          std::vector<int64_t> expected(values.size());
          std::iota(expected.begin(), expected.end(), 0);
          std::ranges::stable_sort(expected, [&](int64_t a, int64_t b) {
            return kernel::before(values[static_cast<size_t>(a)], values[static_cast<size_t>(b)], descending);
          });
          INFO(n << " " << name(dtype_of<T>()) << " kind " << kind);
          REQUIRE(argsort(x, 0, descending).to_vector<int64_t>() == expected);
          const Tensor sorted = sort(x, 0, descending), taken = take(x, tensor(expected), 0);
          REQUIRE(std::memcmp(sorted.impl()->data(), taken.impl()->data(), values.size() * sizeof(T)) == 0);
        }
      }
    }
  };
  check(float{});
  check(double{});
  check(int32_t{});
  check(int64_t{});
  check(uint32_t{});
  check(uint64_t{});
}

TEST_CASE("the first of many are those that sorting puts in front") {
  std::mt19937 random(5);
  for (int64_t n : {100, 1000, 1007}) {
    for (const uint32_t nans : {0, 2, 50}) {
      std::vector<float> values(static_cast<size_t>(n));
      for (float& value : values) {
        value = static_cast<float>(random() % 500) - 250;
        if (nans != 0 && random() % nans == 0) value = kNan;
      }
      const std::vector<int64_t> order = argsort(floats(values), -1, true).to_vector<int64_t>();
      for (int64_t k : {1, 3, 16, 17}) {
        CHECK(top_k(floats(values), k).indices.to_vector<int64_t>() ==
              std::vector<int64_t>(order.begin(), order.begin() + k));
      }
    }
  }
}

TEST_CASE("the first of many are found whatever else there is: ties, infinities, few numbers, or none greater") {
  const auto check = [](const Tensor& x) {
    const std::vector<int64_t> order = argsort(x, -1, true).to_vector<int64_t>();
    for (int64_t k : {1, 5, 16}) {
      INFO(k << " of " << x.size() << " " << name(x.dtype()));
      REQUIRE(top_k(x, k).indices.to_vector<int64_t>() == std::vector<int64_t>(order.begin(), order.begin() + k));
    }
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::mt19937 random(6);
  for (int64_t n : {255, 256, 257, 320, 1000, 5003}) {
    std::vector<float> many(static_cast<size_t>(n)), far(many.size()), few(many.size(), kNan), none(many.size(), kNan);
    for (float& value : many) value = static_cast<float>(random() % 7);
    for (float& value : far) value = random() % 40 == 0 ? kInfinity : -kInfinity;
    for (size_t k = 0; k < 9; ++k) few[random() % few.size()] = static_cast<float>(k);
    check(floats(many));
    check(floats(far));
    check(floats(few));
    check(floats(none));
    check(full({n}, -kInfinity));
    check(full({n}, 3.0f));
    check(arange(n));
    check(-arange(n));
    for (const DType dtype : {int8, int32, int64, uint32, uint64, float16, float64}) check(astype(floats(many), dtype));
    check(full({n}, std::numeric_limits<int64_t>::min()));
    check(full({n}, std::numeric_limits<uint32_t>::max()));
  }
}

TEST_CASE("zeros of both signs are equal and keep their order") {
  const std::vector<float> sorted = sort(floats({0.0f, -0.0f, -1.0f, 0.0f})).to_vector<float>();
  CHECK_FALSE(std::signbit(sorted[1]));
  CHECK(std::signbit(sorted[2]));
  CHECK_FALSE(std::signbit(sorted[3]));
}

TEST_CASE("searchsorted counts the elements in front, NaN as the greatest") {
  const Tensor sorted = floats({1, 2, 2, 3, kNan});
  const Tensor values = floats({0, 1, 2, 2.5f, 3, 9, kNan});
  CHECK(searchsorted(sorted, values).to_vector<int64_t>() == std::vector<int64_t>{0, 0, 1, 3, 3, 4, 4});
  CHECK(searchsorted(sorted, values, true).to_vector<int64_t>() == std::vector<int64_t>{0, 1, 3, 3, 4, 4, 5});
  CHECK(searchsorted(sorted, 2).item<int64_t>() == 1);
}

TEST_CASE("unique gives the different values in order, and every NaN") {
  const std::vector<float> values = unique(floats({3, kNan, 1, 3, kNan, 1, 2})).to_vector<float>();
  REQUIRE(values.size() == 5);
  CHECK(std::vector<float>(values.begin(), values.begin() + 3) == std::vector<float>{1, 2, 3});
  CHECK(std::isnan(values[4]));
  CHECK(unique(Tensor(5)).shape() == Shape{1});
  CHECK(unique(floats({})).shape() == Shape{0});
}

TEST_CASE("mistakes in sorting say what is allowed") {
  const Tensor x = floats({1, 2, 3});
  CHECK(message_of([&] { top_k(x, 4); }) == "top_k: k is 4, but axis 0 has only 3 elements (operand float32[3])");
  CHECK(message_of([&] { top_k(x, -1); }) == "top_k: k is -1, and must not be negative (operand float32[3])");
  CHECK(message_of([&] { sort(x, 1); }) == "sort: axis 1 does not exist, the rank is 1 (operand float32[3])");
  CHECK(message_of([&] { sort(1.0); }).find("the rank is 0") != std::string::npos);
  CHECK(message_of([&] { searchsorted(reshape(x, {3, 1}), x); }).find("must have one axis, and has 2") !=
        std::string::npos);
}

}  // namespace sort_test

}  // namespace ag
