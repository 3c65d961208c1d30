/// Finds transposes of which nested loops read rows. A stored transpose has each row in neighbouring elements, which
/// pays for the copy once rows are read several times.
///
/// Programs that profit: those of the pass transpose_columns, and loops over the rows of x.T().
#include <map>

#include "lower/analysis/graph_analysis.h"

namespace ag::codegen {

/// True if a node is the transpose of a matrix that has an array of its own.
bool GraphAnalysis::is_transpose(ir::NodeId id) const {
  const ir::Node& node = graph_.node(id);
  if (class_of(id) != NodeClass::View || node.operands.size() != 1 || is_bounded(node.results[0])) return false;
  const Shape& shape = graph_.value(node.results[0]).type.shape;
  const ir::NodeId producer = graph_.value(node.operands[0]).producer;
  const bool is_view =
      producer != ir::kNone && (class_of(producer) == NodeClass::View || class_of(producer) == NodeClass::Slice);
  if (is_view || !shape.known() || shape.size() != 2 || shape[0] < 2 || shape[1] < 2) return false;
  const StridedAccess& place = view(id);
  return place.offset == 0 && place.strides == std::vector<int64_t>{1, shape[0]};
}

/// Records the transposes of a block in `depths`, with the number of loops around them, and erases those with a use
/// other than a row in at least two loops further inside.
void GraphAnalysis::list_transposes(ir::BlockId id, int depth, std::map<ir::ValueId, int>& depths) const {
  constexpr int kMinLoops = 2;
  const ir::Block& block = graph_.block(id);
  for (const ir::NodeId at : block.nodes) {
    if (!is_live(at)) continue;
    const ir::Node& node = graph_.node(at);
    for (const ir::ValueId operand : node.operands) {
      const auto found = depths.find(operand);
      if (found == depths.end()) continue;
      const bool reads_row = is(node, ir::OpKind::Index) && class_of(at) == NodeClass::Slice;
      if (!reads_row || depth < found->second + kMinLoops) depths.erase(found);
    }
    const int inside = depth + (class_of(at) == NodeClass::While ? 1 : 0);
    for (const ir::BlockId inner : node.blocks) list_transposes(inner, inside, depths);
    if (is_transpose(at) && uses(node.results[0]) > 0) depths[node.results[0]] = depth;
  }
  for (const ir::ValueId result : block.results) depths.erase(result);
}

void GraphAnalysis::store_transposes() {
  std::map<ir::ValueId, int> depths;
  list_transposes(graph_.body(), 0, depths);
  if (depths.empty()) return;
  for (const auto& [transpose, depth] : depths)
    classes_[static_cast<size_t>(graph_.value(transpose).producer)] = NodeClass::Copy;
  count_uses();
}

}  // namespace ag::codegen
