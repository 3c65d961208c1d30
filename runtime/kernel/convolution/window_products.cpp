#include "kernel/convolution/window_products.h"

#include "kernel/instruction_set.h"

namespace ag::kernel {

template <class T>
void add_window_products(const WindowProducts<T>& line) {
#if defined(__x86_64__)
  const InstructionSet set = instruction_set();
  if (set == InstructionSet::Avx512) return avx512::add_window_products(line);
  if (set == InstructionSet::Avx2) return avx2::add_window_products(line);
#endif
  baseline::add_window_products(line);
}

template void add_window_products(const WindowProducts<float>&);
template void add_window_products(const WindowProducts<double>&);
template void add_window_products(const WindowProducts<uint32_t>&);
template void add_window_products(const WindowProducts<uint64_t>&);

bool has_turned_products() { return instruction_set() == InstructionSet::Avx512; }

#if defined(__x86_64__)
void add_turned_products(const TurnedProducts& line) { avx512::add_turned_products(line); }
void turn_row(const float* row, int64_t places, int64_t step, int64_t depth, float* turned, int64_t length) {
  avx512::turn_row(row, places, step, depth, turned, length);
}
#else
void add_turned_products(const TurnedProducts&) {}
void turn_row(const float*, int64_t, int64_t, int64_t, float*, int64_t) {}
#endif

}  // namespace ag::kernel
