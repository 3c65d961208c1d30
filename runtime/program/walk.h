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

/// Appends the arrays that a statement names itself, without its nested statements.
inline void list_own_arrays(const Program& program, const Statement& statement, std::vector<ArrayId>& list) {
  for (ArrayId id : {statement.array, statement.source}) {
    if (id != kNone) list.push_back(id);
  }
  if (statement.kind != StatementKind::Kernel && statement.kind != StatementKind::Call) return;
  const Site& site = program.site(statement.site);
  list.insert(list.end(), site.inputs.begin(), site.inputs.end());
  list.insert(list.end(), site.outputs.begin(), site.outputs.end());
}

/// Appends the registers that a statement uses itself, without its nested statements.
inline void list_own_operands(const Statement& statement, std::vector<Register>& list) {
  list.insert(list.end(), statement.operands.begin(), statement.operands.end());
  for (const auto& [id, factor] : statement.index.terms) list.push_back(id);
  for (const RowReduction& fold : statement.reductions) {
    list.push_back(fold.value);
    if (fold.factor != kNone) list.push_back(fold.factor);
  }
}

/// Calls visit(block) for the body of the program and of each of its functions.
template <class AnyProgram, class Visit>
void for_each_body(AnyProgram& program, Visit&& visit) {
  visit(program.body);
  for (auto& function : program.functions) visit(function.body);
}

/// Calls visit(statement, register or kNone, array or kNone) for each name in a statement and its nested statements,
/// except the arrays of kernels, which are tensors.
template <class Visit>
void visit_names(const Program& program, const Statement& statement, Visit&& visit) {
  if (statement.kind == StatementKind::Call) {
    const Site& site = program.site(statement.site);
    for (Register result : statement.results) visit(statement, result, kNone);
    for (ArrayId array : site.inputs) visit(statement, kNone, array);
    for (ArrayId array : site.outputs) visit(statement, kNone, array);
  }
  if (statement.result != kNone) visit(statement, statement.result, kNone);
  for (Register operand : statement.operands) visit(statement, operand, kNone);
  for (const auto& [id, factor] : statement.index.terms) visit(statement, id, kNone);
  for (const RowReduction& fold : statement.reductions) {
    visit(statement, fold.result, kNone);
    visit(statement, fold.value, kNone);
    if (fold.factor != kNone) visit(statement, fold.factor, kNone);
  }
  for (ArrayId array : {statement.array, statement.source}) {
    if (array != kNone) visit(statement, kNone, array);
  }
  for (const Block& block : statement.blocks) {
    for (const Statement& inner : block) visit_names(program, inner, visit);
  }
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
