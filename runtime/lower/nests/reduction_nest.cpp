/// Loop nests with row reductions or column reductions.
#include "lower/nests/reduction_nest.h"

#include <algorithm>

#include "lower/bounded/extent_registers.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

void ReductionNest::emit_loops() {
  if (cluster_.reduction->arg_extrema(cluster_.domain))
    emit_search();
  else if (cluster_.reduction->row_reduced)
    emit_rows();
  else
    emit_columns();
}

std::vector<const ir::Node*> ReductionNest::reductions() const {
  std::vector<const ir::Node*> list;
  for (ir::NodeId id : cluster_.nodes) {
    if (analysis_.class_of(id) == NodeClass::Reduction) list.push_back(&node(id));
  }
  return list;
}

Register ReductionNest::identity(const Reduction& reduction, SourceLocation location) {
  return builder_.constant(reduction.accumulator, reduction_identity(reduction.kind, reduction.accumulator), location);
}

Register ReductionNest::reduced_count(const Reduction& reduction, SourceLocation location) {
  int64_t known = 1;
  Register count = kNone;
  const auto times = [&](Register other) {
    count = count == kNone ? other : builder_.let(Primitive::Multiply, DType::int64, {count, other}, location);
  };
  for (size_t axis = 0; axis < cluster_.domain.size(); ++axis) {
    if (!reduction.reduced[axis]) continue;
    if (is_counted(cluster_.extents, axis))
      times(extents().extent(cluster_.extents[axis]));
    else
      known *= cluster_.domain[axis];
  }
  if (count == kNone) return builder_.integer(known, reduction.accumulator, location);
  if (known != 1) times(builder_.integer(known, DType::int64, location));
  return builder_.let(Primitive::Convert, reduction.accumulator, {count}, location);
}

Register ReductionNest::finish(const Reduction& reduction, Register total, SourceLocation location) {
  if (reduction.kind == ir::ReductionKind::Mean) {
    const Register count = reduced_count(reduction, location);
    total = builder_.let(Primitive::Divide, reduction.accumulator, {total, count}, location);
  }
  if (reduction.accumulator == reduction.result) return total;
  return builder_.let(Primitive::Convert, reduction.result, {total}, location);
}

ReductionNest::Access ReductionNest::result_access(const ir::Node& of, const Reduction& reduction) const {
  Access access{values().state(of.results[0]).array, 0, Strides(cluster_.domain.size(), 0)};
  int64_t stride = 1;
  for (size_t axis = cluster_.domain.size(); axis-- > 0;) {
    if (reduction.reduced[axis]) continue;
    access.strides[axis] = stride;
    stride *= cluster_.domain[axis];
  }
  return access;
}

std::vector<ReductionNest::Level> ReductionNest::outer_levels(bool reduced) const {
  std::vector<Level> levels;
  for (size_t axis = 0; axis < row_start(cluster_.domain, *cluster_.reduction); ++axis) {
    if (cluster_.domain[axis] == 1 || cluster_.reduction->reduced[axis] != reduced) continue;
    levels.push_back(level_of(axis));
  }
  return levels;
}

std::vector<ReductionNest::Level> ReductionNest::row_level() const {
  std::optional<Level> row;
  for (size_t axis = row_start(cluster_.domain, *cluster_.reduction); axis < cluster_.domain.size(); ++axis) {
    if (cluster_.domain[axis] == 1) continue;
    if (row)
      extend(*row, axis);
    else
      row = level_of(axis);
  }
  return {row.value_or(Level{1, cluster_.domain.size() - 1})};
}

Register ReductionNest::combine(const Reduction& reduction, Register a, Register b, SourceLocation location) {
  const DType dtype = reduction.accumulator;
  switch (reduction.kind) {
    case ir::ReductionKind::Product:
      return builder_.fused(Primitive::Multiply, dtype, {a, b}, location);
    case ir::ReductionKind::All:
      return builder_.let(Primitive::And, dtype, {a, b}, location);
    case ir::ReductionKind::Any:
      return builder_.let(Primitive::Or, dtype, {a, b}, location);
    case ir::ReductionKind::Max:
    case ir::ReductionKind::Min: {
      const Primitive better = reduction.kind == ir::ReductionKind::Max ? Primitive::Greater : Primitive::Less;
      Register takes = builder_.let(better, dtype, {b, a}, location);
      if (is_floating(dtype)) {
        takes = builder_.let(Primitive::Or, DType::boolean,
                             {takes, builder_.let(Primitive::NotEqual, dtype, {b, b}, location)}, location);
      }
      return builder_.let(Primitive::Select, dtype, {takes, b, a}, location);
    }
    default:
      return builder_.fused(Primitive::Add, dtype, {a, b}, location);
  }
}

/// Emits a nest whose last axis is reduced. Each row is a Reduce.
void ReductionNest::emit_rows() {
  std::vector<Level> kept = outer_levels(false), reduced = outer_levels(true), row = row_level();
  const std::vector<const ir::Node*> list = reductions();
  const std::optional<PositionBlocks> blocks = blocks_of(reduced);
  nest(kept, 0, [&] {
    if (is_sum_by_length()) {
      store_result(*list[0], reduction_of(graph_, *list[0]), emit_sum_by_length(row, kept), kept);
      return;
    }
    std::vector<Register> totals;
    if (blocks) {
      fill_row_totals(*blocks, row, kept);
      totals = start_totals();
      add_totals(*blocks, [&](const Level& block) {
        add_to_totals(totals, [&](size_t k) {
          return builder_.load_at(blocks->totals[k], total_index(*blocks, k, block, {&kept}), list[k]->location);
        });
      });
    } else if (!reduced.empty()) {
      totals = start_totals();
      nest(reduced, 0, [&] {
        const std::vector<RowReduction> folds = fold_row(list, row, kept, reduced);
        add_to_totals(totals, [&](size_t k) { return folds[k].result; });
      });
    } else {
      const std::vector<RowReduction> folds = fold_row(list, row, kept, reduced);
      for (size_t k = 0; k < list.size(); ++k) {
        const Reduction reduction = reduction_of(graph_, *list[k]);
        const SourceLocation at = list[k]->location;
        const bool extremum = reduction.kind == ir::ReductionKind::Max || reduction.kind == ir::ReductionKind::Min;
        // The identity changes no extremum; products stay as they are.
        totals.push_back(extremum || reduction.products
                             ? folds[k].result
                             : combine(reduction, identity(reduction, at), folds[k].result, at));
      }
    }
    for (size_t k = 0; k < list.size(); ++k) {
      const Reduction reduction = reduction_of(graph_, *list[k]);
      store_result(*list[k], reduction, finish(reduction, totals[k], list[k]->location), kept);
    }
  });
}

std::vector<Register> ReductionNest::start_totals() {
  std::vector<Register> totals;
  for (const ir::Node* of : reductions()) {
    const Reduction reduction = reduction_of(graph_, *of);
    totals.push_back(builder_.add_register(reduction.accumulator, true));
    builder_.set(totals.back(), identity(reduction, of->location), of->location);
  }
  return totals;
}

void ReductionNest::add_to_totals(const std::vector<Register>& totals,
                                  const std::function<Register(size_t)>& value_of) {
  const std::vector<const ir::Node*> list = reductions();
  for (size_t k = 0; k < list.size(); ++k) {
    const SourceLocation at = list[k]->location;
    builder_.set(totals[k], combine(reduction_of(graph_, *list[k]), totals[k], value_of(k), at), at);
  }
}

/// Emits an arg-reduction in two passes over a row: the extremum, without indices, and then its first index. A NaN is
/// the extremum of its row.
void ReductionNest::emit_search() {
  std::vector<Level> kept = outer_levels(false), row = row_level();
  const ir::Node& of = *reductions().front();
  const Reduction reduction = reduction_of(graph_, of);
  const SourceLocation at = of.location;
  const DType dtype = reduction.accumulator;
  const auto fold = [&](ir::ReductionKind kind, DType result, auto&& value_of) {
    Block block;
    row[0].index = builder_.add_register(DType::int64);
    RowReduction fold{kind, builder_.add_register(result)};
    builder_.inside(block, [&] {
      values_.clear();
      fold.value = value_of(elements({&kept, &row}).front().value);
    });
    Statement& statement = builder_.add(Kind::Reduce, location_);
    statement.result = row[0].index;
    statement.extent = row[0].extent;
    statement.count = row[0].count;
    statement.reductions = {fold};
    statement.blocks.push_back(std::move(block));
    return fold.result;
  };
  nest(kept, 0, [&] {
    const Register extremum = fold(reduction.kind, dtype, [](Register element) { return element; });
    const Register place = fold(ir::ReductionKind::Min, DType::int32, [&](Register element) {
      Register found = builder_.let(Primitive::Equal, dtype, {element, extremum}, at);
      if (is_floating(dtype)) {
        const Register is_nan = builder_.let(Primitive::NotEqual, dtype, {element, element}, at);
        found = builder_.let(Primitive::Or, DType::boolean, {found, is_nan}, at);
      }
      const Register here = builder_.let(Primitive::Convert, DType::int32, {row[0].index}, at),
                     behind = builder_.integer(row[0].extent, DType::int32, at);
      return builder_.let(Primitive::Select, DType::int32, {found, here, behind}, at);
    });
    store_result(of, reduction, builder_.let(Primitive::Convert, DType::int64, {place}, at), kept);
  });
}

std::vector<RowReduction> ReductionNest::fold_row(const std::vector<const ir::Node*>& list, std::vector<Level>& row,
                                                  const std::vector<Level>& kept, const std::vector<Level>& reduced) {
  Block block;
  std::vector<RowReduction> folds(list.size());
  row[0].index = builder_.add_register(DType::int64);
  builder_.inside(block, [&] {
    const std::vector<ReductionOperand> values = elements({&kept, &reduced, &row});
    for (size_t k = 0; k < list.size(); ++k) {
      const Reduction reduction = reduction_of(graph_, *list[k]);
      ir::ReductionKind fold = reduction.kind;
      if (fold == ir::ReductionKind::Mean || fold == ir::ReductionKind::Count) fold = ir::ReductionKind::Sum;
      const bool sums = fold == ir::ReductionKind::Sum || fold == ir::ReductionKind::Product;
      const bool rounds = sums && !reduction.products && is_floating(reduction.accumulator);
      folds[k] = {fold, builder_.add_register(reduction.accumulator), values[k].value,
                  rounds ? builder_.rounding() : Rounding::Each, values[k].factor};
    }
  });
  Statement& statement = builder_.add(Kind::Reduce, location_);
  statement.result = row[0].index;
  statement.extent = row[0].extent;
  statement.count = row[0].count;
  statement.reductions = folds;
  statement.blocks.push_back(std::move(block));
  return folds;
}

/// Emits a nest whose last axis is kept. Rows are accumulated in the results. For argmax and argmin the results hold
/// the indices, and additional arrays hold the elements.
void ReductionNest::emit_columns() {
  std::vector<Level> kept = outer_levels(false), reduced = outer_levels(true), row = row_level();
  const std::vector<const ir::Node*> list = reductions();
  std::vector<ArrayId> best(list.size(), kNone);
  for (size_t k = 0; k < list.size(); ++k) {
    const Reduction reduction = reduction_of(graph_, *list[k]);
    if (!reduction.position) continue;
    best[k] = builder_.add_array({reduction.accumulator, analysis_.type(list[k]->results[0]).shape});
    builder_.add(Kind::Allocate, list[k]->location).array = best[k];
  }
  const std::optional<PositionBlocks> blocks = blocks_of(reduced);
  nest(kept, 0, [&] {
    auto for_results = [&](auto&& body) {
      nest(row, 0, [&] {
        for (size_t k = 0; k < list.size(); ++k) {
          const Reduction reduction = reduction_of(graph_, *list[k]);
          const Access access = result_access(*list[k], reduction);
          body(k, reduction, access.array, index(access, {&kept, &row}), list[k]->location);
        }
      });
    };
    if (blocks) fill_column_totals(*blocks, row, kept);
    for_results([&](size_t k, const Reduction& reduction, ArrayId array, const Index& at, SourceLocation location) {
      builder_.store_at(reduction.position ? best[k] : array, at, identity(reduction, location), location_);
      if (reduction.position) builder_.store_at(array, at, builder_.integer(0, DType::int64, location), location_);
    });
    if (blocks) {
      add_totals(*blocks, [&](const Level& block) {
        for_results([&](size_t k, const Reduction&, ArrayId array, const Index& at, SourceLocation) {
          const Index from = total_index(*blocks, k, block, {&kept, &row});
          const Register total = builder_.load_at(blocks->totals[k], from, location_);
          accumulate(*list[k], {array, kNone, at}, total, kNone);
        });
      });
    } else {
      nest(reduced, 0, [&] {
        nest(row, 0, [&] {
          values_.clear();
          const std::vector<ReductionOperand> values = elements({&kept, &reduced, &row});
          const Register place = reduced.empty() ? kNone : reduced[0].index;
          for (size_t k = 0; k < list.size(); ++k) {
            const Access access = result_access(*list[k], reduction_of(graph_, *list[k]));
            accumulate(*list[k], {access.array, best[k], index(access, {&kept, &row})}, values[k].value, place);
          }
        });
      });
    }
    if (std::ranges::any_of(list,
                            [](const ir::Node* of) { return of->op->block->reduction == ir::ReductionKind::Mean; })) {
      for_results([&](size_t, const Reduction& reduction, ArrayId array, const Index& at, SourceLocation location) {
        if (reduction.kind != ir::ReductionKind::Mean) return;
        const Register total = builder_.load_at(array, at, location_);
        builder_.store_at(array, at, finish(reduction, total, location), location_);
      });
    }
  });
}

/// Accumulates an element in a total in memory. `place` is its index for argmax and argmin; kNone stands for 0.
void ReductionNest::accumulate(const ir::Node& of, const ColumnTotal& total, Register element, Register place) {
  const Reduction reduction = reduction_of(graph_, of);
  const SourceLocation at = of.location;
  if (!reduction.position) {
    const Register before = builder_.load_at(total.array, total.index, location_);
    const Register after = combine(reduction, before, element, at);
    return builder_.store_at(total.array, total.index, after, location_);
  }
  const Register before = builder_.load_at(total.best, total.index, location_);
  const Register old = builder_.load_at(total.array, total.index, location_);
  if (place == kNone) place = builder_.integer(0, DType::int64, at);
  const Register better = takes_over(reduction, before, element, at);
  const auto select = [&](DType dtype, Register yes, Register no) {
    return builder_.let(Primitive::Select, dtype, {better, yes, no}, at);
  };
  builder_.store_at(total.best, total.index, select(reduction.accumulator, element, before), location_);
  builder_.store_at(total.array, total.index, select(DType::int64, place, old), location_);
}

/// Emits the test that the later of two elements replaces the earlier one as extremum. It does if it is better or a
/// NaN, unless the earlier element is a NaN.
Register ReductionNest::takes_over(const Reduction& reduction, Register before, Register after,
                                   SourceLocation location) {
  const DType dtype = reduction.accumulator;
  const Primitive behind = reduction.kind == ir::ReductionKind::Max ? Primitive::LessEqual : Primitive::GreaterEqual;
  const Register is_behind = builder_.let(behind, dtype, {after, before}, location);
  const Register better = builder_.let(Primitive::Not, DType::boolean, {is_behind}, location);
  if (!is_floating(dtype)) return better;
  const Register is_number = builder_.let(Primitive::Equal, dtype, {before, before}, location);
  return builder_.let(Primitive::And, DType::boolean, {better, is_number}, location);
}

void ReductionNest::store_result(const ir::Node& of, const Reduction& reduction, Register result,
                                 std::vector<Level>& kept) {
  if (is_number(analysis_.type(of.results[0]))) {
    // A variable holds its value only until its next Set.
    values().state(of.results[0]).reg = builder_.let(Primitive::Copy, reduction.result, {result}, of.location);
    return;
  }
  const Access access = result_access(of, reduction);
  const Index at = index(access, {&kept});
  Statement& store = builder_.add(Kind::Store, of.location);
  store.array = access.array;
  store.index = at;
  store.operands = {result};
}

}  // namespace ag::codegen
