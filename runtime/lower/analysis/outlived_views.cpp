/// Finds views that are used after a part of their array is replaced. Without them the array is updated in place, so a
/// copy of the view takes less time than one of the array.
///
/// Programs that profit: exchanges of rows, as in pivoting and sorting; sweeps that need the last row or column; rings
/// of recent states.
#include "lower/analysis/graph_analysis.h"

namespace ag::codegen {

/// Lists, by slice assignment, the views of its array that have a use after it and at most half of the elements. Slices
/// with computed extents count as few.
void GraphAnalysis::list_outlived_views(ir::BlockId id, std::map<ir::NodeId, std::vector<ir::NodeId>>& views) const {
  const std::vector<ir::NodeId>& nodes = graph_.block(id).nodes;
  std::map<ir::NodeId, size_t> places;
  for (size_t at = 0; at < nodes.size(); ++at) places[nodes[at]] = at;
  std::map<ir::ValueId, std::vector<ir::NodeId>> parts;  // the views before the node, by array
  for (size_t at = 0; at < nodes.size(); ++at) {
    if (!is_live(nodes[at])) continue;
    const ir::Node& node = graph_.node(nodes[at]);
    for (ir::BlockId inner : node.blocks) list_outlived_views(inner, views);
    if (node.operands.empty()) continue;
    const ir::ValueId array = node.operands[0];
    const NodeClass kind = class_of(nodes[at]);
    if ((kind == NodeClass::View || kind == NodeClass::Slice) && is(node, ir::OpKind::Index)) {
      const bool is_part = !is_number(type(node.results[0])) && !is_bounded(array) &&
                           type(node.results[0]).shape.known() && type(array).shape.known();
      if (is_part) parts[array].push_back(nodes[at]);
    }
    const ir::NodeId producer = graph_.value(array).producer;
    const bool is_view =
        producer != ir::kNone && (class_of(producer) == NodeClass::View || class_of(producer) == NodeClass::Slice);
    if (kind != NodeClass::SliceAssign || is_view || consumes(nodes[at], array)) continue;
    std::vector<ir::NodeId> outlived;
    int64_t count = 0;
    for (const ir::NodeId part : parts[array]) {
      const ir::ValueId value = graph_.node(part).results[0];
      const auto last = last_use_.find({id, value});
      if (last == last_use_.end() || (last->second != ir::kNone && places.at(last->second) <= at)) continue;
      outlived.push_back(part);
      if (!is_bounded(value)) count += type(value).shape.element_count();
    }
    if (!outlived.empty() && 2 * count <= type(array).shape.element_count()) views[nodes[at]] = std::move(outlived);
  }
}

void GraphAnalysis::copy_outlived_views() {
  std::map<ir::NodeId, std::vector<ir::NodeId>> views;
  list_outlived_views(graph_.body(), views);
  if (views.empty()) return;
  std::map<ir::NodeId, NodeClass> before;
  for (const auto& [assignment, outlived] : views) {
    for (const ir::NodeId view : outlived) {
      before.try_emplace(view, class_of(view));
      classes_[static_cast<size_t>(view)] = NodeClass::Copy;
    }
  }
  count_uses();
  // An array with another use is copied in any case.
  bool changed = false;
  for (const auto& [assignment, outlived] : views) {
    if (consumes(assignment, graph_.node(assignment).operands[0])) continue;
    for (const ir::NodeId view : outlived) classes_[static_cast<size_t>(view)] = before.at(view);
    changed = true;
  }
  if (changed) count_uses();
}

}  // namespace ag::codegen
