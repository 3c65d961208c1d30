#pragma once
/// Loop nests that reduce rows or columns.
#include <optional>
#include <vector>

#include "lower/nests/loop_nest.h"

namespace ag::codegen {

class ReductionNest : public LoopNest {
 public:
  using LoopNest::LoopNest;

 protected:
  void emit_loops() override;

  std::vector<const ir::Node*> reductions() const;
  Register identity(const Reduction& reduction, SourceLocation location);
  /// Returns the number of elements that are reduced to each result.
  Register reduced_count(const Reduction& reduction, SourceLocation location);
  /// Returns the result of a reduction, from its accumulated value.
  Register finish(const Reduction& reduction, Register total, SourceLocation location);
  /// Returns the access to the result of a reduction. Its axes are the kept axes of the domain, in order.
  Access result_access(const ir::Node& of, const Reduction& reduction) const;
  /// Returns the loops around the row, over the reduced or over the kept axes.
  std::vector<Level> outer_levels(bool reduced) const;
  std::vector<Level> row_level() const;
  /// Combines two accumulated values.
  Register combine(const Reduction& reduction, Register a, Register b, SourceLocation location);
  Register takes_over(const Reduction& reduction, Register before, Register after, SourceLocation location);
  void store_result(const ir::Node& of, const Reduction& reduction, Register result, std::vector<Level>& kept);

 private:
  void emit_rows();
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
};

}  // namespace ag::codegen
