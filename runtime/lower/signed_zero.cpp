/// What is known of the signs of zeros: code that finds an equal number in another order gives the same bits where
/// there is only one zero.
#include <algorithm>
#include <string_view>

#include "lower/lowering.h"

namespace ag::codegen {

namespace {

constexpr int kMostSteps = 8;  // back to what a value is computed from

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// Whether no element is -0.
bool Lowering::has_no_negative_zero(ir::ValueId value, int steps) const {
  if (!is_floating(type(value).dtype)) return true;
  if (item_size(type(value).dtype) < sizeof(float)) return false;  // a small sum may be rounded to one
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone || steps >= kMostSteps) return false;
  const ir::Node& node = graph_.node(producer);
  const std::string_view name = node.op->name;
  const auto holds = [&](size_t operand) { return has_no_negative_zero(node.operands[operand], steps + 1); };
  // Sums begin with 0, and 0 + -0 is 0. (Those of products, which are rounded once, may be too small for a number.)
  if (is_one_of(name, {"sum", "square", "abs", "exp"})) return true;
  if (name == "add") return holds(0) || holds(1);
  if (name == "subtract") return holds(0);
  if (name == "multiply") return node.operands[0] == node.operands[1];
  if (is_one_of(name, {"reshape", "permute_dims", "expand_dims", "squeeze", "broadcast_to", "sqrt"})) return holds(0);
  if (name == "where") return holds(1) && holds(2);
  return false;
}

/// Whether the same comes out whatever the signs of zeros among the elements are.
bool Lowering::hides_signs_of_zeros(ir::ValueId value, int steps) const {
  const ir::NodeId user = analysis_.only_user(value);
  if (user == ir::kNone || steps >= kMostSteps) return false;
  const ir::Node& node = graph_.node(user);
  const std::string_view name = node.op->name;
  if (is_one_of(name, {"square", "abs", "exp", "sum", "argmin", "argmax", "less", "less_equal", "greater",
                       "greater_equal", "equal", "not_equal"})) {
    return true;
  }
  const bool first = node.operands[0] == value;
  if ((name == "add" || (name == "subtract" && !first)) && has_no_negative_zero(node.operands[first ? 1 : 0]))
    return true;
  // What these give differs in nothing else either.
  const bool passes = is_one_of(name, {"add", "subtract", "multiply", "negative", "max", "min", "reshape",
                                       "permute_dims", "expand_dims", "squeeze", "broadcast_to"}) ||
                      (name == "divide" && first && node.operands[1] != value);
  return passes && hides_signs_of_zeros(node.results[0], steps + 1);
}

}  // namespace ag::codegen
