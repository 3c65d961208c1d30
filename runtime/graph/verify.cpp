#include "graph/verify.h"

#include <algorithm>

#include "base/check.h"

namespace ag::ir {

namespace {

bool has_rank(const Shape& shape, int64_t rank) { return !shape.ranked() || shape.rank() == rank; }

/// The number of operands that an operation declares: "a, b", "x, dims...".
struct OperandCount {
  size_t least = 0;
  bool more = false;  // the last one stands for any number of operands
};

OperandCount declared_operands(const OpDef& op) {
  const std::string_view text = op.operands;
  OperandCount count;
  if (text.empty()) return count;
  count.more = text.ends_with("...");
  count.least = 1 + static_cast<size_t>(std::count(text.begin(), text.end(), ',')) - (count.more ? 1 : 0);
  return count;
}

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph), visible_(graph.value_count()), seen_(graph.block_count()) {}

  std::vector<Fault> run() {
    check_block(graph_.body(), kNone);
    return std::move(faults_);
  }

 private:
  void fault(NodeId node, const std::string& message) {
    faults_.push_back({node, (node == kNone ? "" : std::string(graph_.node(node).op->name) + ": ") + message});
  }
  std::string type_of(ValueId value) const { return str(graph_.value(value).type); }

  /// True if a value may be used here; `what` names the use.
  bool check_use(NodeId node, ValueId value, const std::string& what) {
    if (value < 0 || static_cast<size_t>(value) >= visible_.size()) {
      fault(node, what + " is no value of the graph");
    } else if (!visible_[static_cast<size_t>(value)]) {
      fault(node, what + (graph_.value(value).block == kNone ? " was erased" : " is not defined before its use"));
    } else {
      return true;
    }
    return false;
  }

  /// Makes a value visible; each is defined once.
  void define(NodeId node, ValueId value, NodeId producer, BlockId block) {
    if (value < 0 || static_cast<size_t>(value) >= visible_.size()) return fault(node, "a result is no value");
    const Value& of = graph_.value(value);
    if (of.producer != producer || of.block != block) fault(node, "a value does not know where it is defined");
    if (visible_[static_cast<size_t>(value)]) fault(node, "a value is defined twice");
    visible_[static_cast<size_t>(value)] = true;
  }

  void check_block(BlockId id, NodeId owner) {
    if (id < 0 || static_cast<size_t>(id) >= seen_.size()) return fault(owner, "a block does not exist");
    if (seen_[static_cast<size_t>(id)]) return fault(owner, "a block belongs to two nodes");
    seen_[static_cast<size_t>(id)] = true;
    const Block& block = graph_.block(id);
    if (block.owner != owner || block.parent != (owner == kNone ? kNone : graph_.node(owner).block)) {
      fault(owner, "a block does not know where it stands");
    }
    for (ValueId argument : block.arguments) define(owner, argument, kNone, id);
    for (NodeId node : block.nodes) check_node(node, id);
    for (size_t i = 0; i < block.results.size(); ++i) {
      check_use(owner, block.results[i], "yielded value " + std::to_string(i));
    }
    for (ValueId argument : block.arguments) hide(argument);
    for (NodeId node : block.nodes) {
      if (is_node(node)) {
        for (ValueId result : graph_.node(node).results) hide(result);
      }
    }
  }

  bool is_node(NodeId id) const { return id >= 0 && static_cast<size_t>(id) < graph_.node_count(); }
  void hide(ValueId value) {
    if (value >= 0 && static_cast<size_t>(value) < visible_.size()) visible_[static_cast<size_t>(value)] = false;
  }

  void check_node(NodeId id, BlockId block) {
    if (!is_node(id)) return fault(kNone, "a block lists a node that does not exist");
    const Node& node = graph_.node(id);
    if (node.block != block) {
      return fault(id, node.block == kNone ? "an erased node stands in a block" : "stands in two blocks");
    }
    const size_t before = faults_.size();
    for (size_t i = 0; i < node.operands.size(); ++i) {
      check_use(id, node.operands[i], "operand " + std::to_string(i));
    }
    check_signature(id, node);
    const bool is_sound = faults_.size() == before;
    for (BlockId inner : node.blocks) check_block(inner, id);
    if (is_sound && faults_.size() == before) {
      if (node.op->has(kHasBlocks))
        check_control_flow(id, node);
      else
        check_types(id, node);
    }
    for (ValueId result : node.results) define(id, result, id, block);
  }

  /// Checks the counts and kinds that the type rule of the operation relies on.
  void check_signature(NodeId id, const Node& node) {
    const OperandCount wanted = declared_operands(*node.op);
    if (node.operands.size() < wanted.least || (node.operands.size() > wanted.least && !wanted.more)) {
      fault(id, "takes operands (" + std::string(node.op->operands) + "), has " + std::to_string(node.operands.size()));
    }
    if (!node.op->has(kHasBlocks) && !node.blocks.empty()) fault(id, "takes no blocks");
    const std::vector<AttributeSpec>& specs = attribute_specs(*node.op);
    if (node.attributes.size() != specs.size()) {
      return fault(
          id, "takes " + std::to_string(specs.size()) + " attributes, has " + std::to_string(node.attributes.size()));
    }
    for (size_t i = 0; i < specs.size(); ++i) {
      const auto kind = static_cast<AttributeKind>(node.attributes[i].index());
      if (kind != specs[i].kind) {
        fault(id, "attribute '" + specs[i].name + "' is declared as " + std::string(name(specs[i].kind)) + " and is " +
                      std::string(name(kind)));
      } else if (kind == AttributeKind::Tensor) {
        const Tensor& tensor = std::get<Tensor>(node.attributes[i]);
        if (!tensor.defined() || tensor.impl()->is_symbol())
          fault(id, "attribute '" + specs[i].name + "' has no value");
      }
    }
  }

  /// The recorded types may be less specific than the inferred ones, but must not contradict them.
  void check_types(NodeId id, const Node& node) {
    if (!node.op->block->infer) return;
    std::vector<TensorType> operands;
    for (ValueId operand : node.operands) operands.push_back(graph_.value(operand).type);
    InferContext context(*node.op, operands, node.attributes, node.location);
    try {
      node.op->block->infer(context);
    } catch (const Error& error) {
      faults_.push_back({id, error.message()});
      return;
    }
    const std::vector<TensorType>& types = context.results();
    if (types.size() != node.results.size()) {
      return fault(id, "has " + std::to_string(types.size()) + " results, " + std::to_string(node.results.size()) +
                           " are recorded");
    }
    for (size_t i = 0; i < types.size(); ++i) {
      if (!is_subtype(types[i], graph_.value(node.results[i]).type)) {
        fault(id, "result " + std::to_string(i) + " is " + str(types[i]) + ", recorded as " + type_of(node.results[i]));
      }
    }
  }

  void check_control_flow(NodeId id, const Node& node) {
    switch (node.op->kind()) {
      case OpKind::Cond:
        return check_cond(id, node);
      case OpKind::SwitchCase:
        return check_switch(id, node);
      case OpKind::WhileLoop:
        return check_loop(id, node);
      default:
        return fault(id, "has blocks, and no rule for them is known");
    }
  }

  void check_cond(NodeId id, const Node& node) {
    if (node.blocks.size() != 2) return fault(id, "takes 2 blocks, has " + std::to_string(node.blocks.size()));
    check_scalar(id, node.operands[0], "the predicate", graph_.value(node.operands[0]).type.dtype == DType::boolean,
                 "boolean");
    for (BlockId arm : node.blocks) check_arm(id, node, arm);
  }

  void check_switch(NodeId id, const Node& node) {
    if (node.blocks.empty()) return fault(id, "takes at least one block");
    check_scalar(id, node.operands[0], "the number of the arm", is_integer(graph_.value(node.operands[0]).type.dtype),
                 "integer");
    for (BlockId arm : node.blocks) check_arm(id, node, arm);
  }

  void check_scalar(NodeId id, ValueId value, const std::string& what, bool has_dtype, const char* dtype) {
    if (!has_dtype || !has_rank(graph_.value(value).type.shape, 0)) {
      fault(id, what + " is " + type_of(value) + ", it must be " + dtype + " of rank 0");
    }
  }

  void check_arm(NodeId id, const Node& node, BlockId arm) {
    const Block& block = graph_.block(arm);
    if (!block.arguments.empty()) fault(id, "its blocks take no arguments");
    check_values(id, block.results, node.results, "a block yields", "the node has results");
  }

  void check_loop(NodeId id, const Node& node) {
    if (node.blocks.size() != 2) return fault(id, "takes 2 blocks, has " + std::to_string(node.blocks.size()));
    const Block& test = graph_.block(node.blocks[0]);
    const Block& body = graph_.block(node.blocks[1]);
    for (const Block* block : {&test, &body}) {
      check_values(id, node.operands, block->arguments, "the initial values are", "a block has arguments");
    }
    if (test.results.size() != 1) {
      fault(id, "its test yields 1 value, here " + std::to_string(test.results.size()));
    } else {
      check_scalar(id, test.results[0], "what the test yields",
                   graph_.value(test.results[0]).type.dtype == DType::boolean, "boolean");
    }
    check_values(id, body.results, body.arguments, "the body yields", "its arguments are");
    check_values(id, body.results, test.arguments, "the body yields", "the arguments of the test are");
    check_values(id, body.arguments, node.results, "the arguments of the body are", "the node has results");
  }

  /// Checks that the type of each of `values` is valid for its counterpart in `wanted`.
  void check_values(NodeId id, const std::vector<ValueId>& values, const std::vector<ValueId>& wanted,
                    const std::string& what, const std::string& where) {
    if (values.size() != wanted.size()) {
      return fault(
          id, what + " " + std::to_string(values.size()) + " values, " + where + " " + std::to_string(wanted.size()));
    }
    for (size_t i = 0; i < values.size(); ++i) {
      if (!is_subtype(graph_.value(values[i]).type, graph_.value(wanted[i]).type)) {
        fault(id,
              what + " " + type_of(values[i]) + " at " + std::to_string(i) + ", " + where + " " + type_of(wanted[i]));
      }
    }
  }

  const Graph& graph_;
  std::vector<bool> visible_;  // by value: defined in the blocks that are open
  std::vector<bool> seen_;     // by block
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> list_faults(const Graph& graph) { return Verifier(graph).run(); }

std::vector<std::string> find_faults(const Graph& graph) {
  std::vector<std::string> lines;
  for (const Fault& fault : list_faults(graph)) {
    const std::string place = fault.node == kNone ? graph.name() : graph.node(fault.node).location.str();
    lines.push_back(place + ": " + fault.message);
  }
  return lines;
}

void verify(const Graph& graph, const char* after) {
  const std::vector<std::string> faults = find_faults(graph);
  if (faults.empty()) return;
  std::string text = "the graph '" + graph.name() + "' is faulty after " + after;
  for (const std::string& fault : faults) text += "\n  " + fault;
  detail::internal_error(text);
}

}  // namespace ag::ir
