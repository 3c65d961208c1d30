/// Matrix products with the vectors that every machine of the architecture has.
#include "kernel/matmul_packed.h"

namespace ag::kernel::baseline {

template <class T>
void matmul(const Matmul<T>& product) {
  Blocked<T, 16>::run(product);
}

template <class T>
void matmul_packed(const Matmul<T>& product) {
  Packed<T, 16>::run(product);
}

template void matmul(const Matmul<float>&);
template void matmul(const Matmul<double>&);
template void matmul(const Matmul<uint32_t>&);
template void matmul(const Matmul<uint64_t>&);
template void matmul_packed(const Matmul<float>&);
template void matmul_packed(const Matmul<double>&);

}  // namespace ag::kernel::baseline
