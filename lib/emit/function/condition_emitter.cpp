#include "emit/function/condition_emitter.h"

#include <utility>
#include <vector>

#include "emit/runtime_names.h"
#include "model/choice.h"

namespace agc::emit {

using model::BindingTime;
using model::Expr;

namespace {

/// True if one pair of parentheses directly encloses the expression: the replacing call needs no other.
bool has_plain_parentheses(const Expr& expression) {
  return expression.outer_range.begin + 1 == expression.range.begin &&
         expression.outer_range.end == expression.range.end + 1;
}

}  // namespace

void ConditionEmitter::open(const Expr& expression, std::string text) {
  if (has_plain_parentheses(expression)) {
    edits_.replace({expression.outer_range.begin, expression.range.begin}, std::move(text));
  } else {
    edits_.insert(expression.range.begin, std::move(text));
  }
}

void ConditionEmitter::close(const Expr& expression, std::string text) {
  if (has_plain_parentheses(expression)) {
    edits_.replace({expression.range.end, expression.outer_range.end}, std::move(text));
  } else {
    edits_.insert(expression.range.end, std::move(text));
  }
}

void ConditionEmitter::logical(const Expr& expression) {
  // Chains such as a && b && c become one call, unless an operand writes a variable: then each call has its own state.
  std::vector<const Expr*> operands{&expression.operands[1], &expression.operands[0]};
  bool packs = !expression.pack.empty();
  for (;;) {
    const Expr& first = *operands.back();
    const bool same =
        first.kind == Expr::Kind::Logical && first.rewritten && first.conjunction == expression.conjunction;
    if (packs || !same || !first.pack.empty() || !(first.outer_range == first.range)) break;
    operands.back() = &first.operands[1];
    operands.push_back(&first.operands[0]);
  }
  open(expression, std::string(expression.conjunction ? names::kAndThen : names::kOrElse) + "(");
  for (size_t k = operands.size(); k-- > 0;) {
    this->expression(*operands[k]);
    const bool first = k + 1 == operands.size();
    const std::string end = first ? "" : "; }";
    if (k == 0) {
      close(expression, end + ")");
    } else {
      edits_.replace({operands[k]->outer_range.end, operands[k - 1]->outer_range.begin},
                     end + ", " + pack(expression.pack) + "[&] { return ");
    }
  }
}

void ConditionEmitter::conditional(const Expr& expression) {
  const Expr &condition = expression.operands[0], &first = expression.operands[1], &second = expression.operands[2];
  const bool discarded = expression.type == model::TypeClass::Void;
  std::string call(discarded ? names::kIfStmt : names::kIfElse);
  if (!expression.number_type.empty()) call += "<" + expression.number_type + ">";
  if (expression.of_place) return chosen_place(expression);
  const std::string begin = std::string("[&] { ") + (discarded ? "" : "return ");
  open(expression, call + "(");
  this->expression(condition);
  edits_.replace({condition.outer_range.end, first.outer_range.begin}, ", " + pack(expression.pack) + begin);
  this->expression(first);
  edits_.replace({first.outer_range.end, second.outer_range.begin}, "; }, " + begin);
  this->expression(second);
  close(expression, "; })");
}

/// Rewrites (c ? a : b) = v to ag::chosen_place(c, AG_STATE(a, b), [&]() -> decltype(auto) { return (a); }, …) = v.
void ConditionEmitter::chosen_place(const Expr& expression) {
  const Expr &condition = expression.operands[0], &first = expression.operands[1], &second = expression.operands[2];
  const std::string begin = "[&]() -> decltype(auto) { return (";
  open(expression, std::string(names::kChosenPlace) + "(");
  as_argument(condition);
  edits_.replace({condition.outer_range.end, first.outer_range.begin}, ", " + pack(expression.pack) + begin);
  this->expression(first);
  edits_.replace({first.outer_range.end, second.outer_range.begin}, "); }, " + begin);
  this->expression(second);
  close(expression, "); })");
}

void ConditionEmitter::kept(const Expr& expression) {
  const size_t conditions = expression.kind == Expr::Kind::Logical ? expression.operands.size() : 1;
  for (size_t k = 0; k < expression.operands.size(); ++k) {
    const Expr& operand = expression.operands[k];
    if (k == 0 && model::chosen_on_host(expression))
      on_host(operand, names::kDecide);
    else if (k < conditions)
      decided(operand);
    else
      this->expression(operand);
  }
}

void ConditionEmitter::decided(const Expr& condition) {
  if (condition.binding_time == BindingTime::External) return on_host(condition, names::kDecide);
  expression(condition);
}

void ConditionEmitter::chosen_by(const Expr& value) {
  if (value.binding_time == BindingTime::External) return on_host(value, names::kHost);
  expression(value);
}

/// Emits the value as the argument of a function that returns a host value.
void ConditionEmitter::on_host(const Expr& value, std::string_view function) {
  edits_.insert(value.outer_range.begin, std::string(function) + "(");
  as_argument(value);
  edits_.insert(value.outer_range.end, ")");
}

}  // namespace agc::emit
