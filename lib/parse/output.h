#pragma once
/// What a function writes to the streams of the process, in a form that can wait until a graph gets there.
#include <clang/AST/Expr.h>

#include <optional>
#include <string>

namespace agc::parse {

struct Output {
  const clang::DeclRefExpr* head = nullptr;        // std::cout, std::cerr, std::clog, printf, or puts
  std::string function;                            // printf, puts
  llvm::SmallVector<const clang::Expr*, 8> items;  // what is written; of printf: without its format
};

/// `std::cout << a << b`, puts(a), or a call of printf whose format is a literal that can be followed; nothing where it
/// is neither.
std::optional<Output> output_of(const clang::Expr* source);

}  // namespace agc::parse
