/// Rows of runtime/ops/select.cpp.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_select() {
  return {
      {"where",
       from_references("select", "where", one([](const std::vector<Tensor>& x) { return where(x[0], x[1], x[2]); }))},
      {"clip",
       from_references("select", "clip", one([](const std::vector<Tensor>& x) { return clip(x[0], x[1], x[2]); }))},
  };
}

}  // namespace ag::test
