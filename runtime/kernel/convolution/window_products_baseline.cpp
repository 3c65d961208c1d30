/// Products of windows and filters with the vectors that every machine of the architecture has.
#include "kernel/convolution/window_tiles.h"

namespace ag::kernel::baseline {

template <class T>
void add_window_products(const WindowProducts<T>& line) {
  WindowTiles<T, 16>::run(line);
}

template void add_window_products(const WindowProducts<float>&);
template void add_window_products(const WindowProducts<double>&);
template void add_window_products(const WindowProducts<uint32_t>&);
template void add_window_products(const WindowProducts<uint64_t>&);

}  // namespace ag::kernel::baseline
