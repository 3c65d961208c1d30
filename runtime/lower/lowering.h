#pragma once
/// The state of lowering, shared by its parts: lower.cpp (numbers, kernels), slices.cpp, slice_assignments.cpp,
/// gather_nests.cpp, small (unrolled matrices and sorts), concat_nests.cpp, scatter_loops.cpp,
/// segment_sums.cpp, branches_and_loops.cpp, function_calls.cpp, fusion.cpp (clusters), cluster_lowering.h (their
/// nests), bounded (slices with computed extents) and fp_contraction.cpp (rounding of fast code).
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "kernel/matmul/matmul.h"
#include "lower/called_graphs.h"
#include "lower/lower.h"
#include "lower/node_class.h"

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
};

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

class Lowering {
 public:
  Lowering(const ir::Graph& graph, const LowerOptions& options, const CalledGraphs& called);
  Program run();
  /// Lowers the graph as a function with this location.
  Program run_function(const SourceLocation& location);

 private:
  friend class ClusterLowering;
  friend class Elimination;
  friend class NodeBuilder;
  friend class SegmentSums;
  friend class SmallMatmul;

  // The lowered form of a value. Parts of it may hold only to the end of the current block.
  struct ValueState {
    Register reg = kNone;     // of a number
    ArrayId array = kNone;    // of an array, or of a boxed number
    int32_t cluster = kNone;  // the open cluster that computes the value
  };

  // lower.cpp
  void lower_block(ir::BlockId block);
  void lower_node(ir::NodeId node);
  void lower_constant(const ir::Node& node);
  void lower_undefined(const ir::Node& node);
  ArrayId add_constant(ir::ValueId value, const Tensor& tensor);
  void lower_scalar(ir::NodeId node);
  void lower_uniform(ir::NodeId node);
  void lower_apply(const ir::Node& node);
  void lower_view(ir::NodeId node);
  void lower_slice(ir::NodeId node);
  void lower_slice_assign(ir::NodeId node);
  /// Lets the loops that compute the new elements of a slice store them. Returns false, with no such store emitted, if
  /// they cannot.
  bool store_slice_in_place(ir::NodeId node, const Part& part);
  bool may_be_repeated(ir::NodeId slice_assign);
  bool may_be_copied(ir::NodeId slice_assign);
  void lower_copied_update(ir::NodeId slice_assign);
  void copy_around(const SliceAccess& slice, const Part& part, const Source& old, SourceLocation at);
  /// Emits loops that copy the new elements of a slice to their place.
  void move_to_slice(ir::NodeId node, const Part& part);
  void copy_to_slice(ir::NodeId node, const Part& part, const std::optional<Source>& from);
  StridedAccess with_positions(StridedAccess place) const;
  std::optional<std::vector<ir::ValueId>> copies_for_storing(ir::ValueId value, const Part& part, const Shape& array);
  void copy_to_part(const std::optional<Source>& from, Register single, const Shape& shape, const AxisExtents& extents,
                    const Part& part, SourceLocation location, Register scale = kNone);
  ArrayId copy_of_bounded(ir::ValueId value, SourceLocation location);
  void free_views(ir::ValueId of, const std::vector<ArrayId>& operands, SourceLocation location);
  /// Returns the terms that the indices of a Slice or SliceAssign add to the offset of its elements, after checking
  /// them.
  std::vector<std::pair<Register, int64_t>> place_indices(ir::NodeId node);
  /// The same for an array with these strides.
  std::vector<std::pair<Register, int64_t>> place_indices(ir::NodeId node, const std::vector<int64_t>& strides);
  /// Returns the array of a value with all elements in row-major order.
  ArrayId row_major_array(ir::ValueId value, SourceLocation location);
  void lower_copied_view(ir::NodeId id);
  Register read_element(ir::NodeId node, std::vector<std::pair<Register, int64_t>> terms);
  /// True if the program makes the value's array or carries it in a loop. Other arrays may be shared with the caller or
  /// with kernels.
  bool is_made_here(ir::ValueId value);
  /// Returns the value that a loop yields for the next iteration in place of this argument; kNone if it is not
  /// loop-carried.
  ir::ValueId next_of(ir::ValueId value) const;
  /// Returns the value that a value is a view of, or the value itself.
  ir::ValueId base_of(ir::ValueId value);
  void lower_kernel(ir::NodeId node);
  /// Returns the register of a number.
  Register number(ir::ValueId value);
  /// Returns the array of a value as a tensor for kernels. Numbers are boxed.
  ArrayId boxed(ir::ValueId value, SourceLocation location);
  bool may_be_stored_as(ir::ValueId view);
  ArrayId store_as(ir::ValueId view, SourceLocation location);
  bool is_reordered(ir::ValueId view);
  ArrayId copy_reordered(ir::ValueId view);
  /// Returns the access to the elements of an array, for loops.
  Source source(ir::ValueId value, SourceLocation location);
  /// Returns the access before any array is made. `place_in_root` is nullopt unless the value is a view that can be
  /// read in place.
  StridedAccess place(ir::ValueId value);
  std::optional<StridedAccess> place_in_root(ir::ValueId value);
  std::optional<StridedAccess> place_of_part(ir::ValueId part);
  std::optional<StridedAccess> place_of_bounded_view(ir::ValueId value);
  void box(ArrayId array, Register reg, SourceLocation location);
  /// Makes an array that is filled with one number.
  void fill(ArrayId array, Register value, SourceLocation location);

  // bounded/slice_ranges.cpp
  /// The first position of a computed slice, kNone for 0, and its extent.
  struct RangeRegisters {
    Register first = kNone, count = kNone;
  };
  const RangeRegisters& range_of(ExtentId id, SourceLocation at);
  Register extent(ExtentId id);
  void lower_extent(const ir::Node& node);
  std::vector<std::pair<Register, int64_t>> place_ranges(ir::NodeId node, const std::vector<int64_t>& strides);
  void add_check_numbers(const ir::Node& node, Register rows, std::vector<Register>& numbers);
  void check_extremum(const ir::Node& node);
  void check_extents(ir::NodeId id);
  Register fits_extent(Register own, Register wanted, bool repeats, SourceLocation at);
  Register index_scale(ExtentId id, SourceLocation at);
  void check_in_kernel(const ir::Node& node, Register fits);
  ArrayId tensor_of_bounded(ir::ValueId value, SourceLocation location);
  /// Returns the extents of the domain in which a node runs.
  const AxisExtents& domain_extents(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    return analysis_.extents(analysis_.class_of(id) == NodeClass::Reduction ? node.operands[0] : node.results[0]);
  }

  /// Returns the extents of the slice that a Slice reads, or that a SliceAssign replaces.
  AxisExtents slice_extents(ir::NodeId id) {
    return analysis_.slice_extents(analysis_.placement(id), analysis_.extents(graph_.node(id).operands[0]));
  }

  // bounded/compress_loops.cpp
  void lower_compress(ir::NodeId id);

  // bounded/row_products.cpp
  void lower_row_product(ir::NodeId id);
  Register is_chain(Register terms, Register elements, SourceLocation at);

  // function_calls.cpp
  void lower_call(ir::NodeId id);
  ArrayId array_to_give(ir::ValueId value, SourceLocation location);
  ArrayId copy_of(ir::ValueId value, SourceLocation location);

  // small_matmul.cpp
  void lower_small_matmul(ir::NodeId id);
  /// A sum or difference with a product as its first or last operand.
  struct Addend {
    ir::NodeId node = ir::kNone;
    ir::ValueId value = ir::kNone;
    bool subtracts = false;
    bool first = false;  // the product is the first operand
  };
  Addend addend_of(ir::ValueId product);

  // gather_nests.cpp
  void check_places(const ir::Node& node, size_t axis);
  ArrayId placeholder_array(ir::ValueId operand, SourceLocation location);
  /// True if a node of a nest reads elements at other indices than its own.
  bool takes_from_elsewhere(ir::NodeId id) const {
    const NodeClass kind = analysis_.class_of(id);
    return kind == NodeClass::SmallMatmul || kind == NodeClass::Gather || kind == NodeClass::OneHot;
  }

  /// True for a product whose order of operations depends on the extent of its terms. It shares no nest with other
  /// reductions.
  bool is_bounded_product(ir::NodeId id) const {
    return analysis_.class_of(id) == NodeClass::Reduction && is(graph_.node(id), ir::OpKind::Matmul) &&
           !domain_extents(id).empty();
  }

  bool arg_extrema(ir::NodeId id) const {
    if (analysis_.class_of(id) != NodeClass::Reduction) return false;
    return reduction_of(graph_, graph_.node(id)).arg_extrema(type(graph_.node(id).operands[0]).shape);
  }

  // cumulative_nests.cpp
  std::optional<size_t> scan_of(ir::NodeId id) const {
    if (analysis_.class_of(id) != NodeClass::Scan) return std::nullopt;
    return scanned_axis(graph_.node(id), type(graph_.node(id).operands[0]).shape);
  }

  // small_sorts.cpp
  struct OrderedRow {
    DType dtype;
    bool descending;
    std::vector<Register> elements;
    std::vector<Register> places;  // int32; empty if the indices are not needed
  };
  void lower_sort(ir::NodeId id);
  void put_in_order(OrderedRow& row, SourceLocation at);
  template <class ElementAt>
  void pass_by(OrderedRow& row, int64_t first, int64_t end, SourceLocation at, ElementAt element_at);
  Register stands_before(Register a, Register b, DType dtype, bool descending, SourceLocation location);

  // concat_nests.cpp
  void lower_concat(ir::NodeId id);
  bool may_be_stored_as_part(ir::ValueId value);
  void copy_elements(const Source& from, const Shape& shape, const Part& to, SourceLocation location);

  // scatter_loops.cpp
  void lower_scatter(ir::NodeId id);
  ArrayId lower_scattered(ir::NodeId id);

  // segment_sums.cpp
  void lower_segment_sum(ir::NodeId id);
  std::vector<ir::NodeId> sums_by_same_ids(ir::NodeId id) const;
  bool names_segments(ir::ValueId ids, int64_t segments);

  // small_convolutions.cpp
  void lower_convolution(ir::NodeId id);

  // small_linalg.cpp
  using Rows = std::vector<std::vector<Register>>;
  void lower_small_solve(ir::NodeId id);
  void lower_cholesky(ir::NodeId id);
  Rows read_matrix(ir::ValueId value, SourceLocation at, bool lower = false);
  void write_matrix(ir::ValueId value, const Rows& matrix, SourceLocation at);
  void check_matrices(const ir::Node& node, Register fits, const std::vector<Rows>& operands);
  Rows solution_by_elimination(const ir::Node& node, const std::vector<Rows>& operands);
  template <class T>
  Rows inverse_by_determinant(const ir::Node& node, const Rows& matrix);

  // signed_zero.cpp
  bool has_no_negative_zero(ir::ValueId value, int steps = 0) const;
  bool hides_signs_of_zeros(ir::ValueId value, int steps = 0) const;

  // fp_contraction.cpp
  void fuse_rounding(size_t first);
  void free_sums(Block& body);

  /// True if loops need only a register of the value.
  bool has_register(ir::ValueId value) const {
    const ir::NodeId producer = graph_.value(value).producer;
    return is_number(type(value)) || (producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Uniform);
  }

  // branches_and_loops.cpp
  /// The results of a branch while its arms are lowered, by result.
  struct BranchResults {
    std::vector<Register> variables;  // of numbers
    std::vector<ArrayId> arrays;
    std::vector<ArrayId> common;  // the array that the result has in every arm
    std::vector<bool> in_place;   // the result can stay in that array
  };
  void lower_branches(ir::NodeId node, StatementKind kind);
  void yield_results(ir::NodeId branch, size_t arm, BranchResults& results);
  void lower_while(ir::NodeId node);
  void box_views(ir::NodeId loop, ir::BlockId block);
  bool is_dead_after(ir::NodeId branch, ir::BlockId arm, ir::ValueId yielded);
  bool computes_places(ir::BlockId block, const ir::TensorType& of);
  bool starts_in_place(ir::NodeId loop, size_t carried);
  void exchange(const std::vector<std::pair<ArrayId, ArrayId>>& moves, SourceLocation location);
  void carry(const ir::Node& node, const std::vector<Register>& variables, const std::vector<ArrayId>& arrays);
  void add_releases();

  // fusion.cpp
  void emit_loops(const Cluster& cluster);  // reduction_nests.cpp
  void join(ir::NodeId node);
  bool may_join(const Cluster& cluster, ir::NodeId node);
  bool rows_fit(const Cluster& cluster, const Reduction& reduction, const ir::Node* further);
  bool merge(int32_t into, int32_t from);
  void flush(int32_t cluster);
  void flush_all();
  void flush_readers(ArrayId array);
  bool reads(const Cluster& cluster, ArrayId array);
  /// True if pending loops other than those of `but` read the array.
  bool is_read_later(ArrayId array, const Cluster& but);
  void flush_checks();

  // Statement builders.
  Statement& add(StatementKind kind, SourceLocation location);
  Register add_register(DType dtype, bool variable = false);
  ArrayId add_array(const ir::TensorType& type);
  int32_t add_site(const ir::Node& node);
  Register constant(DType dtype, uint64_t bits, SourceLocation location);
  Register integer(int64_t value, DType dtype, SourceLocation location);
  Register let(Primitive primitive, DType dtype, std::vector<Register> operands, SourceLocation location);
  void set(Register variable, Register value, SourceLocation location);
  Register load_at(ArrayId array, Index index, SourceLocation location);
  void store_at(ArrayId array, Index index, Register value, SourceLocation location);
  /// Returns an index counted from the front; negative indices count from the end.
  Register from_front(Register index, int64_t length, SourceLocation location);
  /// Emits a loop. `body` takes its induction variable.
  template <class Body>
  void loop(int64_t extent, SourceLocation location, Body&& body) {
    const Register index = add_register(DType::int64);
    Block block;
    inside(block, [&] { body(index); });
    Statement& statement = add(StatementKind::Loop, location);
    statement.result = index;
    statement.extent = extent;
    statement.blocks.push_back(std::move(block));
  }
  /// An induction variable and its extent.
  struct LoopRange {
    Register index;
    int64_t extent;
    Register count = kNone;
  };
  void add_up_rows(const Source& a, const Source& b, LoopRange terms, LoopRange elements, ArrayId array,
                   SourceLocation at);
  /// Emits a nest of loops, listed from outermost to innermost, with the given body.
  void emit_nest(Block body, std::vector<LoopRange> loops, SourceLocation location);
  /// Combines two accumulated values.
  Register combine(const Reduction& reduction, Register a, Register b, SourceLocation location);
  /// A sum or product that fast code may contract.
  Register fused(Primitive primitive, DType dtype, std::vector<Register> operands, SourceLocation location);
  /// The shape of the sums of a matrix product.
  struct Sums {
    DType dtype;
    int64_t terms;
    int64_t elements;  // elements of the product
    bool begin;        // start from 0, which matters if all terms are -0.0
  };
  /// Emits one such sum in the order of kernel/matmul/matmul.h. `factors(k)` returns the two factors of term k.
  template <class Factors>
  Register sum_of_products(const Sums& of, SourceLocation location, Factors&& factors) {
    const auto sum_of = [&](int64_t from, int64_t to, int64_t step) {
      Register sum = of.begin && is_floating(of.dtype) ? constant(of.dtype, 0, location) : kNone;
      for (int64_t k = from; k < to; k += step) {
        const auto [x, y] = factors(k);
        sum = add_product(of.dtype, sum, x, y, location);
      }
      return sum;
    };
    const auto both = [&](Register a, Register b) { return let(Primitive::Add, of.dtype, {a, b}, location); };
    if (has_sums(of)) {
      std::vector<Register> sums;
      for (int64_t l = 0; l < kernel::kSums; ++l) sums.push_back(sum_of(l, of.terms, kernel::kSums));
      for (size_t half = sums.size() / 2; half > 0; half /= 2) {
        for (size_t l = 0; l < half; ++l) sums[l] = both(sums[l], sums[l + half]);
      }
      return sums[0];
    }
    const int64_t first = kernel::first_terms(of.terms);
    const Register sum = sum_of(0, first, 1);
    return first == of.terms ? sum : both(sum, sum_of(first, of.terms, 1));
  }
  static bool has_sums(const Sums& of) {
    return is_floating(of.dtype) && kernel::order_of(1, of.elements, of.terms) == kernel::Order::Sums;
  }
  /// Adds a product to a sum. Returns the product if `sum` is kNone.
  Register add_product(DType dtype, Register sum, Register x, Register y, SourceLocation location);
  Rounding rounding() const { return options_.fast ? Rounding::Contract : Rounding::Each; }
  /// Runs `body` with its statements appended to `block`. State learned inside it is dropped at the end.
  template <class Body>
  void inside(Block& block, Body&& body) {
    Block* const outer = out_;
    const size_t mark = learned_.size(), ranges = learned_ranges_.size();
    out_ = &block;
    body();
    out_ = outer;
    while (learned_.size() > mark) {
      values_[static_cast<size_t>(learned_.back().first)] = learned_.back().second;
      learned_.pop_back();
    }
    for (; learned_ranges_.size() > ranges; learned_ranges_.pop_back()) ranges_.erase(learned_ranges_.back());
  }
  ValueState& state(ir::ValueId value) { return values_[static_cast<size_t>(value)]; }
  /// Returns the state of a value for a change that ends with the current block.
  ValueState& learn(ir::ValueId value) {
    learned_.emplace_back(value, state(value));
    return state(value);
  }
  /// Returns the type of a value, with upper bounds in place of the unknown extents of a bounded value.
  const ir::TensorType& type(ir::ValueId value) const { return analysis_.type(value); }
  /// True if one array can hold both values.
  bool same_array(ir::ValueId a, ir::ValueId b) const {
    return type(a).dtype == type(b).dtype && type(a).shape == type(b).shape && type(a).weak == type(b).weak;
  }
  /// Returns the node of a view or slice; null for any other value.
  const ir::Node* view_of(ir::ValueId value);

  const ir::Graph& graph_;
  const LowerOptions options_;
  const CalledGraphs& called_;
  GraphAnalysis analysis_;
  Program program_;
  Block* out_ = nullptr;
  std::vector<ValueState> values_;
  std::vector<std::pair<ir::ValueId, ValueState>> learned_;
  std::map<ir::ValueId, std::vector<std::pair<Register, int64_t>>> terms_;  // terms of the offsets of slices
  std::map<ExtentId, RangeRegisters> ranges_;                               // those of the current blocks
  std::vector<ExtentId> learned_ranges_;
  std::map<std::pair<ir::ValueId, int64_t>, Register> positions_;  // by index and length of the axis
  std::map<Register, Register> same_position_;                     // the first register of the same position
  std::map<ir::ValueId, ArrayId> copies_;                          // of operands of the nest that is emitted
  std::vector<Cluster> clusters_;                                  // all clusters; closed ones are empty
  std::vector<int32_t> open_;
  std::map<ir::ValueId, Part> parts_;     // values that loops store directly into a larger array
  std::set<ir::NodeId> absorbed_;         // nodes whose results are already computed
  std::vector<const Cluster*> emitting_;  // clusters being emitted, after their operands
};

/// Emits the primitives of a node's scalar rule.
class NodeBuilder : public kernel::ScalarBuilder {
 public:
  NodeBuilder(Lowering& lowering, const ir::Node& node) : lowering_(lowering), node_(node) {}
  Register constant(DType dtype, uint64_t bits) override { return lowering_.constant(dtype, bits, node_.location); }
  Register emit(Primitive primitive, DType dtype, std::initializer_list<Register> operands) override {
    return lowering_.let(primitive, dtype, operands, node_.location);
  }
  void check(Register condition, ErrorKind kind, const char* message) override;
  bool is_fast() const override { return lowering_.options_.fast; }
  /// Returns the result of the node for these operands.
  Register run(const std::vector<Register>& operands);

 private:
  Lowering& lowering_;
  const ir::Node& node_;
};

}  // namespace ag::codegen
