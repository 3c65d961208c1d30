#include "kernel/matmul/matmul.h"

#include <algorithm>

#include "kernel/instruction_set.h"
#include "kernel/matmul/matmul_sizes.h"
#include "kernel/reduce/reduce.h"

namespace ag::kernel {

static_assert(kRowLanes == kLanes && kRowBlock == kBlock);

int64_t scratch_size(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  if (!packs(m, n, k, b_contiguous)) {
    // The last columns after full panels are computed together with some columns before them, unless k is split.
    return n >= kWidestPanel && n * k <= second_level() ? 0 : k * kWidestPanel;
  }
  const int64_t packed = std::min(k, block_depth()) * (std::min(n, block_columns()) + kWidestPanel);
  return n < kWidestPanel ? std::max(packed, k * n) : packed;  // few columns are packed whole
}

template <class T>
void matmul(const Matmul<T>& product) {
#if defined(__x86_64__)
  const InstructionSet set = instruction_set();
  if (set == InstructionSet::Avx512) return avx512::matmul(product);
  if (set == InstructionSet::Avx2) return avx2::matmul(product);
#endif
  baseline::matmul(product);
}

template void matmul(const Matmul<float>&);
template void matmul(const Matmul<double>&);
template void matmul(const Matmul<uint32_t>&);
template void matmul(const Matmul<uint64_t>&);

}  // namespace ag::kernel
