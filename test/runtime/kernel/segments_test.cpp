/// The order in which segments are summed, bit for bit against the rule of kernel/reduce/segments.h.
#include "kernel/reduce/segments.h"

#include <cstring>
#include <random>

#include "ag/literal.h"
#include "ag/ops.h"
#include "support/catch.h"

namespace ag {

namespace segments_test {
namespace {

/// Numbers whose sums are rounded, in some order of magnitude; some are -0.
Tensor numbers(int64_t rows, int64_t size, DType dtype) {
  std::mt19937_64 random(static_cast<uint64_t>(rows * 8 + size));
  std::vector<double> values(static_cast<size_t>(rows * size));
  for (double& value : values) {
    value = random() % 9 == 0 ? -0.0 : static_cast<double>(static_cast<int64_t>(random() % 2001) - 1000) / 7;
  }
  return astype(tensor(values, {rows, size}), dtype);
}

Tensor some_ids(int64_t rows, int64_t segments, bool sorted) {
  std::vector<int64_t> ids(static_cast<size_t>(rows));
  for (int64_t i = 0; i < rows; ++i) {
    ids[static_cast<size_t>(i)] = sorted ? i * segments / rows : i * i % segments;
  }
  return tensor(ids);
}

bool same_bits(const Tensor& a, const Tensor& b) {
  const Tensor x = astype(a, float64), y = astype(b, float64);  // exact for every dtype here
  const std::vector<double> p = x.to_vector<double>(), q = y.to_vector<double>();
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(double)) == 0;
}

/// As a row of all elements with 0 in the place of those of other segments is summed.
Tensor sums_of_rows(const Tensor& x, const Tensor& ids, int64_t segments) {
  std::vector<Tensor> sums;
  for (int64_t s = 0; s < segments; ++s) {
    std::vector<Tensor> of;
    for (int64_t k = 0; k < x.shape(1); ++k) of.push_back(sum(where(ids == s, x(all, k), 0)));
    sums.push_back(stack(of));
  }
  return stack(sums);
}

/// One row after the other.
Tensor sums_in_order(const Tensor& x, const Tensor& ids, int64_t segments) {
  return scatter_add(zeros({segments, x.shape(1)}, x.dtype()), ids, x);
}

}  // namespace

TEST_CASE("few sums of many rows are summed as rows are") {
  for (const DType dtype : {float32, float64, float16, bfloat16}) {
    for (const auto& [segments, size] :
         {std::pair(8, 4), std::pair(1, 1), std::pair(32, 1), std::pair(4, 4), std::pair(5, 3)}) {
      if (dtype == float64 && segments * size > 16) continue;
      for (const int64_t rows : {64, 65, 79, 80, 1000, 4096, 4097, 70000}) {
        for (const bool sorted : {false, true}) {
          INFO(dtype << ", " << rows << " rows of " << size << ", " << segments << " segments");
          const Tensor x = numbers(rows, size, dtype), ids = some_ids(rows, segments, sorted);
          REQUIRE(same_bits(segment_sum(x, ids, segments), sums_of_rows(x, ids, segments)));
        }
      }
    }
  }
  const Tensor x = numbers(1000, 2, float32), ids = some_ids(1000, 8, false);
  CHECK(!same_bits(segment_sum(x, ids, 8), sums_in_order(x, ids, 8)));
}

TEST_CASE("other rows are summed in their order") {
  for (const DType dtype : {float32, float64, float16}) {
    for (const auto& [rows, segments, size] : {std::tuple(63, 8, 2), std::tuple(1000, 33, 1), std::tuple(1000, 9, 4),
                                               std::tuple(1000, 2, 5), std::tuple(5000, 700, 1)}) {
      INFO(dtype << ", " << rows << " rows of " << size << ", " << segments << " segments");
      const Tensor x = numbers(rows, size, dtype), ids = some_ids(rows, segments, false);
      REQUIRE(same_bits(segment_sum(x, ids, segments), sums_in_order(x, ids, segments)));
    }
  }
  const Tensor x = numbers(1000, 1, float64), ids = some_ids(1000, 17, false);  // twice as wide as float32
  CHECK(same_bits(segment_sum(x, ids, 17), sums_in_order(x, ids, 17)));
}

TEST_CASE("integers wrap around in either way, and the axes of ids and the layout of rows make no difference") {
  for (const DType dtype : {int8, uint16, int32, int64}) {
    const Tensor x = numbers(1000, 3, dtype), ids = some_ids(1000, 5, false);
    CHECK(same_bits(segment_sum(x, ids, 5), sums_in_order(x, ids, 5)));
  }
  const Tensor x = numbers(600, 2, float32), ids = some_ids(600, 7, false), expected = segment_sum(x, ids, 7);
  CHECK(same_bits(segment_sum(reshape(x, {20, 30, 2}), reshape(ids, {20, 30}), 7), expected));
  const Tensor turned = permute_dims(permute_dims(x, {1, 0}) + 0.0f, {1, 0});
  CHECK(same_bits(segment_sum(turned, ids, 7), segment_sum(x + 0.0f, ids, 7)));
}

TEST_CASE("a segment without rows is 0, as one of -0 is") {
  const Tensor sums = segment_sum(full({100, 2}, -0.0f), full({100}, 1, int64), 3);
  CHECK(same_bits(sums, zeros({3, 2})));
}

}  // namespace segments_test

}  // namespace ag
