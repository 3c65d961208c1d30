#include "lower/fusion.h"

#include <algorithm>

#include "lower/bounded/extent_registers.h"
#include "lower/index_checks.h"
#include "lower/lowered_values.h"
#include "lower/nests/lower_cluster.h"
#include "lower/nests/nest_strides.h"
#include "lower/slice_places.h"

namespace ag::codegen {

namespace {

constexpr size_t kMaxNodes = 256;  // per cluster, which limits the compile time of a loop
constexpr size_t kMaxOpen = 16;    // clusters that a node may join, so that lowering takes linear time

/// True if the scans of two clusters can share a nest. Such a nest has no reductions. Scans along the last axis have
/// nests of their own: they are sequential, whereas the elementwise operations around them can be vectorized.
bool scans_fit(const Cluster& cluster, std::optional<size_t> scan, bool reduces) {
  if (!cluster.scan && !scan) return true;
  if (reduces || cluster.reduction || (cluster.scan && scan && *cluster.scan != *scan)) return false;
  return !is_row_scan(cluster.domain, cluster.scan ? *cluster.scan : *scan);
}

bool same_axes(const Cluster& cluster, const Reduction& other) {
  return !cluster.reduction || cluster.reduction->reduced == other.reduced;
}

}  // namespace

Fusion::Fusion(LoweringContext& context) : LoweringPart(context) {}

/// True if all accesses of the nodes have even strides along the rows that a reduction combines.
bool Fusion::rows_fit(const Cluster& cluster, const Reduction& reduction, const ir::Node* further) {
  const size_t first = row_start(cluster.domain, reduction);
  if (first >= cluster.domain.size()) return true;
  auto fits = [&](ir::ValueId value) {
    if (values().has_register(value) || values().state(value).cluster != kNone) return true;
    return is_even(cluster.domain,
                   broadcast(values().place(value).strides, analysis_.type(value).shape, cluster.domain), first,
                   cluster.domain.size() - 1);
  };
  const auto node_fits = [&](const ir::Node& node) {
    return takes_from_elsewhere(graph_.value(node.results[0]).producer) ? first + 1 == cluster.domain.size()
                                                                        : std::ranges::all_of(node.operands, fits);
  };
  for (ir::NodeId id : cluster.nodes) {
    if (!node_fits(graph_.node(id))) return false;
  }
  return !further || node_fits(*further);
}

/// True if a node can run inside the loops of a cluster.
bool Fusion::may_join(const Cluster& cluster, ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const bool reduces = analysis_.class_of(id) == NodeClass::Reduction;
  const Shape& domain = analysis_.type(reduces ? node.operands[0] : node.results[0]).shape;
  if (cluster.nodes.empty() || !(cluster.domain == domain) || cluster.extents != domain_extents(id) ||
      cluster.nodes.size() >= kMaxNodes)
    return false;
  if (!scans_fit(cluster, scan_of(id), reduces)) return false;
  // An arg-reduction reads its operand twice, so the operand must be complete before its loops.
  if (arg_extrema(id) || arg_extrema(cluster.nodes.front())) return false;
  const auto is_product = [&](ir::NodeId node) { return is_bounded_product(node); };
  if (cluster.reduction && reduces && (is_product(id) || std::ranges::any_of(cluster.nodes, is_product))) return false;
  // At most one node may raise an error, and none inside a reduction. Errors then occur in the order of the
  // interpreter.
  if (analysis_.has_checks(id) && (cluster.checks || cluster.reduction)) return false;
  if (reduces) {
    const Reduction reduction = reduction_of(graph_, node);
    return !cluster.checks && same_axes(cluster, reduction) && rows_fit(cluster, reduction, &node);
  }
  return !cluster.reduction || rows_fit(cluster, *cluster.reduction, &node);
}

/// Adds a node to the cluster of its operands, to a cluster that shares an operand with it, or to a new cluster.
void Fusion::join(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  if (analysis_.class_of(id) == NodeClass::Gather)
    check_places(context_, node, gathered_axis(node, analysis_.type(node.operands[0]).shape));
  if (analysis_.class_of(id) == NodeClass::SteppedSlice)
    values().set_terms(node.results[0], slice_places().place_indices(id));
  if (analysis_.class_of(id) == NodeClass::Reduction && analysis_.is_bounded(node.operands[0]))
    extents().check_extremum(node);
  extents().check_extents(id);
  // The result of a reduction is complete only after its loops, and so is the base of a view that is read in another
  // order.
  for (ir::ValueId operand : node.operands) {
    if (is_number(analysis_.type(operand))) values().number(operand);
    if ((takes_from_elsewhere(id) || arg_extrema(id)) && values().state(operand).cluster != kNone)
      flush(values().state(operand).cluster);
    if (values().view_of(operand)) {
      const int32_t behind = values().state(values().base_of(operand)).cluster;
      if (behind != kNone) flush(behind);
    }
    const int32_t from = values().state(operand).cluster;
    if (from != kNone && analysis_.class_of(graph_.value(operand).producer) == NodeClass::Reduction) flush(from);
  }
  int32_t target = kNone;
  for (ir::ValueId operand : node.operands) {
    const int32_t from = values().state(operand).cluster;
    if (from == kNone || from == target) continue;
    Cluster& cluster = clusters_[static_cast<size_t>(from)];
    const bool whole = analysis_.type(operand).shape == cluster.domain && analysis_.extents(operand) == cluster.extents;
    if (!whole || !may_join(cluster, id)) {
      flush(from);
    } else if (target == kNone) {
      target = from;
    } else if (!merge(target, from)) {
      flush(from);
    }
  }
  // Flushed operands are loaded, and the loads may not fit the nest.
  if (target != kNone && !may_join(clusters_[static_cast<size_t>(target)], id)) {
    flush(target);
    target = kNone;
  }
  for (size_t k = 0; k < open_.size() && target == kNone; ++k) {
    const Cluster& cluster = clusters_[static_cast<size_t>(open_[k])];
    const bool shares = std::ranges::any_of(cluster.nodes, [&](ir::NodeId other) {
      return std::ranges::any_of(graph_.node(other).operands, [&](ir::ValueId operand) {
        return !is_number(analysis_.type(operand)) && std::ranges::count(node.operands, operand) != 0;
      });
    });
    if (shares && may_join(cluster, id)) target = open_[k];
  }
  const bool reduces = analysis_.class_of(id) == NodeClass::Reduction;
  if (target == kNone) {
    target = static_cast<int32_t>(clusters_.size());
    clusters_.push_back(
        {analysis_.type(reduces ? node.operands[0] : node.results[0]).shape, {}, {}, {}, false, domain_extents(id)});
    open_.push_back(target);
    if (open_.size() > kMaxOpen) flush(open_.front());
  }
  Cluster& cluster = clusters_[static_cast<size_t>(target)];
  cluster.nodes.push_back(id);
  cluster.checks = cluster.checks || analysis_.has_checks(id);
  if (reduces) cluster.reduction = reduction_of(graph_, node);
  if (const std::optional<size_t> scan = scan_of(id)) cluster.scan = scan;
  values().state(node.results[0]).cluster = target;
  // A reduction whose rows do not fit the other accesses has a nest of its own, over its operand alone, which always
  // fits.
}

/// Appends the nodes of cluster `from` to those of `into`. Returns false if the clusters cannot be merged.
bool Fusion::merge(int32_t into, int32_t from) {
  Cluster& target = clusters_[static_cast<size_t>(into)];
  Cluster& source = clusters_[static_cast<size_t>(from)];
  if (target.nodes.size() + source.nodes.size() > kMaxNodes || (target.checks && source.checks)) return false;
  if (!scans_fit(target, source.scan, source.reduction.has_value())) return false;
  const auto is_product = [&](ir::NodeId node) { return is_bounded_product(node); };
  const bool product = std::ranges::any_of(target.nodes, is_product) || std::ranges::any_of(source.nodes, is_product);
  if (product && target.reduction && source.reduction) return false;
  if (arg_extrema(target.nodes.front()) || arg_extrema(source.nodes.front())) return false;
  if ((target.checks && source.reduction) || (source.checks && target.reduction)) return false;
  const std::optional<Reduction>& reduction = target.reduction ? target.reduction : source.reduction;
  if (reduction) {
    if (!same_axes(target, *reduction) || !same_axes(source, *reduction)) return false;
    if (!rows_fit(target, *reduction, nullptr) || !rows_fit(source, *reduction, nullptr)) return false;
  }
  target.reduction = reduction;
  if (source.scan) target.scan = source.scan;
  target.checks = target.checks || source.checks;
  for (ir::NodeId id : source.nodes) {
    target.nodes.push_back(id);
    values().state(graph_.node(id).results[0]).cluster = into;
  }
  source.nodes.clear();
  std::erase(open_, from);
  return true;
}

void Fusion::flush(int32_t id) {
  const Cluster cluster = std::move(clusters_[static_cast<size_t>(id)]);
  clusters_[static_cast<size_t>(id)].nodes.clear();
  std::erase(open_, id);
  for (ir::NodeId node : cluster.nodes) values().state(graph_.node(node).results[0]).cluster = kNone;
  emitting_.push_back(&cluster);
  lower_cluster(context_, cluster);
  emitting_.pop_back();
}

void Fusion::flush_all() {
  while (!open_.empty()) flush(open_.front());
}

/// True if pending loops compute the value elementwise, and all other uses of the value are in these loops.
bool Fusion::may_be_stored_as_part(ir::ValueId value) {
  if (is_number(analysis_.type(value)) || values().state(value).cluster == kNone) return false;
  const Cluster& cluster = clusters_[static_cast<size_t>(values().state(value).cluster)];
  std::ptrdiff_t inside = 0;
  for (const ir::NodeId node : cluster.nodes) inside += std::ranges::count(graph_.node(node).operands, value);
  // In a nest with a reduction, all accesses must have even strides along the row, which a part need not have.
  return analysis_.uses(value) == inside + 1 && !cluster.reduction;
}

bool Fusion::reads(const Cluster& cluster, ArrayId array) {
  return std::ranges::any_of(cluster.nodes, [&](ir::NodeId node) {
    return std::ranges::any_of(graph_.node(node).operands, [&](ir::ValueId operand) {
      return values().state(operand).cluster == kNone && values().state(values().base_of(operand)).array == array;
    });
  });
}

bool Fusion::is_read_later(ArrayId array, const Cluster& but) {
  return std::ranges::any_of(open_, [&](int32_t id) { return reads(clusters_[static_cast<size_t>(id)], array); }) ||
         std::ranges::any_of(emitting_, [&](const Cluster* other) { return other != &but && reads(*other, array); });
}

/// Emits the clusters that read an array which is about to change.
void Fusion::flush_readers(ArrayId array) {
  const std::vector<int32_t> open = open_;
  for (int32_t id : open) {
    if (reads(clusters_[static_cast<size_t>(id)], array)) flush(id);
  }
}

/// Emits the clusters that may raise an error, before a later statement may.
void Fusion::flush_checks() {
  for (int32_t id : std::vector(open_)) {
    if (clusters_[static_cast<size_t>(id)].checks) flush(id);
  }
}

void Fusion::flush_other_readers(ArrayId array, int32_t but) {
  for (int32_t other : std::vector(open_)) {
    if (other != but && reads(cluster(other), array)) flush(other);
  }
}

}  // namespace ag::codegen
