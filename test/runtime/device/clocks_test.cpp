/// The order of accesses, by barriers, releases and acquires, fences, and events of streams.
#include "device/clocks.h"

#include "device/operation_order.h"
#include "support/catch.h"

namespace ag::test::clocks_test {

using namespace device;

namespace {

constexpr uint32_t kThreads = 64;  // of a block
constexpr uint64_t kFlag = 0x1000;

LaunchClocks started() {
  LaunchClocks clocks(kThreads);
  for (uint32_t block = 0; block < 4; ++block) clocks.start_block(block);
  return clocks;
}

Access access_of(const LaunchClocks& clocks, uint32_t thread) {
  Access access{1, thread};
  clocks.stamp(access);
  return access;
}

}  // namespace

TEST_CASE("a thread's own accesses come before, others do not") {
  const LaunchClocks clocks = started();
  const Access access = access_of(clocks, 3);
  CHECK(clocks.is_before(access, 3));
  CHECK_FALSE(clocks.is_before(access, 4));
  CHECK_FALSE(clocks.is_before(access, 3 + kThreads));
}

TEST_CASE("a barrier orders the threads of its block") {
  LaunchClocks clocks = started();
  const Access access = access_of(clocks, 3);
  clocks.barrier(0);
  CHECK(clocks.is_before(access, 40));
  CHECK_FALSE(clocks.is_before(access, 40 + kThreads));
  CHECK_FALSE(clocks.is_before(access_of(clocks, 3), 40));
}

TEST_CASE("a barrier of a warp orders the lanes of its mask") {
  LaunchClocks clocks = started();
  const Access access = access_of(clocks, 3);
  clocks.warp_barrier(0, 0, 0xffff);
  CHECK(clocks.is_before(access, 4));
  CHECK_FALSE(clocks.is_before(access, 20));
  CHECK_FALSE(clocks.is_before(access, 35));
  CHECK_FALSE(clocks.is_before(access_of(clocks, 3), 4));
  clocks.warp_barrier(0, 0, 0x100010);  // lanes 4 and 20: the order is transitive
  CHECK(clocks.is_before(access, 20));
}

TEST_CASE("a release orders what came before it, for threads that acquire") {
  LaunchClocks clocks = started();
  const Access before = access_of(clocks, 0);
  clocks.store(0, kFlag, true, true);
  const Access after = access_of(clocks, 0);
  clocks.load(kThreads, kFlag + 8, true);
  CHECK_FALSE(clocks.is_before(before, kThreads));
  clocks.load(kThreads, kFlag, true);
  CHECK(clocks.is_before(before, kThreads));
  CHECK_FALSE(clocks.is_before(after, kThreads));
  CHECK_FALSE(clocks.is_before(before, kThreads + 1));
  clocks.barrier(1);
  CHECK(clocks.is_before(before, kThreads + 1));
}

TEST_CASE("a release publishes the other threads of the block after a barrier only") {
  LaunchClocks clocks = started();
  const Access first = access_of(clocks, 5);
  clocks.barrier(0);
  const Access second = access_of(clocks, 5);
  clocks.store(0, kFlag, true, true);
  clocks.load(kThreads, kFlag, true);
  CHECK(clocks.is_before(first, kThreads));
  CHECK_FALSE(clocks.is_before(second, kThreads));
}

TEST_CASE("a release publishes the lanes that a barrier of the warp ordered") {
  LaunchClocks clocks = started();
  const Access lane = access_of(clocks, 5), far = access_of(clocks, 37);
  clocks.warp_barrier(0, 0, 0xffffffff);
  clocks.store(0, kFlag, true, true);
  clocks.load(kThreads, kFlag, true);
  CHECK(clocks.is_before(lane, kThreads));
  CHECK_FALSE(clocks.is_before(far, kThreads));
}

TEST_CASE("relaxed operations order with fences on both sides") {
  for (const bool has_first : {true, false}) {
    for (const bool has_second : {true, false}) {
      LaunchClocks clocks = started();
      const Access access = access_of(clocks, 0);
      if (has_first) clocks.fence(0);
      clocks.store(0, kFlag, false, true);
      clocks.load(kThreads, kFlag, false);
      if (has_second) clocks.fence(kThreads);
      CHECK(clocks.is_before(access, kThreads) == (has_first && has_second));
    }
  }
}

TEST_CASE("updates keep earlier releases, a plain atomic store does not; the order is transitive") {
  LaunchClocks clocks = started();
  const Access first = access_of(clocks, 0);
  clocks.store(0, kFlag, true, true);
  clocks.load(kThreads, kFlag, true);
  clocks.store(kThreads, kFlag, false, true);
  clocks.load(2 * kThreads, kFlag, true);
  CHECK(clocks.is_before(first, 2 * kThreads));
  clocks.store(2 * kThreads, kFlag, false, false);
  clocks.load(3 * kThreads, kFlag, true);
  CHECK_FALSE(clocks.is_before(first, 3 * kThreads));
  clocks.store(2 * kThreads, kFlag, true, false);
  clocks.load(3 * kThreads, kFlag, true);
  CHECK(clocks.is_before(first, 3 * kThreads));
}

TEST_CASE("operations of one stream are ordered, those of two by events and waits") {
  OperationOrder order;
  const uint32_t a = order.add_stream(), b = order.add_stream();
  const uint32_t first = order.enqueue(a, "first"), other = order.enqueue(b, "other");
  const uint32_t second = order.enqueue(a, "second");
  CHECK(order.is_before(first, second));
  CHECK_FALSE(order.is_before(second, first));
  CHECK_FALSE(order.is_before(first, other));
  CHECK_FALSE(order.is_before(other, second));
  const OperationOrder::Clock mark = order.clock(a);
  const uint32_t third = order.enqueue(a, "third");
  order.join(b, mark);
  const uint32_t joined = order.enqueue(b, "joined");
  CHECK(order.is_before(second, joined));
  CHECK_FALSE(order.is_before(third, joined));
  order.host_waited(order.clock(a));
  CHECK(order.is_before(third, order.enqueue(b, "after")));
  CHECK(order.describe(joined) == "joined in stream 1");
}

TEST_CASE("the parts of a launch between grid barriers are operations in order") {
  OperationOrder order;
  const uint32_t a = order.add_stream(), b = order.add_stream();
  const uint32_t launch = order.enqueue(a, "launch");
  const uint32_t next = order.enqueue(a, "next"), other = order.enqueue(b, "other");
  const uint32_t part = order.proceed(launch);
  CHECK(order.is_before(launch, part));
  CHECK(order.is_before(part, next));
  CHECK_FALSE(order.is_before(part, other));
  order.join(b, order.clock(a));
  CHECK(order.is_before(part, order.enqueue(b, "last")));
}

TEST_CASE("operations that the host has waited for are forgotten, and come before all later ones") {
  OperationOrder order;
  const uint32_t a = order.add_stream(), b = order.add_stream();
  const uint32_t first = order.enqueue(a, "first");
  order.settle();
  CHECK(order.describe(first) == "first in stream 0");
  order.host_waited(order.clock(a));
  order.settle();
  CHECK(order.describe(first) == "an earlier operation");
  CHECK(order.is_before(first, order.enqueue(b, "second")));
}

}  // namespace ag::test::clocks_test
