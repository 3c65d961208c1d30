#pragma once
/// Detects functions that return vectors of different lengths.
#include <clang/AST/Stmt.h>
#include <clang/AST/Type.h>

#include "parse/queries/uses/list_uses.h"

namespace agc::parse {

/// True if the text shows that the vectors that `body` returns do not all have the same length. `result` is the result
/// type: a vector, or an optional, pair or tuple with vectors.
///
///     if (x > 3) return std::vector<Tensor>{x, x};
///     return std::nullopt;
bool returned_lengths_differ(const clang::Stmt* body, clang::QualType result, const ListUses& uses);

}  // namespace agc::parse
