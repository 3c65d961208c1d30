#include "measure.h"

#include <algorithm>

namespace bench {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double sample(const std::function<void()>& call, int64_t calls) {
  return seconds([&] {
           for (int64_t k = 0; k < calls; ++k) call();
         }) /
         static_cast<double>(calls);
}

int64_t calls_per_sample(const std::function<void()>& call, const Limits& limits) {
  int64_t calls = 1;
  for (;;) {
    const double took = sample(call, calls) * static_cast<double>(calls);
    if (took >= limits.sample_s) return calls;
    const double wanted = took > 0 ? static_cast<double>(calls) * limits.sample_s / took * 1.2 : 0;
    calls = std::min(std::max(calls * 2, static_cast<int64_t>(wanted)), calls * 100);
  }
}

Timing measure(const std::function<void()>& call, const Limits& limits) {
  Timing timing;
  timing.first_call_s = seconds(call);
  const int64_t calls = timing.first_call_s >= limits.most_s ? 1 : calls_per_sample(call, limits);
  double total = 0;
  while (timing.samples.empty() ||
         (total < limits.most_s && (total < limits.total_s || timing.samples.size() < limits.least_samples))) {
    timing.samples.push_back(sample(call, calls));
    timing.iterations += calls;
    total += timing.samples.back() * static_cast<double>(calls);
  }
  return timing;
}

std::vector<Timing> measure_by_turns(const std::vector<std::function<void()>>& calls, const Limits& limits) {
  std::vector<Timing> timings(calls.size());
  std::vector<int64_t> repeats(calls.size(), 1);
  for (size_t k = 0; k < calls.size(); ++k) {
    timings[k].first_call_s = seconds(calls[k]);
    if (timings[k].first_call_s >= limits.most_s) continue;
    calls_per_sample(calls[k], limits);  // the first calls find other arrays in the cache
    repeats[k] = calls_per_sample(calls[k], limits);
  }
  double total = 0;
  const double each = static_cast<double>(calls.size());
  while (timings.front().samples.empty() ||
         (total < each * limits.most_s &&
          (total < each * limits.total_s || timings.front().samples.size() < limits.least_samples))) {
    for (size_t k = 0; k < calls.size(); ++k) {
      timings[k].samples.push_back(sample(calls[k], repeats[k]));
      timings[k].iterations += repeats[k];
      total += timings[k].samples.back() * static_cast<double>(repeats[k]);
    }
  }
  return timings;
}

double difference(const std::function<void()>& less, const std::function<void()>& more, const Limits& limits) {
  const int64_t calls = calls_per_sample(more, limits);
  sample(less, calls);
  std::vector<double> of_less, of_more;
  double total = 0;
  while (of_less.size() < limits.least_samples || total < limits.total_s) {
    of_less.push_back(sample(less, calls));
    of_more.push_back(sample(more, calls));
    total += (of_less.back() + of_more.back()) * static_cast<double>(calls);
  }
  return median(of_more) - median(of_less);
}

}  // namespace bench
