/// Lowers branches and loops to statements.
#include <algorithm>
#include <map>

#include "lower/element_copies.h"
#include "lower/fp_contraction.h"
#include "lower/graph_lowering.h"
#include "lower/large_arrays.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class ControlFlowLowering : LoweringPart {
 public:
  explicit ControlFlowLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower_branches(ir::NodeId node, StatementKind kind);
  void lower_while(ir::NodeId node);

 private:
  /// The results of a branch while its arms are lowered, by result.
  struct BranchResults {
    std::vector<Register> variables;  // of numbers
    std::vector<ArrayId> arrays;
    std::vector<ArrayId> common;  // the array that the result has in every arm
    std::vector<bool> in_place;   // the result can stay in that array
  };
  void yield_results(ir::NodeId branch, size_t arm, BranchResults& results);
  void box_views(ir::NodeId loop, ir::BlockId block);
  bool is_dead_after(ir::NodeId branch, ir::BlockId arm, ir::ValueId yielded);
  bool computes_places(ir::BlockId block, const ir::TensorType& of);
  bool starts_in_place(ir::NodeId loop, size_t carried);
  void exchange(const std::vector<std::pair<ArrayId, ArrayId>>& moves, SourceLocation location);
  void carry(const ir::Node& node, const std::vector<Register>& variables, const std::vector<ArrayId>& arrays);
};

}  // namespace

void ControlFlowLowering::lower_branches(ir::NodeId id, Kind kind) {
  const ir::Node& node = graph_.node(id);
  const size_t count = node.results.size();
  const Register choice = values().number(node.operands[0]);
  BranchResults results{std::vector(count, kNone), std::vector(count, kNone), std::vector(count, kNone),
                        std::vector(count, true)};
  for (size_t k = 0; k < count; ++k) {
    const ir::TensorType& of = analysis_.type(node.results[k]);
    if (is_number(of))
      results.variables[k] = builder_.add_register(of.dtype, true);
    else
      results.arrays[k] = builder_.add_array(of);
  }
  std::vector<Block> blocks(node.blocks.size());
  for (size_t arm = 0; arm < blocks.size(); ++arm) {
    builder_.inside(blocks[arm], [&] {
      lowering().lower_block(node.blocks[arm]);
      yield_results(id, arm, results);
    });
  }
  for (size_t k = 0; k < count; ++k) {
    ArrayId& array = results.arrays[k];
    if (array == kNone || !results.in_place[k]) continue;
    for (Block& block : blocks) std::erase_if(block, [&](const Statement& take) { return take.array == array; });
    array = results.common[k];
  }
  Statement& statement = builder_.add(kind, node.location);
  statement.operands = {choice};
  statement.blocks = std::move(blocks);
  for (size_t k = 0; k < count; ++k) {
    const ir::ValueId result = node.results[k];
    if (results.variables[k] != kNone) {
      values().state(result).reg =
          builder_.let(Primitive::Copy, analysis_.type(result).dtype, {results.variables[k]}, node.location);
    } else {
      values().state(result).array = results.arrays[k];
      if (analysis_.is_loaded(result)) builder_.add(Kind::MakeContiguous, node.location).array = results.arrays[k];
    }
  }
}

/// Assigns the values that an arm yields to the results of the branch, at the end of the arm's block.
void ControlFlowLowering::yield_results(ir::NodeId branch, size_t arm, BranchResults& results) {
  const ir::Node& node = graph_.node(branch);
  const std::vector<ir::ValueId>& yielded = graph_.block(node.blocks[arm]).results;
  // Evaluate all results before any swap: a result may be a view or an element of another.
  std::vector<ArrayId> arrays(yielded.size(), kNone);
  for (size_t k = 0; k < yielded.size(); ++k) {
    if (results.variables[k] != kNone) {
      builder_.set(results.variables[k], values().number(yielded[k]), node.location);
    } else if (values().view_of(yielded[k]) && !analysis_.is_bounded(yielded[k]) &&
               is_copied(analysis_.type(yielded[k])) && values().same_array(yielded[k], node.results[k])) {
      results.in_place[k] = false;
      builder_.add(Kind::Allocate, node.location).array = results.arrays[k];
      const Shape& shape = analysis_.type(yielded[k]).shape;
      copy_elements(builder_, values().source(yielded[k], node.location), shape,
                    {results.arrays[k], 0, row_major(shape)}, node.location);
    } else {
      arrays[k] = values().boxed(yielded[k], node.location);
    }
  }
  for (size_t k = 0; k < yielded.size(); ++k) {
    if (arrays[k] == kNone) continue;
    const bool moves = is_dead_after(branch, node.blocks[arm], yielded[k]);
    if (arm == 0) results.common[k] = arrays[k];
    results.in_place[k] = results.in_place[k] && moves && arrays[k] == results.common[k] &&
                          values().same_array(yielded[k], node.results[k]);
    Statement& take = builder_.add(moves ? Kind::Swap : Kind::Alias, node.location);
    take.array = results.arrays[k];
    take.source = arrays[k];
  }
}

/// True if no later statement needs the array of a value that an arm yields, apart from the result of the branch.
bool ControlFlowLowering::is_dead_after(ir::NodeId branch, ir::BlockId arm, ir::ValueId yielded) {
  const ir::Value& value = graph_.value(yielded);
  if (values().view_of(yielded) || std::ranges::count(graph_.block(arm).results, yielded) != 1) return false;
  const bool is_given = !program_.functions.empty() && value.producer == ir::kNone && value.block == graph_.body();
  if (is_given) return false;  // a function's argument, which its caller owns
  if (value.block != arm) return analysis_.consumes(branch, yielded);
  return value.producer != ir::kNone && analysis_.class_of(value.producer) != NodeClass::Constant;
}

/// True if a block loads or stores elements of such an array at computed indices, so that LLVM cannot keep it in
/// registers.
bool ControlFlowLowering::computes_places(ir::BlockId block, const ir::TensorType& of) {
  return std::ranges::any_of(graph_.block(block).nodes, [&](ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    const NodeClass kind = analysis_.class_of(id);
    const bool places = kind == NodeClass::Slice || kind == NodeClass::SteppedSlice || kind == NodeClass::SliceAssign;
    if (places && analysis_.type(node.operands[0]) == of) {
      const SliceAccess& placement = analysis_.placement(id);
      if (!placement.indices.empty() || !placement.ranges.empty()) return true;
    }
    return std::ranges::any_of(node.blocks, [&](ir::BlockId inner) { return computes_places(inner, of); });
  });
}

/// True if a loop may carry an array in the memory of its initial value, which no other statement needs.
bool ControlFlowLowering::starts_in_place(ir::NodeId loop, size_t carried) {
  const ir::Node& node = graph_.node(loop);
  const ir::ValueId first = node.operands[carried];
  const ir::Block& body = graph_.block(node.blocks[1]);
  if (!is_large(analysis_.type(first)) && !computes_places(node.blocks[1], analysis_.type(first))) return false;
  if (!values().same_array(first, body.arguments[carried]) || values().view_of(first)) return false;
  if (graph_.value(first).block == graph_.body() && graph_.value(first).producer == ir::kNone) return false;
  for (ir::BlockId block : node.blocks) {
    if (analysis_.is_used_in(block, first)) return false;
  }
  return std::ranges::count(node.operands, first) == 1 && analysis_.consumes(loop, first);
}

/// Copies views that are made before a loop and that its blocks cannot read in place, once before the loop. Otherwise
/// each iteration would copy them.
void ControlFlowLowering::box_views(ir::NodeId loop, ir::BlockId block) {
  for (ir::NodeId id : graph_.block(block).nodes) {
    if (!analysis_.is_live(id)) continue;
    const ir::Node& node = graph_.node(id);
    for (ir::BlockId inner : node.blocks) box_views(loop, inner);
    const NodeClass kind = analysis_.class_of(id);
    if (!node.blocks.empty() || kind == NodeClass::View) continue;
    for (ir::ValueId operand : node.operands) {
      if (!values().view_of(operand) || values().state(operand).array != kNone) continue;
      const ir::BlockId home = graph_.value(operand).block;
      if (!graph_.encloses(home, graph_.node(loop).block)) continue;
      if (kind == NodeClass::Kernel || !values().place_in_root(operand)) values().boxed(operand, node.location);
    }
  }
}

void ControlFlowLowering::lower_while(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  for (ir::BlockId block : node.blocks) box_views(id, block);
  const ir::Block &test = graph_.block(node.blocks[0]), &body = graph_.block(node.blocks[1]);
  const size_t count = body.arguments.size();
  std::vector<Register> variables(count, kNone);
  std::vector<ArrayId> arrays(count, kNone);
  for (size_t k = 0; k < count; ++k) {
    const ir::TensorType& of = analysis_.type(body.arguments[k]);
    if (is_number(of)) {
      variables[k] = builder_.add_register(of.dtype, true);
      builder_.set(variables[k], values().number(node.operands[k]), node.location);
      continue;
    }
    const ArrayId initial = values().boxed(node.operands[k], node.location);
    if (starts_in_place(id, k)) {
      arrays[k] = initial;
    } else {
      arrays[k] = builder_.add_array(of);
      Statement& assign = builder_.add(Kind::Alias, node.location);
      assign.array = arrays[k];
      assign.source = initial;
    }
    if (analysis_.is_loaded(body.arguments[k])) builder_.add(Kind::MakeContiguous, node.location).array = arrays[k];
  }
  auto bind = [&](const ir::Block& block) {
    for (size_t k = 0; k < count; ++k) {
      LoweredValues::State& argument = values().state(block.arguments[k]);
      argument = LoweredValues::State();
      argument.array = arrays[k];
      if (variables[k] == kNone) continue;
      argument.reg =
          builder_.let(Primitive::Copy, analysis_.type(block.arguments[k]).dtype, {variables[k]}, node.location);
    }
  };
  std::vector<Block> blocks(2);
  Register verdict = kNone;
  builder_.inside(blocks[0], [&] {
    bind(test);
    lowering().lower_block(node.blocks[0]);
    verdict = values().number(test.results[0]);
  });
  builder_.inside(blocks[1], [&] {
    bind(body);
    lowering().lower_block(node.blocks[1]);
    carry(node, variables, arrays);
  });
  if (options_.fast) reassociate_sums(program_, blocks[1]);
  Statement& statement = builder_.add(Kind::While, node.location);
  statement.operands = {verdict};
  statement.blocks = std::move(blocks);
  statement.bits = program_.loops.size();
  program_.loops.push_back({node.location, graph_.block(node.block).owner == ir::kNone, node.rolled});
  for (size_t k = 0; k < count; ++k) {
    LoweredValues::State& result = values().state(node.results[k]);
    result.array = arrays[k];
    if (variables[k] == kNone) continue;
    result.reg = builder_.let(Primitive::Copy, analysis_.type(node.results[k]).dtype, {variables[k]}, node.location);
  }
}

/// Moves the values that the body yields to the loop-carried variables and arrays, as a parallel copy.
void ControlFlowLowering::carry(const ir::Node& node, const std::vector<Register>& variables,
                                const std::vector<ArrayId>& arrays) {
  const ir::Block& body = graph_.block(node.blocks[1]);
  std::vector<Register> numbers(variables.size(), kNone);
  std::vector<ArrayId> next(arrays.size(), kNone);
  for (size_t k = 0; k < variables.size(); ++k) {
    if (variables[k] != kNone)
      numbers[k] = values().number(body.results[k]);
    else
      next[k] = values().boxed(body.results[k], node.location);
  }
  using Move = std::pair<ArrayId, ArrayId>;
  std::vector<Move> held;   // array, and a temporary name for its next value during the moves
  std::vector<Move> moved;  // array, and the array with its next value, which no other move needs
  std::vector<size_t> own;
  for (size_t k = 0; k < arrays.size(); ++k) {
    if (variables[k] != kNone) {
      builder_.set(variables[k], numbers[k], node.location);
      continue;
    }
    if (next[k] == arrays[k]) continue;
    const ir::Value& value = graph_.value(body.results[k]);
    // The value is made in this iteration and used once, so its memory can be swapped with that of the carried array.
    const bool fresh = value.block == node.blocks[1] && value.producer != ir::kNone &&
                       analysis_.class_of(value.producer) != NodeClass::Constant &&
                       std::ranges::count(body.results, body.results[k]) == 1 &&
                       std::ranges::find(arrays, next[k]) == arrays.end();
    if (fresh) own.push_back(k);
    // The exchanged values of swap(a, b) are those of other carried arrays.
    const bool exchanged = std::ranges::find(arrays, next[k]) != arrays.end() && std::ranges::count(next, next[k]) == 1;
    if (fresh || exchanged) {
      moved.emplace_back(arrays[k], next[k]);
      continue;
    }
    held.emplace_back(arrays[k], builder_.add_array(program_.array(arrays[k]).type));
    Statement& assign = builder_.add(Kind::Alias, node.location);
    assign.array = held.back().second;
    assign.source = next[k];
  }
  exchange(moved, node.location);
  exchange(held, node.location);
  for (const auto& [array, name] : held) builder_.add(Kind::Free, node.location).array = name;
  for (size_t k = 0; k < arrays.size(); ++k) {
    if (variables[k] != kNone || next[k] == arrays[k]) continue;
    // An array that the body makes is row-major where loads need it; the layout of a view depends on its kernel.
    const bool made = std::ranges::find(own, k) != own.end() && !values().view_of(body.results[k]);
    if (!made && analysis_.is_loaded(body.arguments[k]))
      builder_.add(Kind::MakeContiguous, node.location).array = arrays[k];
  }
}

/// Moves values between arrays by swaps: each target receives the content that its source has before the first swap. No
/// source is named twice.
void ControlFlowLowering::exchange(const std::vector<std::pair<ArrayId, ArrayId>>& moves, SourceLocation location) {
  std::map<ArrayId, ArrayId> holder, held;  // of an original content, and the original content of an array
  const auto found = [](const std::map<ArrayId, ArrayId>& map, ArrayId id) {
    const auto at = map.find(id);
    return at == map.end() ? id : at->second;
  };
  for (const auto& [array, source] : moves) {
    const ArrayId from = found(holder, source), content = found(held, array);
    if (from == array) continue;
    Statement& statement = builder_.add(Kind::Swap, location);
    statement.array = array;
    statement.source = from;
    holder[source] = array;
    held[array] = source;
    holder[content] = from;
    held[from] = content;
  }
}

void lower_branches(LoweringContext& context, ir::NodeId id, StatementKind kind) {
  ControlFlowLowering(context).lower_branches(id, kind);
}

void lower_while(LoweringContext& context, ir::NodeId id) { ControlFlowLowering(context).lower_while(id); }

}  // namespace ag::codegen
