/// Native code whose loops threads share: the bits of the interpreter with every number of threads, and which loops
/// are not shared.
#include <ag/staging/generated.h>
#include <ag/threads.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "base/thread_pool.h"
#include "exec/backend.h"
#include "support/catch.h"
#include "tensor/impl.h"

namespace ag::test {

namespace parallel_loops_test {
namespace {

using ag_test::ContainsSubstring;
using Tensors = std::vector<Tensor>;

constexpr int64_t kFoldBlock = 4096;              // of kernel/reduce/reduce.h
constexpr int64_t kFoldPart = 1024 * kFoldBlock;  // what threads share of a row at a time

class Threads {
 public:
  explicit Threads(int count) : before_(num_threads()) { set_num_threads(count); }
  ~Threads() { set_num_threads(before_); }

 private:
  int before_;
};

bool has_backend() {
  std::string why;
  if (exec::backend(why)) return true;
  WARN("skipped: " + why);
  return false;
}

/// Numbers of either sign without an order.
Tensor numbers(const Shape& shape, int seed, DType dtype = float32) {
  const int64_t count = shape.element_count();
  const Tensor x = 50 * sin(astype(arange(count), float64) * (1.7 + 0.1 * seed) + seed);
  return reshape(astype(x, dtype), shape);
}

bool same_bits(const Tensor& a, const Tensor& b) {
  const Tensor x = detail::make_contiguous(a), y = detail::make_contiguous(b);
  if (x.dtype() != y.dtype() || x.shape() != y.shape()) return false;
  const size_t bytes = static_cast<size_t>(x.size()) * item_size(x.dtype());
  return bytes == 0 || std::memcmp(x.impl()->data(), y.impl()->data(), bytes) == 0;
}

bool same_bits(const Tensors& a, const Tensors& b) {
  if (a.size() != b.size()) return false;
  for (size_t k = 0; k < a.size(); ++k) {
    if (!same_bits(a[k], b[k])) return false;
  }
  return true;
}

enum class Work : uint8_t { Shared, Alone };

/// Runs `body` eagerly, in the interpreter and as native code with several numbers of threads. `work`: whether threads
/// share a loop of the native code.
template <class Body>
void compare(const Body& body, const Tensors& inputs, Work work = Work::Shared) {
  if (!has_backend()) return;
  const auto traced = [&](Executor executor) { return ag::function(body, {.executor = executor}); };
  const auto interpreted = traced(Executor::interpreter), compiled = traced(Executor::compiled);
  const Threads one(1);
  const Tensors expected = body(inputs);
  CHECK(same_bits(interpreted(inputs), expected));
  for (const int threads : {1, 2, 3, 8}) {
    CAPTURE(threads);
    const Threads scope(threads);
    const uint64_t before = detail::pool_use().loops;
    CHECK(same_bits(compiled(inputs), expected));
    CHECK((detail::pool_use().loops > before) == (work == Work::Shared && threads > 1));
    CHECK(same_bits(interpreted(inputs), expected));
    CHECK(same_bits(body(inputs), expected));
  }
}

/// A loop of the graph, which overwrites what it carries.
Tensor rounds(Tensor x, Tensor y, Tensor times) {
  return traced<&rounds>(AG_OPTIONS(.executor = Executor::compiled), AG_STATE(x, y, times),
                         [](Tensor x, Tensor y, Tensor times) -> Tensor {
                           while_stmt([&] { return times > sum(x * 0); }, AG_STATE(x, times),
                                      [&] {
                                        x = where(x > y, x * 0.5 + y, y - x);
                                        times -= 1;
                                      });
                           return x;
                         });
}

Tensor limited(Tensor x) {
  return traced<&limited>(AG_OPTIONS(.executor = Executor::compiled, .threads = 1), AG_STATE(x),
                          [](Tensor x) -> Tensor { return tanh(x) * tanh(x + 1); });
}
Tensor unlimited(Tensor x) {
  return traced<&unlimited>(AG_OPTIONS(.executor = Executor::compiled), AG_STATE(x),
                            [](Tensor x) -> Tensor { return tanh(x) * tanh(x + 1); });
}
Tensor misused(Tensor x) {
  return traced<&misused>(AG_OPTIONS(.threads = 257), AG_STATE(x), [](Tensor x) -> Tensor { return x; });
}

}  // namespace

TEST_CASE("threads: elements, around the lengths of ranges") {
  const auto body = [](Tensors x) -> Tensors { return {where(x[0] > 0, x[0], 0), x[0] * x[0] - 3}; };
  for (const int64_t n : {1000000, 999999, 1000001, 1048576, 1048577, 1000000 + 63}) {
    compare(body, {numbers({n}, 1)});
  }
}

TEST_CASE("threads: stores that pass by the cache") {
  const auto body = [](Tensors x) -> Tensors { return {where(x[0] > 0, x[0], 0)}; };
  for (const int64_t n : {8400000, 8388609, 8400011}) compare(body, {numbers({n}, 2)});
}

TEST_CASE("threads: sums of rows and of products, around the lengths of blocks") {
  const auto body = [](Tensors x) -> Tensors {
    const Tensor d = x[0] - x[1];
    return {mean(d * d), sum(x[0]), max(x[0] * x[1]), min(x[1]), matmul(d, x[1])};
  };
  // (From 4 Mi elements on, four blocks go side by side.)
  for (const int64_t n :
       {256 * kFoldBlock, 256 * kFoldBlock + 1, 256 * kFoldBlock - 1, int64_t{1234567}, 1037 * kFoldBlock,
        1038 * kFoldBlock + 3, kFoldPart + 1, kFoldPart, kFoldPart + 17 * kFoldBlock + 5}) {
    compare(body, {numbers({n}, 3), numbers({n}, 4)});
  }
}

TEST_CASE("threads: a sum whose elements are needed, too") {
  const auto body = [](Tensors x) -> Tensors {
    const Tensor y = x[0] * 3 + 1;
    return {sum(y * y), y};
  };
  for (const int64_t n : {1000000, 1048577}) compare(body, {numbers({n}, 5)});
}

TEST_CASE("threads: every dtype, and conversions between them") {
  for (const DType dtype : {float32, float64, float16, bfloat16, int8, int16, int32, int64, uint8, uint64}) {
    CAPTURE(dtype);
    const auto body = [dtype](Tensors x) -> Tensors {
      const Tensor y = astype(x[0], dtype), z = astype(x[1], dtype);
      return {y + z, y * z > y, astype(y, float64) * 0.5, sum(y * z), max(y), any(y > z), all(y > z)};
    };
    compare(body, {abs(numbers({700001}, 6)), abs(numbers({700001}, 7))});
  }
}

TEST_CASE("threads: NaN and infinities go where they went") {
  Tensor x = numbers({1000003}, 8);
  x = where(abs(x) < 0.001, std::numeric_limits<float>::quiet_NaN(), where(x > 49.999, x / 0.0, x));
  compare([](Tensors x) -> Tensors { return {max(x[0]), sum(x[0]), sqrt(x[0]), x[0] * 0}; }, {x});
}

TEST_CASE("threads: rows and columns") {
  const auto body = [](Tensors x) -> Tensors {
    return {sum(x[0], 1), mean(x[0], 0), max(x[0] * 2, 1), sum(x[0] * x[0], 0)};
  };
  compare(body, {numbers({1003, 997}, 9)});
  compare(body, {numbers({20011, 61}, 10)});
  compare(body, {numbers({67, 20011}, 11)});
}

TEST_CASE("threads: columns alone, and several reduced axes") {
  compare([](Tensors x) -> Tensors { return {sum(x[0], 0)}; }, {numbers({301, 9001}, 12)});
  const auto body = [](Tensors x) -> Tensors {
    return {sum(x[0], {0, 2}), sum(x[0], {1}), mean(x[0], {0, 1}), max(x[0], {1, 2})};
  };
  compare(body, {numbers({64, 50, 401}, 13)});
}

TEST_CASE("threads: blocks of narrow columns") {
  const auto body = [](Tensors x) -> Tensors {
    return {sum(x[0], 0), mean(x[0] * x[1], {0}), max(x[0], {0}), prod(x[0] * 0.001 + 1, {0}), any(x[0] > 49, {0})};
  };
  for (const int64_t n : {100 * 4096, 123457}) compare(body, {numbers({n, 8}, 14), numbers({8}, 15)});
  const auto axes = [](Tensors x) -> Tensors {
    return {sum(x[0] * x[1], {0, 1}), sum(x[0], {0, 2}), mean(x[0](slice(1, -1), slice(2, 95), all), {0, 1})};
  };
  compare(axes, {numbers({1001, 97, 5}, 16), numbers({1001, 1, 5}, 17)});
}

TEST_CASE("threads: broadcast and permuted operands") {
  const auto body = [](Tensors x) -> Tensors {
    return {x[0] * x[1] + x[2], permute_dims(x[0], {1, 0}) * 2 + x[3], flip(x[0], {0}) - x[0]};
  };
  const int64_t n = 1201, m = 1009;
  compare(body, {numbers({n, m}, 14), numbers({n, 1}, 15), numbers({m}, 16), numbers({m, n}, 17)});
}

TEST_CASE("threads: a row of which part after part is taken") {
  const auto body = [](Tensors x) -> Tensors {
    const Tensor sums = sum(x[0] * x[1], 1);
    return {sums, sum(sums)};
  };
  compare(body, {numbers({3, 400000}, 18), numbers({400000}, 19)});
}

TEST_CASE("threads: arrays that operations overwrite, round after round") {
  if (!has_backend()) return;
  const Tensor x = numbers({1000003}, 20), y = numbers({1000003}, 21);
  Tensors results;
  for (const int threads : {1, 2, 3, 8}) {
    const Threads scope(threads);
    for (const int times : {1, 2, 5}) results.push_back(rounds(x, y, Tensor(times)));
  }
  for (size_t k = 3; k < results.size(); ++k) CHECK(same_bits(results[k], results[k % 3]));
  Tensor expected = x;
  for (int k = 0; k < 5; ++k) expected = where(expected > y, expected * 0.5 + y, y - expected);
  CHECK(same_bits(results[2], expected));
}

TEST_CASE("threads: loops that run tile by tile, and the numbers of the tile with the most rounds") {
  const auto escape = [](Tensors x) -> Tensors {
    Tensor z = x[0], active = z < 100, steps = 0;
    while_stmt([&] { return any(active) & (steps < 50); }, AG_STATE(z, active, steps),
               [&] {
                 z = where(active, z * z * 0.75 + x[0], z);
                 active = active & (z < 100);
                 steps += 1;
               });
    return {z, steps};
  };
  const auto counted = [](Tensors x) -> Tensors {
    Tensor z = x[0], steps = 0;
    while_stmt([&] { return steps < 20; }, AG_STATE(z, steps),
               [&] {
                 z = z * z * 0.5 - x[0];
                 steps += 1;
               });
    return {z, steps};
  };
  for (const Shape& shape : {Shape{300001}, Shape{500, 700}}) {
    compare(escape, {numbers(shape, 26) / 50.0f});
    compare(counted, {numbers(shape, 27) / 50.0f});
  }
}

TEST_CASE("threads: loops that all elements go through as long as one asks for it") {
  const auto roots = [](Tensors x) -> Tensors {
    Tensor z = x[0], steps = 0;
    while_stmt([&] { return (max(abs(z * z - x[0]) / x[0]) > 1e-6f) & (steps < 30); }, AG_STATE(z, steps),
               [&] {
                 z = (z + x[0] / z) / 2;
                 steps += 1;
               });
    return {z, steps};
  };
  for (const Shape& shape : {Shape{300001}, Shape{500, 700}}) {
    const Tensor x = abs(numbers(shape, 28)) + 1;
    compare(roots, {x});
    Tensor with_nan = reshape(x + 0, {-1});
    with_nan[123456] = std::nan("");
    compare(roots, {reshape(with_nan, shape)});
  }
}

TEST_CASE("threads: small graphs do not touch the pool") {
  const auto body = [](Tensors x) -> Tensors { return {where(x[0] > 0, x[0], 0), sum(x[0] * x[0])}; };
  for (const int64_t n : {0, 1, 1000, 10000, 100000}) compare(body, {numbers({n}, 22)}, Work::Alone);
}

TEST_CASE("threads: another one takes part") {
  if (!has_backend()) return;
  const Threads scope(2);
  const Tensor x = numbers({1000000}, 23);
  const uint64_t before = detail::pool_use().helped;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (detail::pool_use().helped == before && std::chrono::steady_clock::now() < end) unlimited(x);
  CHECK(detail::pool_use().helped > before);
}

TEST_CASE("threads: a function may have fewer than others") {
  if (!has_backend()) return;
  const Threads scope(3);
  const Tensor x = numbers({1000000}, 24);
  uint64_t before = detail::pool_use().loops;
  const Tensor alone = limited(x);
  CHECK(detail::pool_use().loops == before);
  CHECK(same_bits(alone, unlimited(x)));
  CHECK(detail::pool_use().loops > before);
  CHECK_THROWS_WITH(misused(x), ContainsSubstring("FunctionOptions: threads is 257; it is at most 256, and 0 means as "
                                                  "many as other functions use"));
}

TEST_CASE("threads: loops that may fail stay on one, and fail as they did") {
  if (!has_backend()) return;
  const auto divide = [](Tensor x, Tensor y) { return floor_divide(x, y); };
  const Tensor x = astype(numbers({1000000}, 25), int32);
  const auto message = [&](auto&& function) {
    try {
      function(x, x);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const Threads scope(3);
  const uint64_t before = detail::pool_use().loops;
  const std::string native = message(ag::function(divide, {.executor = Executor::compiled}));
  CHECK(detail::pool_use().loops == before);
  CHECK_THAT(native, ContainsSubstring("zero"));
  const std::string interpreted = message(ag::function(divide, {.executor = Executor::interpreter}));
  CHECK(native == interpreted);
}

TEST_CASE("threads: many callers of one function") {
  if (!has_backend()) return;
  const Threads scope(3);
  const Tensor x = numbers({300000}, 26), expected = unlimited(x);
  std::atomic<int> wrong{0};
  Tensors kept(8);
  std::vector<std::thread> callers;
  for (Tensor& result : kept) {
    callers.emplace_back([&] {
      for (int k = 0; k < 20; ++k) {
        result = unlimited(x);
        if (!same_bits(result, expected)) ++wrong;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(wrong == 0);
}

}  // namespace parallel_loops_test

}  // namespace ag::test
