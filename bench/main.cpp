/// Runs workloads one after the other and prints a JSON record for each on a line of its own. tools/bench starts it.
///
///   bench_<setting> --list                 names of the workloads and of the small costs
///   bench_<setting> [--quick] name...      measures these
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "measure.h"
#include "workload.h"

namespace {

/// "eager" or "interpreter", as it was built; the converted build is "compiled" where the environment says so.
const char* setting() {
  const char* executor = std::getenv("AG_EXECUTOR");
  const bool compiled = executor && std::string(executor) == "compiled";
  return compiled && std::string(AG_BENCH_SETTING) == "interpreter" ? "compiled" : AG_BENCH_SETTING;
}

bool close(const bench::Expected& expected, double answer) {
  return std::abs(answer - expected.value) <= std::abs(expected.value) * expected.tolerance;
}

void run(const bench::Workload& workload, bool quick) {
  const bench::Run run = workload.prepare();
  const bench::Timing timing = bench::measure(run.call, quick ? bench::kQuick : bench::kFull);
  const std::vector<double> answers = run.answers();

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
    const bench::Expected& expected = workload.expected.at(k);
    all_right = all_right && close(expected, answers[k]);
    // JSON has no infinity and no NaN.
    char number[32] = "null";
    if (std::isfinite(answers[k])) std::snprintf(number, sizeof(number), "%.17g", answers[k]);
    numbers += std::string(k ? ", \"" : "\"") + expected.name + "\": " + number;
  }
  std::printf(
      "{\"workload\": \"%s\", \"setting\": \"%s\", \"threads\": 1, \"first_call_s\": %.4g, \"best_s\": %.4g, "
      "\"median_s\": %.4g, \"answers\": {%s}, \"answers_ok\": %s, \"iterations\": %lld, \"samples_s\": [%s]}\n",
      workload.id.c_str(), setting(), timing.first_call_s, best, bench::median(timing.samples), numbers.c_str(),
      all_right ? "true" : "false", static_cast<long long>(timing.iterations), samples.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<bench::Workload> workloads;
  bench::add_array_workloads(workloads);
  bench::add_loop_workloads(workloads);
  bench::add_model_workloads(workloads);
  const std::vector<bench::Micro> micros = bench::micro_measurements();

  bool quick = false;
  try {
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      bool known = false;
      if (argument == "--list") {
        for (const bench::Workload& workload : workloads) std::printf("workload %s\n", workload.id.c_str());
        for (const bench::Micro& micro : micros) {
          if (micro.setting == std::string(setting())) std::printf("cost %s\n", micro.id.c_str());
        }
        known = true;
      }
      if (argument == "--quick") known = quick = true;
      for (const bench::Workload& workload : workloads) {
        if (workload.id == argument) run(workload, quick), known = true;
      }
      for (const bench::Micro& micro : micros) {
        if (micro.id != argument || micro.setting != std::string(setting())) continue;
        std::printf("{\"cost\": \"%s\", \"what\": \"%s\", \"setting\": \"%s\", \"value\": %.4g, \"limit\": %.4g}\n",
                    micro.id.c_str(), micro.what, setting(), micro.cost(quick), micro.limit_s);
        known = true;
      }
      if (!known) {
        std::fprintf(stderr, "%s: '%s' is no workload; --list names them\n", argv[0], argument.c_str());
        return 2;
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
