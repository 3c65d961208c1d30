#pragma once
/// A record: what tools/bench reads, one line of JSON for a workload in a setting.
#include <string>
#include <vector>

#include "measure.h"
#include "workload.h"

namespace bench {

/// Prints the record, with the answers of the last call beside those that the workload expects. `threads`: how many the
/// work could use.
void print_record(const Workload& workload, const std::string& setting, int threads, const Timing& timing,
                  const std::vector<double>& answers);

}  // namespace bench
