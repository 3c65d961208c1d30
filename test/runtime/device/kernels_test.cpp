/// Kernels on the emulated device compute the right numbers, in every order of blocks and threads, without findings.
#include <functional>
#include <numeric>

#include "kernel_kit.h"
#include "support/catch.h"

namespace ag::test::kernels_test {

using namespace device;

namespace {

/// Runs a test with several seeds, with checks and without.
void with_seeds(const std::function<void(KernelKit&)>& test) {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    EmulatedOptions options;
    options.seed = seed;
    options.checks = seed != 4;
    options.memory_bytes = 16 << 20;
    INFO("seed " << seed);
    KernelKit kit(AG_BASIC_KERNELS, options);
    test(kit);
  }
}

std::vector<int> numbers_from(int first, size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

}  // namespace

TEST_CASE("kernel: an element a thread, with blocks that are not full") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(numbers_from(0, 100));
    CHECK(kit.run("add_one", {4}, {32}, {x, KernelArgument::number(100)}).empty());
    CHECK(kit.download<int>(x) == numbers_from(1, 100));
  });
}

TEST_CASE("kernel: coordinates along three axes") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.undefined<int>(6 * 6 * 6);
    CHECK(kit.run("coordinates", {3, 2, 1}, {2, 3, 6}, {x}).empty());
    std::vector<int> expected;
    for (int z = 0; z < 6; ++z) {
      for (int y = 0; y < 6; ++y) {
        for (int i = 0; i < 6; ++i) expected.push_back((z * 100 + y) * 100 + i);
      }
    }
    CHECK(kit.download<int>(x) == expected);
  });
}

TEST_CASE("kernel: sums of blocks in shared memory") {
  with_seeds([](KernelKit& kit) {
    std::vector<float> values(64 * 50);
    std::iota(values.begin(), values.end(), 0.f);
    const auto x = kit.upload(values), y = kit.undefined<float>(50);
    CHECK(kit.run("block_sums", {50}, {64}, {x, y}).empty());
    const std::vector<float> sums = kit.download<float>(y);
    for (size_t i = 0; i < sums.size(); ++i) CHECK(sums[i] == static_cast<float>(64 * 64 * i + 64 * 63 / 2));
  });
}

TEST_CASE("kernel: shuffles of warps, whole and divergent") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(numbers_from(0, 256)), y = kit.undefined<int>(8);
    CHECK(kit.run("warp_sums", {2}, {128}, {x, y}).empty());
    const std::vector<int> sums = kit.download<int>(y);
    for (size_t i = 0; i < sums.size(); ++i) CHECK(sums[i] == static_cast<int>(32 * 32 * i + 32 * 31 / 2));

    const auto z = kit.upload(std::vector<int>(32, -1));
    CHECK(kit.run("shuffle_halves", {1}, {32}, {x, z}).empty());
    const std::vector<int> shuffled = kit.download<int>(z);
    for (int i = 0; i < 32; ++i) {
      const int source = i % 16 < 14 ? i + 2 : i;
      CHECK(shuffled[static_cast<size_t>(i)] == (i % 2 == 0 ? source : -1));
    }
  });
}

TEST_CASE("kernel: shuffles between lanes whose numbers differ in one bit") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(numbers_from(0, 64)), y = kit.undefined<int>(64);
    CHECK(kit.run("half_warp_sums", {2}, {32}, {x, y}).empty());
    const std::vector<int> sums = kit.download<int>(y);
    for (int i = 0; i < 64; ++i) CHECK(sums[static_cast<size_t>(i)] == 16 * 16 * (i / 16) + 16 * 15 / 2);
  });
}

TEST_CASE("kernel: barriers of a warp") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(numbers_from(0, 32));
    CHECK(kit.run("warp_exchange", {1}, {32}, {x}).empty());
    const std::vector<int> exchanged = kit.download<int>(x);
    for (int i = 0; i < 32; ++i) CHECK(exchanged[static_cast<size_t>(i)] == (i ^ 1) + 3);
  });
}

TEST_CASE("kernel: the last block adds the sums of all, in one launch after another") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(std::vector<int>(32 * 40, 2)), y = kit.undefined<int>(1), parts = kit.undefined<int>(40);
    const auto counter = kit.upload(std::vector<int>{0});
    for (int i = 0; i < 3; ++i) {
      CHECK(kit.run("last_block_sum", {40}, {32}, {x, y, parts, counter}).empty());
      CHECK(kit.download<int>(y) == std::vector<int>{2 * 32 * 40});
    }
  });
}

TEST_CASE("kernel: rounds of a cooperative launch") {
  with_seeds([](KernelKit& kit) {
    std::vector<int> values(96);
    values[0] = 1;
    const auto x = kit.upload(values), y = kit.undefined<int>(96);
    CHECK(kit.run("ring", {3}, {32}, {x, y, KernelArgument::number(6)}, true).empty());
    for (int round = 0; round < 6; ++round) {
      std::vector<int> next(96);
      for (size_t i = 0; i < 96; ++i) next[i] = values[(i + 1) % 96] + values[(i + 95) % 96];
      values = next;
    }
    CHECK(kit.download<int>(x) == values);
  });
}

TEST_CASE("kernel: blocks hand values on by release and acquire") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.undefined<int>(16), flags = kit.upload(std::vector<int>(16));
    CHECK(kit.run("chain", {16}, {1}, {x, flags}).empty());
    CHECK(kit.download<int>(x) == numbers_from(1, 16));
  });
}

TEST_CASE("kernel: atomic operations of each type") {
  with_seeds([](KernelKit& kit) {
    const auto slots = kit.upload(std::vector<uint64_t>{0, 0, 0, 0, 1000, 1000});
    CHECK(kit.run("atomics", {2}, {32}, {slots}).empty());
    const std::vector<uint64_t> values = kit.download<uint64_t>(slots);
    const auto as = [&](size_t i, auto value) {
      std::memcpy(&value, &values[i], sizeof(value));
      return value;
    };
    CHECK(as(0, int32_t{}) == -64);
    CHECK(as(1, uint64_t{}) == uint64_t{64} << 33);
    CHECK(as(2, float{}) == 32);
    CHECK(as(3, double{}) == 16);
    CHECK(as(4, int32_t{}) == 10 - 63);
    CHECK(as(5, uint64_t{}) == 7);
  });
}

TEST_CASE("kernel: addresses in a table of the device") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(numbers_from(3, 8)), y = kit.undefined<int>(8);
    const auto table = kit.upload(std::vector<uint64_t>{x.address().value, y.address().value});
    CHECK(kit.run("through_table", {1}, {8}, {table}).empty());
    CHECK(kit.download<int>(y) == numbers_from(3, 8));
  });
}

TEST_CASE("kernel: neighbouring bytes are no race") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.undefined<uint8_t>(64);
    CHECK(kit.run("bytes", {1}, {64}, {x}).empty());
    const std::vector<uint8_t> values = kit.download<uint8_t>(x);
    CHECK(values[5] == 5);
    CHECK(values[63] == 99);
  });
}

TEST_CASE("kernel: blocks beyond the resident ones run when others have ended") {
  with_seeds([](KernelKit& kit) {
    const auto x = kit.upload(std::vector<int>(1024 * 20));
    CHECK(kit.run("add_one", {20}, {1024}, {x, KernelArgument::number(1024 * 20)}).empty());
    CHECK(kit.download<int>(x) == std::vector<int>(1024 * 20, 1));
  });
}

TEST_CASE("kernel: the order of threads depends on the seed alone") {
  const auto order_of = [](uint64_t seed) {
    EmulatedOptions options;
    options.seed = seed;
    options.memory_bytes = 1 << 20;
    KernelKit kit(AG_ORDER_FAULTS, options);
    const auto x = kit.upload(std::vector<int>{0});
    return kit.run("count_wrong", {1}, {64}, {x});  // names the first two threads
  };
  CHECK(order_of(3) == order_of(3));
  CHECK(order_of(3) != order_of(4));
}

}  // namespace ag::test::kernels_test
