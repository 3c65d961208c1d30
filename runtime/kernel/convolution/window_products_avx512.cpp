/// Products of windows and filters with AVX-512, compiled with the flags of that instruction set (see CMakeLists.txt).
#if defined(__x86_64__)
#include "kernel/convolution/window_tiles.h"
#include "kernel/convolution/window_transposed.h"

namespace ag::kernel::avx512 {

template <class T>
void add_window_products(const WindowProducts<T>& line) {
  WindowTiles<T, 64>::run(line);
}

template void add_window_products(const WindowProducts<float>&);
template void add_window_products(const WindowProducts<double>&);
template void add_window_products(const WindowProducts<uint32_t>&);
template void add_window_products(const WindowProducts<uint64_t>&);

void add_turned_products(const TurnedProducts& line) { TurnedWindows::run(line); }
void turn_row(const float* row, int64_t places, int64_t step, int64_t depth, float* turned, int64_t length) {
  TurnedWindows::turn_row(row, places, step, depth, turned, length);
}

}  // namespace ag::kernel::avx512

#endif
