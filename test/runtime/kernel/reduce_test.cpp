/// The order of operations of reductions, bit for bit against the rule of kernel/reduce/reduce.h written out plainly.
#include "kernel/reduce/reduce.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "ag/literal.h"
#include "ag/ops.h"
#include "support/catch.h"
#include "tensor/convert.h"
#include "tensor/strided.h"

namespace ag {

namespace reduce_test {
namespace {

/// Rule 1: the axes that count, as extents and whether they are reduced.
struct Axis {
  int64_t extent;
  bool reduced;
};

std::vector<Axis> merged(const std::vector<int64_t>& shape, const std::vector<int>& axes) {
  std::vector<Axis> result;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    const bool reduced = std::count(axes.begin(), axes.end(), static_cast<int>(axis)) > 0;
    if (!result.empty() && result.back().reduced == reduced)
      result.back().extent *= shape[axis];
    else
      result.push_back({shape[axis], reduced});
  }
  return result;
}

/// Rule 2 for a sum.
template <class T>
T lanes(const T* x, int64_t n) {
  if (n > 4096) {
    std::vector<T> blocks;
    for (int64_t at = 0; at < n; at += 4096) blocks.push_back(lanes(x + at, std::min<int64_t>(n - at, 4096)));
    return lanes(blocks.data(), static_cast<int64_t>(blocks.size()));
  }
  T lane[16] = {};
  for (int64_t i = 0; i < n; ++i) lane[i % 16] = lane[i % 16] + x[i];
  for (int h = 8; h >= 1; h /= 2) {
    for (int l = 0; l < h; ++l) lane[l] = lane[l] + lane[l + h];
  }
  return lane[0];
}

template <class T>
std::vector<T> reference_sum(const std::vector<T>& x, const std::vector<int64_t>& shape, const std::vector<int>& axes) {
  std::vector<Axis> loops = merged(shape, axes);
  const bool rows = !loops.empty() && loops.back().reduced;
  const int64_t row = rows ? loops.back().extent : 1;
  if (rows) loops.pop_back();
  int64_t values = 1, results = 1;
  for (const Axis& axis : loops) {
    values *= axis.extent;
    if (!axis.reduced) results *= axis.extent;
  }
  // Rule 3: the totals of blocks of 4096 positions.
  std::vector<T> sums(static_cast<size_t>(results), T(0)), blocks = sums;
  std::vector<int64_t> positions(static_cast<size_t>(results), 0);
  for (int64_t at = 0; at < values; ++at) {
    int64_t rest = at, result = 0, step = 1;
    for (size_t k = loops.size(); k-- > 0;) {
      if (!loops[k].reduced) {
        result += rest % loops[k].extent * step;
        step *= loops[k].extent;
      }
      rest /= loops[k].extent;
    }
    const auto of = static_cast<size_t>(result);
    const T* from = x.data() + at * row;
    blocks[of] = blocks[of] + (rows ? lanes(from, row) : *from);
    if (++positions[of] % 4096 != 0) continue;
    sums[of] = sums[of] + blocks[of];
    blocks[of] = T(0);
  }
  for (size_t of = 0; of < sums.size(); ++of) sums[of] = sums[of] + blocks[of];
  return sums;
}

/// The same elements with gaps between them, the last axis running backwards, or with the axes in reverse in memory.
std::vector<Tensor> layouts(const Tensor& x) {
  std::vector<Tensor> result{x};
  const Shape& shape = x.impl()->shape;
  const size_t rank = shape.size();
  Shape stored = shape;
  for (size_t axis = 0; axis < rank; ++axis) stored[axis] *= 3;
  detail::Strides steps = detail::contiguous_strides(stored.dims());
  for (int64_t& step : steps) step *= 2;
  detail::Strides reverse(rank, 0);
  int64_t stride = 1;
  for (size_t axis = 0; axis < rank; ++axis) {
    reverse[axis] = stride;
    stride *= shape[axis];
  }
  int64_t offset = 0;
  if (rank > 0 && shape.back() > 0) {
    steps[rank - 1] = -steps[rank - 1];
    offset = -steps[rank - 1] * (shape.back() - 1);
  }
  for (const auto& [strides, first] : {std::pair{steps, offset}, std::pair{reverse, int64_t{0}}}) {
    Tensor view = detail::make_view(detail::allocate(x.dtype(), stored), shape, strides, first);
    const size_t item = item_size(x.dtype());
    const std::byte* from = x.impl()->data();
    detail::for_each_row<1>(shape.dims(), {strides.data()}, [&](const auto& at, const auto& step, int64_t length) {
      for (int64_t i = 0; i < length; ++i, from += item) {
        std::memcpy(view.impl()->data() + (at[0] + i * step[0]) * static_cast<int64_t>(item), from, item);
      }
    });
    result.push_back(view);
  }
  return result;
}

template <class T>
Tensor random_array(const std::vector<int64_t>& shape, std::vector<T>& values) {
  std::mt19937 random(7);
  const Tensor x = detail::allocate(dtype_of<T>(), Shape(shape));
  const int64_t count = x.impl()->shape.element_count();
  values.resize(static_cast<size_t>(count));
  for (T& value : values)
    value = static_cast<T>(std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 40) - 50));
  if (count) std::memcpy(x.impl()->data(), values.data(), values.size() * sizeof(T));
  return x;
}

template <class T>
void check_sum(const std::vector<int64_t>& shape, const std::vector<int>& axes) {
  std::vector<T> values;
  const Tensor x = random_array<T>(shape, values);
  const std::vector<T> expected = reference_sum(values, shape, axes);
  for (const Tensor& view : layouts(x)) {
    const std::vector<T> sums = sum(view, axes).to_vector<T>();
    REQUIRE(sums.size() == expected.size());
    for (size_t i = 0; i < sums.size(); ++i) {
      INFO("shape " << Shape(shape) << " element " << i);
      REQUIRE(std::memcmp(&sums[i], &expected[i], sizeof(T)) == 0);
    }
  }
}

}  // namespace

TEST_CASE("a row is summed in sixteen lanes that are halved, at every length") {
  for (int64_t n = 0; n <= 100; ++n) {
    check_sum<float>({n}, {0});
    check_sum<double>({n}, {0});
    check_sum<float>({3, n}, {1});
  }
}

TEST_CASE("a long row is summed in blocks, so that small numbers count next to many others") {
  for (int64_t n : {4095, 4096, 4097, 8192, 70000}) {
    check_sum<float>({n}, {0});
    check_sum<double>({2, n}, {1});
  }
  // In a single chain, or in sixteen, ones would stop to count long before this.
  const int64_t many = int64_t{1} << 24;
  CHECK(sum(full({many * 5 / 4}, 1.0f)).item<double>() == static_cast<double>(many * 5 / 4));
  CHECK(sum(full({many}, 0.1f)).item<double>() == Approx(0.1 * static_cast<double>(many)).epsilon(1e-5));
}

TEST_CASE("axes that are not the last are summed in index order") {
  for (int64_t n = 0; n <= 40; ++n) {
    check_sum<float>({n, 5}, {0});
    check_sum<double>({n, 19}, {0});
    check_sum<float>({2, n, 3}, {1});
  }
}

TEST_CASE("more positions than a block has are summed block by block") {
  for (int64_t n : {4095, 4096, 4097, 8192, 9001}) {
    check_sum<float>({n, 3}, {0});
    check_sum<double>({2, n, 2}, {1});
    check_sum<float>({n, 2, 5}, {0, 2});
  }
  check_sum<double>({103, 97, 3}, {0, 1});
  check_sum<float>({61, 2, 83, 3}, {0, 2});
  check_sum<float>({17, 2, 31, 2, 29}, {0, 2, 4});
  // In a single chain ones would stop to count at 2^24.
  const int64_t many = int64_t{5} << 22;
  CHECK(sum(full({many, 2}, 1.0f), {0}).to_vector<float>()[1] == static_cast<float>(many));
}

TEST_CASE("several axes are summed as the rule merges them") {
  const std::vector<int64_t> shapes[] = {{3, 4, 5}, {2, 1, 37}, {5, 17, 2}, {7, 1, 1}, {2, 3, 4}, {40, 3, 33}};
  const std::vector<int> axes[] = {{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
  for (const auto& shape : shapes) {
    for (const auto& list : axes) {
      check_sum<float>(shape, list);
      check_sum<double>(shape, list);
    }
  }
  check_sum<float>({2, 3, 1, 4, 5}, {0, 3});
  check_sum<float>({2, 3, 1, 4, 5}, {1, 4});
  check_sum<float>({2, 3, 1, 4, 5}, {1, 2, 4});
}

TEST_CASE("NaN goes through max and min at every place of a row and of a column") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (int64_t n = 1; n <= 40; ++n) {
    for (int64_t at = 0; at < n; ++at) {
      std::vector<float> values;
      const Tensor x = random_array<float>({n}, values);
      reinterpret_cast<float*>(x.impl()->data())[at] = kNan;
      REQUIRE(std::isnan(max(x).item<float>()));
      REQUIRE(std::isnan(min(x).item<float>()));
      REQUIRE(argmax(x).item<int64_t>() == at);
      REQUIRE(argmin(x).item<int64_t>() == at);
      const Tensor column = detail::make_view(x, Shape{n, 2}, {1, 0}, 0);
      REQUIRE(std::isnan(max(column, 0).to_vector<float>()[1]));
      REQUIRE(argmin(column, 0).to_vector<int64_t>()[1] == at);
    }
  }
}

TEST_CASE("the first of equal extrema is found, in rows and in columns") {
  for (int64_t n = 1; n <= 70; ++n) {
    for (int64_t first = 0; first < n; first += 3) {
      const Tensor x = detail::allocate(DType::int32, Shape{n});
      int32_t* values = reinterpret_cast<int32_t*>(x.impl()->data());
      for (int64_t i = 0; i < n; ++i) values[i] = i == first || i == n - 1 ? 9 : static_cast<int32_t>(i % 3);
      REQUIRE(argmax(x).item<int64_t>() == first);
      REQUIRE(argmax(detail::make_view(x, Shape{n, 3}, {1, 0}, 0), 0).to_vector<int64_t>()[2] == first);
    }
  }
}

TEST_CASE("integers wrap around, and small ones are summed in 32 bits") {
  const Tensor bytes = detail::make_view(detail::scalar_tensor(detail::scalar_of(100), DType::int8), Shape{50}, {0}, 0);
  CHECK(sum(bytes).dtype() == DType::int32);
  CHECK(sum(bytes).item<int>() == 5000);
  const Tensor ints =
      detail::make_view(detail::scalar_tensor(detail::scalar_of(0x40000000), DType::int32), Shape{6}, {0}, 0);
  CHECK(sum(ints).item<int64_t>() == -2147483648LL);
  const Tensor words =
      detail::make_view(detail::scalar_tensor(detail::scalar_of(65535), DType::uint16), Shape{3}, {0}, 0);
  CHECK(sum(words).dtype() == DType::uint32);
  CHECK(cumulative_sum(words).to_vector<int64_t>() == std::vector<int64_t>{65535, 131070, 196605});
}

TEST_CASE("mistakes are errors at the user's line") {
  const Tensor x = detail::allocate(DType::float32, Shape{2, 0});
  const auto error = [](auto f) -> Error {
    try {
      f();
    } catch (const Error& e) {
      return e;
    }
    throw std::logic_error("no error");
  };
  const unsigned line = __LINE__ + 1;
  const Error empty = error([&] { max(x, 1); });
  CHECK(empty.kind() == ErrorKind::shape_error);
  CHECK(empty.location().line() == line);
  CHECK(empty.message() == "max: axis 1 is empty and has no greatest or least element (operand float32[2,0])");
  CHECK(error([&] { sum(x, 2); }).message() == "sum: axis 2 does not exist, the rank is 2");
  CHECK(error([&] { sum(x, {0, -2}); }).kind() == ErrorKind::invalid_argument);
  CHECK(error([&] { sum(x, std::vector<int>{}); }).kind() == ErrorKind::invalid_argument);
  CHECK(error([&] { argmax(detail::allocate(DType::float32, Shape{2, 3, 4}), {0, 1}); }).kind() ==
        ErrorKind::invalid_argument);
}

TEST_CASE("of equal zeros in a lane the first one is the extremum, and a NaN is wherever it stands") {
  for (const bool negative : {false, true}) {
    std::vector<double> values(48, -1);
    values[3] = negative ? -0.0 : 0.0;
    values[19] = -values[3];
    CHECK(std::signbit(max(tensor(values)).item<double>()) == negative);
    for (double& value : values) value = -value;
    CHECK(std::signbit(min(tensor(values)).item<double>()) == !negative);
    for (size_t at = 0; at < values.size(); ++at) {
      std::vector<double> with = values;
      with[at] = std::numeric_limits<double>::quiet_NaN();
      CHECK(std::isnan(max(tensor(with)).item<double>()));
      CHECK(std::isnan(min(tensor(with)).item<double>()));
    }
  }
}

}  // namespace reduce_test

}  // namespace ag
