/// The memory pool of a device: reuse, joining of free blocks, limits, and running out of memory.
#include "device/memory_pool.h"

#include <algorithm>
#include <map>
#include <random>

#include "device/emulated_driver.h"
#include "device/opened_device.h"
#include "kernel_kit.h"
#include "support/catch.h"

namespace ag::test::memory_pool_test {

using namespace device;
using ag_test::ContainsSubstring;
using ag_test::StartsWith;

namespace {

constexpr uint64_t kMega = 1 << 20;

/// An emulated device with a pool.
struct Setup {
  explicit Setup(uint64_t memory, MemoryPoolOptions options = {}, bool checks = false) {
    EmulatedOptions emulated;
    emulated.memory_bytes = memory;
    emulated.checks = checks;
    driver = succeed(open_emulated(emulated));
    stream = succeed(driver->create_stream());
    pool.emplace(*driver, stream, options);
  }
  DeviceAddress take(uint64_t bytes) { return succeed(pool->allocate(bytes)); }

  std::unique_ptr<EmulatedDriver> driver;
  StreamHandle stream;
  std::optional<MemoryPool> pool;
};

}  // namespace

TEST_CASE("a pool reuses released memory without the driver") {
  Setup setup(64 * kMega);
  const DeviceAddress first = setup.take(1000);
  CHECK(first.value % 256 == 0);
  const DeviceAddress second = setup.take(1000);
  CHECK(first != second);
  const uint64_t reserved = setup.pool->counts().reserved_bytes;
  setup.pool->release(first);
  CHECK(setup.take(900) == first);
  CHECK(setup.pool->counts().reserved_bytes == reserved);
  CHECK(setup.pool->counts().chunks == 1);
  CHECK(setup.pool->counts().used_blocks == 2);
}

TEST_CASE("free blocks of a pool that adjoin become one") {
  Setup setup(64 * kMega);
  std::vector<DeviceAddress> blocks;
  for (int k = 0; k < 8; ++k) blocks.push_back(setup.take(kMega / 4));
  REQUIRE(setup.pool->counts().chunks == 1);
  for (const size_t k : {1, 5, 3, 0, 7, 2, 6, 4}) setup.pool->release(blocks[k]);
  CHECK(setup.pool->counts().used_bytes == 0);
  CHECK(setup.take(2 * kMega) == blocks[0]);
  CHECK(setup.pool->counts().chunks == 1);
}

TEST_CASE("blocks of a pool never overlap") {
  Setup setup(256 * kMega);
  std::mt19937 random(7);
  std::map<uint64_t, uint64_t> used;
  for (int step = 0; step < 3000; ++step) {
    if (used.size() < 40 || random() % 2) {
      const uint64_t bytes = 1 + random() % (random() % 4 ? 5000 : kMega);
      const uint64_t at = setup.take(bytes).value;
      const auto next = used.lower_bound(at);
      REQUIRE((next == used.end() || at + bytes <= next->first));
      REQUIRE((next == used.begin() || std::prev(next)->first + std::prev(next)->second <= at));
      used[at] = bytes;
    } else {
      const auto one = std::next(used.begin(), static_cast<std::ptrdiff_t>(random() % used.size()));
      setup.pool->release({one->first});
      used.erase(one);
    }
  }
  for (const auto& [at, bytes] : used) setup.pool->release({at});
  CHECK(setup.pool->counts().used_bytes == 0);
  succeed(setup.pool->release_unused());
  CHECK(setup.pool->counts().chunks == 0);
  CHECK(setup.pool->counts().reserved_bytes == 0);
}

TEST_CASE("a pool returns unused chunks to the driver where memory is short") {
  Setup setup(8 * kMega);
  std::vector<DeviceAddress> small;
  for (int k = 0; k < 6; ++k) small.push_back(setup.take(kMega));
  for (const DeviceAddress address : small) setup.pool->release(address);
  const DeviceAddress large = setup.take(7 * kMega);
  CHECK(setup.pool->counts().chunks == 1);
  setup.pool->release(large);
}

TEST_CASE("a pool without memory says what takes it, and is usable afterwards") {
  Setup setup(8 * kMega);
  const DeviceAddress kept = setup.take(6 * kMega);
  const auto failed = setup.pool->allocate(5 * kMega);
  REQUIRE_FALSE(failed);
  CHECK(failed.failure().kind == FailureKind::OutOfMemory);
  CHECK_THAT(failed.failure().message, StartsWith("no memory for 5 MiB on the device: arrays take 6 MiB in 1 blocks"));
  CHECK_THAT(failed.failure().message, ContainsSubstring("the device has 8 MiB, 2 MiB of it free"));
  CHECK_THAT(failed.failure().remedy, ContainsSubstring("to_device(ag::Device())"));
  const DeviceAddress fits = setup.take(kMega);
  setup.pool->release(kept);
  CHECK(setup.take(6 * kMega).value != fits.value);
}

TEST_CASE("a pool stays below its limit") {
  Setup setup(64 * kMega, {.limit_bytes = 4 * kMega});
  setup.take(3 * kMega);
  const auto failed = setup.pool->allocate(2 * kMega);
  REQUIRE_FALSE(failed);
  CHECK_THAT(failed.failure().message, ContainsSubstring("the limit is 4 MiB"));
  setup.take(kMega / 2);
  CHECK(setup.pool->counts().reserved_bytes <= 4 * kMega);
}

TEST_CASE("a pool that keeps no memory gives each array an allocation of its own, and takes it back after a wait") {
  Setup setup(64 * kMega, {.keeps_memory = false}, /*checks=*/true);
  const uint64_t before = succeed(setup.driver->memory_info()).free_bytes;
  const DeviceAddress address = setup.take(1000);
  std::vector<std::byte> zeros(1000), read(1000);
  succeed(setup.driver->copy_to_device(address, zeros.data(), zeros.size(), setup.stream));
  CHECK_FALSE(setup.driver->copy_to_host(read.data(), address, 1001, setup.stream));  // out of bounds
  setup.pool->release(address);
  CHECK(setup.pool->counts().used_blocks == 0);
  succeed(setup.pool->wait());
  CHECK(succeed(setup.driver->memory_info()).free_bytes == before);
}

TEST_CASE("AG_DEVICE_MEMORY is a number of bytes") {
  CHECK(parse_memory_limit(nullptr) == UINT64_MAX);
  CHECK(parse_memory_limit("") == UINT64_MAX);
  CHECK(parse_memory_limit("8g") == 8ULL << 30);
  CHECK(parse_memory_limit("512m") == 512ULL << 20);
  CHECK(parse_memory_limit("1000") == 1000);
  for (const char* text : {"0", "8 g", "lots", "-1", "8gb"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_memory_limit(text), Error);
  }
}

}  // namespace ag::test::memory_pool_test
