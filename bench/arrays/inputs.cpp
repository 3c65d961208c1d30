/// The numbers that the programs begin with, from those of the workloads (../inputs.h).
#include "../inputs.h"

#include "program.h"

using ag::Tensor;

namespace bench::arrays {

Tensor uniform(uint64_t seed, int64_t n, ag::DType dtype) { return ag::astype(u(seed, n), dtype); }
Tensor centred(uint64_t seed, int64_t n, ag::DType dtype) { return ag::astype(s(seed, n), dtype); }

Tensor uniform(uint64_t seed, int64_t rows, int64_t columns, ag::DType dtype) {
  return ag::reshape(uniform(seed, rows * columns, dtype), {rows, columns});
}
Tensor centred(uint64_t seed, int64_t rows, int64_t columns, ag::DType dtype) {
  return ag::reshape(centred(seed, rows * columns, dtype), {rows, columns});
}

Tensor integers(uint64_t seed, int64_t n, int64_t limit) {
  return ag::astype(uniform(seed, n) * static_cast<double>(limit), ag::int64);
}

std::vector<Program> all_programs() {
  std::vector<Program> list;
  add_factorizing(list);
  add_stencils(list);
  add_tables(list);
  add_statistics(list);
  return list;
}

}  // namespace bench::arrays
