#include "emit/function/number_emitter.h"

#include <algorithm>

#include "emit/function/call_emitter.h"
#include "emit/function/declaration_emitter.h"
#include "emit/function/library_call_emitter.h"
#include "emit/function/pointer_emitter.h"
#include "emit/function/subscript_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// Returns the function or type that converts the value of an object to a symbolic value or a number.
std::string staged_maker(const Expr& structure) {
  if (structure.number_type.empty()) return std::string(names::kToStaged);
  if (structure.type == model::TypeClass::HostNumber) return "static_cast<" + structure.number_type + ">";
  return staged_type(structure.number_type, model::TypeClass::NumberStructure);
}

/// Returns the text to write before an external variable.
std::string live_maker(const Expr& live) {
  if (live.leads_on && live.number_type.empty()) return std::string(names::kFollowed);
  if (live.leads_on) return std::string(names::kFollowedObject) + live.number_type;
  return std::string(live.access == model::Access::Read ? names::kLive : names::kRef);
}

/// True if an expression inside of `part` is symbolic. The result of a host function is not, whatever its arguments:
/// `v.size()`.
bool has_symbolic_part(const Expr& expression, model::Range part) {
  if (part.begin <= expression.range.begin && expression.range.end <= part.end) {
    if (expression.binding_time != BindingTime::Host) return true;
    if (expression.kind == Kind::HostCall) return false;
  }
  return std::ranges::any_of(expression.operands, [&](const Expr& one) { return has_symbolic_part(one, part); });
}

/// Returns the only operand of an expression with the same text, at any depth.
const Expr& without_wrappers(const Expr& expression) {
  const Expr* inner = &expression;
  while (inner->kind == Kind::Opaque && inner->operands.size() == 1 && inner->operands.front().range == inner->range)
    inner = &inner->operands.front();
  return *inner;
}

}  // namespace

bool NumberEmitter::emit(const Expr& expression) {
  switch (expression.kind) {
    case Kind::Reference:
      context_.declarations().variable(expression);
      return true;
    case Kind::AliasType:
      if (!context_.pointers().is_selected(expression.pointer)) context_.declarations().alias_type(expression);
      return true;
    case Kind::FromTensor:
      from_tensor(expression);
      return true;
    case Kind::External:
      enclose(expression.range, live_maker(expression) + "(", expression.operands, ")");
      return true;
    case Kind::Cast:
      return cast(expression);
    case Kind::Dimension:
      dimension(expression);
      return true;
    case Kind::StandardCall:
      return context_.library_calls().emit(expression);
    case Kind::Call:
      return context_.calls().emit(expression);
    case Kind::Exit:
      exit(expression);
      return true;
    case Kind::Structure:
      return structure(expression);
    case Kind::Spelled:
      return spelled(expression);
    case Kind::Subscript:
      return context_.subscripts().emit(expression);
    default:
      return false;
  }
}

void NumberEmitter::from_tensor(const Expr& expression) {
  if (expression.of_bool) return around(expression, std::string(names::kTruth));
  const bool structure = expression.type == model::TypeClass::NumberStructure;
  around(expression, std::string(structure ? names::kItems : names::kItem) + "<" + expression.number_type + ">");
}

bool NumberEmitter::cast(const Expr& expression) {
  if (expression.binding_time == BindingTime::Host) return false;
  around(expression, expression.of_bool ? std::string(names::kTruth)
                                        : std::string(names::kCast) + "<" + expression.number_type + ">");
  return true;
}

/// Rewrites int(t), (int)t, t.item<int>() and int(n) to a call of `function`.
void NumberEmitter::around(const Expr& expression, const std::string& function) {
  const Expr& operand = expression.operands.front();
  // A call that replaces a && b also replaces its parentheses.
  const bool call = operand.rewritten && (operand.kind == Kind::Logical || operand.kind == Kind::Conditional);
  const bool parenthesized = !(operand.range == operand.outer_range) && expression.tail.empty() && !call;
  const std::string open = function + (parenthesized ? "" : "(");
  if (expression.head.empty()) {
    edits_.insert(expression.head.begin, open);
  } else {
    edits_.replace(expression.head, open);
  }
  this->expression(operand);
  if (parenthesized) return;
  if (expression.tail.empty()) {
    edits_.insert(expression.tail.begin, ")");
  } else {
    edits_.replace(expression.tail, ")");
  }
}

/// Emits x.shape(axis), x.shape()[axis], x.size() and x.defined().
void NumberEmitter::dimension(const Expr& expression) {
  const bool axis = expression.operands.size() == 2;
  edits_.insert(expression.head.begin, std::string(expression.asks_defined ? names::kIsDefined
                                                   : axis                  ? names::kDim
                                                                           : names::kSize) +
                                           "(");
  this->expression(expression.operands[0]);
  edits_.replace(expression.tail, axis ? ", " : ")");
  if (axis) this->expression(expression.operands[1]);
  if (!expression.operator_token.empty()) edits_.replace(expression.operator_token, ")");
}

/// Emits the value of an object that has to be symbolic.
bool NumberEmitter::structure(const Expr& expression) {
  if (!expression.needs_staged || (expression.binding_time != BindingTime::Host && !expression.called.of_generic))
    return false;
  enclose(expression.range, staged_maker(expression) + "(", expression.operands, ")");
  return true;
}

/// Emits a temporary of a named type.
bool NumberEmitter::spelled(const Expr& expression) {
  if (expression.binding_time == BindingTime::Host) return false;
  if (!deduces_parts(expression)) edits_.replace(expression.head, staged_type(expression.number_type, expression.type));
  expressions(expression.operands);
  return true;
}

bool NumberEmitter::deduces_parts(const Expr& spelled) {
  return !spelled.parts.empty() &&
         std::ranges::all_of(spelled.parts, [&](model::Range part) { return has_symbolic_part(spelled, part); });
}

/// Emits a number that C++ requires on the host. The subscript of an external array is compared with its extent first.
void NumberEmitter::exit(const Expr& expression) {
  if (expression.looks_first) edits_.insert(expression.outer_range.begin, std::string(names::kSubscript) + "(");
  known(expression);
  if (expression.looks_first) edits_.insert(expression.outer_range.end, ", " + expression.extent + ")");
}

/// Emits a host number for an expression that may be symbolic.
void NumberEmitter::known(const Expr& expression) {
  const Expr& operand = expression.operands.front();
  const bool passes =
      operand.binding_time == BindingTime::Host || operand.binding_time == BindingTime::Staged || expression.rewritten;
  if (passes) return this->expression(operand);
  const std::string structure = expression.number_type;
  edits_.insert(
      expression.outer_range.begin,
      (structure.empty() ? std::string(names::kHost) : std::string(names::kPlain) + "<" + structure + ">") + "(");
  this->expression(operand);
  edits_.insert(expression.outer_range.end, ")");
}

/// True if the expression names a symbolic number of this type.
bool NumberEmitter::is_variable_of(const Expr& number, const std::string& type) const {
  const Expr& named = without_wrappers(number);
  if (named.kind != Kind::Reference || named.variable == model::kNoVariable) return false;
  const model::Variable& variable = function_.variable(named.variable);
  return variable.type == model::TypeClass::HostNumber && variable.promotion.may_be_staged() &&
         variable.promotion.type == type;
}

void NumberEmitter::exactly(const Expr& number, const std::string& type) {
  const Expr& maker = without_wrappers(number);
  const bool made =
      (maker.kind == Kind::Cast && maker.binding_time != BindingTime::Host) || maker.kind == Kind::FromTensor;
  const bool same = made && maker.number_type == type;
  if (type.empty() || same || is_variable_of(number, type)) return this->expression(number);
  edits_.insert(number.outer_range.begin, std::string(names::kCast) + "<" + type + ">(");
  this->expression(number);
  edits_.insert(number.outer_range.end, ")");
}

}  // namespace agc::emit
