#pragma once
/// The threads of the process that help with large loops: one pool for everything, whose threads begin at the first
/// loop that is shared out, and never where one thread is all that may be used.
///
/// A loop is cut into ranges, which the caller and free threads of the pool take one after the other. The caller waits
/// for no thread that has not taken one: what wakes up late finds nothing to do, and what that costs is the wake-up
/// call. Threads look for the next loop for some time before they sleep.
#include <cstdint>

#include "ag/function_ref.h"

namespace ag::detail {

/// The most that AG_NUM_THREADS, ag::set_num_threads and FunctionOptions::threads may say.
inline constexpr int kMostThreads = 256;

/// How many threads a loop that begins now on this thread may use, this one included. Throws where AG_NUM_THREADS is
/// not a number that is allowed.
int thread_limit();

/// While it lives, the loops of this thread use no more than `most` threads; 0 leaves it as it is.
class ThreadLimit {
 public:
  explicit ThreadLimit(int most);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  int outer_;
};

/// Calls task(begin, end) for ranges that make up 0 … count - 1, each a multiple of `chunk` long but for the last one,
/// on whatever threads, and returns when all are done. One inside of another, or beside one of another thread, stays
/// on the thread that calls it.
///
/// `nanoseconds`: what all of it takes on one thread, as far as that is known. Threads that sleep are not woken for
/// less than it takes to wake them; they are for loops that take as long together and follow each other closely.
///
/// What tasks throw is thrown here: of several the one of the first range, as a loop would. Ranges behind one that
/// threw may be left out.
void for_ranges(int64_t count, int64_t chunk, int64_t nanoseconds, FunctionRef<void(int64_t begin, int64_t end)> task);
inline constexpr int64_t kWorthWaking = 200'000;
/// The nanoseconds on one thread from which it pays to share a loop out.
inline constexpr int64_t kWorthSharing = 60'000;

/// What the pool of the process has done so far.
struct PoolUse {
  int threads = 0;      // that have begun
  uint64_t loops = 0;   // that were shared out
  uint64_t helped = 0;  // ranges that threads of the pool took
};
PoolUse pool_use();

/// As AG_NUM_THREADS is read; `text` null or empty: `processors`.
int parse_thread_count(const char* text, int processors);

}  // namespace ag::detail
