#include "device_plan/device_plan.h"

#include <algorithm>

namespace ag::codegen {

int64_t DeviceKernel::task_count() const {
  int64_t count = 1;
  for (const TaskAxis& axis : axes) count *= axis.extent;
  return count;
}

int64_t block_count(const DeviceKernel& kernel) {
  constexpr int64_t kMostBlocks = 4096;  // threads of larger grids wait for earlier ones in any case
  const int64_t threads = kernel.task_count() * kernel.team;
  return std::clamp<int64_t>((threads + kBlockThreads - 1) / kBlockThreads, 1, kMostBlocks);
}

uint64_t bytes_of(const ArrayInfo& array) {
  return static_cast<uint64_t>(array.type.shape.element_count()) * item_size(array.type.dtype);
}

}  // namespace ag::codegen
