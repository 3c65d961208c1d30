/// The emulated device: its options, its memory, the order of its streams, its counters, failures on request.
#include "device/emulated_driver.h"

#include <numeric>
#include <set>

#include "kernel_kit.h"
#include "support/catch.h"

namespace ag::test::emulated_driver_test {

using namespace device;
using ag_test::ContainsSubstring;

namespace {

EmulatedOptions options_of(const char* text) {
  const auto parsed = parse_emulated_options(text);
  REQUIRE(std::holds_alternative<EmulatedOptions>(parsed));
  return std::get<EmulatedOptions>(parsed);
}

std::string error_of(const char* text) {
  const auto parsed = parse_emulated_options(text);
  REQUIRE(std::holds_alternative<std::string>(parsed));
  return std::get<std::string>(parsed);
}

std::unique_ptr<EmulatedDriver> open(const char* options) { return succeed(open_emulated(options_of(options))); }

}  // namespace

TEST_CASE("options of the emulated device") {
  CHECK(options_of("") == EmulatedOptions());
  EmulatedOptions expected;
  expected.multiprocessors = 8;
  expected.shared_bytes = 64 << 10;
  expected.memory_bytes = 3ULL << 30;
  expected.seed = 77;
  expected.checks = false;
  expected.fail_allocation = 2;
  expected.fail_launch = 3;
  expected.lose_at_launch = 4;
  CHECK(options_of("sms=8,smem=64k,memory=3g,seed=77,checks=off,fail_allocation=2,fail_launch=3,lose_at_launch=4") ==
        expected);
  CHECK(options_of("smem=49152,checks=on") == EmulatedOptions());
}

TEST_CASE("a wrong option of the emulated device is an error that names the right ones") {
  CHECK(error_of("cores=4") ==
        "there is no option 'cores' of the emulated device; the options are a list of name=value with the names sms, "
        "smem, memory, seed, fail_allocation, fail_launch, lose_at_launch, checks");
  CHECK(error_of("sms=0") == "sms is a whole number from 1 to 256, with k, m or g for units of 1024");
  CHECK(error_of("checks=1") == "checks is on or off");
  CHECK(error_of("seed=") == "seed is a whole number from 0, with k, m or g for units of 1024");
  CHECK(error_of("sms=4,") == "the list of options ends with a comma");
  for (const char* text :
       {"sms", "=4", "sms=4,,seed=1", "smem=48q", "seed=99999999999999999999", "sms=-1", "memory=1"}) {
    INFO(text);
    CHECK_FALSE(error_of(text).empty());
  }
}

TEST_CASE("streams run as late as a wait allows") {
  const auto driver = open("seed=2,memory=1m");
  const StreamHandle stream = succeed(driver->create_stream()), other = succeed(driver->create_stream());
  const EventHandle event = succeed(driver->create_event());
  const DeviceAddress a = succeed(driver->allocate(4));
  int first = 0, second = 0;
  succeed(driver->fill_words(a, 1, 1, stream));
  succeed(driver->copy_to_host(&first, a, 4, stream));
  succeed(driver->record(event, stream));
  succeed(driver->fill_words(a, 2, 1, stream));
  succeed(driver->copy_to_host(&second, a, 4, stream));
  CHECK(first == static_cast<int>(0x7ff4a5a5));  // undefined until the copy has been waited for
  succeed(driver->wait(other));
  succeed(driver->wait(event));
  CHECK(first == 1);
  succeed(driver->wait(stream));
  CHECK(second == 2);
  CHECK(driver->take_findings().empty());
}

TEST_CASE("a host that asks for a stream again and again comes to its end") {
  const auto driver = open("memory=1m");
  const StreamHandle stream = succeed(driver->create_stream());
  const EventHandle event = succeed(driver->create_event());
  const DeviceAddress a = succeed(driver->allocate(4));
  for (int i = 0; i < 5; ++i) succeed(driver->fill_words(a, 1, 1, stream));
  succeed(driver->record(event, stream));
  int questions = 0;
  while (!succeed(driver->is_done(event))) ++questions;
  CHECK(questions > 0);
  for (int i = 0; i < 5; ++i) succeed(driver->fill_words(a, 1, 1, stream));
  questions = 0;
  while (!succeed(driver->is_done(stream))) ++questions;
  CHECK(questions > 0);
  CHECK(driver->counters().waits == 0);
}

TEST_CASE("the order of unordered streams depends on the seed") {
  std::set<uint32_t> results;
  for (int seed = 1; seed <= 16; ++seed) {
    EmulatedOptions options;
    options.seed = static_cast<uint64_t>(seed);
    options.memory_bytes = 1 << 20;
    const auto driver = succeed(open_emulated(options));
    const DeviceAddress a = succeed(driver->allocate(4));
    for (uint32_t word = 1; word <= 3; ++word) {
      succeed(driver->fill_words(a, word, 1, succeed(driver->create_stream())));
    }
    const Status status = driver->wait_for_all();
    REQUIRE_FALSE(status);
    CHECK(status.failure().kind == FailureKind::Finding);
    CHECK_THAT(status.failure().message, ContainsSubstring("race of streams: a fill in stream"));
    CHECK(driver->take_findings().size() >= 1);
    uint32_t value = 0;
    const StreamHandle last = succeed(driver->create_stream());
    succeed(driver->copy_to_host(&value, a, 4, last));
    succeed(driver->wait(last));
    results.insert(value);
  }
  CHECK(results == std::set<uint32_t>{1, 2, 3});
}

TEST_CASE("destroyed streams and events run to their end") {
  const auto driver = open("memory=1m");
  const StreamHandle stream = succeed(driver->create_stream()), other = succeed(driver->create_stream());
  const EventHandle event = succeed(driver->create_event());
  const DeviceAddress a = succeed(driver->allocate(4));
  int value = 0;
  succeed(driver->fill_words(a, 9, 1, stream));
  succeed(driver->record(event, stream));
  succeed(driver->wait_for_event(other, event));
  succeed(driver->copy_to_host(&value, a, 4, other));
  succeed(driver->destroy_event(event));
  succeed(driver->destroy_stream(stream));
  CHECK_FALSE(driver->destroy_stream(stream));
  CHECK_FALSE(driver->fill_words(a, 1, 1, stream));
  CHECK_FALSE(driver->record(event, other));
  succeed(driver->wait(other));
  CHECK(value == 9);
  CHECK_FALSE(driver->wait(StreamHandle{0}));  // no default stream
  CHECK(driver->take_findings().empty());
}

TEST_CASE("memory of the emulated device ends, comes back, and is used again late") {
  const auto driver = open("memory=64k");
  std::set<uint64_t> addresses;
  for (int i = 0; i < 200; ++i) {
    const DeviceAddress a = succeed(driver->allocate(40 << 10));
    addresses.insert(a.value);
    const auto refused = driver->allocate(30 << 10);
    REQUIRE_FALSE(refused);
    CHECK(refused.failure().kind == FailureKind::OutOfMemory);
    succeed(driver->release(a));
  }
  CHECK(addresses.size() >= 4);
  CHECK(succeed(driver->memory_info()).free_bytes == 64 << 10);
  CHECK_FALSE(driver->allocate(0));
  std::vector<DeviceAddress> many;
  for (int i = 0; i < 200; ++i) many.push_back(succeed(driver->allocate(300)));
  for (size_t i = 0; i < many.size(); i += 2) succeed(driver->release(many[i]));
  for (size_t i = 0; i < many.size(); i += 2) many[i] = succeed(driver->allocate(100));
  for (const DeviceAddress a : many) succeed(driver->release(a));
  CHECK(driver->take_findings().empty());
}

TEST_CASE("a copy on the device between ranges that overlap is refused") {
  const auto driver = open("memory=1m");
  const StreamHandle stream = succeed(driver->create_stream());
  const DeviceAddress a = succeed(driver->allocate(400));
  const Status status = driver->copy_on_device(a + 100, a, 200, stream);
  REQUIRE_FALSE(status);
  CHECK(describe(status.failure()) == "copy_on_device: the ranges overlap");
  succeed(driver->fill(a, 0, 400, stream));
  succeed(driver->copy_on_device(a + 200, a, 200, stream));
  succeed(driver->wait(stream));
}

TEST_CASE("counters tell what the device did") {
  KernelKit kit(AG_BASIC_KERNELS, options_of("memory=1m"));
  EmulatedDriver& driver = kit.driver();
  const auto x = kit.upload(std::vector<int>(100));
  const auto y = kit.undefined<int>(100);
  const EmulatedCounters before = driver.counters();
  CHECK(before.copies_to_device == 1);
  CHECK(before.bytes_to_device == 400);
  CHECK(before.waits == 1);
  CHECK(before.allocations == 2);
  for (int i = 0; i < 3; ++i) {
    succeed(kit.enqueue("add_one", {4}, {32}, {x, KernelArgument::number(100)}, kit.stream()));
  }
  succeed(driver.copy_on_device(y.address(), x.address(), 400, kit.stream()));
  succeed(driver.fill(y.address(), 0, 4, kit.stream()));
  EmulatedCounters expected = before;
  expected.launches = 3;
  expected.copies_on_device = 1;
  expected.fills = 1;
  CHECK(driver.counters() == expected);
  std::vector<int> result = kit.download<int>(y);
  CHECK(result[0] == 0);
  CHECK(result[1] == 3);
  expected.copies_to_host = 1;
  expected.bytes_to_host = 400;
  expected.waits += 1;
  CHECK(driver.counters() == expected);
}

TEST_CASE("an allocation and a launch fail on request, and the next ones do not") {
  KernelKit kit(AG_BASIC_KERNELS, options_of("memory=1m"));
  EmulatedDriver& driver = kit.driver();
  const auto x = kit.upload(std::vector<int>(32));
  driver.fail_allocation(1);
  succeed(driver.release(succeed(driver.allocate(16))));
  const auto refused = driver.allocate(16);
  REQUIRE_FALSE(refused);
  CHECK(refused.failure().message == "out of memory; 16 bytes were asked for, 1048448 of 1048576 are free");
  succeed(driver.release(succeed(driver.allocate(16))));
  driver.fail_launch();
  const Status launched = kit.enqueue("add_one", {1}, {32}, {x, KernelArgument::number(32)}, kit.stream());
  REQUIRE_FALSE(launched);
  CHECK(launched.failure().kind == FailureKind::Refused);
  CHECK(kit.run("add_one", {1}, {32}, {x, KernelArgument::number(32)}).empty());
  CHECK(kit.download<int>(x) == std::vector<int>(32, 1));
  const auto by_option = open("memory=1m,fail_allocation=1");
  CHECK_FALSE(by_option->allocate(16));
  CHECK(by_option->allocate(16));
}

TEST_CASE("a lost device says so at each use, with the function that met it") {
  KernelKit kit(AG_BASIC_KERNELS, options_of("memory=1m,lose_at_launch=2"));
  EmulatedDriver& driver = kit.driver();
  const auto x = kit.upload(std::vector<int>(32));
  CHECK(kit.run("add_one", {1}, {32}, {x, KernelArgument::number(32)}).empty());
  succeed(kit.enqueue("add_one", {1}, {32}, {x, KernelArgument::number(32)}, kit.stream()));
  CHECK_FALSE(driver.fault());
  const Status met = driver.wait(kit.stream());
  REQUIRE_FALSE(met);
  CHECK(met.failure().kind == FailureKind::Lost);
  CHECK(describe(met.failure()) == "launch: kernel 'add_one' lost the device, as was asked for");
  REQUIRE(driver.fault());
  const auto later = driver.allocate(4);
  REQUIRE_FALSE(later);
  CHECK(describe(later.failure()) ==
        "allocate: the device is lost: launch: kernel 'add_one' lost the device, as was asked for");
  CHECK_FALSE(driver.wait(kit.stream()));
  CHECK_FALSE(driver.create_stream());
  CHECK_FALSE(driver.memory_info());
}

TEST_CASE("a finding is the failure of the next wait, once") {
  KernelKit kit(AG_MEMORY_FAULTS, options_of("memory=1m"));
  const auto x = kit.upload(std::vector<int>(64));
  succeed(kit.enqueue("bounds_wrong", {2}, {16}, {x, KernelArgument::number(64)}, kit.stream()));
  const Status status = kit.driver().wait(kit.stream());
  REQUIRE_FALSE(status);
  CHECK(status.failure().kind == FailureKind::Finding);
  CHECK_THAT(describe(status.failure()), ag_test::StartsWith("wait: out of bounds: thread "));
  succeed(kit.driver().wait(kit.stream()));
  CHECK(kit.driver().take_findings().size() == 1);
  CHECK(kit.driver().take_findings().empty());
}

TEST_CASE("launches that the device cannot run are refused with the limit") {
  KernelKit kit(AG_BASIC_KERNELS, options_of("memory=1m,smem=16k"));
  const auto x = kit.upload(std::vector<float>(64)), y = kit.undefined<float>(1);
  const KernelArgument arguments[] = {x, y};
  const auto message = [&](Launch launch) {
    launch.function = kit.function("block_sums");
    const Status status = kit.driver().launch(launch, kit.stream());
    return status ? "" : status.failure().message;
  };
  CHECK(message({{}, {1}, {2048}, 0, false, arguments}) ==
        "kernel 'block_sums' has blocks of 2048 threads, at most 1024 are possible");
  CHECK(message({{}, {1}, {64}, 17 << 10, false, arguments}) ==
        "kernel 'block_sums' needs 17664 bytes of shared memory, a block has at most 16384");
  CHECK(message({{}, {0}, {64}, 0, false, arguments}) == "kernel 'block_sums' has no threads");
  CHECK(message({{}, {1}, {64}, 0, false, std::span(arguments, 1)}) ==
        "kernel 'block_sums' has 2 parameters, and the launch has 1 arguments");
  CHECK(message({{}, {1}, {64}, 1 << 10, false, arguments}).empty());
  CHECK(succeed(kit.driver().resident_blocks(kit.function("block_sums"), 64, 4096 - 256)) == 16);
  CHECK(succeed(kit.driver().resident_blocks(kit.function("block_sums"), 64, 16 << 10)) == 0);
  CHECK(kit.findings().empty());
}

TEST_CASE("a module of another version, and a shared object that is none, are refused") {
  const auto driver = open("memory=1m");
  const auto other = driver->load_module(read_image(AG_FAKE_CUDA));
  REQUIRE_FALSE(other);
  CHECK(other.failure().message == "the image has no ag_device_module");
  CHECK_FALSE(driver->launch({}, succeed(driver->create_stream())));
}

}  // namespace ag::test::emulated_driver_test
