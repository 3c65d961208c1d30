#pragma once
/// How the local vectors of a function are used: what of it an ag::List has as well, and what not.
#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "model/variable.h"
#include "parse/source_text.h"

namespace agc::parse {

/// std::vector of tensors or of numbers.
bool is_growing_vector(clang::QualType type);

/// The uses that a list has not, of each vector in `body` and in its lambdas. `may_return`: the function may return
/// one.
using RefusedUses = llvm::DenseMap<const clang::ValueDecl*, std::vector<model::Growth::Use>>;
RefusedUses find_refused_uses(const clang::Stmt* body, const SourceText& text, bool may_return);

}  // namespace agc::parse
