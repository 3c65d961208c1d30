#include "record.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

bool close(const Expected& expected, double answer) {
  return std::abs(answer - expected.value) <= std::abs(expected.value) * expected.tolerance;
}

}  // namespace

void print_record(const Workload& workload, const std::string& setting, int threads, const Timing& timing,
                  const std::vector<double>& answers) {
  double best = timing.samples.front();
  std::string samples, numbers;
  for (double sample : timing.samples) {
    best = std::min(best, sample);
    char text[32];
    std::snprintf(text, sizeof(text), "%s%.4g", samples.empty() ? "" : ", ", sample);
    samples += text;
  }
  bool all_right = answers.size() == workload.expected.size();
  for (size_t k = 0; k < answers.size(); ++k) {
    const Expected& expected = workload.expected.at(k);
    all_right = all_right && close(expected, answers[k]);
    // JSON has no infinity and no NaN.
    char number[32] = "null";
    if (std::isfinite(answers[k])) std::snprintf(number, sizeof(number), "%.17g", answers[k]);
    numbers += std::string(k ? ", \"" : "\"") + expected.name + "\": " + number;
  }
  std::printf(
      "{\"workload\": \"%s\", \"setting\": \"%s\", \"threads\": %d, \"first_call_s\": %.4g, \"best_s\": %.4g, "
      "\"median_s\": %.4g, \"answers\": {%s}, \"answers_ok\": %s, \"iterations\": %lld, \"samples_s\": [%s]}\n",
      workload.id.c_str(), setting.c_str(), threads, timing.first_call_s, best, median(timing.samples), numbers.c_str(),
      all_right ? "true" : "false", static_cast<long long>(timing.iterations), samples.c_str());
}

}  // namespace bench
