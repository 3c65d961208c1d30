/// Planted faults: each is found, with the array, the line and both sides; the right version of it is not.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <numeric>

#include "kernel_kit.h"
#include "support/catch.h"

namespace ag::test::faults_test {

using namespace device;
using ag_test::ContainsSubstring;
using ag_test::StartsWith;

namespace {

EmulatedOptions with_seed(uint64_t seed) {
  EmulatedOptions options;
  options.seed = seed;
  options.memory_bytes = 16 << 20;
  return options;
}

/// Runs a test with several orders of threads and streams.
void with_seeds(const char* module, const std::function<void(KernelKit&)>& test) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    INFO("seed " << seed);
    KernelKit kit(module, with_seed(seed));
    test(kit);
  }
}

KernelArgument as_input(const KernelArgument& array) { return KernelArgument::input(array.address(), array.bytes()); }

std::vector<int> numbers(size_t count) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), 0);
  return result;
}

/// Returns the text of a failure, or nothing.
std::string text_of(const Status& status) { return status ? "" : describe(status.failure()); }

/// Returns the signal that ends a process which does this.
int signal_of(const std::function<void()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("fault: a missing barrier") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    for (const char* name : {"reverse", "rounds"}) {
      const auto x = kit.upload(numbers(64));
      CHECK(kit.run(name, {1}, {64}, {x}).empty());
      const std::string found = kit.run(std::string(name) + "_wrong", {1}, {64}, {x});
      CHECK_THAT(found, ContainsSubstring("of array 'shared' at order_faults.cpp:"));
      CHECK_THAT(found, ContainsSubstring("race: thread "));
      CHECK_THAT(found, ContainsSubstring(", while thread "));
      CHECK_THAT(found, ContainsSubstring("; no barrier, fence or atomic operation orders them"));
    }
  });
}

TEST_CASE("fault: a missing barrier of a warp, and one of other lanes") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    for (const char* name : {"neighbours", "partial_mask"}) {
      const auto x = kit.upload(numbers(32));
      CHECK(kit.run(name, {1}, {32}, {x}).empty());
      CHECK_THAT(kit.run(std::string(name) + "_wrong", {1}, {32}, {x}), ContainsSubstring("of array 'shared' at "));
    }
  });
}

TEST_CASE("fault: a missing fence") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(32 * 8)), parts = kit.undefined<int>(8);
    CHECK(kit.run("last_block", {8}, {32}, {x, parts, kit.upload(std::vector<int>{0})}).empty());
    const std::string found = kit.run("last_block_wrong", {8}, {32}, {x, parts, kit.upload(std::vector<int>{0})});
    CHECK_THAT(found, StartsWith("race: thread 0 of block "));
    CHECK_THAT(found, ContainsSubstring("loads 4 bytes of array 'y' at order_faults.cpp:"));
  });
}

TEST_CASE("fault: a fence that does not cover the other threads of the block") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto parts = kit.undefined<int>(64), y = kit.undefined<int>(1);
    CHECK(kit.run("last_block_parts", {4}, {16}, {parts, y, kit.upload(std::vector<int>{0})}).empty());
    CHECK(kit.download<int>(y) == std::vector<int>{64 * 63 / 2});
    const std::string found = kit.run("last_block_parts_wrong", {4}, {16}, {parts, y, kit.upload(std::vector<int>{0})});
    CHECK_THAT(found, StartsWith("race: thread 0 of block "));
  });
}

TEST_CASE("fault: a missing wait for another stream") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    for (const bool is_right : {true, false}) {
      const auto x = kit.upload(numbers(32)), y = kit.upload(numbers(32)), z = kit.undefined<int>(32);
      const EventHandle event = succeed(kit.driver().create_event());
      succeed(kit.enqueue("plus_one", {1}, {32}, {x, y}, kit.stream()));
      if (is_right) {
        succeed(kit.driver().record(event, kit.stream()));
        succeed(kit.driver().wait_for_event(kit.other_stream(), event));
      }
      succeed(kit.enqueue("plus_one", {1}, {32}, {y, z}, kit.other_stream()));
      const std::string found = kit.findings();
      CHECK(found.empty() == is_right);
      if (is_right) continue;
      CHECK_THAT(found, StartsWith("race of streams: thread "));
      CHECK_THAT(found, ContainsSubstring("of kernel 'plus_one' in stream "));
      CHECK_THAT(found, ContainsSubstring("; no event and no wait of the host orders them"));
    }
  });
}

TEST_CASE("fault: a missing wait of the host, which reads an undefined value") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(std::vector<int>{5});
    int value = 0;
    succeed(kit.driver().copy_to_host(&value, x.address(), 4, kit.stream()));
    CHECK(value == 0x7ff4a5a5);  // a NaN, and no index
    CHECK(kit.findings().empty());
    CHECK(value == 5);
  });
}

TEST_CASE("fault: the wrong stream") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    for (const bool is_right : {true, false}) {
      const auto x = kit.undefined<int>(32), y = kit.undefined<int>(32);
      const std::vector<int> values = numbers(32);
      const EventHandle event = succeed(kit.driver().create_event());
      succeed(kit.driver().copy_to_device(x.address(), values.data(), 128, kit.stream()));
      succeed(kit.driver().record(event, is_right ? kit.stream() : kit.other_stream()));
      succeed(kit.driver().wait_for_event(kit.other_stream(), event));
      succeed(kit.enqueue("plus_one", {1}, {32}, {x, y}, kit.other_stream()));
      const std::string found = kit.findings();
      CHECK(found.empty() == is_right);
      if (!is_right) CHECK_THAT(found, ContainsSubstring("a copy to the device in stream 0"));
    }
  });
}

TEST_CASE("fault: a missing transfer") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    std::vector<int> host = numbers(32);
    const auto y = kit.undefined<int>(32);
    CHECK(kit.run("plus_one", {1}, {32}, {kit.upload(host), y}).empty());
    const auto x = KernelArgument::array({reinterpret_cast<uint64_t>(host.data())}, 128);
    CHECK_THAT(kit.run("plus_one", {1}, {32}, {x, y}),
               ContainsSubstring("loads 4 bytes of array 'x' at order_faults.cpp:") &&
                   ContainsSubstring("at an address of the host: its array was not transferred"));
    const auto* address = reinterpret_cast<const int*>(y.address().value);
    CHECK(signal_of([&] { _exit(*const_cast<const volatile int*>(address)); }) == SIGSEGV);
    const Status copied = kit.driver().copy_to_device(y.address(), address, 16, kit.stream());
    CHECK_THAT(text_of(copied), ContainsSubstring("gets an address of the device as memory of the host"));
    CHECK_FALSE(kit.driver().take_findings().empty());
  });
}

TEST_CASE("fault: out of bounds by one") {
  with_seeds(AG_MEMORY_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(64));
    const auto part = KernelArgument::array(x.address(), 4 * 50);  // of a larger allocation
    CHECK(kit.run("bounds", {2}, {16}, {x, KernelArgument::number(64)}).empty());
    CHECK(kit.run("bounds_wrong", {2}, {16}, {x, KernelArgument::number(64)}) ==
          "out of bounds: thread 0 of block 0 of kernel 'bounds_wrong' loads 4 bytes of array 'x' at "
          "memory_faults.cpp:14, at byte 256 of its 256\n");
    CHECK_THAT(kit.run("bounds_wrong", {2}, {16}, {part, KernelArgument::number(50)}),
               ContainsSubstring("at byte 200 of its 200"));
    CHECK(kit.run("shared_bounds", {1}, {32}, {x}).empty());
    CHECK_THAT(kit.run("shared_bounds_wrong", {1}, {32}, {x}),
               StartsWith("out of bounds: thread 31 of block 0") &&
                   ContainsSubstring("at byte 128 of the 128 bytes of shared memory"));
    std::vector<int> host(64);
    const Status copied = kit.driver().copy_to_host(host.data(), x.address() + 4, 256, kit.stream());
    CHECK_THAT(text_of(copied),
               ContainsSubstring("copy_to_host uses 256 bytes at byte 4 of an allocation of 256 bytes"));
  });
}

TEST_CASE("fault: an index that overflows") {
  with_seeds(AG_MEMORY_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(32)), y = kit.undefined<int>(32);
    CHECK(kit.run("overflow", {1}, {32}, {x, y}).empty());
    CHECK(kit.download<int>(y) == numbers(32));
    CHECK_THAT(kit.run("overflow_wrong", {1}, {32}, {x, y}), StartsWith("out of bounds: thread ") &&
                                                                 ContainsSubstring("of array 'x' at ") &&
                                                                 ContainsSubstring(", at byte -"));
  });
}

TEST_CASE("fault: a misaligned access of a vector") {
  with_seeds(AG_MEMORY_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(std::vector<float>(132)), y = kit.undefined<float>(128);
    CHECK(kit.run("vectors", {1}, {32}, {x, y}).empty());
    CHECK_THAT(kit.run("vectors_wrong", {1}, {32}, {x, y}),
               StartsWith("misaligned access: thread ") && ContainsSubstring("loads 16 bytes of array 'x'") &&
                   ContainsSubstring(", 4 bytes past a multiple of their number"));
  });
}

TEST_CASE("fault: use after free, and early release of a buffer") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(32)), y = kit.undefined<int>(32);
    succeed(kit.enqueue("plus_one", {1}, {32}, {x, y}, kit.stream()));
    succeed(kit.driver().wait(kit.stream()));
    succeed(kit.driver().release(y.address()));
    CHECK_THAT(kit.run("plus_one", {1}, {32}, {x, y}),
               StartsWith("use after free: thread ") && ContainsSubstring("stores 4 bytes of array 'y' at ") &&
                   ContainsSubstring("its memory, 128 bytes, has been released"));
    // Released while the launch is pending: streams run late, so that the launch always comes after the release.
    const auto z = kit.undefined<int>(32);
    succeed(kit.enqueue("plus_one", {1}, {32}, {x, z}, kit.stream()));
    succeed(kit.driver().release(z.address()));
    CHECK_THAT(kit.findings(), StartsWith("use after free: thread "));
    std::vector<int> host(32);
    succeed(kit.driver().copy_to_host(host.data(), x.address(), 128, kit.stream()));
    succeed(kit.driver().release(x.address()));
    CHECK(kit.findings() ==
          "use after free: a copy to the host uses memory that has been released, an allocation of 128 bytes\n");
  });
}

TEST_CASE("fault: early release of pinned memory") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(32));
    void* pinned = succeed(kit.driver().allocate_pinned(128));
    succeed(kit.driver().copy_to_host(pinned, x.address(), 128, kit.stream()));
    CHECK_THAT(text_of(kit.driver().release_pinned(pinned)), ContainsSubstring("while a copy that uses it is pending"));
    succeed(kit.driver().wait(kit.stream()));
    succeed(kit.driver().release_pinned(pinned));
  });
}

TEST_CASE("fault: an uninitialized read") {
  with_seeds(AG_MEMORY_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(32)), y = kit.upload(numbers(32)), z = kit.undefined<int>(32);
    CHECK(kit.run("add_to", {1}, {32}, {x, y}).empty());
    CHECK_THAT(kit.run("add_to", {1}, {32}, {x, z}), StartsWith("uninitialized read: thread ") &&
                                                         ContainsSubstring("loads 4 bytes of array 'y' at ") &&
                                                         ContainsSubstring(", where nothing has been stored"));
    CHECK(kit.run("shared_value", {1}, {32}, {x}).empty());
    CHECK_THAT(kit.run("shared_value_wrong", {1}, {32}, {x}), StartsWith("uninitialized read: thread "));
    // A copy on the device takes the absence of a value along.
    const auto a = kit.undefined<int>(32), b = kit.upload(numbers(32));
    succeed(kit.driver().copy_on_device(a.address(), x.address(), 64, kit.stream()));
    succeed(kit.driver().copy_on_device(b.address(), a.address(), 128, kit.stream()));
    CHECK(kit.findings().empty());
    CHECK_THAT(kit.run("add_to", {1}, {32}, {x, b}), StartsWith("uninitialized read: thread "));
    int host = 0;
    const auto c = kit.undefined<int>(1);
    succeed(kit.driver().copy_to_host(&host, c.address(), 4, kit.stream()));
    CHECK_THAT(kit.findings(), StartsWith("uninitialized read: a copy to the host in stream 0 loads byte 0"));
  });
}

TEST_CASE("fault: a divergent barrier") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(64));
    for (const char* name : {"half", "either", "half_shuffle"}) {
      CHECK(kit.run(name, {1}, {64}, {x}).empty());
      CHECK_THAT(kit.run(std::string(name) + "_wrong", {1}, {64}, {x}), StartsWith("divergent barrier: "));
    }
    const std::string found = kit.run("half_wrong", {1}, {64}, {x});
    CHECK_THAT(found, ContainsSubstring("32 threads (thread 0 and others) at the barrier at order_faults.cpp:") &&
                          ContainsSubstring("32 threads (thread 32 and others) returned"));
  });
}

TEST_CASE("fault: a double free") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.undefined<int>(32);
    CHECK_THAT(text_of(kit.driver().release(x.address() + 4)), ContainsSubstring("inside of an allocation"));
    succeed(kit.driver().release(x.address()));
    CHECK(text_of(kit.driver().release(x.address())) ==
          "release: double free: memory of 128 bytes is released, and was released before");
    CHECK_THAT(text_of(kit.driver().release({17})), ContainsSubstring("in no allocation"));
  });
}

TEST_CASE("fault: a host write while a copy runs") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    std::vector<int> host = numbers(32);
    const auto x = kit.undefined<int>(32);
    for (const bool is_right : {true, false}) {
      host = numbers(32);
      succeed(kit.driver().copy_to_device(x.address(), host.data(), 128, kit.stream()));
      if (is_right) succeed(kit.driver().wait(kit.stream()));
      host[7] = 100;
      const std::string found = kit.findings();
      CHECK(found.empty() == is_right);
      if (!is_right) {
        CHECK(
            found ==
            "host write during a copy: the host wrote to the memory of a copy to the device, 128 bytes, before it had "
            "waited for the copy\n");
      }
      succeed(kit.driver().copy_to_host(host.data(), x.address(), 128, kit.stream()));
      if (is_right) succeed(kit.driver().wait(kit.stream()));
      host[7] = 100;
      CHECK(kit.findings().empty() == is_right);
    }
    // A copy back and forth through one buffer is in order.
    succeed(kit.driver().copy_to_host(host.data(), x.address(), 128, kit.stream()));
    succeed(kit.driver().copy_to_device(x.address(), host.data(), 128, kit.stream()));
    succeed(kit.driver().copy_to_host(host.data(), x.address(), 128, kit.stream()));
    CHECK(kit.findings().empty());
  });
}

TEST_CASE("fault: a store to an input") {
  with_seeds(AG_MEMORY_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(numbers(32)), y = kit.undefined<int>(32);
    CHECK(kit.run("store_result", {1}, {32}, {as_input(x), y}).empty());
    CHECK(kit.run("store_result_wrong", {1}, {32}, {x, y}).empty());
    CHECK_THAT(kit.run("store_result_wrong", {1}, {32}, {as_input(x), y}),
               StartsWith("store to an input: thread ") &&
                   ContainsSubstring("stores 4 bytes of array 'x' at memory_faults.cpp:"));
  });
}

TEST_CASE("fault: a cooperative launch that is too large") {
  EmulatedOptions options = with_seed(1);
  options.multiprocessors = 2;
  options.shared_bytes = 1024;  // of which a block takes 256
  KernelKit kit(AG_ORDER_FAULTS, options);
  CHECK(kit.run("reverse", {1}, {32}, {kit.upload(numbers(32))}, true).empty());
  const auto x = kit.undefined<int>(32 * 8), y = kit.undefined<int>(32 * 8);
  CHECK(kit.run("phases", {8}, {32}, {x, y}, true).empty());
  const Status refused = kit.enqueue("reverse", {9}, {32}, {x}, kit.stream(), true);
  REQUIRE_FALSE(refused);
  CHECK(refused.failure().kind == FailureKind::Refused);
  CHECK(refused.failure().message ==
        "the cooperative launch of kernel 'reverse' is too large: it has 9 blocks of 32 threads, and 8 are resident at "
        "once");
}

TEST_CASE("fault: a missing barrier of the grid, and one in a launch that is not cooperative") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.undefined<int>(128), y = kit.undefined<int>(128);
    CHECK(kit.run("phases", {4}, {32}, {x, y}, true).empty());
    CHECK_THAT(kit.run("phases_wrong", {4}, {32}, {x, y}, true), ContainsSubstring("race: thread "));
    CHECK(kit.run("most_blocks", {4}, {32}, {x}, true).empty());
    CHECK_THAT(kit.run("most_blocks_wrong", {4}, {32}, {x}, true),
               StartsWith("divergent barrier: some threads never come: of block ") &&
                   ContainsSubstring("32 threads (thread 0 and others) at the grid barrier at order_faults.cpp:") &&
                   ContainsSubstring("; 1 blocks have ended"));
    CHECK_THAT(kit.run("phases", {4}, {32}, {x, y}),
               StartsWith("divergent barrier: kernel 'phases' has a grid barrier at order_faults.cpp:"));
  });
}

TEST_CASE("fault: a lost update") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.upload(std::vector<int>{0});
    CHECK(kit.run("count", {2}, {64}, {x}).empty());
    CHECK(kit.download<int>(x) == std::vector<int>{128});
    CHECK_THAT(kit.run("count_wrong", {2}, {64}, {x}), StartsWith("race: thread "));
  });
}

TEST_CASE("fault: a read of another block's shared memory") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.undefined<int>(2), addresses = kit.undefined<uint64_t>(1);
    CHECK(kit.run("other_block", {2}, {1}, {x, addresses, kit.upload(std::vector<int>(2))}).empty());
    CHECK_THAT(kit.run("other_block_wrong", {2}, {1}, {x, addresses, kit.upload(std::vector<int>(2))}),
               StartsWith("shared memory of another block: thread 0 of block 1 ") &&
                   ContainsSubstring("in the shared memory of block 0"));
  });
}

TEST_CASE("fault: an unordered counter") {
  with_seeds(AG_ORDER_FAULTS, [](KernelKit& kit) {
    const auto x = kit.undefined<int>(2);
    CHECK(kit.run("hand_over", {2}, {1}, {x, kit.upload(std::vector<int>{0})}).empty());
    CHECK(kit.download<int>(x) == std::vector<int>{42, 42});
    CHECK_THAT(kit.run("hand_over_wrong", {2}, {1}, {x, kit.upload(std::vector<int>{0})}),
               StartsWith("race: thread 0 of block 1 of kernel 'hand_over_wrong' loads 4 bytes of array 'x' at "
                          "order_faults.cpp:") &&
                   ContainsSubstring("while thread 0 of block 0 stores it at order_faults.cpp:"));
  });
}

TEST_CASE("fault: blocks that wait for one that is not resident") {
  EmulatedOptions options = with_seed(1);
  options.multiprocessors = 1;
  KernelKit kit(AG_ORDER_FAULTS, options);
  CHECK(kit.run("wait_for_last", {32}, {32}, {kit.upload(std::vector<int>{0})}).empty());
  // With more blocks than are resident, it depends on the order of blocks.
  bool is_found = false;
  for (int i = 0; i < 8 && !is_found; ++i) {
    const std::string found = kit.run("wait_for_last", {64}, {32}, {kit.upload(std::vector<int>{0})});
    is_found = !found.empty();
    if (!is_found) continue;
    CHECK_THAT(found, StartsWith("no progress: kernel 'wait_for_last' does nothing but wait with atomic operations"));
    CHECK_THAT(found, ContainsSubstring("32 blocks have not started, since 32 are resident at once"));
  }
  CHECK(is_found);
}

TEST_CASE("fault: an address from device memory that is used as it is") {
  with_seeds(AG_MEMORY_FAULTS, [](KernelKit& kit) {
    const auto y = kit.undefined<int>(1);
    const auto table = kit.upload(std::vector<uint64_t>{y.address().value});
    CHECK(kit.run("table", {1}, {1}, {table}).empty());
    CHECK(kit.download<int>(y) == std::vector<int>{7});
    CHECK_THAT(kit.run("table_wrong", {1}, {1}, {table}), ContainsSubstring("did not pass through `pointer`"));
  });
}

TEST_CASE("memory of a thread and constants of a module are no findings") {
  KernelKit kit(AG_MEMORY_FAULTS);
  const auto x = kit.undefined<int>(1);
  CHECK(kit.run("own_memory", {1}, {1}, {x}).empty());
  CHECK(kit.download<int>(x) == std::vector<int>{4});
}

}  // namespace ag::test::faults_test
