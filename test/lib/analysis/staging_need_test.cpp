#include "analysis/staging_need.h"

#include "support/catch.h"

using agc::model::Expr;
using agc::model::Function;
using agc::model::Stmt;
using agc::model::TypeClass;

namespace {

Expr value(TypeClass type) {
  Expr result;
  result.type = type;
  return result;
}

Expr both(Expr first, Expr second) {
  Expr result;
  result.kind = Expr::Kind::Logical;
  result.type = TypeClass::HostNumber;
  result.operands = {std::move(first), std::move(second)};
  return result;
}

bool if_is_staged(Expr condition, bool is_constexpr = false) {
  Function function;
  Stmt branch;
  branch.kind = Stmt::Kind::If;
  branch.condition = std::move(condition);
  branch.has_condition = true;
  branch.is_constexpr = is_constexpr;
  function.body.kind = Stmt::Kind::Block;
  function.body.children.push_back(std::move(branch));
  agc::analysis::find_staging_need(function);
  return function.body.children.front().staged;
}

}  // namespace

TEST_CASE("a tensor decides a condition directly or as an operand") {
  CHECK(if_is_staged(value(TypeClass::Tensor)));
  CHECK(if_is_staged(both(value(TypeClass::HostNumber), value(TypeClass::Tensor))));
  CHECK_FALSE(if_is_staged(both(value(TypeClass::HostNumber), value(TypeClass::HostNumber))));
  CHECK_FALSE(if_is_staged(value(TypeClass::Other)));
}

TEST_CASE("if constexpr is never staged") { CHECK_FALSE(if_is_staged(value(TypeClass::Tensor), true)); }
