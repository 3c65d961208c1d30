/// Promotion of numbers and lists: binding times, and the variables that staged statements carry.
#include "analysis/promotion.h"

#include "analysis/variable_promotion.h"
#include "support/catch.h"

using agc::model::Access;
using agc::model::BindingTime;
using agc::model::Expr;
using agc::model::Function;
using agc::model::Stmt;
using agc::model::TypeClass;

namespace promotion_test {
namespace {

Expr value(TypeClass type, Expr::Kind kind = Expr::Kind::Opaque) {
  Expr result;
  result.kind = kind;
  result.type = type;
  return result;
}

Expr with(Expr::Kind kind, TypeClass type, std::vector<Expr> operands) {
  Expr result = value(type, kind);
  result.operands = std::move(operands);
  return result;
}

Expr assignment(int variable, Expr assigned, Access access = Access::Write) {
  Expr result = with(Expr::Kind::Reference, TypeClass::HostNumber, {std::move(assigned)});
  result.variable = variable;
  result.access = access;
  return result;
}

Expr read(int variable) {
  Expr result = value(TypeClass::HostNumber, Expr::Kind::Reference);
  result.variable = variable;
  return result;
}

Expr from_tensor() { return value(TypeClass::HostNumber, Expr::Kind::FromTensor); }

Function function_of(std::vector<Stmt> statements, int variables = 3) {
  Function function;
  function.variables.resize(size_t(variables));
  for (auto& variable : function.variables) variable.has_numbers = variable.promotion.possible = true;
  function.body.kind = Stmt::Kind::Block;
  function.body.children = std::move(statements);
  return function;
}

Stmt expression(Expr one) {
  Stmt result;
  result.kind = Stmt::Kind::Expression;
  result.expressions.push_back(std::move(one));
  return result;
}

void find(Function& function, bool converted = false) {
  agc::analysis::find_binding_times(function,
                                    [=](const Expr&) { return agc::analysis::Callee{.converted = converted}; });
}

bool if_is_staged(Expr condition, bool is_constexpr = false) {
  Stmt branch;
  branch.kind = Stmt::Kind::If;
  branch.condition = std::move(condition);
  branch.has_condition = true;
  branch.is_constexpr = is_constexpr;
  Function function = function_of({branch});
  find(function);
  return function.body.children.front().staged;
}

}  // namespace

TEST_CASE("a tensor decides a condition directly or as an operand") {
  const auto both = [](Expr a, Expr b) {
    return with(Expr::Kind::Logical, TypeClass::HostNumber, {std::move(a), std::move(b)});
  };
  CHECK(if_is_staged(value(TypeClass::Tensor)));
  CHECK(if_is_staged(both(value(TypeClass::HostNumber), value(TypeClass::Tensor))));
  CHECK_FALSE(if_is_staged(both(value(TypeClass::HostNumber), value(TypeClass::HostNumber))));
  CHECK_FALSE(if_is_staged(value(TypeClass::Other)));
}

TEST_CASE("if constexpr is never staged") { CHECK_FALSE(if_is_staged(value(TypeClass::Tensor), true)); }

TEST_CASE("binding times spread along assignments, also against the order of the statements") {
  Function function = function_of({expression(assignment(2, read(1))), expression(assignment(1, read(0))),
                                   expression(assignment(0, from_tensor()))});
  find(function);
  for (const auto& variable : function.variables) CHECK(variable.promotion.binding_time == BindingTime::Staged);
}

TEST_CASE("a number that nothing symbolic reaches stays a host number") {
  Function function = function_of({expression(assignment(0, from_tensor())), expression(assignment(1, read(2)))});
  find(function);
  CHECK(function.variables[0].promotion.binding_time == BindingTime::Staged);
  CHECK(function.variables[1].promotion.binding_time == BindingTime::Host);
}

TEST_CASE("what a call gives depends on whether its callee is converted") {
  const auto call = [] { return with(Expr::Kind::Call, TypeClass::HostNumber, {read(0)}); };
  for (const bool converted : {false, true}) {
    Function function = function_of({expression(assignment(1, call()))});
    find(function, converted);
    CHECK(function.variables[1].promotion.binding_time == (converted ? BindingTime::MaybeStaged : BindingTime::Host));
  }
}

TEST_CASE("an extent may be known, and an exit always is") {
  Function function =
      function_of({expression(assignment(0, value(TypeClass::HostNumber, Expr::Kind::Dimension))),
                   expression(assignment(1, with(Expr::Kind::Exit, TypeClass::HostNumber, {read(0)})))});
  find(function);
  CHECK(function.variables[0].promotion.binding_time == BindingTime::MaybeStaged);
  CHECK(function.variables[1].promotion.binding_time == BindingTime::Host);
}

TEST_CASE("a choice that a tensor makes is symbolic, whatever is chosen from") {
  Function function = function_of({expression(
      assignment(0, with(Expr::Kind::Conditional, TypeClass::HostNumber,
                         {value(TypeClass::Tensor), value(TypeClass::HostNumber), value(TypeClass::HostNumber)})))});
  find(function);
  CHECK(function.variables[0].promotion.binding_time == BindingTime::Staged);
}

TEST_CASE("a vector that grows gives its length and its elements their binding time") {
  Function function;
  function.variables.resize(3);
  for (auto& variable : function.variables) variable.has_numbers = variable.promotion.possible = true;
  auto& list = function.variables[0];
  list.type = TypeClass::NumberStructure;
  CHECK_FALSE(agc::analysis::promote_growth(list, BindingTime::Staged, 7));  // it cannot be one
  list.growth.possible = true;
  Expr length = with(Expr::Kind::Length, TypeClass::HostNumber, {read(0)});
  length.variable = 0;
  Expr element = with(Expr::Kind::Subscript, TypeClass::HostNumber, {read(0), value(TypeClass::HostNumber)});
  function.body.kind = Stmt::Kind::Block;
  function.body.children = {expression(assignment(1, length)), expression(assignment(2, element))};
  find(function);
  CHECK(function.variables[1].promotion.binding_time == BindingTime::Host);
  CHECK(agc::analysis::promote_growth(list, BindingTime::Staged, 7));
  CHECK_FALSE(agc::analysis::promote_growth(list, BindingTime::MaybeStaged, 8));
  CHECK(list.growth.cause == 7);
  CHECK(list.promotion.binding_time == BindingTime::Staged);
  find(function);
  CHECK(function.variables[1].promotion.binding_time == BindingTime::Staged);
  CHECK(function.variables[2].promotion.binding_time == BindingTime::Staged);
}

}  // namespace promotion_test
