#include "emit/function/library_call_emitter.h"

#include <algorithm>

#include "emit/function/number_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"
#include "model/choice.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;
using model::LibraryOperation;

namespace {

/// True for std::swap of elements of a list: v[i], v.back(). It takes no objects that refer to elements.
bool exchanges_list_elements(const Expr& expression, const model::Function& function) {
  const auto uses_list = [&](const Expr& one) { return function.uses_list(one) || model::names_list_element(one); };
  return expression.of_elements && std::ranges::any_of(expression.operands, uses_list);
}

}  // namespace

bool LibraryCallEmitter::emit(const Expr& call) {
  const bool on_host = call.binding_time == BindingTime::Host;
  switch (call.operation) {
    case LibraryOperation::SwapRows:
      return swap_rows(call);
    case LibraryOperation::Flip:
      return !on_host && flip(call);
    case LibraryOperation::Characters:
      return characters(call);
    case LibraryOperation::NegatedEqual:
      return !on_host && negated_equal(call);
    default:
      if (!call.operator_token.empty()) return !on_host && comparison(call);
      return !stays(call) && function(call);
  }
}

/// True for a call of which the library has a version for the operands, so that its text stays.
bool LibraryCallEmitter::stays(const Expr& call) const {
  if (exchanges_list_elements(call, function_)) return false;
  if (call.for_lists || call.binding_time == BindingTime::Host) return !function_.uses_list(call);
  return call.of_elements && !model::chooses_element(call);
}

bool LibraryCallEmitter::function(const Expr& call) {
  const std::string type =
      call.list_type.empty() ? "" : "<" + staged_type(call.list_type, model::TypeClass::HostNumber) + ">";
  edits_.replace(call.head, std::string(names::kStandard) + call.name + type);
  for (const Expr& operand : call.operands) context_.numbers().exactly(operand, call.number_type);
  return true;
}

/// Rewrites a < b to ag::cxx::three_way(a, b) < 0, and a != b to !ag::cxx::equal_to(a, b).
bool LibraryCallEmitter::comparison(const Expr& compared) {
  const std::string negation = compared.operation == LibraryOperation::NotEqual ? "!" : "";
  edits_.insert(compared.range.begin, negation + std::string(names::kStandard) + compared.name + "(");
  expressions(compared.operands);
  edits_.replace({compared.operands[0].outer_range.end, compared.operator_token.end}, ",");
  edits_.insert(compared.range.end, compared.detail);
  return true;
}

/// Rewrites a != b to !(a == b).
bool LibraryCallEmitter::negated_equal(const Expr& compared) {
  edits_.insert(compared.range.begin, "!(");
  expressions(compared.operands);
  edits_.replace(compared.operator_token, "==");
  edits_.insert(compared.range.end, ")");
  return true;
}

/// Rewrites v.flip() to ag::cxx::flip(v): a vector of symbolic numbers has no such method.
bool LibraryCallEmitter::flip(const Expr& call) {
  const Expr& object = call.operands.front();
  edits_.insert(call.range.begin, std::string(names::kFlip) + "(");
  expression(object);
  edits_.replace({object.outer_range.end, call.range.end}, ")");
  return true;
}

/// Rewrites std::swap(a[i], a[k]) to ag::cxx::swap_rows(a, i, k) if the graph selects one of the rows.
bool LibraryCallEmitter::swap_rows(const Expr& call) {
  const Expr &first = call.operands[0], &second = call.operands[1];
  if (first.binding_time == BindingTime::Host && second.binding_time == BindingTime::Host) return false;
  edits_.replace(call.head, std::string(names::kSwapRows));
  edits_.replace({call.tail.end, first.outer_range.begin}, ", ");
  expression(first);
  edits_.replace({first.outer_range.end, second.outer_range.begin}, ", ");
  expression(second);
  edits_.replace({second.outer_range.end, call.range.end}, ")");
  return true;
}

/// Removes c_str() of a symbolic text: the graph prints the text itself.
bool LibraryCallEmitter::characters(const Expr& call) {
  expressions(call.operands);
  if (call.binding_time != BindingTime::Host) edits_.remove(call.tail);
  return true;
}

void LibraryCallEmitter::output(const Expr& expression) {
  if (expression.operation == LibraryOperation::Puts) {
    edits_.replace(expression.head, std::string(names::kPuts));
  } else if (expression.operation == LibraryOperation::Printf) {
    edits_.replace(expression.head, std::string(names::kPrintf));
  } else {
    edits_.insert(expression.head.begin, std::string(names::kOrdered) + "(");
    edits_.insert(expression.head.end, ")");
  }
  expressions(expression.operands);
}

}  // namespace agc::emit
