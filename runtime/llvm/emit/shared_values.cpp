#include "llvm/emit/shared_values.h"

#include <map>
#include <set>

#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

bool is_loop(Kind kind) { return kind == Kind::Loop || kind == Kind::Reduce; }

/// Returns the numbers that the statements define, in order. Those of nested blocks are not visible outside.
std::vector<Register> defined_in(std::span<const Statement> statements) {
  std::vector<Register> defined;
  for (const Statement& statement : statements) {
    if (statement.kind != Kind::Set && !is_loop(statement.kind) && statement.result != kNone)
      defined.push_back(statement.result);
    for (const RowReduction& fold : statement.reductions) defined.push_back(fold.result);
    defined.insert(defined.end(), statement.results.begin(), statement.results.end());
  }
  return defined;
}

}  // namespace

/// Counts the mentions of each register and array in the program.
Mentions SharedValueAnalysis::mentions() {
  const Program& program = context_.program;
  if (!register_mentions_.empty()) return {register_mentions_, array_mentions_};
  register_mentions_.assign(program.registers.size(), 0);
  array_mentions_.assign(program.arrays.size(), 0);
  for_each_body(program, [&](const Block& body) {
    for (const Statement& statement : body) {
      visit_names(program, statement, [&](const Statement& at, Register reg, ArrayId array) {
        if (array == kNone)
          ++register_mentions_[static_cast<size_t>(reg)];
        else  // swapped memory may outlive a part, so it is never owned by one
          array_mentions_[static_cast<size_t>(array)] += at.kind == Kind::Swap ? 2 : 1;
      });
    }
  });
  // Parameters of a function come from outside of its parts, and its results are needed outside.
  for (const Function& function : program.functions) {
    for (const auto& list : {function.numbers, function.results}) {
      for (Register id : list) ++register_mentions_[static_cast<size_t>(id)];
    }
    for (const auto& list : {function.inputs, function.outputs}) {
      for (ArrayId id : list) ++array_mentions_[static_cast<size_t>(id)];
    }
  }
  return {register_mentions_, array_mentions_};
}

SharedValues SharedValueAnalysis::of(std::span<const Statement> statements) {
  const Mentions all = mentions();
  std::map<Register, int> registers;
  std::map<ArrayId, int> arrays;
  for (const Statement& statement : statements) {
    visit_names(context_.program, statement, [&](const Statement&, Register reg, ArrayId array) {
      ++(array == kNone ? registers[reg] : arrays[array]);
    });
  }
  const std::vector<Register> defined = defined_in(statements);
  const std::set<Register> results(defined.begin(), defined.end());
  NamedValues& values = context_.values;
  SharedValues shared;
  for (const auto& [id, count] : registers) {
    if (count == all.registers[static_cast<size_t>(id)]) continue;
    if (context_.program.registers[static_cast<size_t>(id)].variable)
      shared.values.push_back({&values.of_variable(id), values.variable(id)});
    else if (results.contains(id))
      shared.results.push_back(id);
    else if (!llvm::isa<llvm::Constant>(values.of_register(id)))
      shared.values.push_back({&values.of_register(id), values.of_register(id)});
  }
  for (const auto& [id, count] : arrays) {
    if (context_.program.array(id).storage != Storage::Tensor && count != all.arrays[static_cast<size_t>(id)])
      shared.values.push_back({&values.of_local(id), values.local(id)});
  }
  return shared;
}

}  // namespace ag::codegen
