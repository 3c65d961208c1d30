#pragma once
/// Loop nests that reduce rows or columns.
#include <functional>
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
  /// The positions of the outer reduced axes in blocks, for results of more than one block (rule 3 of
  /// kernel/reduce/reduce.h). The totals of the blocks are arrays of [outer kept axes, blocks, row], so that threads
  /// may share the blocks. A block of another length than the others is the last one, and may be empty.
  struct PositionBlocks {
    std::vector<Level> reduced;   // a single level, if every access has an even stride along all axes
    int64_t whole = 0, rest = 0;  // the number of whole blocks, and the length of the last one
    Register count = kNone;       // the number of whole blocks, if it is not static
    Register rest_count = kNone;  // the length of the last one, if it is not static
    std::vector<ArrayId> totals;  // by reduction
    int64_t number() const { return whole + (rest > 0 ? 1 : 0); }
  };
  struct PositionBlock {
    Level block, inside;
  };
  /// Returns nullopt if the results have one block each. Makes the arrays of totals.
  std::optional<PositionBlocks> blocks_of(const std::vector<Level>& reduced);
  Register let_integer(Primitive primitive, Register a, Register b);
  /// Returns the trip count of a loop as a register.
  Register count_of(const Level& level);
  /// Returns the index of a block in the totals of reduction `k`.
  Index total_index(const PositionBlocks& blocks, size_t k, const Level& block, Loops kept_and_row) const;
  /// Emits `body` for the whole blocks in a loop, and for the last block.
  void for_blocks(const PositionBlocks& blocks, const std::function<void(const PositionBlock&)>& body);
  /// Emits the loop over all blocks that adds their totals to the results.
  void add_totals(const PositionBlocks& blocks, const std::function<void(const Level&)>& body);
  /// Emits the loop over the positions of a block. `body` takes the levels of the reduced axes.
  void loop_positions(const PositionBlocks& blocks, const PositionBlock& block,
                      const std::function<void(const std::vector<Level>&)>& body);
  /// Returns the levels of the reduced axes at a position, with indices that follow from it.
  std::vector<Level> levels_at(const PositionBlocks& blocks, Register position);
  void fill_row_totals(const PositionBlocks& blocks, std::vector<Level>& row, const std::vector<Level>& kept);
  void fill_column_totals(const PositionBlocks& blocks, std::vector<Level>& row, const std::vector<Level>& kept);
  /// Makes a variable for each reduction, with the identity.
  std::vector<Register> start_totals();
  /// Combines the variable of each reduction with `value_of(k)`.
  void add_to_totals(const std::vector<Register>& totals, const std::function<Register(size_t)>& value_of);
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
