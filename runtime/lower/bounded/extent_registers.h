#pragma once
/// Lowers slices with computed bounds: their first positions and extents as registers, the errors that depend on them,
/// and bounded values as tensors for kernels.
///
/// Programs that profit: loops that work on growing or shrinking parts of arrays: factorizations and triangular
/// systems, sliding windows, prefix sums, tables of dynamic programming.
#include <map>
#include <utility>
#include <vector>

#include "lower/lowering_context.h"

namespace ag::codegen {

/// The first position of a computed slice, kNone for 0, its extent, and its step if that is computed.
struct RangeRegisters {
  Register first = kNone, count = kNone, step = kNone;
};

class ExtentRegisters : public BlockState, private LoweringPart {
 public:
  explicit ExtentRegisters(LoweringContext& context);

  size_t mark() const override { return learned_.size(); }
  void forget_after(size_t mark) override;

  /// Returns the registers of a slice. They are computed once in a block and the blocks inside of it.
  const RangeRegisters& range_of(ExtentId id, SourceLocation at);
  /// Sets the register of an extent that loops have counted.
  void define(ExtentId id, Register count);
  /// Returns the register of an extent, which has been computed.
  Register extent(ExtentId id);
  /// Returns the register of the length of an axis.
  Register length_of(ir::ValueId value, size_t axis, SourceLocation at);
  /// Returns the registers of the extents by axis, kNone for static ones. Empty if all are static.
  std::vector<Register> counts_of(ir::ValueId value, SourceLocation at);
  void lower_extent(const ir::Node& node);
  /// Emits the computed slices of a node. Returns the terms that they add to the offset of its elements.
  std::vector<std::pair<Register, int64_t>> place_ranges(ir::NodeId node, const std::vector<int64_t>& strides);
  /// Returns the computed steps of the slice that a node names, by axis of the slice, kNone for steps that are numbers.
  /// Empty if there are none.
  std::vector<Register> steps_of(ir::NodeId node);

  /// Emits the check that the reduced axes of an extremum have elements.
  void check_extremum(const ir::Node& node);
  /// Emits the check that the extents of the operands of an elementwise operation or a product fit, if their
  /// expressions differ.
  void check_extents(ir::NodeId id);
  /// Emits a check that ends in the error of the kernel.
  void check_in_kernel(const ir::Node& node, Register fits);
  /// Appends the numbers that the kernel of a check takes: unknown extents and numbers, by operand. `rows`: the length
  /// of the first axis of an operand that is not bounded.
  void add_check_numbers(const ir::Node& node, Register rows, std::vector<Register>& numbers);
  /// Returns whether an extent is equal to another one, or 1 if the axis may be repeated.
  Register fits_extent(Register own, Register wanted, bool repeats, SourceLocation at);
  /// Returns the factor of the index of an operand whose axis is repeated if its extent is 1: 0 then, and 1 otherwise.
  Register index_scale(ExtentId id, SourceLocation at);
  /// Returns a bounded value as a tensor for kernels: the part of its array up to its extents.
  ArrayId tensor_of_bounded(ir::ValueId value, SourceLocation location);

 private:
  void check_steps(ir::NodeId id);
  RangeRegisters compute_range(const SliceRange& range, SourceLocation at);
  RangeRegisters compute_stepped_range(const SliceRange& range, SourceLocation at);
  /// The limits of the bounds of a slice, and the length of its axis.
  struct Limits {
    Register low, high, length;
  };
  Register clamped(const SliceBound& bound, const Limits& limits, Register otherwise, SourceLocation at);
  Register integer_of(ir::ValueId value, SourceLocation at);

  std::map<ExtentId, RangeRegisters> ranges_;  // those of the current blocks
  std::vector<ExtentId> learned_;
};

}  // namespace ag::codegen
