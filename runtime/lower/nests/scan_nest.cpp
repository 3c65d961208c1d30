/// Loop nests with cumulative sums and products (scans). The loop along the scanned axis is sequential: each iteration
/// continues from the totals of the previous one. The totals are independent along the other axes.
///
/// Programs that profit: programs that compute with running totals: moving averages, discount factors, cumulative
/// distribution functions.
#include "lower/nests/scan_nest.h"

#include <algorithm>

#include "tensor/axis.h"

namespace ag::codegen {

namespace {

constexpr int64_t kMaxScanStatements = 256;  // approximate number of statements of an unrolled row
constexpr int64_t kManyScanRows = 16;

}  // namespace

std::optional<size_t> scanned_axis(const ir::Node& node, const Shape& shape) {
  if (!is(node, ir::OpKind::CumulativeSum) && !is(node, ir::OpKind::CumulativeProd)) return std::nullopt;
  const int64_t axis = std::get<int64_t>(node.attributes[0]);
  return detail::axis_of(axis, shape);
}

bool is_row_scan(const Shape& shape, size_t axis) {
  for (size_t k = axis + 1; k < shape.size(); ++k) {
    if (shape[k] != 1) return false;
  }
  return true;
}

DType ScanNest::total_dtype(const ir::Node& of) const {
  const DType dtype = analysis_.type(of.results[0]).dtype;
  return is_floating(dtype) && item_size(dtype) == 2 ? DType::float32 : dtype;
}

/// Returns the initial total. For sums it is -0.0, since -0.0 + x is x for both zeros.
Register ScanNest::neutral(const ir::Node& of) {
  const DType dtype = total_dtype(of);
  if (is(of, ir::OpKind::CumulativeProd)) return builder_.integer(1, dtype, of.location);
  const uint64_t sign = is_floating(dtype) ? uint64_t{1} << (8 * item_size(dtype) - 1) : 0;
  return builder_.constant(dtype, sign, of.location);
}

/// Emits the element of a scan, which is the total up to this index.
Register ScanNest::scanned(const ir::Node& of, Loops loops) {
  const DType dtype = total_dtype(of);
  Register value = this->value(of.operands[0], loops);
  if (analysis_.type(of.operands[0]).dtype != dtype)
    value = builder_.let(Primitive::Convert, dtype, {value}, of.location);
  Total& total = totals_.at(of.results[0]);
  const Index place = total.access.array == kNone ? Index() : index(total.access, loops);
  Register before = total.written;
  if (total.access.array != kNone) {
    Statement& load = builder_.add(StatementKind::Load, of.location);
    load.array = total.access.array;
    load.index = place;
    before = load.result = builder_.add_register(dtype);
  }
  const bool product = is(of, ir::OpKind::CumulativeProd);
  const Primitive primitive = product ? Primitive::Multiply : Primitive::Add;
  const Register after = before == kNone ? value : builder_.fused(primitive, dtype, {before, value}, of.location);
  if (total.access.array == kNone) {
    total.written = after;
  } else {
    Statement& store = builder_.add(StatementKind::Store, of.location);
    store.array = total.access.array;
    store.index = place;
    store.operands = {after};
  }
  const DType result = analysis_.type(of.results[0]).dtype;
  return result == dtype ? after : builder_.let(Primitive::Convert, result, {after}, of.location);
}

Register ScanNest::element_of(ir::NodeId id, Loops loops) {
  return analysis_.class_of(id) == NodeClass::Scan ? scanned(node(id), loops) : LoopNest::element_of(id, loops);
}

void ScanNest::emit_loops() {
  const size_t axis = *cluster_.scan;
  std::vector<Level> around = even_levels(0, axis), beside = even_levels(axis + 1, cluster_.domain.size());
  std::vector<Level> along{level_of(axis)};
  int64_t rows = 1;
  for (const Level& level : around) rows *= level.extent;
  for (ir::NodeId id : cluster_.nodes) {
    if (analysis_.class_of(id) == NodeClass::Scan) totals_[node(id).results[0]];
  }
  const bool few = along[0].count == kNone && along[0].extent <= kShortRow &&
                   along[0].extent * static_cast<int64_t>(cluster_.nodes.size()) <= kMaxScanStatements;
  if (beside.empty() && rows >= kManyScanRows && few) return emit_written_scans(around, along);
  Shape shape;  // of the totals: the axes after the scanned one
  for (size_t k = axis + 1; k < cluster_.domain.size(); ++k) shape.push_back(cluster_.domain[k]);
  if (shape.empty()) shape.push_back(1);
  Strides strides(cluster_.domain.size(), 0);
  int64_t stride = 1;
  for (size_t k = cluster_.domain.size(); k-- > axis + 1; stride *= cluster_.domain[k]) strides[k] = stride;
  for (auto& [value, total] : totals_) {
    const ir::Node& of = node(graph_.value(value).producer);
    total.access = {builder_.add_array({total_dtype(of), shape}), 0, strides};
    builder_.add(StatementKind::Allocate, of.location).array = total.access.array;
  }
  // Totals along the other axes are independent. They have a loop, even if its extent is 1.
  if (beside.empty()) beside.push_back({1, cluster_.domain.size() - 1});
  nest(around, 0, [&] {
    nest(beside, 0, [&] {
      for (auto& [value, total] : totals_) {
        const ir::Node& of = node(graph_.value(value).producer);
        const Register start = neutral(of);
        Statement& store = builder_.add(StatementKind::Store, of.location);
        store.array = total.access.array;
        store.index = index(total.access, {&beside});
        store.operands = {start};
      }
    });
    nest(along, 0, [&] {
      nest(beside, 0, [&] {
        values_.clear();
        elements({&around, &along, &beside});
      });
    });
  });
}

/// Emits many short rows. Each row is unrolled, so that the loop over the rows can process the same element of several
/// rows at once.
void ScanNest::emit_written_scans(std::vector<Level>& around, std::vector<Level>& along) {
  nest(around, 0, [&] {
    for (along[0].at = 0; along[0].at < along[0].extent; ++along[0].at) {
      values_.clear();
      elements({&around, &along});
    }
  });
}

}  // namespace ag::codegen
