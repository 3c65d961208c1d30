#pragma once
/// The thread pool of the process, for large loops. Its threads start at the first parallel loop, and never start if
/// only one thread may be used.
///
/// A loop is split into ranges, which the caller and idle threads of the pool take in turn. The caller does not wait
/// for threads that have not taken a range: a thread that wakes up late finds no work, and its only cost is the wake-up
/// call. Idle threads spin for some time before they sleep.
#include <cstdint>

#include "ag/detail/function_ref.h"
#include "base/machine.h"

namespace ag::detail {

/// The maximum for AG_NUM_THREADS, ag::set_num_threads and FunctionOptions::threads.
inline constexpr int kMaxThreads = 256;

/// Returns the number of threads that a loop may use if it starts on this thread, including this one. Throws if
/// AG_NUM_THREADS is not a valid number.
int thread_limit();

/// Scope guard: while it lives, the loops of this thread use at most `most` threads; 0 means no change.
class ThreadLimit {
 public:
  explicit ThreadLimit(int most);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  int outer_;
};

/// Calls task(begin, end) for ranges that cover 0 … count - 1, on any threads, and returns when all are done. The
/// length of each range is a multiple of `chunk`, except for the last one. A nested loop, or a loop that runs while
/// another thread's loop has the pool, stays on the calling thread.
///
/// `nanoseconds`: an estimate of the total time on one thread. Sleeping threads are woken only for loops that take
/// longer than the wake-up; loops in close succession count as one.
///
/// Exceptions of tasks are rethrown here: that of the lowest range that threw, as in a sequential loop. Ranges after
/// one that threw may be skipped.
void for_ranges(int64_t count, int64_t chunk, int64_t nanoseconds, FunctionRef<void(int64_t begin, int64_t end)> task);
/// The nanoseconds on one thread from which it pays to wake threads for a loop.
static inline int64_t worth_waking(const Machine& machine) { return 20 * machine.wake_ns; }
/// The nanoseconds on one thread from which it pays to run a loop on threads that are awake. Other programs may need
/// the processor.
static inline int64_t worth_sharing(const Machine& machine) { return 6 * machine.wake_ns; }

/// Statistics of the pool of the process.
struct PoolUse {
  int threads = 0;      // that have started
  uint64_t loops = 0;   // that ran in parallel
  uint64_t helped = 0;  // ranges that threads of the pool took
};
PoolUse pool_use();

/// Parses the value of AG_NUM_THREADS. If `text` is null or empty, returns `processors`.
int parse_thread_count(const char* text, int processors);

}  // namespace ag::detail
