#pragma once
/// Builds loops: their headers, and the ranges of range-based loops. Internal to `parse`.
#include "parse/build/builder_part.h"

namespace agc::parse {

class LoopBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Each builds a loop into `result`, with the locations of its tokens.
  void while_statement(const clang::WhileStmt* source, model::Stmt& result);
  void do_statement(const clang::DoStmt* source, model::Stmt& result);
  void for_statement(const clang::ForStmt* source, model::Stmt& result);
  void range_for_statement(const clang::CXXForRangeStmt* source, model::Stmt& result);

 private:
  void loop_condition(const clang::Stmt* initialiser, const clang::VarDecl* variable, const clang::Expr* test,
                      model::Stmt& result);
  void call_ends(const clang::CXXForRangeStmt* source, Expressions& range);
  void range_for_variable(const clang::VarDecl* variable, const clang::Expr* range, model::Stmt& result);
};

}  // namespace agc::parse
