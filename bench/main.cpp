/// Runs workloads one after the other and prints a JSON record for each on a line of its own. tools/bench starts it.
///
///   bench_<setting> --list                 names of the workloads and of the small costs
///   bench_<setting> [--quick] name...      measures these
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "ag/threads.h"
#include "measure.h"
#include "record.h"
#include "workload.h"

namespace {

/// "eager" or "interpreter", as it was built; the converted build is "compiled" where the environment says so.
const char* setting() {
  const char* executor = std::getenv("AG_EXECUTOR");
  const bool compiled = executor && std::string(executor) == "compiled";
  return compiled && std::string(AG_BENCH_SETTING) == "interpreter" ? "compiled" : AG_BENCH_SETTING;
}

void run(const bench::Workload& workload, bool quick) {
  const bench::Run run = workload.prepare();
  const bench::Timing timing = bench::measure(run.call, quick ? bench::kQuick : bench::kFull);
  bench::print_record(workload, setting(), ag::num_threads(), timing, run.answers());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<bench::Workload> workloads = bench::all_workloads();
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
