/// Matrix products with the vectors that every machine of the architecture has.
#include "kernel/matmul/matmul_blocked.h"

namespace ag::kernel::baseline {

template <class T>
void matmul(const Matmul<T>& product) {
  Blocked<T, 16>::run(product);
}

template void matmul(const Matmul<float>&);
template void matmul(const Matmul<double>&);
template void matmul(const Matmul<uint32_t>&);
template void matmul(const Matmul<uint64_t>&);

}  // namespace ag::kernel::baseline
