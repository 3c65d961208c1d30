#pragma once
/// Traversals of the statements of a program.
#include <algorithm>
#include <span>

#include "program/program.h"

namespace ag::codegen {

/// Calls visit(statement) for each statement in pre-order, nested ones included.
template <class Statements, class Visit>
void for_each(Statements& block, Visit&& visit) {
  for (auto& statement : block) {
    visit(statement);
    for (auto& inner : statement.blocks) for_each(inner, visit);
  }
}

/// Calls visit(block) for the body of the program and of each of its functions.
template <class AnyProgram, class Visit>
void for_each_body(AnyProgram& program, Visit&& visit) {
  visit(program.body);
  for (auto& function : program.functions) visit(function.body);
}

/// Returns the leading statements of the body that load numbers or make inputs row-major.
inline std::span<const Statement> first_statements(const Program& program) {
  size_t count = 0;
  for (const Statement& statement : program.body) {
    const bool reads = statement.kind == StatementKind::Load || statement.kind == StatementKind::Constant;
    const bool prepares = statement.kind == StatementKind::MakeContiguous &&
                          std::ranges::find(program.inputs, statement.array) != program.inputs.end();
    if (!reads && !prepares) break;
    ++count;
  }
  return {program.body.data(), count};
}

/// True if the statement computes with numbers and elements only, and has no nested block.
inline bool is_plain(const Statement& statement) {
  using Kind = StatementKind;
  const Kind kind = statement.kind;
  return kind == Kind::Constant || kind == Kind::Let || kind == Kind::ArgExtremum || kind == Kind::Load ||
         kind == Kind::Store;
}

/// True if the body is that of an innermost loop of plain statements, whose iterations have independent accesses.
inline bool is_innermost(const Block& body) {
  for (const Statement& statement : body) {
    if (!is_plain(statement)) return false;
  }
  return true;
}

}  // namespace ag::codegen
