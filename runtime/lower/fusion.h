#pragma once
/// Fusion: chooses the operations that share a loop nest.
///
/// Programs that profit: chains of elementwise operations and reductions of them: option pricing, activations with
/// their losses, image filters.
#include <optional>
#include <vector>

#include "lower/lowering_context.h"

namespace ag::codegen {

/// A set of elementwise operations over one domain, and reductions of it, that become one loop nest. A cluster is open
/// while nodes may join. It is closed when its results are needed outside.
struct Cluster {
  Shape domain;  // with upper bounds of extents that are not static
  std::vector<ir::NodeId> nodes;
  std::optional<Reduction> reduction;  // the axes of all reductions in it
  std::optional<size_t> scan;          // the axis of all scans in it; none if there is a reduction
  bool checks = false;
  AxisExtents extents = {};  // of the domain
};

class Fusion : private LoweringPart {
 public:
  explicit Fusion(LoweringContext& context);

  /// Adds a node to the cluster of its operands, to a cluster that shares an operand with it, or to a new cluster.
  void join(ir::NodeId node);
  const Cluster& cluster(int32_t id) const { return clusters_[static_cast<size_t>(id)]; }
  /// Closes a cluster and emits its loop nest.
  void flush(int32_t cluster);
  void flush_all();
  /// Emits the clusters that read an array which is about to change.
  void flush_readers(ArrayId array);
  void flush_other_readers(ArrayId array, int32_t but);
  /// Emits the clusters that may raise an error, before a later statement may.
  void flush_checks();
  /// True if pending loops other than those of `but` read the array.
  bool is_read_later(ArrayId array, const Cluster& but);
  /// True if pending loops compute the value elementwise, and all other uses of the value are in these loops.
  bool may_be_stored_as_part(ir::ValueId value);
  /// True if a node of a nest reads elements at other indices than its own.
  bool takes_from_elsewhere(ir::NodeId id) const {
    const NodeClass kind = analysis_.class_of(id);
    return kind == NodeClass::SmallMatmul || kind == NodeClass::Gather || kind == NodeClass::SteppedSlice ||
           kind == NodeClass::OneHot;
  }

 private:
  bool may_join(const Cluster& cluster, ir::NodeId node);
  bool rows_fit(const Cluster& cluster, const Reduction& reduction, const ir::Node* further);
  bool merge(int32_t into, int32_t from);
  bool reads(const Cluster& cluster, ArrayId array);
  /// Returns the extents of the domain in which a node runs.
  const AxisExtents& domain_extents(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    return analysis_.extents(analysis_.class_of(id) == NodeClass::Reduction ? node.operands[0] : node.results[0]);
  }
  /// True for a product whose order of operations depends on the extent of its terms. It shares no nest with other
  /// reductions.
  bool is_bounded_product(ir::NodeId id) const {
    return analysis_.class_of(id) == NodeClass::Reduction && is(graph_.node(id), ir::OpKind::Matmul) &&
           !domain_extents(id).empty();
  }
  bool arg_extrema(ir::NodeId id) const {
    if (analysis_.class_of(id) != NodeClass::Reduction) return false;
    return reduction_of(graph_, graph_.node(id)).arg_extrema(analysis_.type(graph_.node(id).operands[0]).shape);
  }
  std::optional<size_t> scan_of(ir::NodeId id) const {
    if (analysis_.class_of(id) != NodeClass::Scan) return std::nullopt;
    return scanned_axis(graph_.node(id), analysis_.type(graph_.node(id).operands[0]).shape);
  }

  std::vector<Cluster> clusters_;  // all clusters; closed ones are empty
  std::vector<int32_t> open_;
  std::vector<const Cluster*> emitting_;  // clusters being emitted, after their operands
};

}  // namespace ag::codegen
