/// Runs workloads beside their floors, sample by sample in turn, in one process: the converted functions as the
/// environment says (AG_EXECUTOR=compiled), with one thread, and with two where a floor has them; and functions written
/// by hand for the same work. tools/bench --compare starts it.
///
///   bench_compare --list                 "floor <workload> <row> <threads>" for every row that this machine can run
///   bench_compare [--quick] workload...  a JSON record for the compiled function and for each floor; "call" is that of
///                                        the function for arrays of one element
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "ag/threads.h"
#include "measure.h"
#include "record.h"
#include "workload.h"

namespace {

void compare(const bench::Workload& workload, const std::vector<bench::FloorRow>& rows, bool quick) {
  std::vector<std::string> settings;
  std::vector<int> threads;
  std::vector<bench::Run> runs;
  std::vector<std::function<void()>> calls;
  const auto add = [&](const std::string& setting, int count, bench::Run run) {
    settings.push_back(setting);
    threads.push_back(count);
    calls.push_back(run.call);
    runs.push_back(std::move(run));
  };
  ag::set_num_threads(1);
  add("compiled", 1, workload.prepare());
  bool shares = false;
  for (const bench::FloorRow& row : rows) {
    if (row.workload != workload.id) continue;
    add("floor " + row.row, row.threads, row.prepare());
    shares = shares || row.threads > 1;
  }
  if (shares) {
    // Calls take turns, each with its number.
    calls[0] = [call = runs[0].call] { ag::set_num_threads(1), call(); };
    bench::Run two = workload.prepare();
    two.call = [call = two.call] { ag::set_num_threads(2), call(); };
    add("compiled", 2, std::move(two));
  }
  const size_t compared = runs.size();
  if (workload.prepare_smallest) add("call", 1, workload.prepare_smallest());
  const std::vector<bench::Timing> timings = bench::measure_by_turns(calls, quick ? bench::kQuick : bench::kFull);
  for (size_t k = 0; k < compared; ++k) {
    bench::print_record(workload, settings[k], threads[k], timings[k], runs[k].answers());
  }
  const bench::Workload smallest{workload.id, nullptr, {}};  // whose answers nobody knows beforehand
  for (size_t k = compared; k < runs.size(); ++k) {
    bench::print_record(smallest, settings[k], threads[k], timings[k], {});
  }
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
        for (const bench::FloorRow& row : rows) {
          std::printf("floor %s %s %d\n", row.workload.c_str(), row.row.c_str(), row.threads);
        }
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
