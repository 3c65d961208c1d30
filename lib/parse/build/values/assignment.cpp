// Assignments: the value and the assigned variable.
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/expression_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/position.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

/// Handles std::tie(a, b) = …: each variable takes the operands of the first one.
static void give_to_others(std::vector<Expr>& targets, const Expr& first, const std::vector<Expr>& values) {
  for (Expr& target : targets) {
    const bool written = target.kind == Kind::Reference && target.access != Access::Read;
    if (&target == &first) continue;
    if (written && target.operands.empty()) {
      target.operands = values;
      target.repeated = true;
    } else {
      give_to_others(target.operands, first, values);
    }
  }
}

Expr* first_written(std::vector<Expr>& targets) {
  for (Expr& target : targets) {
    if (target.kind == Kind::Reference && target.access != Access::Read) return &target;
    if (Expr* inner = first_written(target.operands)) return inner;
  }
  return nullptr;
}

/// Handles (c ? a : b) = v: each side may receive the value. `stands`: the value belongs to the text of the first side.
static bool give_to_sides(Expr& choice, const std::vector<Expr>& values, bool stands) {
  if (choice.kind == Kind::Opaque && choice.operands.size() == 1)
    return give_to_sides(choice.operands.front(), values, stands);
  if (choice.kind != Kind::Conditional) {
    std::vector<Expr> alone{std::move(choice)};
    Expr* written = first_written(alone);
    if (written) {
      written->operands.insert(written->operands.begin(), values.begin(), values.end());
      written->repeated = !stands;
    }
    choice = std::move(alone.front());
    return written != nullptr;
  }
  const bool given = give_to_sides(choice.operands[1], values, stands);
  return give_to_sides(choice.operands[2], values, stands && !given) || given;
}

void ExpressionBuilder::collect_assignment(const clang::Expr* target, const clang::Expr* value, Access access,
                                           Expressions& out, bool divides) {
  Expressions values, targets;
  if (divides) {
    values.push_back(context_.subscripts().divisor(value));
  } else if (function_of_numbers(target->getType()) || context_.function_values().is_function_variable(target)) {
    values.push_back(context_.function_values().function_value(value));
  } else {
    collect_value(value, values);
  }
  // A lambda that changes variables would have to be followed to the calls of the assigned variable.
  if (!target->getType()->isDependentType() && context_.lambdas().lambda_of(value) && changes_variables(values))
    out.push_back(finding(Kind::IndirectWrite, value->getSourceRange()));
  collect(target, {access, Sink::Host}, targets);
  context_.externals().refuse_written(target, targets);
  copy_changed(target, value, targets, values);
  if (targets.size() == 1 && targets.front().kind == Kind::Subscript)
    targets.front().assigned = access == Access::Write;
  if (targets.size() == 1 && targets.front().kind == Kind::Conditional && targets.front().as_target) {
    if (!give_to_sides(targets.front(), values, true)) out.insert(out.end(), values.begin(), values.end());
    return out.push_back(std::move(targets.front()));
  }
  // The value is an operand of the reference that it is assigned to, so that its binding time becomes that of the
  // variable. *this stands for all members; one with numbers marks the value as one of the staged class.
  Expr* written = first_written(targets);
  if (function_.copy.in_staged_class && is_this(target)) {
    const auto number = std::ranges::find_if(targets, [&](const Expr& one) {
      return one.kind == Kind::Reference && function_.variable(one.variable).has_numbers;
    });
    if (number != targets.end()) written = &*number;
  }
  if (written) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(as_written(target));
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (dereferenced(as_written(target))) give_to_others(targets, *written, values);
    if (callee && callee->getIdentifier() && callee->getName() == "tie") give_to_others(targets, *written, values);
    values.insert(values.end(), written->operands.begin(), written->operands.end());
    written->operands = std::move(values);
  } else {
    out.insert(out.end(), values.begin(), values.end());
  }
  out.insert(out.end(), targets.begin(), targets.end());
}

}  // namespace agc::parse
