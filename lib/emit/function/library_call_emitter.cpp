#include "emit/function/library_call_emitter.h"

#include <algorithm>

#include "emit/function/number_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"
#include "model/choice.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;

namespace {

/// True for std::swap of elements of a list: v[i], v.back(). It takes no objects that refer to elements.
bool exchanges_list_elements(const Expr& expression, const model::Function& function) {
  const auto uses_list = [&](const Expr& one) { return function.uses_list(one) || model::names_list_element(one); };
  return expression.of_elements && std::ranges::any_of(expression.operands, uses_list);
}

}  // namespace

bool LibraryCallEmitter::emit(const Expr& call) {
  const bool on_host = call.binding_time == BindingTime::Host;
  if (call.name == "swap_rows") return swap_rows(call);
  if (call.name == "flip") return !on_host && flip(call);
  if (!call.operator_token.empty()) return !on_host && comparison(call);
  if (call.name == "c_str") return characters(call);
  return !stays(call) && function(call);
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

/// Rewrites a < b to ag::cxx::three_way(a, b) < 0, and a != b to !(a == b) if == returns no bool.
bool LibraryCallEmitter::comparison(const Expr& compared) {
  const bool negated = compared.name.starts_with("not_");
  const bool unequal = compared.name == "unequal";
  const std::string name = negated ? compared.name.substr(4) : compared.name;
  edits_.insert(compared.range.begin,
                unequal ? "!(" : (negated ? "!" : "") + std::string(names::kStandard) + name + "(");
  expressions(compared.operands);
  if (unequal) {
    edits_.replace(compared.operator_token, "==");
  } else {
    edits_.replace({compared.operands[0].outer_range.end, compared.operator_token.end}, ",");
  }
  edits_.insert(compared.range.end, unequal ? ")" : compared.detail);
  return true;
}

/// Rewrites v.flip() to ag::cxx::flip(v): a vector of symbolic numbers has no such method.
bool LibraryCallEmitter::flip(const Expr& call) {
  const Expr& object = call.operands.front();
  edits_.insert(call.range.begin, std::string(names::kStandard) + call.name + "(");
  expression(object);
  edits_.replace({object.outer_range.end, call.range.end}, ")");
  return true;
}

/// Rewrites std::swap(a[i], a[k]) to ag::cxx::swap_rows(a, i, k) if the graph selects one of the rows.
bool LibraryCallEmitter::swap_rows(const Expr& call) {
  const Expr &first = call.operands[0], &second = call.operands[1];
  if (first.binding_time == BindingTime::Host && second.binding_time == BindingTime::Host) return false;
  edits_.replace(call.head, std::string(names::kStandard) + call.name);
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
  if (expression.name == "printf" || expression.name == "puts") {
    edits_.replace(expression.head, std::string(expression.name == "puts" ? names::kPuts : names::kPrintf));
  } else {
    edits_.insert(expression.head.begin, std::string(names::kOrdered) + "(");
    edits_.insert(expression.head.end, ")");
  }
  expressions(expression.operands);
}

}  // namespace agc::emit
