/// Analysis of signed zeros. Code that computes an equal number in another order returns the same bits if -0.0 cannot
/// occur or cannot be observed.
#include <algorithm>
#include <string_view>

#include "lower/lowering.h"

namespace ag::codegen {

namespace {

constexpr int kMaxSteps = 8;  // of the walk along producers or users

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// True if no element is -0.0.
bool Lowering::has_no_negative_zero(ir::ValueId value, int steps) const {
  if (!is_floating(type(value).dtype)) return true;
  if (item_size(type(value).dtype) < sizeof(float)) return false;  // a small negative sum may be rounded to -0.0
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone || steps >= kMaxSteps) return false;
  const ir::Node& node = graph_.node(producer);
  const std::string_view name = node.op->name;
  const auto holds = [&](size_t operand) { return has_no_negative_zero(node.operands[operand], steps + 1); };
  // Sums start with 0.0, and 0.0 + -0.0 is 0.0. Sums of products are excluded: with a single rounding they may
  // underflow.
  if (is_one_of(name, {"sum", "square", "abs", "exp"})) return true;
  if (name == "add") return holds(0) || holds(1);
  if (name == "subtract") return holds(0);
  if (name == "multiply") return node.operands[0] == node.operands[1];
  if (is_one_of(name, {"reshape", "permute_dims", "expand_dims", "squeeze", "broadcast_to", "sqrt"})) return holds(0);
  if (name == "where") return holds(1) && holds(2);
  return false;
}

/// True if the signs of zeros among the elements cannot be observed in later results.
bool Lowering::hides_signs_of_zeros(ir::ValueId value, int steps) const {
  const ir::NodeId user = analysis_.only_user(value);
  if (user == ir::kNone || steps >= kMaxSteps) return false;
  const ir::Node& node = graph_.node(user);
  const std::string_view name = node.op->name;
  if (is_one_of(name, {"square", "abs", "exp", "sum", "argmin", "argmax", "less", "less_equal", "greater",
                       "greater_equal", "equal", "not_equal"})) {
    return true;
  }
  const bool first = node.operands[0] == value;
  if ((name == "add" || (name == "subtract" && !first)) && has_no_negative_zero(node.operands[first ? 1 : 0]))
    return true;
  // The results of these operations differ in the signs of zeros only.
  const bool passes = is_one_of(name, {"add", "subtract", "multiply", "negative", "max", "min", "reshape",
                                       "permute_dims", "expand_dims", "squeeze", "broadcast_to"}) ||
                      (name == "divide" && first && node.operands[1] != value);
  return passes && hides_signs_of_zeros(node.results[0], steps + 1);
}

}  // namespace ag::codegen
