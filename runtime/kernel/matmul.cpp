#include "kernel/matmul.h"

#include <algorithm>
#include <cstring>

#include "kernel/instruction_set.h"
#include "kernel/matmul_sizes.h"

namespace ag::kernel {

int64_t scratch_size(int64_t m, int64_t n, int64_t k, bool b_contiguous) {
  if (!packs(m, n, k, b_contiguous)) {
    // Behind full panels, the last columns are computed with some of those before them, unless k is cut.
    return n >= kWidestPanel && n * k <= kSecondLevel ? 0 : k * kWidestPanel;
  }
  const int64_t packed = std::min(k, kBlockDepth) * (std::min(n, kBlockColumns) + kWidestPanel);
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

template <class T>
void matmul_packed(const Matmul<T>& product) {
#if defined(__x86_64__)
  const InstructionSet set = instruction_set();
  if (set == InstructionSet::Avx512) return avx512::matmul_packed(product);
  if (set == InstructionSet::Avx2) return avx2::matmul_packed(product);
#endif
  baseline::matmul_packed(product);
}

template <class T>
void pack_matrix(int64_t k, int64_t n, const T* b, int64_t b_row, int64_t b_column, T* packed) {
  constexpr int64_t kColumns = kPackedColumns<T>;
  for (int64_t p = 0; p < k; ++p) {  // row by row, which lie in memory one behind another
    const T* row = b + p * b_row;
    T* to = packed + p * kColumns;
    int64_t left = n;
    for (; left >= kColumns && b_column == 1; left -= kColumns, row += kColumns, to += k * kColumns) {
      std::memcpy(to, row, kColumns * sizeof(T));
    }
    for (; left > 0; left -= kColumns, row += kColumns * b_column, to += k * kColumns) {
      for (int64_t l = 0; l < kColumns; ++l) to[l] = l < left ? row[l * b_column] : T(0);
    }
  }
}

template void matmul(const Matmul<float>&);
template void matmul(const Matmul<double>&);
template void matmul(const Matmul<uint32_t>&);
template void matmul(const Matmul<uint64_t>&);
template void matmul_packed(const Matmul<float>&);
template void matmul_packed(const Matmul<double>&);
template void pack_matrix(int64_t, int64_t, const float*, int64_t, int64_t, float*);
template void pack_matrix(int64_t, int64_t, const double*, int64_t, int64_t, double*);

}  // namespace ag::kernel
