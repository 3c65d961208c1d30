/// The pool of threads: every range once, by several threads, and what goes wrong where it should.
#include "base/thread_pool.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cfenv>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ag/error.h"
#include "ag/threads.h"
#include "support/catch.h"

namespace ag::test {

namespace thread_pool_test {
namespace {

using ag_test::ContainsSubstring;
using detail::pool_use, detail::ThreadLimit;
using std::chrono::steady_clock;

/// A loop that is worth every effort.
template <class Task>
void for_ranges(int64_t count, int64_t chunk, Task&& task) {
  detail::for_ranges(count, chunk, 1'000'000'000, task);
}

/// So many threads for as long as it lives.
class Threads {
 public:
  explicit Threads(int count) : before_(num_threads()) { set_num_threads(count); }
  ~Threads() { set_num_threads(before_); }

 private:
  int before_;
};

/// Tasks that go on when so many of them have come: on one thread they never do.
class Meeting {
 public:
  explicit Meeting(int count) : left_(count) {}
  bool come() {
    left_.fetch_sub(1);
    const auto end = steady_clock::now() + std::chrono::seconds(60);
    while (left_.load() > 0) {
      if (steady_clock::now() > end) return false;
      std::this_thread::yield();
    }
    return true;
  }

 private:
  std::atomic<int> left_;
};

/// How many of `count` ranges two threads or more took at the same time: all, or none.
bool meet(int count) {
  Meeting meeting(count);
  std::atomic<bool> met{true};
  for_ranges(count, 1, [&](int64_t, int64_t) {
    if (!meeting.come()) met = false;
  });
  return met;
}

// The sanitizer knows no threads that begin in a child of a process with threads. g++ tells of it by a macro, clang++
// by a feature.
#if defined(__SANITIZE_THREAD__)
constexpr bool kChildrenHaveThreads = false;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool kChildrenHaveThreads = false;
#else
constexpr bool kChildrenHaveThreads = true;
#endif
#else
constexpr bool kChildrenHaveThreads = true;
#endif

/// The status of a process that runs `body`; -1 where it has not ended after a minute.
template <class Body>
int status_of_child(Body&& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) body();
  for (int k = 0; k < 6000; ++k) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    usleep(10000);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return -1;
}

}  // namespace

TEST_CASE("each number is in one range, whose length is a multiple of the chunk") {
  for (const int threads : {1, 2, 3, 8}) {
    const Threads scope(threads);
    for (const int64_t count : {1, 2, 63, 64, 65, 1000, 4096}) {
      for (const int64_t chunk : {1, 7, 64, 5000}) {
        std::vector<std::atomic<int>> seen(static_cast<size_t>(count));
        std::atomic<int> wrong{0};
        for_ranges(count, chunk, [&](int64_t begin, int64_t end) {
          if (begin % chunk != 0 || begin >= end || end > count || (end % chunk != 0 && end != count)) ++wrong;
          for (int64_t at = begin; at < end; ++at) ++seen[static_cast<size_t>(at)];
        });
        CHECK(wrong == 0);
        for (const std::atomic<int>& one : seen) wrong += one != 1;
        CHECK(wrong == 0);
      }
    }
  }
  bool called = false;
  for_ranges(0, 1, [&](int64_t, int64_t) { called = true; });
  CHECK(!called);
}

TEST_CASE("several threads take ranges at the same time") {
  for (const int threads : {2, 3, 8}) {
    const Threads scope(threads);
    const uint64_t loops = pool_use().loops, helped = pool_use().helped;
    CHECK(meet(threads));
    CHECK(pool_use().loops == loops + 1);
    CHECK(pool_use().helped == helped + static_cast<uint64_t>(threads) - 1);
  }
  CHECK(pool_use().threads == 7);
}

TEST_CASE("where one thread is all that may be used the pool is not touched") {
  const detail::PoolUse before = pool_use();
  const auto run = [] {
    std::set<std::thread::id> ids;
    for_ranges(100, 1, [&](int64_t, int64_t) { ids.insert(std::this_thread::get_id()); });
    return ids == std::set{std::this_thread::get_id()};
  };
  {
    const Threads scope(1);
    CHECK(run());
    CHECK(detail::thread_limit() == 1);
  }
  {
    const Threads scope(3);
    const ThreadLimit one(1);
    CHECK(run());
    const ThreadLimit more(2);  // the outer one holds
    CHECK(detail::thread_limit() == 1);
  }
  CHECK(pool_use().loops == before.loops);
  CHECK(pool_use().threads == before.threads);
}

TEST_CASE("threads that sleep are not woken for little") {
  const Threads scope(2);
  REQUIRE(meet(2));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const uint64_t loops = pool_use().loops;
  detail::for_ranges(100, 1, detail::worth_waking(detail::machine()) - 1, [](int64_t, int64_t) {});
  CHECK(pool_use().loops == loops);
  detail::for_ranges(100, 1, detail::worth_waking(detail::machine()), [](int64_t, int64_t) {});
  CHECK(pool_use().loops == loops + 1);
}

TEST_CASE("threads that sleep are woken for loops that follow each other") {
  const Threads scope(2);
  const auto shared = [](int count, std::chrono::microseconds between) {
    REQUIRE(meet(2));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const uint64_t loops = pool_use().loops;
    for (int k = 0; k < count; ++k) {
      detail::for_ranges(100, 1, detail::worth_waking(detail::machine()) / 3, [](int64_t, int64_t) {});
      if (between.count() > 0) std::this_thread::sleep_for(between);
    }
    return pool_use().loops - loops;
  };
  // Another process may stand between two loops.
  const auto eventually = [&](auto&& holds) {
    for (int turn = 0; turn < 10; ++turn) {
      if (holds()) return true;
    }
    return false;
  };
  CHECK(eventually([&] { return shared(3, {}) == 0; }));
  CHECK(eventually([&] { return shared(4, {}) == 1; }));
  CHECK(shared(12, std::chrono::milliseconds(1)) == 0);
}

TEST_CASE("a limit holds for its thread and its time") {
  const Threads scope(5);
  {
    const ThreadLimit three(3);
    CHECK(detail::thread_limit() == 3);
    const ThreadLimit none(0);
    CHECK(detail::thread_limit() == 3);
    int other = 0;
    std::thread([&] { other = detail::thread_limit(); }).join();
    CHECK(other == 5);
    CHECK(meet(3));
  }
  CHECK(detail::thread_limit() == 5);
}

TEST_CASE("a loop inside of a task stays on its thread") {
  const Threads scope(2);
  Meeting meeting(2);
  std::atomic<int> sum{0}, wrong{0};
  for_ranges(2, 1, [&](int64_t, int64_t) {
    if (!meeting.come()) ++wrong;
    const std::thread::id id = std::this_thread::get_id();
    for_ranges(100, 1, [&](int64_t begin, int64_t end) {
      if (std::this_thread::get_id() != id) ++wrong;
      sum += static_cast<int>(end - begin);
    });
  });
  CHECK(sum == 200);
  CHECK(wrong == 0);
}

TEST_CASE("what a task throws is thrown at the caller, that of the first range") {
  for (const int threads : {1, 2, 4}) {
    const Threads scope(threads);
    for (int round = 0; round < 200; ++round) {
      std::string what;
      try {
        for_ranges(64, 1, [&](int64_t begin, int64_t end) {
          for (int64_t at = begin; at < end; ++at) {
            if (at % 16 == 5) throw std::runtime_error(std::to_string(at));
          }
        });
      } catch (const std::runtime_error& error) {
        what = error.what();
      }
      REQUIRE(what == "5");
    }
    if (threads > 1) CHECK(meet(threads));  // and the pool is as it was
  }
}

TEST_CASE("many callers at the same time") {
  const Threads scope(3);
  std::array<int64_t, 8> sums{};
  std::vector<std::thread> callers;
  for (int64_t& sum : sums) {
    callers.emplace_back([&sum] {
      for (int round = 0; round < 300; ++round) {
        std::atomic<int64_t> total{0};
        for_ranges(100, 3, [&](int64_t begin, int64_t end) {
          for (int64_t at = begin; at < end; ++at) total += at;
        });
        sum += total;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (const int64_t sum : sums) CHECK(sum == 300 * 4950);
}

TEST_CASE("threads round as the caller does") {
  const Threads scope(2);
  Meeting meeting(2);
  std::array<int, 2> modes{};
  std::fesetround(FE_UPWARD);
  for_ranges(2, 1, [&](int64_t begin, int64_t) {
    meeting.come();
    modes[static_cast<size_t>(begin)] = std::fegetround();
  });
  std::fesetround(FE_TONEAREST);
  CHECK(modes == std::array<int, 2>{FE_UPWARD, FE_UPWARD});
  Meeting again(2);
  for_ranges(2, 1, [&](int64_t begin, int64_t) {
    again.come();
    modes[static_cast<size_t>(begin)] = std::fegetround();
  });
  CHECK(modes == std::array<int, 2>{FE_TONEAREST, FE_TONEAREST});
}

TEST_CASE("a child process has threads of its own, and ends") {
  if (!kChildrenHaveThreads) {
    WARN("skipped: no threads in child processes under the thread sanitizer");
    return;
  }
  const Threads scope(2);
  REQUIRE(meet(2));
  CHECK(status_of_child([] { _exit(meet(2) ? 7 : 1); }) == 7);
  CHECK(status_of_child([] { std::exit(meet(2) ? 7 : 1); }) == 7);
  CHECK(meet(2));
}

TEST_CASE("a child of a process whose threads are busy has threads of its own") {
  if (!kChildrenHaveThreads) {
    WARN("skipped: no threads in child processes under the thread sanitizer");
    return;
  }
  const Threads scope(2);
  std::atomic<bool> begun{false}, done{false};
  std::thread busy([&] {
    for_ranges(2, 1, [&](int64_t, int64_t) {
      begun = true;
      while (!done) std::this_thread::yield();
    });
  });
  while (!begun) std::this_thread::yield();
  const int status = status_of_child([] { _exit(meet(2) ? 7 : 1); });
  done = true;
  busy.join();
  CHECK(status == 7);
}

TEST_CASE("numbers of threads are read, and others are errors") {
  CHECK(detail::parse_thread_count(nullptr, 5) == 5);
  CHECK(detail::parse_thread_count("", 5) == 5);
  CHECK(detail::parse_thread_count("3", 5) == 3);
  CHECK(detail::parse_thread_count("256", 5) == 256);
  for (const char* text : {"0", "-1", "257", "two", "2x", " 2", "99999999999"}) {
    CHECK_THROWS_WITH(detail::parse_thread_count(text, 5),
                      "AG_NUM_THREADS is '" + std::string(text) + "'; it is a number from 1 to 256");
  }
  CHECK_THROWS_WITH(set_num_threads(0),
                    ContainsSubstring("thread_pool_test.cpp:") &&
                        ContainsSubstring("set_num_threads: 0 threads; the number is from 1 to 256"));
  CHECK_THROWS_WITH(set_num_threads(257),
                    ContainsSubstring("thread_pool_test.cpp:") &&
                        ContainsSubstring("set_num_threads: 257 threads; the number is from 1 to 256"));
}

// What a process does whose environment says how many threads there are: the next test runs this one.
TEST_CASE("threads of the environment", "[.environment]") {
  if (std::getenv("AG_NUM_THREADS") == std::string("many")) {
    CHECK_THROWS_WITH(for_ranges(2, 1, [](int64_t, int64_t) {}),
                      ContainsSubstring("AG_NUM_THREADS is 'many'; it is a number from 1 to 256"));
    return;
  }
  for_ranges(100, 1, [](int64_t, int64_t) {});
  CHECK(num_threads() == 1);
  CHECK(pool_use().threads == 0);
}

TEST_CASE("AG_NUM_THREADS says how many threads there are") {
  char self[PATH_MAX] = {};
  REQUIRE(readlink("/proc/self/exe", self, sizeof(self) - 1) > 0);
  for (const char* threads : {"1", "many"}) {
    const int status = status_of_child([&] {
      setenv("AG_NUM_THREADS", threads, 1);
      execl(self, self, "[.environment]", nullptr);
      _exit(1);
    });
    CHECK(status == 0);
  }
}

}  // namespace thread_pool_test

}  // namespace ag::test
