#include "lower/fp_contraction.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// True if a statement does not round, or if contracting the sums and products around it does not affect its rounding.
bool is_simple(const Statement& statement) {
  if (statement.kind == Kind::Constant) return true;
  if (statement.kind != Kind::Let) return false;
  switch (statement.primitive) {
    case Primitive::Copy:
    case Primitive::Convert:
    case Primitive::Select:
    case Primitive::Divide:
    case Primitive::Abs:
      return true;
    default:
      return is_sum_or_product(statement.primitive) || is_comparison(statement.primitive);
  }
}

/// Returns the register with the value of a variable at the start of the block; kNone if no statement reads it.
Register value_at_start(const Block& block, Register variable) {
  const auto reads = [&](const Statement& statement) {
    return statement.kind == Kind::Let && statement.primitive == Primitive::Copy && statement.operands[0] == variable;
  };
  const auto found = std::ranges::find_if(block, reads);
  return found == block.end() ? kNone : found->result;
}

/// The sums or products on the path from one register to another, last one first.
class Chain {
 public:
  Chain(const std::map<Register, Statement*>& sums, Register start, Primitive of)
      : sums_(sums), start_(start), of_(of) {}

  bool follow(Register from) {
    if (from == start_) return true;
    const auto found = sums_.find(from);
    if (found == sums_.end() || found->second->primitive != of_ || !seen_.insert(from).second) return false;
    const std::vector<Register>& operands = found->second->operands;
    if (std::ranges::none_of(operands, [&](Register operand) { return follow(operand); })) return false;
    links_.push_back(found->second);
    return true;
  }
  const std::vector<Statement*>& links() const { return links_; }

 private:
  const std::map<Register, Statement*>& sums_;
  Register start_;
  Primitive of_;
  std::set<Register> seen_;
  std::vector<Statement*> links_;
};

}  // namespace

void contract(const Program& program, ProgramBuilder& builder, size_t first) {
  const std::span<Statement> statements(builder.block().begin() + static_cast<ptrdiff_t>(first), builder.block().end());
  if (!std::ranges::all_of(statements, is_simple)) return;
  for (Statement& statement : statements) {
    if (statement.kind != Kind::Let || !is_sum_or_product(statement.primitive)) continue;
    if (is_floating(program.dtype(statement.result))) statement.rounding = builder.rounding();
  }
}

void reassociate_sums(const Program& program, Block& body) {
  std::map<Register, Statement*> sums;
  for (Statement& statement : body) {
    if (statement.kind == Kind::Let && statement.rounding != Rounding::Each) sums[statement.result] = &statement;
  }
  for (const Statement& statement : body) {
    if (statement.kind != Kind::Set || !is_floating(program.dtype(statement.result))) continue;
    const Register start = value_at_start(body, statement.result);
    const auto last = sums.find(statement.operands[0]);
    if (last == sums.end() || start == kNone) continue;
    const Primitive of = last->second->primitive;
    if (of != Primitive::Add && of != Primitive::Multiply) continue;
    Chain chain(sums, start, of);
    if (!chain.follow(statement.operands[0])) continue;
    for (Statement* link : chain.links()) link->rounding = Rounding::Reassociate;
  }
}

}  // namespace ag::codegen
