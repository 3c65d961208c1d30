#pragma once
/// Vectors of different lengths that a function returns.
#include <clang/AST/Stmt.h>
#include <clang/AST/Type.h>

#include "parse/list_uses.h"

namespace agc::parse {

/// True if the text shows that not all vectors that `body` returns have one length. `result`: the type that it returns,
/// a vector, or an optional, pair or tuple with vectors.
///
///     if (x > 3) return std::vector<Tensor>{x, x};
///     return std::nullopt;
bool returned_lengths_differ(const clang::Stmt* body, clang::QualType result, const ListUses& uses);

}  // namespace agc::parse
