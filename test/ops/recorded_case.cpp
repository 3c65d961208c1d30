#include "ops/recorded_case.h"

#include "ops/table.h"
#include "trace/context.h"

namespace ag::test {

namespace {

ir::TensorType operand_type(const Tensor& operand, Knowledge knowledge) {
  Shape shape = operand.shape();
  if (knowledge == Knowledge::Nothing) shape = Shape::unknown_rank();
  if (knowledge == Knowledge::Rank) {
    for (size_t axis = 0; axis < shape.size(); ++axis) shape[axis] = unknown;
  }
  return {operand.dtype(), shape};
}

}  // namespace

std::vector<Row> all_rows() {
  std::vector<Row> rows;
#define AG_FAMILY(name)                                    \
  {                                                        \
    std::vector<Row> family = cases_##name();              \
    rows.insert(rows.end(), family.begin(), family.end()); \
  }
#include "ag/detail/ops.def"
  return rows;
}

Recorded record(const Case& one, Knowledge knowledge) {
  tracing::Trace trace("case", ops::table());
  std::vector<Tensor> symbols;
  for (const Tensor& operand : one.operands) {
    symbols.push_back(trace.add_input(operand_type(operand, knowledge), "x" + std::to_string(symbols.size())));
  }
  Recorded recorded;
  std::vector<ir::ValueId> results;
  for (const Tensor& result : one.call(symbols)) {
    results.push_back(trace.value_of(result, SourceLocation::current()));
    recorded.types.push_back(trace.graph().value(results.back()).type);
  }
  trace.graph().block(trace.graph().body()).results = results;
  recorded.graph = std::make_shared<ir::Graph>(trace.graph());
  return recorded;
}

}  // namespace ag::test
