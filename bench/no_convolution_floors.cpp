/// Stands for floor_rows_convolution.cpp where oneDNN is not there.
#include "workload.h"

namespace bench {

void add_convolution_floors(std::vector<FloorRow>&) {}

}  // namespace bench
