#pragma once
/// Walks over the statements of programs.
#include "codegen/program.h"

namespace ag::codegen {

/// visit(statement), for those inside of others too, each before what is inside of it.
template <class Statements, class Visit>
void for_each(Statements& block, Visit&& visit) {
  for (auto& statement : block) {
    visit(statement);
    for (auto& inner : statement.blocks) for_each(inner, visit);
  }
}

/// Appends the arrays that a statement names itself, not those of statements inside of it.
inline void list_own_arrays(const Program& program, const Statement& statement, std::vector<ArrayId>& list) {
  for (ArrayId id : {statement.array, statement.source}) {
    if (id != kNone) list.push_back(id);
  }
  if (statement.kind != StatementKind::Kernel) return;
  const Site& site = program.site(statement.site);
  list.insert(list.end(), site.inputs.begin(), site.inputs.end());
  list.insert(list.end(), site.outputs.begin(), site.outputs.end());
}

/// Appends the registers that a statement uses itself, not those of statements inside of it.
inline void list_own_operands(const Statement& statement, std::vector<Register>& list) {
  list.insert(list.end(), statement.operands.begin(), statement.operands.end());
  for (const auto& [id, factor] : statement.index.terms) list.push_back(id);
  for (const FoldResult& fold : statement.folds) list.push_back(fold.value);
}

/// visit(statement, register or none, array or none) for each name in the statement and in those inside of it.
template <class Visit>
void visit_names(const Statement& statement, Visit&& visit) {
  if (statement.result != kNone) visit(statement, statement.result, kNone);
  for (Register operand : statement.operands) visit(statement, operand, kNone);
  for (const auto& [id, factor] : statement.index.terms) visit(statement, id, kNone);
  for (const FoldResult& fold : statement.folds) {
    visit(statement, fold.result, kNone);
    visit(statement, fold.value, kNone);
  }
  for (ArrayId array : {statement.array, statement.source}) {
    if (array != kNone) visit(statement, kNone, array);
  }
  for (const Block& block : statement.blocks) {
    for (const Statement& inner : block) visit_names(inner, visit);
  }
}

/// Whether the statement computes with numbers and elements alone, at one place.
inline bool is_plain(const Statement& statement) {
  using Kind = StatementKind;
  const Kind kind = statement.kind;
  return kind == Kind::Constant || kind == Kind::Let || kind == Kind::Load || kind == Kind::Store;
}

}  // namespace ag::codegen
