#pragma once
/// The graphs of the rows of the operation conformance test.
#include <memory>
#include <vector>

#include "graph/graph.h"
#include "ops/conformance.h"

namespace ag::test {

/// Returns the rows of all families.
std::vector<Row> all_rows();

/// The knowledge of a recorded operand type about the operand.
enum class Knowledge { Full, Rank, Nothing };

/// The graph of a case, and the types of its results.
struct Recorded {
  std::shared_ptr<ir::Graph> graph;
  std::vector<ir::TensorType> types;
};

/// Records the call of a case.
Recorded record(const Case& one, Knowledge knowledge);

}  // namespace ag::test
