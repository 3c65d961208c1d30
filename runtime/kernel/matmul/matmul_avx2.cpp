/// Matrix products with AVX2, compiled with the flags of that instruction set (see CMakeLists.txt).
#if defined(__x86_64__)
#include "kernel/matmul/matmul_blocked.h"

namespace ag::kernel::avx2 {

template <class T>
void matmul(const Matmul<T>& product) {
  Blocked<T, 32>::run(product);
}

template void matmul(const Matmul<float>&);
template void matmul(const Matmul<double>&);
template void matmul(const Matmul<uint32_t>&);
template void matmul(const Matmul<uint64_t>&);

}  // namespace ag::kernel::avx2

#endif
