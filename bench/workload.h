#pragma once
/// What a workload is to the program that times it.
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// A number that a workload has to give.
struct Expected {
  const char* name;
  double value;
  double tolerance = 0;  // greatest difference, as a part of the value
};

/// A workload with its inputs made.
struct Run {
  std::function<void()> call;                    // the whole work once, the result waited for and kept
  std::function<std::vector<double>()> answers;  // of the last call, in the order of Workload::expected
};

struct Workload {
  std::string id;
  std::function<Run()> prepare;
  std::vector<Expected> expected;
};

/// A cost that is not the time of one call: for example, what one more node adds.
struct Micro {
  std::string id;
  const char* what;
  const char* setting;                     // of the program that measures it
  double limit_s;                          // the target
  std::function<double(bool quick)> cost;  // in seconds
};

void add_array_workloads(std::vector<Workload>& list);
void add_loop_workloads(std::vector<Workload>& list);
void add_model_workloads(std::vector<Workload>& list);
std::vector<Micro> micro_measurements();

}  // namespace bench
