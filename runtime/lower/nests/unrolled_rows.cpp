/// Reduction nests with unrolled short rows.
///
/// Programs that profit: reductions of many short rows: distances of points with few coordinates, colours of pixels,
/// classes with few scores.
#include "lower/nests/unrolled_rows.h"

#include <algorithm>

#include "graph/signed_zero.h"
#include "kernel/reduce/reduce.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

// Rows that fill the lanes of vectors. Small arrays that a loop carries are in registers, a vector for each row, so
// their rows must be more.
constexpr int64_t kManyRows = 8;
constexpr int64_t kManyCarriedRows = 64;
constexpr int64_t kMaxRowStatements = 256;  // approximate number of statements of a row
constexpr int64_t kMaxFoldedElements = 16;  // elements of several short rows that are reduced to one

}  // namespace

bool UnrolledRows::pays() const {
  if (!cluster_.reduction->row_reduced || !cluster_.extents.empty()) return false;
  const int64_t length = row_level()[0].extent;
  int64_t rows = 1, folded = length;
  for (const Level& level : outer_levels(false)) rows *= level.extent;
  for (const Level& level : outer_levels(true)) {
    if (level.extent > kMaxFoldedElements || (folded *= level.extent) > kMaxFoldedElements) return false;
  }
  for (const ir::Node* of : reductions()) {
    const Reduction reduction = reduction_of(graph_, *of);
    // an arg-reduction has one axis and no further rows
    if (reduction.position) return !reduction.arg_extrema(cluster_.domain);
  }
  return length <= kShortRow && rows >= (reads_carried_array() ? kManyCarriedRows : kManyRows) &&
         folded * static_cast<int64_t>(cluster_.nodes.size()) <= kMaxRowStatements;
}

/// True if a loop carries an array that the nest reads.
bool UnrolledRows::reads_carried_array() const {
  return std::ranges::any_of(cluster_.nodes, [&](ir::NodeId id) {
    return std::ranges::any_of(node(id).operands, [&](ir::ValueId operand) {
      const ir::Value& base = graph_.value(values().base_of(operand));
      const ir::NodeId owner = graph_.block(base.block).owner;
      return base.producer == ir::kNone && !is_number(base.type) && owner != ir::kNone;
    });
  });
}

/// Unrolls the rows and reduces each in the order of kernel/reduce/reduce.h. Several rows that are reduced to one
/// element are combined in the order of their loops.
void UnrolledRows::emit_loops() {
  std::vector<Level> kept = outer_levels(false), reduced = outer_levels(true), row = row_level();
  const std::vector<const ir::Node*> list = reductions();
  nest(kept, 0, [&] {
    std::vector<std::vector<Register>> values;
    std::vector<Register> totals(list.size(), kNone);
    const auto fold_rows = [&](const auto& further, size_t level) -> void {
      if (level < reduced.size()) {
        for (reduced[level].at = 0; reduced[level].at < reduced[level].extent; ++reduced[level].at) {
          further(further, level + 1);
        }
        return;
      }
      values.assign(list.size(), {});
      for (row[0].at = 0; row[0].at < row[0].extent; ++row[0].at) {
        values_.clear();
        const std::vector<ReductionOperand> taken = elements({&kept, &reduced, &row});  // products have longer rows
        for (size_t k = 0; k < list.size(); ++k) values[k].push_back(taken[k].value);
      }
      for (size_t k = 0; k < list.size(); ++k) {
        const Reduction reduction = reduction_of(graph_, *list[k]);
        if (reduction.position || same_extremum(list, k)) continue;
        const Register one = fold_written(reduction, values[k], list[k]->location);
        totals[k] = totals[k] == kNone ? one : combine(reduction, totals[k], one, list[k]->location);
      }
    };
    fold_rows(fold_rows, 0);
    std::vector<Extremum> found(list.size());
    for (size_t k = 0; k < list.size(); ++k) {
      const Reduction reduction = reduction_of(graph_, *list[k]);
      if (!reduction.position) continue;
      found[k].place = search(reduction, true, values[k], list[k]->location);
      for (size_t other = 0; other < list.size() && found[k].element == kNone; ++other) {
        if (same_extremum(list, other) == k) found[k].element = search(reduction, false, values[k], list[k]->location);
      }
    }
    for (size_t k = 0; k < list.size(); ++k) {
      const Reduction reduction = reduction_of(graph_, *list[k]);
      const SourceLocation at = list[k]->location;
      const std::optional<size_t> same = same_extremum(list, k);
      const Register total = reduction.position ? builder_.let(Primitive::Convert, DType::int64, {found[k].place}, at)
                             : same             ? finish(reduction, found[*same].element, at)
                                                : finish(reduction, totals[k], at);
      store_result(*list[k], reduction, total, kept);
    }
  });
}

/// Returns the arg-reduction in the list that also finds the extremum `of`, if there is one. The operand must not
/// contain -0.0, since an arg-reduction does not distinguish the two zeros.
std::optional<size_t> UnrolledRows::same_extremum(const std::vector<const ir::Node*>& list, size_t of) const {
  const Reduction reduction = reduction_of(graph_, *list[of]);
  const ir::ValueId operand = list[of]->operands[0];
  if (reduction.kind != ir::ReductionKind::Max && reduction.kind != ir::ReductionKind::Min) return std::nullopt;
  for (size_t k = 0; k < list.size(); ++k) {
    const Reduction search = reduction_of(graph_, *list[k]);
    if (search.position && search.kind == reduction.kind && search.accumulator == reduction.accumulator &&
        list[k]->operands[0] == operand && ir::has_no_negative_zero(graph_, operand)) {
      return k;
    }
  }
  return std::nullopt;
}

Register UnrolledRows::fold_written(const Reduction& reduction, std::vector<Register> lanes, SourceLocation location) {
  for (size_t half = kernel::kLanes / 2; half > 0; half /= 2) {
    for (size_t lane = 0; lane + half < lanes.size(); ++lane) {
      lanes[lane] = combine(reduction, lanes[lane], lanes[lane + half], location);
    }
    lanes.resize(std::min(lanes.size(), half));
  }
  return combine(reduction, identity(reduction, location), lanes[0], location);
}

/// Emits an ArgExtremum for the first extremum of a row, or for its index. The index is an int32, so that a vector
/// holds as many indices as elements.
Register UnrolledRows::search(const Reduction& reduction, bool place, const std::vector<Register>& row,
                              SourceLocation location) {
  Statement& statement = builder_.add(Kind::ArgExtremum, location);
  statement.primitive = reduction.kind == ir::ReductionKind::Max ? Primitive::Greater : Primitive::Less;
  statement.bits = place ? 1 : 0;
  statement.operands = row;
  return statement.result = builder_.add_register(place ? DType::int32 : reduction.accumulator);
}

}  // namespace ag::codegen
