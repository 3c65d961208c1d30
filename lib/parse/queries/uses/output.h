#pragma once
/// Output of a function to the streams of the process, in a form that a graph can execute later.
#include <clang/AST/Expr.h>

#include <optional>

#include "model/expr.h"

namespace agc::parse {

struct Output {
  const clang::DeclRefExpr* head = nullptr;  // std::cout, std::cerr, std::clog, printf, or puts
  model::LibraryOperation operation = model::LibraryOperation::Other;  // printf, puts
  llvm::SmallVector<const clang::Expr*, 8> items;  // the written values; of printf, without its format
};

/// Returns the output of `std::cout << a << b`, puts(a), or a call of printf with a literal format that can be parsed;
/// nullopt for other expressions.
std::optional<Output> output_of(const clang::Expr* source);

}  // namespace agc::parse
