/// Reads of tensors that nothing before them assigns.
#include "analysis/definedness.h"

#include "support/catch.h"

using agc::model::Access;
using agc::model::Expr;
using agc::model::Function;
using agc::model::Stmt;
using agc::model::TypeClass;

namespace definedness_test {
namespace {

Expr reference(int variable, Access access, uint32_t place = 0) {
  Expr result;
  result.kind = Expr::Kind::Reference;
  result.variable = variable;
  result.access = access;
  result.type = TypeClass::Tensor;
  result.place = place;
  return result;
}

Stmt expression(Expr one) {
  Stmt result;
  result.kind = Stmt::Kind::Expression;
  result.expressions.push_back(std::move(one));
  return result;
}

Stmt with_body(Stmt::Kind kind, std::vector<Stmt> body) {
  Stmt result;
  result.kind = kind;
  result.children = std::move(body);
  return result;
}

/// The places of the reads that are reported; variable 0 is declared without a value in front of `statements`.
std::vector<uint32_t> undefined(std::vector<Stmt> statements) {
  Function function;
  function.variables.resize(2);
  statements.insert(statements.begin(), expression(reference(0, Access::Declare)));
  function.body = with_body(Stmt::Kind::Block, std::move(statements));
  std::vector<uint32_t> places;
  for (const auto& read : agc::analysis::find_undefined_reads(function)) places.push_back(read.place);
  return places;
}

}  // namespace

TEST_CASE("a read that nothing precedes is reported, once") {
  CHECK(undefined({expression(reference(0, Access::Read, 7)), expression(reference(0, Access::Read, 9))}) ==
        std::vector<uint32_t>{7});
}

TEST_CASE("an assignment on some path before is enough") {
  CHECK(undefined({with_body(Stmt::Kind::If, {expression(reference(0, Access::Write))}),
                   expression(reference(0, Access::Read, 7))})
            .empty());
}

TEST_CASE("an iteration reads what the one before it assigned") {
  CHECK(undefined({with_body(Stmt::Kind::While,
                             {expression(reference(0, Access::Read, 7)), expression(reference(0, Access::Write))})})
            .empty());
}

TEST_CASE("to ask whether a tensor is defined is no use of it") {
  Expr call;
  call.kind = Expr::Kind::HostCall;
  call.operands.push_back(reference(0, Access::Read, 7));
  CHECK(undefined({expression(call)}).size() == 1);
  call.operation = agc::model::LibraryOperation::IsDefined;
  CHECK(undefined({expression(call)}).empty());
}

}  // namespace definedness_test
