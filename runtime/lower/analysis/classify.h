#pragma once
/// Classifies the nodes of a graph: the way in which each is lowered.
#include <optional>

#include "lower/analysis/graph_analysis.h"

namespace ag::codegen {

class NodeClassifier {
 public:
  explicit NodeClassifier(GraphAnalysis& analysis) : analysis_(analysis), graph_(analysis.graph_) {}

  NodeClass classify(ir::NodeId node, bool fuse);

 protected:
  NodeClass classify_elementwise(ir::NodeId node, bool fuse);
  NodeClass classify_reduction(const ir::Node& node) const;
  bool classify_placed(ir::NodeId node, bool bounded = false);
  bool is_position(const ir::Node& node) const;
  bool has_neighbouring_rows(ir::ValueId value) const;

  GraphAnalysis& analysis_;
  const ir::Graph& graph_;

 private:
  std::optional<NodeClass> classify_by_kind(ir::NodeId node);
  NodeClass classify_view(ir::NodeId node);
  NodeClass classify_matrices(ir::NodeId node) const;
  bool has_known_places(const ir::Node& node) const;
  bool has_known_parts(const ir::Node& node) const;
  bool has_known_rows(const ir::Node& node) const;
  bool has_known_segments(const ir::Node& node) const;
  bool takes_value(const SliceAccess& placement, ir::ValueId value, const AxisExtents& of_array);
};

}  // namespace ag::codegen
