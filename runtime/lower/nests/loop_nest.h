#pragma once
/// The loop nest of a cluster: the accesses to its operands and results, and the statements of one element.
#include <initializer_list>
#include <map>
#include <vector>

#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"

namespace ag::codegen {

/// Base of the kinds of nests.
class LoopNest : protected LoweringPart {
 public:
  LoopNest(LoweringContext& context, const Cluster& cluster);
  virtual ~LoopNest() = default;

  /// Makes the arrays of the results and emits the loops.
  void emit();

 protected:
  virtual void emit_loops() = 0;

  struct Access {
    ArrayId array = kNone;
    int64_t offset = 0;
    Strides strides;  // by axis of the domain
    std::vector<std::pair<Register, int64_t>> terms = {};
    Register scale = kNone;  // of the index; see ExtentRegisters::index_scale
  };
  /// A loop over adjacent axes; `axis` is the last of them that is longer than 1. A level without an index is unrolled,
  /// and `at` is its current iteration. Two levels of one axis are a loop over blocks and the loop in a block.
  struct Level {
    int64_t extent;
    size_t axis;
    Register index = kNone;
    int64_t at = 0;
    Register count = kNone;  // the trip count, if the extent is not static
    int64_t step = 1;        // the positions that an iteration moves along the axis
  };
  using Loops = std::initializer_list<const std::vector<Level>*>;
  /// The operands of a reduction for one element. `factor` is set for products only.
  struct ReductionOperand {
    Register value = kNone, factor = kNone;
  };

  /// Returns the loop over an axis, or makes a loop run over a further axis after its own.
  Level level_of(size_t axis) const;
  void extend(Level& level, size_t axis) const;
  /// Returns the loops over the axes from `first` to `end`. Adjacent axes along which every access has an even stride
  /// become one loop.
  std::vector<Level> even_levels(size_t first, size_t end) const;
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

  const ir::Node& node(ir::NodeId id) const { return graph_.node(id); }
  Index index(const Access& access, Loops loops) const;
  Register value(ir::ValueId id, Loops loops);
  /// Emits the operations on one element. Returns the operands of each reduction.
  std::vector<ReductionOperand> elements(Loops loops);
  /// Emits a node of the cluster for one element. Returns its result.
  virtual Register element_of(ir::NodeId id, Loops loops);

  const Cluster& cluster_;
  SourceLocation location_;
  std::map<ir::ValueId, Access> accesses_;
  std::map<ir::ValueId, Register> values_;

 private:
  /// An operand of a product, gather, stepped slice or one_hot. For a product: the access to the first terms of its
  /// elements, and the stride between terms. For a gather: the access to the elements at index 0 of the gathered axis
  /// and the stride along it, or the access to the indices. For a slice: the access along the axes whose steps are
  /// numbers, then one along each other axis. A one_hot has indices only.
  struct Factor {
    Access access;
    int64_t step;
  };
  std::vector<Factor> factors_of_product(const ir::Node& of);
  std::vector<Factor> factors_of_gather(const ir::Node& of);
  std::vector<Factor> factors_of_stepped_slice(ir::NodeId id);
  std::vector<Factor> factors_of_one_hot(const ir::Node& of);
  std::vector<Factor> factors_of(ir::NodeId id);
  Register sum_of_terms(ir::NodeId id, Loops loops);
  Register gathered(ir::NodeId id, Loops loops);
  Register element_of_slice(ir::NodeId id, Loops loops);
  Register is_hot(ir::NodeId id, Loops loops);
  Register load_factor(const Factor& factor, DType dtype, int64_t further, Loops loops, SourceLocation location);
  bool is_computed_here(ir::ValueId value) const;
  /// Returns the array of an operand that the result can overwrite, which saves the memory traffic of another array.
  /// Required: the elements are dead after this loop, and each is read at the index where the result is stored. Returns
  /// kNone if there is no such operand.
  ArrayId take_over(ir::ValueId result);
  Access access_of(ir::ValueId operand);
  Register scaled(Register index, const Access& access) const;
  Register element(const ir::Node& of, Loops loops);
  /// Converts an element to the operand that the reduction of `of` takes.
  Register fold_operand(const ir::Node& of, Register element);

  std::map<ir::NodeId, std::vector<Factor>> factors_;  // of products, gathers, stepped slices and one_hots
  std::vector<ir::ValueId> overwritten_;  // operands whose arrays results overwrite; loaded before any store
};

}  // namespace ag::codegen
