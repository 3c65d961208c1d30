#include "parse/queries/uses/discarded_values.h"

#include <clang/AST/StmtCXX.h>

namespace agc::parse {
namespace {

/// Returns the condition of a branch or a loop, which is a substatement whose value is read.
const clang::Stmt* condition_of(const clang::Stmt* statement) {
  if (const auto* x = llvm::dyn_cast<clang::IfStmt>(statement)) return x->getCond();
  if (const auto* x = llvm::dyn_cast<clang::WhileStmt>(statement)) return x->getCond();
  if (const auto* x = llvm::dyn_cast<clang::DoStmt>(statement)) return x->getCond();
  if (const auto* x = llvm::dyn_cast<clang::ForStmt>(statement)) return x->getCond();
  const auto* ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(statement);
  return ranged ? ranged->getRangeInit() : nullptr;
}

}  // namespace

std::vector<const clang::Stmt*> discarded_in(const clang::Stmt* statement) {
  std::vector<const clang::Stmt*> result;
  const clang::Stmt* condition = condition_of(statement);
  if (!condition && !llvm::isa<clang::CompoundStmt, clang::ForStmt>(statement)) return result;
  for (const clang::Stmt* one : statement->children()) {
    if (one && one != condition) result.push_back(one);
  }
  return result;
}

}  // namespace agc::parse
