#pragma once
/// Emits the loop nest of a cluster. The parts are in reduction_nests.cpp (row and column reductions),
/// unrolled_rows.cpp (unrolled rows), cumulative_nests.cpp (scans) and small_product_terms.cpp (products and gathers
/// within nests).
#include <algorithm>
#include <map>
#include <optional>

#include "lower/bounded/extent_registers.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_builder.h"

namespace ag::codegen {

/// Combines two accumulated values.
Register combine(ProgramBuilder& builder, const Reduction& reduction, Register a, Register b, SourceLocation location);

/// Emits the loop nest of a closed cluster.
class ClusterLowering : LoweringPart {
 public:
  ClusterLowering(LoweringContext& context, const Cluster& cluster)
      : LoweringPart(context), cluster_(cluster), location_(graph_.node(cluster.nodes.back()).location) {}

  void run() {
    std::map<ir::ValueId, int> inner;  // uses by nodes of the cluster
    for (ir::NodeId id : cluster_.nodes) {
      if (fusion().takes_from_elsewhere(id)) {
        factors_[id] = factors_of(id);
        continue;
      }
      for (ir::ValueId operand : node(id).operands) {
        ++inner[operand];
        if (graph_.value(operand).producer != ir::kNone &&
            std::ranges::find(cluster_.nodes, graph_.value(operand).producer) != cluster_.nodes.end()) {
          continue;
        }
        if (values().has_register(operand) || accesses_.contains(operand)) continue;
        accesses_[operand] = access_of(operand);
        // The vectors of a product have one length.
        if (is(node(id), ir::OpKind::Matmul)) accesses_[operand].scale = kNone;
      }
    }
    for (ir::NodeId id : cluster_.nodes) {
      const ir::ValueId result = node(id).results[0];
      const bool reduction = analysis_.class_of(id) == NodeClass::Reduction;
      if (is_number(analysis_.type(result))) continue;
      if (!reduction && inner[result] >= analysis_.uses(result)) continue;
      if (const auto part = values().part_of(result)) {
        const Part& to = *part;
        for (const auto& [value, access] : accesses_) {
          if (access.array == to.array && !is_computed_here(value)) overwritten_.push_back(value);
        }
        accesses_[result] = {to.array, to.offset, to.strides, to.terms};
        continue;
      }
      const ArrayId old = reduction ? kNone : take_over(result);
      const ArrayId array = old != kNone ? old : builder_.add_array(analysis_.type(result));
      builder_.add(old != kNone ? StatementKind::MakeUnique : StatementKind::Allocate, node(id).location).array = array;
      values().state(result).array = array;
      if (!reduction) accesses_[result] = {array, 0, row_major(cluster_.domain)};
    }
    if (cluster_.scan)
      emit_scans();
    else if (!cluster_.reduction)
      emit_plain();
    else if (unrolls_rows())
      emit_unrolled_rows();
    else if (cluster_.reduction->arg_extrema(cluster_.domain))
      emit_search();
    else if (cluster_.reduction->row_reduced)
      emit_rows();
    else
      emit_columns();
  }

 private:
  struct Access {
    ArrayId array = kNone;
    int64_t offset = 0;
    Strides strides;  // by axis of the domain
    std::vector<std::pair<Register, int64_t>> terms = {};
    Register scale = kNone;  // of the index; see ExtentRegisters::index_scale
  };
  /// A loop over adjacent axes; `axis` is the last of them that is longer than 1. A level without an index is unrolled,
  /// and `at` is its current iteration.
  struct Level {
    int64_t extent;
    size_t axis;
    Register index = kNone;
    int64_t at = 0;
    Register count = kNone;  // the trip count, if the extent is not static
  };
  /// Returns the loop over an axis, or makes a loop run over a further axis after its own.
  Level level_of(size_t axis) const {
    Level level{cluster_.domain[axis], axis};
    if (is_counted(cluster_.extents, axis)) level.count = extents().extent(cluster_.extents[axis]);
    return level;
  }
  void extend(Level& level, size_t axis) const {
    level.extent *= cluster_.domain[axis];
    level.axis = axis;
    if (level.count == kNone) return;
    const Register rows = builder_.integer(cluster_.domain[axis], DType::int64, location_);
    level.count = builder_.let(Primitive::Multiply, DType::int64, {level.count, rows}, location_);
  }
  /// An operand of a product, gather or one_hot. For a product: the access to the first terms of its elements, and the
  /// stride between terms. For a gather: the access to the elements at index 0 of the gathered axis and the stride
  /// along it, or the access to the indices. A one_hot has indices only.
  struct Factor {
    Access access;
    int64_t step;
  };
  std::vector<Factor> factors_of_product(const ir::Node& of);
  std::vector<Factor> factors_of_gather(const ir::Node& of);
  std::vector<Factor> factors_of_one_hot(const ir::Node& of);
  std::vector<Factor> factors_of(ir::NodeId id) {
    const NodeClass kind = analysis_.class_of(id);
    return kind == NodeClass::SmallMatmul ? factors_of_product(node(id))
           : kind == NodeClass::Gather    ? factors_of_gather(node(id))
                                          : factors_of_one_hot(node(id));
  }
  Register sum_of_terms(ir::NodeId id, std::initializer_list<const std::vector<Level>*> loops);
  Register gathered(ir::NodeId id, std::initializer_list<const std::vector<Level>*> loops);
  Register is_hot(ir::NodeId id, std::initializer_list<const std::vector<Level>*> loops);
  Register load_factor(const Factor& factor, DType dtype, int64_t further,
                       std::initializer_list<const std::vector<Level>*> loops, SourceLocation location) {
    Statement& load = builder_.add(StatementKind::Load, location);
    load.array = factor.access.array;
    load.index = index(factor.access, loops);
    load.index.offset += further * factor.step;
    return load.result = builder_.add_register(dtype);
  }
  bool is_computed_here(ir::ValueId value) const {
    if (value == ir::kNone) return false;
    return std::ranges::find(cluster_.nodes, graph_.value(value).producer) != cluster_.nodes.end();
  }

  /// Returns the array of an operand that the result can overwrite, which saves the memory traffic of another array.
  /// Required: the elements are dead after this loop, and each is read at the index where the result is stored. Returns
  /// kNone if there is no such operand.
  ArrayId take_over(ir::ValueId result) {
    for (const auto& [value, access] : accesses_) {
      if (!values().is_made_here(value) || !values().same_array(value, result)) continue;
      if (analysis_.extents(value) != cluster_.extents) continue;
      if (const ir::ValueId next = values().next_of(value); next != result && is_computed_here(next)) continue;
      const auto same = [&](const auto& other) { return other.second.array == access.array; };
      if (std::ranges::count_if(accesses_, same) != 1 || access.offset != 0 || !access.terms.empty()) continue;
      const Strides whole = row_major(cluster_.domain);
      bool in_order = true;
      for (size_t axis = 0; axis < whole.size(); ++axis) {
        in_order = in_order && (cluster_.domain[axis] == 1 || access.strides[axis] == whole[axis]);
      }
      const auto consumes = [&](ir::NodeId id) { return analysis_.consumes(id, value); };
      if (!in_order || std::ranges::none_of(cluster_.nodes, consumes)) continue;
      const auto takes = [&](const auto& of) {
        return std::ranges::any_of(of.second,
                                   [&](const Factor& factor) { return factor.access.array == access.array; });
      };
      if (std::ranges::any_of(factors_, takes)) continue;
      if (fusion().is_read_later(access.array, cluster_)) continue;
      overwritten_.push_back(value);
      return access.array;
    }
    return kNone;
  }

  const ir::Node& node(ir::NodeId id) const { return graph_.node(id); }

  Access access_of(ir::ValueId operand) {
    const Source source = values().source(operand, location_);
    Strides strides = broadcast(source.place.strides, source.shape, cluster_.domain);
    const size_t rank = cluster_.domain.size();
    const size_t first = cluster_.reduction ? row_start(cluster_.domain, *cluster_.reduction) : rank;
    if (first >= rank || is_even(cluster_.domain, strides, first, rank - 1)) {
      Access access{source.array, source.place.offset, std::move(strides), source.place.terms};
      const AxisExtents& own = analysis_.extents(operand);
      if (rank == 1 && !own.empty() && own != cluster_.extents)
        access.scale = extents().index_scale(own.back(), location_);
      return access;
    }
    // The rows are uneven only in a reduction of a view that is alone in its nest. The view is copied in row-major
    // order.
    const ArrayId array = values().boxed(operand, location_);
    builder_.add(StatementKind::MakeContiguous, location_).array = array;
    return {array, 0, row_major(cluster_.domain)};
  }

  template <class Body>
  void loop(Level& level, Body&& body) {
    Block block;
    level.index = builder_.add_register(DType::int64);
    builder_.inside(block, body);
    Statement& statement = builder_.add(StatementKind::Loop, location_);
    statement.result = level.index;
    statement.extent = level.extent;
    statement.count = level.count;
    statement.blocks.push_back(std::move(block));
  }

  template <class Body>
  void nest(std::vector<Level>& levels, size_t depth, Body&& body) {
    if (depth == levels.size()) return body();
    loop(levels[depth], [&] { nest(levels, depth + 1, body); });
  }

  Index index(const Access& access, std::initializer_list<const std::vector<Level>*> loops) const {
    Index result;
    result.offset = access.offset;
    result.terms = access.terms;
    for (const std::vector<Level>* levels : loops) {
      for (const Level& level : *levels) {
        const int64_t stride = access.strides[level.axis];
        if (level.index == kNone)
          result.offset += stride * level.at;
        else if (stride != 0)
          result.terms.emplace_back(scaled(level.index, access), stride);
      }
    }
    return result;
  }

  Register scaled(Register index, const Access& access) const {
    if (access.scale == kNone) return index;
    return builder_.let(Primitive::Multiply, DType::int64, {index, access.scale}, location_);
  }

  Register value(ir::ValueId id, std::initializer_list<const std::vector<Level>*> loops) {
    if (const auto found = values_.find(id); found != values_.end()) return found->second;
    if (is_number(analysis_.type(id))) return values().number(id);
    if (values().has_register(id)) {
      const DType dtype = analysis_.type(id).dtype;
      return values_[id] = builder_.let(Primitive::Copy, dtype, {values().number(id)}, location_);
    }
    const Access& access = accesses_.at(id);
    return values_[id] = builder_.load_at(access.array, index(access, loops), location_);
  }

  Register element(const ir::Node& of, std::initializer_list<const std::vector<Level>*> loops) {
    std::vector<Register> operands;
    for (ir::ValueId operand : of.operands) operands.push_back(value(operand, loops));
    return NodeBuilder(context_, of).run(operands);
  }

  /// The operands of a reduction for one element. `factor` is set for products only.
  struct ReductionOperand {
    Register value = kNone, factor = kNone;
  };
  /// Emits the operations on one element. Returns the operands of each reduction.
  std::vector<ReductionOperand> elements(std::initializer_list<const std::vector<Level>*> loops) {
    std::vector<ReductionOperand> folded;
    for (ir::ValueId id : overwritten_) value(id, loops);
    for (ir::NodeId id : cluster_.nodes) {
      const ir::Node& of = node(id);
      if (analysis_.class_of(id) == NodeClass::Reduction) {
        ReductionOperand& one = folded.emplace_back(ReductionOperand{fold_operand(of, value(of.operands[0], loops))});
        if (of.operands.size() > 1) one.factor = value(of.operands[1], loops);
        continue;
      }
      const NodeClass kind = analysis_.class_of(id);
      const Register result = kind == NodeClass::SmallMatmul ? sum_of_terms(id, loops)
                              : kind == NodeClass::Gather    ? gathered(id, loops)
                              : kind == NodeClass::OneHot    ? is_hot(id, loops)
                              : kind == NodeClass::Scan      ? scanned(of, loops)
                                                             : element(of, loops);
      values_[of.results[0]] = result;
      const auto output = accesses_.find(of.results[0]);
      if (output == accesses_.end()) continue;
      builder_.store_at(output->second.array, index(output->second, loops), result, of.location);
    }
    return folded;
  }

  /// Converts an element to the operand that the reduction of `of` takes.
  Register fold_operand(const ir::Node& of, Register element) {
    const Reduction reduction = reduction_of(graph_, of);
    DType dtype = analysis_.type(of.operands[0]).dtype;
    auto convert = [&](DType to) {
      if (dtype != to) element = builder_.let(Primitive::Convert, to, {element}, of.location);
      dtype = to;
    };
    if (reduction.kind >= ir::ReductionKind::All && dtype != DType::boolean) {
      if (item_size(dtype) == 2 && is_floating(dtype)) convert(DType::float32);
      const Register zero = builder_.constant(dtype, 0, of.location);
      element = builder_.let(Primitive::NotEqual, dtype, {element, zero}, of.location);
      dtype = DType::boolean;
    }
    convert(reduction.accumulator);
    return element;
  }

  std::vector<const ir::Node*> reductions() const {
    std::vector<const ir::Node*> list;
    for (ir::NodeId id : cluster_.nodes) {
      if (analysis_.class_of(id) == NodeClass::Reduction) list.push_back(&node(id));
    }
    return list;
  }

  Register identity(const Reduction& reduction, SourceLocation location) {
    return builder_.constant(reduction.accumulator, reduction_identity(reduction.kind, reduction.accumulator),
                             location);
  }

  /// Returns the number of elements that are reduced to each result.
  Register reduced_count(const Reduction& reduction, SourceLocation location) {
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

  /// Returns the result of a reduction, from its accumulated value.
  Register finish(const Reduction& reduction, Register total, SourceLocation location) {
    if (reduction.kind == ir::ReductionKind::Mean) {
      const Register count = reduced_count(reduction, location);
      total = builder_.let(Primitive::Divide, reduction.accumulator, {total, count}, location);
    }
    if (reduction.accumulator == reduction.result) return total;
    return builder_.let(Primitive::Convert, reduction.result, {total}, location);
  }

  /// Returns the access to the result of a reduction. Its axes are the kept axes of the domain, in order.
  Access result_access(const ir::Node& of, const Reduction& reduction) const {
    Access access{values().state(of.results[0]).array, 0, Strides(cluster_.domain.size(), 0)};
    int64_t stride = 1;
    for (size_t axis = cluster_.domain.size(); axis-- > 0;) {
      if (reduction.reduced[axis]) continue;
      access.strides[axis] = stride;
      stride *= cluster_.domain[axis];
    }
    return access;
  }

  std::vector<Level> even_levels(size_t first, size_t end) const;
  void emit_plain() {
    std::vector<Level> levels = even_levels(0, cluster_.domain.size());
    nest(levels, 0, [&] { elements({&levels}); });
  }

  /// Returns the loops around the row, over the reduced or over the kept axes.
  std::vector<Level> outer_levels(bool reduced) const {
    std::vector<Level> levels;
    for (size_t axis = 0; axis < row_start(cluster_.domain, *cluster_.reduction); ++axis) {
      if (cluster_.domain[axis] == 1 || cluster_.reduction->reduced[axis] != reduced) continue;
      levels.push_back(level_of(axis));
    }
    return levels;
  }

  std::vector<Level> row_level() const {
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

  bool unrolls_rows() const;
  void emit_unrolled_rows();
  Register fold_written(const Reduction& reduction, std::vector<Register> lanes, SourceLocation location);
  Register takes_over(const Reduction& reduction, Register before, Register after, SourceLocation location);
  /// The results of the arg-reduction of a row: the element, if it is needed, and its index as int32.
  struct Extremum {
    Register element = kNone, place = kNone;
  };
  Register search(const Reduction& reduction, bool place, const std::vector<Register>& row, SourceLocation location);
  std::optional<size_t> same_extremum(const std::vector<const ir::Node*>& list, size_t of) const;
  void store_result(const ir::Node& of, const Reduction& reduction, Register result, std::vector<Level>& kept);
  void emit_rows();
  // bounded/sums_by_length.cpp
  bool is_sum_by_length() const;
  Register emit_sum_by_length(std::vector<Level>& row, const std::vector<Level>& kept);
  Register emit_chain(Level& row, const std::vector<Level>& kept, Register first, Register count);
  void emit_search();
  std::vector<RowReduction> fold_row(const std::vector<const ir::Node*>& list, std::vector<Level>& row,
                                     const std::vector<Level>& kept, const std::vector<Level>& reduced);
  void emit_columns();
  /// A total that rows are accumulated in. For argmax and argmin, `best` holds the element and `array` its index.
  struct ColumnTotal {
    ArrayId array, best;
    Index index;
  };
  void accumulate(const ir::Node& of, const ColumnTotal& total, Register element, Register place);

  /// The running total of a scan: an element of an array, or a register if the row is unrolled.
  struct Total {
    Access access = {};
    Register written = kNone;
  };
  DType total_dtype(const ir::Node& of) const;
  Register neutral(const ir::Node& of);
  Register scanned(const ir::Node& of, std::initializer_list<const std::vector<Level>*> loops);
  void emit_scans();
  void emit_written_scans(std::vector<Level>& around, std::vector<Level>& along);

  const Cluster& cluster_;
  SourceLocation location_;
  std::map<ir::ValueId, Access> accesses_;
  std::map<ir::NodeId, std::vector<Factor>> factors_;  // of products, gathers and one_hots
  std::vector<ir::ValueId> overwritten_;  // operands whose arrays results overwrite; loaded before any store
  std::map<ir::ValueId, Register> values_;
  std::map<ir::ValueId, Total> totals_;  // by result of a scan
};

}  // namespace ag::codegen
