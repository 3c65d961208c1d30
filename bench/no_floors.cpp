/// Stands for floor_rows.cpp where the floors cannot be built: without clang++-19, or for a processor without AVX-512.
#include "workload.h"

namespace bench {

std::vector<FloorRow> floor_rows() { return {}; }

}  // namespace bench
