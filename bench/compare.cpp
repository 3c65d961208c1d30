/// Runs workloads beside their floors, sample by sample in turn, in one process: the converted functions as the
/// environment says (AG_EXECUTOR=compiled), and functions written by hand for the same work. tools/bench --compare
/// starts it.
///
///   bench_compare --list                 "floor <workload> <row>" for every row that this machine can run
///   bench_compare [--quick] workload...  a JSON record for the compiled function and for each floor
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "measure.h"
#include "record.h"
#include "workload.h"

namespace {

void compare(const bench::Workload& workload, const std::vector<bench::FloorRow>& rows, bool quick) {
  std::vector<std::string> settings{"compiled"};
  std::vector<bench::Run> runs{workload.prepare()};
  for (const bench::FloorRow& row : rows) {
    if (row.workload != workload.id) continue;
    settings.push_back("floor " + row.row);
    runs.push_back(row.prepare());
  }
  std::vector<std::function<void()>> calls;
  for (const bench::Run& run : runs) calls.push_back(run.call);
  const std::vector<bench::Timing> timings = bench::measure_by_turns(calls, quick ? bench::kQuick : bench::kFull);
  for (size_t k = 0; k < runs.size(); ++k) bench::print_record(workload, settings[k], timings[k], runs[k].answers());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<bench::Workload> workloads = bench::all_workloads();
  const std::vector<bench::FloorRow> rows = bench::floor_rows();
  bool quick = false;
  try {
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      bool known = false;
      if (argument == "--list") {
        for (const bench::FloorRow& row : rows) std::printf("floor %s %s\n", row.workload.c_str(), row.row.c_str());
        known = true;
      }
      if (argument == "--quick") known = quick = true;
      for (const bench::Workload& workload : workloads) {
        if (workload.id == argument) compare(workload, rows, quick), known = true;
      }
      if (!known) {
        std::fprintf(stderr, "%s: '%s' is no workload; --list names those that have a floor\n", argv[0],
                     argument.c_str());
        return 2;
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
