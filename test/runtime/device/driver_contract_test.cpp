/// The contract of a driver, which every implementation keeps.
#include <array>
#include <functional>
#include <numeric>
#include <thread>

#include "kernel_kit.h"
#include "support/catch.h"

namespace ag::test::driver_contract_test {

using namespace device;

namespace {

/// Runs a test on each driver.
void on_each_driver(const std::function<void(Driver&, std::span<const std::byte>)>& test) {
  for (OpenedDriver (*open)() : {&open_fake_cuda, &open_emulated_for_contract}) {
    const OpenedDriver opened = open();
    INFO(opened.name);
    test(*opened.driver, opened.image);
  }
}

FailureKind kind_of(const Status& status) {
  REQUIRE_FALSE(status);
  CHECK_FALSE(status.failure().message.empty());
  return status.failure().kind;
}

template <class T>
FailureKind kind_of(const Result<T>& result) {
  REQUIRE_FALSE(result);
  CHECK_FALSE(result.failure().message.empty());
  return result.failure().kind;
}

std::vector<int> iota(int count, int first) {
  std::vector<int> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

}  // namespace

TEST_CASE("contract: properties") {
  on_each_driver([](Driver& driver, auto) {
    const DriverProperties& properties = driver.properties();
    CHECK_FALSE(properties.name.empty());
    CHECK(properties.memory_bytes > 0);
    CHECK(properties.multiprocessors > 0);
    CHECK(properties.warp_threads == 32);
    CHECK(properties.threads_per_block >= 256);
    CHECK(properties.threads_per_multiprocessor >= properties.threads_per_block);
    CHECK(properties.shared_bytes_per_block >= 16 << 10);
    CHECK_FALSE(driver.fault());
  });
}

TEST_CASE("contract: memory") {
  on_each_driver([](Driver& driver, auto) {
    const MemoryInfo before = succeed(driver.memory_info());
    CHECK(before.total_bytes == driver.properties().memory_bytes);
    const DeviceAddress first = succeed(driver.allocate(1000));
    const DeviceAddress second = succeed(driver.allocate(1));
    CHECK(first);
    CHECK(first.value % 256 == 0);
    CHECK(second.value % 256 == 0);
    CHECK(first != second);
    CHECK(succeed(driver.memory_info()).free_bytes < before.free_bytes);
    CHECK(kind_of(driver.allocate(before.total_bytes * 2)) == FailureKind::OutOfMemory);
    succeed(driver.release(first));
    succeed(driver.release(second));
    CHECK(succeed(driver.memory_info()).free_bytes == before.free_bytes);
    void* pinned = succeed(driver.allocate_pinned(100));
    std::memset(pinned, 1, 100);
    succeed(driver.release_pinned(pinned));
  });
}

TEST_CASE("contract: copies and fills of one stream run in order") {
  on_each_driver([](Driver& driver, auto) {
    const StreamHandle stream = succeed(driver.create_stream());
    const DeviceAddress a = succeed(driver.allocate(400)), b = succeed(driver.allocate(400));
    const std::vector<int> numbers = iota(100, 7);
    std::vector<int> back(100);
    succeed(driver.copy_to_device(a, numbers.data(), 400, stream));
    succeed(driver.copy_on_device(b, a, 400, stream));
    succeed(driver.fill(b, 0xff, 40, stream));
    succeed(driver.fill_words(b + 40, 5, 10, stream));
    succeed(driver.copy_to_host(back.data(), b, 400, stream));
    succeed(driver.wait(stream));
    CHECK(succeed(driver.is_done(stream)));
    std::vector<int> expected = numbers;
    std::fill_n(expected.begin(), 10, -1);
    std::fill_n(expected.begin() + 10, 10, 5);
    CHECK(back == expected);
    succeed(driver.copy_to_host(back.data(), a + 4, 8, stream));
    succeed(driver.wait_for_all());
    CHECK(back[0] == 8);
    CHECK(back[1] == 9);
    succeed(driver.copy_to_device(a, numbers.data(), 0, stream));
    succeed(driver.copy_to_host(back.data(), a, 0, stream));
    succeed(driver.copy_on_device(b, a, 0, stream));
    succeed(driver.fill(a, 1, 0, stream));
    succeed(driver.fill_words(a, 1, 0, stream));
    succeed(driver.destroy_stream(stream));
    succeed(driver.release(a));
    succeed(driver.release(b));
  });
}

TEST_CASE("contract: events order streams and the host") {
  on_each_driver([](Driver& driver, auto) {
    const StreamHandle first = succeed(driver.create_stream()), second = succeed(driver.create_stream());
    const EventHandle event = succeed(driver.create_event()), later = succeed(driver.create_event());
    const DeviceAddress a = succeed(driver.allocate(4)), b = succeed(driver.allocate(4));
    int back = 0;
    succeed(driver.wait_for_event(first, event));  // without a mark
    succeed(driver.fill_words(a, 3, 1, first));
    succeed(driver.record(event, first));
    succeed(driver.wait_for_event(second, event));
    succeed(driver.copy_on_device(b, a, 4, second));
    succeed(driver.record(later, second));
    succeed(driver.wait_for_event(first, later));
    succeed(driver.fill_words(a, 4, 1, first));
    succeed(driver.copy_to_host(&back, b, 4, first));
    succeed(driver.record(event, first));
    succeed(driver.wait(event));
    CHECK(succeed(driver.is_done(event)));
    CHECK(succeed(driver.is_done(later)));
    CHECK(back == 3);
    CHECK(succeed(driver.elapsed(later, event)) >= 0);
    succeed(driver.destroy_event(event));
    succeed(driver.destroy_event(later));
    succeed(driver.destroy_stream(first));
    succeed(driver.destroy_stream(second));
    succeed(driver.release(a));
    succeed(driver.release(b));
  });
}

TEST_CASE("contract: launches") {
  on_each_driver([](Driver& driver, std::span<const std::byte> image) {
    const StreamHandle stream = succeed(driver.create_stream());
    const ModuleHandle module = succeed(driver.load_module(image));
    const FunctionHandle add_one = succeed(driver.find_function(module, "add_one"));
    CHECK(kind_of(driver.find_function(module, "add_two")) == FailureKind::InvalidModule);
    CHECK(succeed(driver.function_properties(add_one)).threads_per_block >= 256);

    const DeviceAddress a = succeed(driver.allocate(400));
    const std::vector<int> numbers = iota(100, 0);
    std::vector<int> back(100);
    const KernelArgument arguments[] = {KernelArgument::array(a, 400), KernelArgument::number(100)};
    succeed(driver.copy_to_device(a, numbers.data(), 400, stream));
    for (const bool cooperative : {false, true}) {
      Launch launch{add_one, {4}, {32}, 0, cooperative, arguments};
      succeed(driver.launch(launch, stream));
    }
    succeed(driver.copy_to_host(back.data(), a, 400, stream));
    succeed(driver.wait(stream));
    CHECK(back == iota(100, 2));

    const uint64_t resident = succeed(driver.resident_blocks(add_one, 256, 0));
    CHECK(resident >= static_cast<uint64_t>(driver.properties().multiprocessors));
    Launch large{add_one, {static_cast<uint32_t>(resident) + 1}, {256}, 0, true, arguments};
    CHECK(kind_of(driver.launch(large, stream)) == FailureKind::Refused);
    Launch wide{add_one, {1}, {100000}, 0, false, arguments};
    CHECK(kind_of(driver.launch(wide, stream)) == FailureKind::Refused);
    succeed(driver.wait(stream));
    CHECK_FALSE(driver.fault());
    succeed(driver.unload_module(module));
    succeed(driver.destroy_stream(stream));
    succeed(driver.release(a));
  });
}

TEST_CASE("contract: threads of the host use a device at the same time") {
  on_each_driver([](Driver& driver, std::span<const std::byte> image) {
    const ModuleHandle module = succeed(driver.load_module(image));
    const FunctionHandle add_one = succeed(driver.find_function(module, "add_one"));
    std::array<std::vector<int>, 3> results;
    std::vector<std::thread> threads;
    for (std::vector<int>& result : results) {
      threads.emplace_back([&] {
        const StreamHandle stream = succeed(driver.create_stream());
        const std::vector<int> numbers = iota(32, 0);
        for (int round = 0; round < 10; ++round) {
          const DeviceAddress a = succeed(driver.allocate(128));
          const KernelArgument arguments[] = {KernelArgument::array(a, 128), KernelArgument::number(32)};
          std::vector<int> back(32);
          succeed(driver.copy_to_device(a, numbers.data(), 128, stream));
          succeed(driver.launch({add_one, {1}, {32}, 0, false, arguments}, stream));
          succeed(driver.copy_to_host(back.data(), a, 128, stream));
          succeed(driver.wait(stream));
          succeed(driver.release(a));
          result = back;
        }
        succeed(driver.destroy_stream(stream));
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<int>& result : results) CHECK(result == iota(32, 1));
  });
}

TEST_CASE("contract: a module that is none") {
  on_each_driver([](Driver& driver, auto) {
    CHECK(kind_of(driver.load_module({})) == FailureKind::InvalidModule);
    CHECK(kind_of(driver.load_module(bytes_of("nothing"))) == FailureKind::InvalidModule);
  });
}

}  // namespace ag::test::driver_contract_test
