/// Rows of runtime/ops/compare.cpp.
#include "ops/conformance.h"
#include "ops/define.h"

namespace ag::test {

namespace {

Row comparison_row(const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
  return {name, from_references("compare", name,
                                one([function](const std::vector<Tensor>& x) { return function(x[0], x[1]); }))};
}

}  // namespace

std::vector<Row> cases_compare() {
  const Call same_bits = one([](const std::vector<Tensor>& x) {
    return ops::call(ops::Op::same_bits, std::span<const Tensor>(x), {}, SourceLocation::current());
  });
  return {
      {"same_bits", from_references("compare", "same_bits", same_bits)},
      comparison_row("equal", &equal),
      comparison_row("greater", &greater),
      comparison_row("greater_equal", &greater_equal),
      comparison_row("less", &less),
      comparison_row("less_equal", &less_equal),
      comparison_row("not_equal", &not_equal),
  };
}

}  // namespace ag::test
