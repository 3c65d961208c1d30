#pragma once
/// The registers and arrays of values during lowering.
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lower/lowering_context.h"
#include "lower/nests/nest_strides.h"

namespace ag::codegen {

/// The elements that a loop reads: an array and the access to it.
struct Source {
  ArrayId array = kNone;
  StridedAccess place;
  Shape shape;
};

/// The position of a value's elements in an array that contains them.
struct Part {
  ArrayId array = kNone;
  int64_t offset = 0;
  std::vector<int64_t> strides;
  std::vector<std::pair<Register, int64_t>> terms = {};
  std::vector<Register> steps = {};  // by axis: a factor of the index that depends on values, or kNone; empty: none
};

class LoweredValues : public BlockState, private LoweringPart {
 public:
  explicit LoweredValues(LoweringContext& context);

  /// The lowered form of a value. Parts of it may hold only to the end of the current block.
  struct State {
    Register reg = kNone;     // of a number
    ArrayId array = kNone;    // of an array, or of a boxed number
    int32_t cluster = kNone;  // the open cluster that computes the value
  };
  State& state(ir::ValueId value) { return states_[static_cast<size_t>(value)]; }
  /// Returns the state of a value for a change that ends with the current block.
  State& learn(ir::ValueId value) {
    learned_.emplace_back(value, state(value));
    return state(value);
  }
  size_t mark() const override { return learned_.size(); }
  void forget_after(size_t mark) override;

  /// True if loops need only a register of the value.
  bool has_register(ir::ValueId value) const {
    const ir::NodeId producer = graph_.value(value).producer;
    return is_number(analysis_.type(value)) ||
           (producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Uniform);
  }
  /// True if one array can hold both values.
  bool same_array(ir::ValueId a, ir::ValueId b) const {
    const ir::TensorType &one = analysis_.type(a), &other = analysis_.type(b);
    return one.dtype == other.dtype && one.shape == other.shape && one.weak == other.weak;
  }
  /// True if the program makes the value's array or carries it in a loop. Other arrays may be shared with the caller or
  /// with kernels.
  bool is_made_here(ir::ValueId value);
  /// Returns the value that a loop yields for the next iteration in place of this argument; kNone if it is not
  /// loop-carried.
  ir::ValueId next_of(ir::ValueId value) const;

  /// Returns the register of a number.
  Register number(ir::ValueId value);
  /// Returns the array of a value as a tensor for kernels. Numbers are boxed.
  ArrayId boxed(ir::ValueId value, SourceLocation location);
  /// Returns a new array with the elements of the value in row-major order.
  ArrayId copy_of(ir::ValueId value, SourceLocation location);
  /// Returns the array of a value with all elements in row-major order.
  ArrayId row_major_array(ir::ValueId value, SourceLocation location);
  ArrayId add_constant(ir::ValueId value, const Tensor& tensor);
  /// Returns the access to the elements of an array, for loops.
  Source source(ir::ValueId value, SourceLocation location);

  // lowered_views.cpp
  /// Returns the node of a view or slice; null for any other value.
  const ir::Node* view_of(ir::ValueId value);
  /// Returns the value that a value is a view of, or the value itself.
  ir::ValueId base_of(ir::ValueId value);
  /// Returns the access before any array is made. `place_in_root` is nullopt unless the value is a view that can be
  /// read in place.
  StridedAccess place(ir::ValueId value);
  std::optional<StridedAccess> place_in_root(ir::ValueId value);
  bool may_be_stored_as(ir::ValueId view);
  bool is_reordered(ir::ValueId view);
  /// Frees the tensors of the views of a value, which have no use after the update of the value that takes `operands`.
  /// Otherwise the update would copy its elements.
  void free_views(ir::ValueId of, const std::vector<ArrayId>& operands, SourceLocation location);

  /// Sets the terms that the indices of a slice add to the offset of its elements.
  void set_terms(ir::ValueId slice, std::vector<std::pair<Register, int64_t>> terms) {
    terms_[slice] = std::move(terms);
  }
  /// Returns these terms; empty if there are none.
  std::vector<std::pair<Register, int64_t>> terms_of(ir::ValueId slice) const {
    const auto found = terms_.find(slice);
    return found == terms_.end() ? std::vector<std::pair<Register, int64_t>>() : found->second;
  }
  /// Lets the loops that compute a value store it as a part of an array.
  void store_in(ir::ValueId value, Part part) { parts_[value] = std::move(part); }
  /// Returns the part in which a value is stored; null if it has an array of its own.
  const Part* part_of(ir::ValueId value) const {
    const auto found = parts_.find(value);
    return found == parts_.end() ? nullptr : &found->second;
  }
  void forget_part(ir::ValueId value) { parts_.erase(value); }
  /// Lets the nest that is emitted read a copy of an operand.
  void read_copy(ir::ValueId value, ArrayId copy) { copies_[value] = copy; }
  void forget_copy(ir::ValueId value) { copies_.erase(value); }

 private:
  ArrayId store_as(ir::ValueId view, SourceLocation location);
  ArrayId copy_reordered(ir::ValueId view);
  std::optional<StridedAccess> place_of_part(ir::ValueId part);
  std::optional<StridedAccess> place_of_bounded_view(ir::ValueId value);

  std::vector<State> states_;
  std::vector<std::pair<ir::ValueId, State>> learned_;
  std::map<ir::ValueId, std::vector<std::pair<Register, int64_t>>> terms_;  // of slices
  std::map<ir::ValueId, ArrayId> copies_;
  std::map<ir::ValueId, Part> parts_;
};

}  // namespace ag::codegen
