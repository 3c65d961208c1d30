#include "tensor/large_reads.h"

namespace ag::detail {

std::atomic<uint64_t>& large_reads() {
  static std::atomic<uint64_t> count = 1;
  return count;
}

}  // namespace ag::detail
