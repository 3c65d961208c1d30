#include "emit/function/expression_emitter.h"

#include <algorithm>

#include "emit/function/condition_emitter.h"
#include "emit/function/declaration_emitter.h"
#include "emit/function/library_call_emitter.h"
#include "emit/function/number_emitter.h"
#include "emit/function/pointer_emitter.h"
#include "emit/function/reference_emitter.h"
#include "emit/function/subscript_emitter.h"
#include "emit/namer.h"
#include "emit/number_text.h"
#include "emit/runtime_names.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;
using Kind = Expr::Kind;

void ExpressionEmitter::emit(const Expr& expression) {
  const std::string lent = variables_lent_to(expression);
  if (!lent.empty()) edits_.insert(expression.range.begin, lent);
  plain(expression);
  if (!lent.empty() || SubscriptEmitter::calls_on_element(expression)) edits_.insert(expression.range.end, "; })");
}

/// Returns `ag::lending(AG_STATE(n), [&] { return ` for a call that receives callbacks which change n.
std::string ExpressionEmitter::variables_lent_to(const Expr& call) {
  if (call.repeated || call.range.empty() || lent_.contains({call.range.begin, call.range.end})) return {};
  model::Pack pack;
  bool reference = false;
  for (const model::Callback& given : function_.uses.callbacks) {
    if (!given.lends || !(given.call == call.range)) continue;
    reference = reference || given.call_gives_reference;
    for (const model::VariableId id : given.changes) {
      if (std::ranges::find(pack.variables, id) != pack.variables.end()) continue;
      pack.variables.push_back(id);
      const std::string* name = function_.variable(id).name_at(call.range.begin);
      if (name && *name != this->name(id)) pack.renamed.emplace_back(id, *name);
    }
  }
  if (pack.variables.empty()) return {};
  lent_.insert({call.range.begin, call.range.end});
  return std::string(names::kLending) + "(" + this->pack(pack) + (reference ? "[&]() -> decltype(auto)" : "[&]") +
         " { return ";
}

/// Emits the expression without variables that it lends. The order of the tests is their priority.
void ExpressionEmitter::plain(const Expr& expression) {
  if (expression.repeated && expression.kind != Kind::Reference) return;  // its text stands elsewhere
  if (context_.pointers().emit(expression)) return;
  if (expression.rewritten && expression.kind == Kind::Logical) return context_.conditions().logical(expression);
  if (expression.rewritten && expression.kind == Kind::Conditional)
    return context_.conditions().conditional(expression);
  if (expression.made_late) return made_late(expression);
  if (expression.rewritten && expression.kind == Kind::Throw) return thrown(expression);
  if (expression.kind == Kind::Output) return context_.library_calls().output(expression);
  if (expression.first_value) return context_.declarations().first_value(expression);
  if (guarded(expression) || ordered(expression)) return;
  if (expression.declares_alias && context_.references().names_shared(expression))
    context_.references().declare_shared(expression);
  if (context_.numbers().emit(expression)) return;
  if (expression.kind == Kind::Logical || expression.kind == Kind::Conditional)
    return context_.conditions().kept(expression);
  expressions(expression.operands);
}

/// Emits a divisor that may be zero, an end of a container that may be empty, and a part of such an end that is
/// assigned. Returns false for other expressions.
bool ExpressionEmitter::guarded(const Expr& expression) {
  if (expression.may_be_zero && expression.looks_first) {
    const bool enclosed = source_.text(expression.outer_range).starts_with("(");
    enclose(expression.outer_range, std::string(names::kDivisor) + (enclosed ? "" : "("), expression.operands,
            enclosed ? "" : ")");
    return true;
  }
  if (expression.of_end && expression.of_list && context_.references().initialises_reference(expression)) {
    context_.references().element_of_list(expression);
    return true;
  }
  if (expression.kind == Kind::Opaque && !expression.part.empty() && function_.names_list(expression)) {
    context_.subscripts().part_of_end(expression);
    return true;
  }
  if (expression.may_be_empty && expression.looks_first) {
    edits_.insert(expression.range.begin, std::string(names::kNonEmpty) + "(");
    if (!context_.numbers().emit(expression)) expressions(expression.operands);
    edits_.insert(expression.range.end, ")");
    return true;
  }
  return false;
}

/// Emits operators and operands of symbolic numbers whose order of evaluation has to be written. Returns false for
/// other expressions.
bool ExpressionEmitter::ordered(const Expr& expression) {
  if (expression.binding_time == BindingTime::Host) return false;
  if (expression.in_order) {
    in_order(expression);
    return true;
  }
  if (expression.copied)
    enclose(expression.range, staged_type(expression.number_type, expression.type) + "(", expression.operands, ")");
  return expression.copied;
}

/// Rewrites r.next() - r.next() to [&] { const auto left = r.next(); return left - r.next(); }().
void ExpressionEmitter::in_order(const Expr& expression) {
  const Expr &left = expression.operands[0], &right = expression.operands[1];
  Namer namer(source_.text(function_.range));
  std::string name = namer.fresh("left");
  for (int depth = 0; depth < in_order_; ++depth) name = namer.fresh("left");
  std::string type = "auto";
  if (!expression.number_type.empty())
    type = left.binding_time == BindingTime::Host ? expression.number_type
                                                  : staged_type(expression.number_type, left.type);
  ++in_order_;
  edits_.insert(expression.range.begin, "[&] { const " + type + " " + name + " = ");
  emit(left);
  edits_.insert(left.range.end, "; return " + name);
  emit(right);
  edits_.insert(expression.range.end, "; }()");
  --in_order_;
}

/// Rewrites throw e to ag::raise(e).
void ExpressionEmitter::thrown(const Expr& thrown) {
  edits_.replace({thrown.operator_token.begin, thrown.outer_range.begin}, std::string(names::kRaise) + "(");
  expressions(thrown.operands);
  edits_.insert(thrown.outer_range.end, ")");
}

/// Rewrites throw E(n) to ag::raise(ag::deferred([=](auto n) { return E(n); }, n)), with the expression unchanged.
void ExpressionEmitter::made_late(const Expr& thrown) {
  std::string parameters, values;
  for (const model::VariableId id : thrown.pack.variables) {
    const model::Variable& variable = function_.variable(id);
    const bool is_number = variable.type == model::TypeClass::HostNumber;
    // A tensor keeps its written type: for an `auto` parameter, x.item<int>() would need `template`.
    parameters += (parameters.empty() ? "" : ", ") + (is_number ? "auto" : variable.type_text) + " " + variable.name;
    values += ", " + variable.name;
  }
  edits_.replace({thrown.operator_token.begin, thrown.outer_range.begin},
                 std::string(names::kRaise) + "(" + std::string(names::kLater) + "([=](" + parameters + ") { return ");
  edits_.insert(thrown.outer_range.end, "; }" + values + "))");
}

}  // namespace agc::emit
