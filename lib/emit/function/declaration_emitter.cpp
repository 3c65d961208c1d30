#include "emit/function/declaration_emitter.h"

#include <algorithm>

#include "emit/function/reference_emitter.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;
using Kind = Expr::Kind;

void DeclarationEmitter::variable(const Expr& named) {
  if (context_.references().names_shared(named)) context_.references().by_number(named);
  if (named.access == model::Access::Declare) {
    const model::Variable& variable = function_.variable(named.variable);
    if (variable.borrowing.active) {
      context_.references().declare_borrower(variable);
    } else if (named.of_list || !deduces(named)) {
      declare(variable);
      declare_deduced(named);
      if (variable.lambda_state.lambda && variable.promotion.may_be_staged()) lambda_with_state(variable);
    }
  }
  if (!named.tail.empty()) return init_capture(named);
  if (!named.repeated) expressions(named.operands);
}

void DeclarationEmitter::retype(model::Range written, const std::string& type) {
  if (retyped_.insert(written.begin).second) edits_.replace(written, type);
}

void DeclarationEmitter::declare(const model::Variable& variable) {
  const model::Promotion& promotion = variable.promotion;
  if (variable.growth.may_be_staged() && !variable.growth.type_range.empty())
    return retype(variable.growth.type_range, list_type(variable));
  if (!promotion.may_be_staged() || !promotion.spelled || promotion.type_range.empty()) return;
  edits_.remove(variable.star);
  const bool joined =
      variable.is_pointer && source_.text({promotion.type_range.end, promotion.type_range.end + 1}) != " ";
  retype(promotion.type_range, promotion.in_front + staged_type(variable) + (joined ? " " : ""));
}

void DeclarationEmitter::alias_type(const Expr& type) {
  if (function_.variable(type.variable).promotion.may_be_staged())
    retype(type.head, staged_type(type.number_type, type.type));
}

/// Writes the type of a variable that is declared with `auto`, if the deduced type would be a proxy of an element or a
/// list: the tensor type, or the vector type.
void DeclarationEmitter::declare_deduced(const Expr& declared) {
  const model::Variable& variable = function_.variable(declared.variable);
  const model::Promotion& promotion = variable.promotion;
  const bool tensor = variable.type == model::TypeClass::Tensor;
  if (declared.of_list && variable.growth.possible && !variable.growth.may_be_staged() && promotion.deduced)
    return retype(promotion.type_range,  // a vector made of a list of known length
                  variable.has_numbers ? staged_type(variable) : promotion.type);
  if ((!tensor && variable.has_numbers) || !promotion.deduced || declared.operands.size() != 1) return;
  const Expr& value = declared.operands.front();
  if (is_element_of_list(value) || (tensor && value.kind == Kind::Subscript && value.rewritten))
    retype(promotion.type_range, tensor ? std::string(names::kTensor) : promotion.type);
}

/// True for v[n] and v.front() of a list.
bool DeclarationEmitter::is_element_of_list(const Expr& source) const {
  const Expr* value = &source;
  while (value->kind == Kind::Opaque && value->operands.size() == 1) value = &value->operands.front();
  return function_.names_list(*value) || (value->kind == Kind::Subscript && value->of_list);
}

/// True if `auto` deduces the staged type of a structure. For a number, `auto` could deduce a reference to an element.
bool DeclarationEmitter::deduces(const Expr& declared) const {
  const model::Variable& variable = function_.variable(declared.variable);
  if (!variable.promotion.deduced || variable.type == model::TypeClass::HostNumber || variable.growth.may_be_staged())
    return false;
  if (declared.operands.size() == 1 && is_element_of_list(declared.operands.front())) return false;
  return std::ranges::any_of(declared.operands,
                             [](const Expr& value) { return value.binding_time != BindingTime::Host; });
}

/// Emits [m = n]: m has the type of its initialiser.
void DeclarationEmitter::init_capture(const Expr& declared) {
  const model::Variable& variable = function_.variable(declared.variable);
  const bool plain = variable.promotion.may_be_staged() && declared.operands.front().binding_time == BindingTime::Host;
  if (!plain) return expressions(declared.operands);
  const bool structure = variable.type == model::TypeClass::NumberStructure;
  const std::string maker = structure ? std::string(names::kToStaged) : staged_type(variable);
  enclose(declared.tail, maker + "(", declared.operands, ")");
}

/// Rewrites [n = 0](int by) mutable { … } to ag::StatefulLambda([n = 0]() mutable { return ag::with_state(std::tie(n),
/// [&](int by) mutable { … }); }).
void DeclarationEmitter::lambda_with_state(const model::Variable& holder) {
  const model::LambdaState& state = holder.lambda_state;
  std::string parts;
  for (const std::string& part : state.parts) parts += (parts.empty() ? "" : ", ") + part;
  edits_.insert(state.captures.begin, std::string(names::kStatefulLambda) + "(");
  edits_.insert(state.captures.end,
                "() mutable { return " + std::string(names::kWithState) + "(std::tie(" + parts + "), [&]");
  edits_.insert(state.end, "); })");
}

void DeclarationEmitter::first_value(const Expr& value) {
  const bool typed = !value.constructs && !value.number_type.empty();
  std::string begin = std::string(value.constructs ? " = " : "") + std::string(names::kFirstValue) + "([&]";
  begin += (typed ? "() -> " + value.number_type : "") + " { return ";
  if (value.constructs) begin += value.number_type + (value.range.empty() ? "()" : "");
  enclose(value.range, begin, value.operands, "; })");
}

}  // namespace agc::emit
