#include "base/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "ag/error.h"
#include "ag/threads.h"
#include "base/environment.h"

namespace ag::detail {

namespace {

using Clock = std::chrono::steady_clock;

/// The time that an idle thread spins before it sleeps, as waking it takes longer than most pauses between loops.
std::chrono::nanoseconds spin_time() { return std::chrono::nanoseconds(4 * machine().wake_ns); }

// True while this thread runs a task; nested loops then stay on it.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool inside = false;
// The limit of the innermost ThreadLimit.
[[gnu::tls_model("initial-exec")]] constinit thread_local int most_of_thread = kMaxThreads;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Spins until `done()`, for at most spin_time(). Returns true if `done()` became true.
template <class Done>
bool spin(Done&& done) {
  constexpr int kBetweenLooks = 64;
  const Clock::time_point end = Clock::now() + spin_time();
  do {
    for (int k = 0; k < kBetweenLooks; ++k) {
      if (done()) return true;
      relax();
    }
  } while (Clock::now() < end);
  return false;
}

/// The count passed to ag::set_num_threads; 0 before that.
std::atomic<int>& chosen_count() {
  static std::atomic<int> count{0};
  return count;
}

int process_limit() {
  if (const int chosen = chosen_count().load(std::memory_order_relaxed)) return chosen;
  static const int count = parse_thread_count(std::getenv("AG_NUM_THREADS"), static_cast<int>(machine().cores));
  return count;
}

class Pool;

/// The pool of the process, and its statistics. In a child of fork() the threads do not exist, so it makes a new pool.
/// The old pool is never destroyed, since its locks may be held.
struct Place {
  std::atomic<Pool*> pool{nullptr};
  std::atomic<Pool*> of_parent{nullptr};
  std::atomic<bool> prepared{false};
  std::atomic<int> threads{0};
  std::atomic<uint64_t> loops{0}, helped{0};
};

Place& place() {
  static constinit Place place;
  return place;
}

/// The iterations of a loop, split into ranges.
struct Ranges {
  int64_t count, chunk;

  int64_t number() const { return (count - 1) / chunk + 1; }
  int64_t begin(int64_t turn) const { return turn * chunk; }
  int64_t end(int64_t turn) const { return std::min(begin(turn) + chunk, count); }
};

class Pool {
 public:
  static Pool& of_process();

  /// Runs the loop, on several threads if that pays.
  void run(int helpers, int64_t nanoseconds, const Ranges& ranges, FunctionRef<void(int64_t, int64_t)> task);

 private:
  Pool() = default;
  static void prepare();

  void start(size_t count);
  void end();
  void work(uint32_t seen);
  void take_ranges(bool helps);
  bool join();
  /// Returns false if another loop has the threads, or there are none.
  bool share(int helpers, bool wakes, const Ranges& ranges, FunctionRef<void(int64_t, int64_t)> task);
  bool wakes_for(int64_t nanoseconds);

  // Upper bits (in units of kSeat): the number of threads that may still join the loop. Lower bits: the number of those
  // that have joined. A thread takes a seat before it reads the loop. The caller withdraws the free seats and waits for
  // the threads that joined.
  static constexpr uint32_t kSeat = 1 << 16;

  std::mutex callers_;  // held by the caller whose loop runs
  std::vector<std::thread> threads_;
  std::atomic<bool> spins_{true};
  std::atomic<bool> stopped_{false};
  std::atomic<int> awake_{0};
  // Of a sequence of loops in close succession for which no thread was woken: their total time, and the end of the last
  // one.
  std::atomic<int64_t> slept_through_{0};
  std::atomic<Clock::rep> last_end_{0};
  Pool* before_ = nullptr;  // the pool of the parent process
  alignas(64) std::atomic<uint32_t> loop_number_{0};
  alignas(64) std::atomic<uint32_t> seats_{0};
  alignas(64) std::atomic<int64_t> next_{0};
  // The loop; written while there are no seats.
  const FunctionRef<void(int64_t, int64_t)>* task_ = nullptr;
  Ranges ranges_{0, 1};
  std::fenv_t environment_{};  // of the caller: the rounding mode
  std::mutex error_mutex_;
  std::exception_ptr error_;
  int64_t error_at_ = 0;
};

Pool& Pool::of_process() {
  Place& at = place();
  Pool* pool = at.pool.load(std::memory_order_acquire);
  if (pool) return *pool;
  if (!at.prepared.exchange(true)) prepare();
  Pool* made = new Pool;
  made->before_ = at.of_parent.load();
  if (at.pool.compare_exchange_strong(pool, made)) return *made;
  delete made;
  return *pool;
}

/// Takes no lock, since another thread may hold it when the process forks.
void Pool::prepare() {
  std::atexit([] {
    if (Pool* pool = place().pool.load()) pool->end();
  });
  pthread_atfork(nullptr, nullptr, [] {
    Place& at = place();
    if (Pool* pool = at.pool.exchange(nullptr)) at.of_parent = pool;
  });
}

/// Called when the process exits. Later loops run on their calling threads. If a loop is still running, the process
/// does not wait for it.
void Pool::end() {
  if (inside || !callers_.try_lock()) return;  // and it stays locked
  stopped_ = true;
  loop_number_.fetch_add(1);
  loop_number_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pool::start(size_t count) {
  if (threads_.size() >= count) return;
  // Signals are left to the threads of the program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    while (threads_.size() < count) {
      threads_.emplace_back([this, seen = loop_number_.load()] { work(seen); });
      awake_.fetch_add(1);
      place().threads.fetch_add(1, std::memory_order_relaxed);
    }
  } catch (const std::system_error&) {  // the system has no more threads; the existing ones are used
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  // If there are more threads than processors, a spinning thread takes time from the one that it waits for.
  spins_ = static_cast<int64_t>(threads_.size()) < machine().cores;
}

bool Pool::join() {
  uint32_t seats = seats_.load();
  while (seats >= kSeat) {
    if (seats_.compare_exchange_weak(seats, seats - kSeat + 1)) return true;
  }
  return false;
}

void Pool::work(uint32_t seen) {
  inside = true;
  pthread_setname_np(pthread_self(), "ag-worker");
  for (;;) {
    if (!spins_ || !spin([&] { return loop_number_.load() != seen; })) {
      awake_.fetch_sub(1);
      loop_number_.wait(seen);
      awake_.fetch_add(1);
    }
    seen = loop_number_.load();
    if (stopped_) return;
    if (!join()) continue;
    std::fesetenv(&environment_);
    take_ranges(true);
    seats_.fetch_sub(1);
    seats_.notify_one();
  }
}

void Pool::take_ranges(bool helps) {
  uint64_t taken = 0;
  for (const int64_t number = ranges_.number();; ++taken) {
    const int64_t turn = next_.fetch_add(1, std::memory_order_relaxed);
    if (turn >= number) break;
    try {
      (*task_)(ranges_.begin(turn), ranges_.end(turn));
    } catch (...) {
      // Earlier ranges are taken already, and may throw as well.
      next_.store(number, std::memory_order_relaxed);
      const std::lock_guard lock(error_mutex_);
      if (error_ && error_at_ < ranges_.begin(turn)) continue;
      error_ = std::current_exception();
      error_at_ = ranges_.begin(turn);
    }
  }
  if (helps && taken != 0) place().helped.fetch_add(taken, std::memory_order_relaxed);
}

/// True if sleeping threads are woken for a loop of this duration. Once awake, they stay awake through loops in close
/// succession, so such loops count as one.
bool Pool::wakes_for(int64_t nanoseconds) {
  if (nanoseconds >= worth_waking(machine())) return true;
  if (nanoseconds < worth_sharing(machine()) || awake_.load(std::memory_order_relaxed) != 0) return false;
  const Clock::duration last_end(last_end_.load(std::memory_order_relaxed));
  const bool follows = Clock::now().time_since_epoch() - last_end <= spin_time();
  const int64_t all = nanoseconds + (follows ? slept_through_.load(std::memory_order_relaxed) : 0);
  const bool wakes = all >= worth_waking(machine());
  slept_through_.store(wakes ? 0 : all, std::memory_order_relaxed);
  return wakes;
}

void Pool::run(int helpers, int64_t nanoseconds, const Ranges& ranges, FunctionRef<void(int64_t, int64_t)> task) {
  const bool wakes = wakes_for(nanoseconds);
  if ((wakes || awake_.load(std::memory_order_relaxed) != 0) && share(helpers, wakes, ranges, task)) return;
  task(0, ranges.count);
  if (nanoseconds >= worth_sharing(machine())) {
    last_end_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  }
}

bool Pool::share(int helpers, bool wakes, const Ranges& ranges, FunctionRef<void(int64_t, int64_t)> task) {
  const std::unique_lock lock(callers_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  start(static_cast<size_t>(helpers));
  helpers = std::min(helpers, static_cast<int>(threads_.size()));
  if (helpers == 0) return false;
  place().loops.fetch_add(1, std::memory_order_relaxed);
  task_ = &task;
  ranges_ = ranges;
  std::fegetenv(&environment_);
  next_.store(0, std::memory_order_relaxed);
  seats_.store(static_cast<uint32_t>(helpers) * kSeat);
  loop_number_.fetch_add(1);
  if (wakes && helpers == static_cast<int>(threads_.size())) {
    loop_number_.notify_all();
  } else if (wakes) {
    for (int k = 0; k < helpers; ++k) loop_number_.notify_one();
  }
  inside = true;
  take_ranges(false);
  inside = false;
  seats_.fetch_and(kSeat - 1);
  if (!spins_ || !spin([&] { return seats_.load() == 0; })) {
    while (const uint32_t left = seats_.load()) seats_.wait(left);
  }
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  return true;
}

}  // namespace

int parse_thread_count(const char* text, int processors) {
  if (!text || !*text) return processors;
  int count = 0;
  const char* end = text + std::strlen(text);
  const auto [rest, failed] = std::from_chars(text, end, count);
  if (failed == std::errc() && rest == end && count >= 1 && count <= kMaxThreads) return count;
  throw environment_error("AG_NUM_THREADS is '" + std::string(text) + "'; it is a number from 1 to " +
                          std::to_string(kMaxThreads));
}

int thread_limit() { return inside ? 1 : std::min(most_of_thread, process_limit()); }

ThreadLimit::ThreadLimit(int most) : outer_(most_of_thread) {
  if (most > 0) most_of_thread = std::min(most_of_thread, most);
}
ThreadLimit::~ThreadLimit() { most_of_thread = outer_; }

void for_ranges(int64_t count, int64_t chunk, int64_t nanoseconds, FunctionRef<void(int64_t, int64_t)> task) {
  if (count <= 0) return;
  const int64_t others = (count - 1) / chunk;  // ranges besides the first
  const auto helpers = static_cast<int>(std::min<int64_t>(thread_limit() - 1, others));
  if (helpers > 0) return Pool::of_process().run(helpers, nanoseconds, {count, chunk}, task);
  task(0, count);
}

PoolUse pool_use() {
  const Place& at = place();
  return {at.threads.load(), at.loops.load(), at.helped.load()};
}

}  // namespace ag::detail

namespace ag {

int num_threads() { return detail::process_limit(); }

void set_num_threads(int count, SourceLocation location) {
  if (count < 1 || count > detail::kMaxThreads) {
    throw Error(ErrorKind::invalid_argument,
                "set_num_threads: " + std::to_string(count) + " threads; the number is from 1 to " +
                    std::to_string(detail::kMaxThreads),
                location);
  }
  detail::chosen_count().store(count, std::memory_order_relaxed);
}

}  // namespace ag
