#pragma once
/// Clones statements within one program.
#include <map>

#include "program/program.h"

namespace ag::codegen {

/// Clones statements with fresh names for the registers that they define and the variables that they set. Not for
/// statements that set a variable which is also used outside of them.
class StatementCloner {
 public:
  explicit StatementCloner(Program& program) : program_(program) {}

  /// Returns the register of the clone that stands for `id`, or `id` itself if it is defined outside.
  Register operator()(Register id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? id : found->second;
  }
  /// Maps `from` to `to` in statements copied from here on.
  void name(Register from, Register to) { names_[from] = to; }

  Statement copy(const Statement& statement) {
    Statement result = statement;
    for (Register& operand : result.operands) operand = (*this)(operand);
    for (auto& [id, factor] : result.index.terms) id = (*this)(id);
    result.count = (*this)(result.count);
    const bool loops = !result.reductions.empty() || result.kind == StatementKind::Loop;
    if (loops) result.result = define(result.result);
    for (Block& block : result.blocks) block = copy(block);
    if (result.kind == StatementKind::While) result.operands[0] = (*this)(statement.operands[0]);
    if (!loops) result.result = define(result.result);
    for (RowReduction& fold : result.reductions) {
      fold.value = (*this)(fold.value), fold.factor = (*this)(fold.factor);
      fold.result = define(fold.result);
    }
    return result;
  }
  Block copy(const Block& block) {
    Block result;
    for (const Statement& statement : block) result.push_back(copy(statement));
    return result;
  }

 private:
  Register define(Register id) {
    if (id == kNone) return id;
    const auto [found, is_new] = names_.try_emplace(id, kNone);
    if (is_new) {
      program_.registers.push_back(RegisterInfo(program_.registers[static_cast<size_t>(id)]));
      found->second = static_cast<Register>(program_.registers.size() - 1);
    }
    return found->second;
  }

  Program& program_;
  std::map<Register, Register> names_;
};

}  // namespace ag::codegen
