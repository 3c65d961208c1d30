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
  // The same function for arrays of one element, where the call is a large part of the time: what is beyond it is
  // compared with the floor.
  std::function<Run()> prepare_smallest = nullptr;
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
void add_image_workloads(std::vector<Workload>& list);
void add_model_workloads(std::vector<Workload>& list);
void add_learning_workloads(std::vector<Workload>& list);
void add_mixed_workloads(std::vector<Workload>& list);
inline std::vector<Workload> all_workloads() {
  std::vector<Workload> list;
  add_array_workloads(list);
  add_loop_workloads(list);
  add_image_workloads(list);
  add_model_workloads(list);
  add_learning_workloads(list);
  add_mixed_workloads(list);
  return list;
}
std::vector<Micro> micro_measurements();

/// What a workload is compared with: a function of floors/floors.h with the inputs of the workload.
struct FloorRow {
  std::string workload;  // id; the answers that it expects hold here too
  std::string row;
  std::function<Run()> prepare;
  int threads = 1;  // that it uses; the workload may use as many beside it
};

/// Empty where the floors were not built, or where this processor cannot run them.
std::vector<FloorRow> floor_rows();
void add_learning_floors(std::vector<FloorRow>& rows);
void add_mixed_floors(std::vector<FloorRow>& rows);
/// None where oneDNN was not there.
void add_convolution_floors(std::vector<FloorRow>& rows);

}  // namespace bench
