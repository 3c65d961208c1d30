#pragma once
/// Timing: samples long enough for the clock, and their best and median.
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace bench {

struct Limits {
  double sample_s;  // a sample repeats the call until it takes about this long
  double total_s;   // samples are taken for this long
  double most_s;    // and for no longer than this, however few they are
  size_t least_samples;
};

inline constexpr Limits kFull{0.002, 0.4, 4.0, 5};
inline constexpr Limits kQuick{0.0002, 0.01, 0.5, 2};

struct Timing {
  double first_call_s = 0;
  std::vector<double> samples;  // seconds for each call
  int64_t iterations = 0;       // timed calls, the first one apart
};

template <class F>
double seconds(F&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values);

/// How many calls a sample of about limits.sample_s takes.
int64_t calls_per_sample(const std::function<void()>& call, const Limits& limits);
/// Seconds for each of `calls` calls in a row.
double sample(const std::function<void()>& call, int64_t calls);
/// The first call apart, then samples of the steady state.
Timing measure(const std::function<void()>& call, const Limits& limits);
/// The same for several calls, sampled by turns, so that a change of the machine's speed meets all of them.
std::vector<Timing> measure_by_turns(const std::vector<std::function<void()>>& calls, const Limits& limits);
/// The median of what `more` takes longer than `less`, sampled by turns.
double difference(const std::function<void()>& less, const std::function<void()>& more, const Limits& limits);

}  // namespace bench
