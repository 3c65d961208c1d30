#include "kernel/matmul.h"

#include <algorithm>

#include "kernel/matmul_sizes.h"

namespace ag::kernel {

int64_t scratch_size(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  if (!packs(m, n, k, b_contiguous)) return k * kWidestPanel;
  return std::min(k, kBlockDepth) * (std::min(n, kBlockColumns) + kWidestPanel);
}

namespace {

enum class InstructionSet { Baseline, Avx2, Avx512 };

InstructionSet detect() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return InstructionSet::Avx512;
  if (__builtin_cpu_supports("avx2")) return InstructionSet::Avx2;
#endif
  return InstructionSet::Baseline;
}

}  // namespace

template <class T>
void matmul(const Matmul<T>& product) {
  static const InstructionSet set = detect();
#if defined(__x86_64__)
  if (set == InstructionSet::Avx512) return avx512::matmul(product);
  if (set == InstructionSet::Avx2) return avx2::matmul(product);
#endif
  static_cast<void>(set);
  baseline::matmul(product);
}

template void matmul(const Matmul<float>&);
template void matmul(const Matmul<double>&);
template void matmul(const Matmul<uint32_t>&);
template void matmul(const Matmul<uint64_t>&);

}  // namespace ag::kernel
