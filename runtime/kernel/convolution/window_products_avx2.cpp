/// Products of windows and filters with AVX2, compiled with the flags of that instruction set (see CMakeLists.txt).
#if defined(__x86_64__)
#include "kernel/convolution/window_tiles.h"

namespace ag::kernel::avx2 {

template <class T>
void add_window_products(const WindowProducts<T>& line) {
  WindowTiles<T, 32>::run(line);
}

template void add_window_products(const WindowProducts<float>&);
template void add_window_products(const WindowProducts<double>&);
template void add_window_products(const WindowProducts<uint32_t>&);
template void add_window_products(const WindowProducts<uint64_t>&);

}  // namespace ag::kernel::avx2

#endif
