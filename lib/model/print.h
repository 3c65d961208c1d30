#pragma once
/// Functions as text, for tests and for developers of converters. One indented line for each statement or node; the
/// text is not parsed back.
#include <string>
#include <string_view>

#include "model/lowered.h"
#include "model/source.h"

namespace agc::model {

/// Source text on one line: comments are removed, white space becomes one space, and text longer than `limit` bytes
/// ends in "…".
std::string one_line(std::string_view text, size_t limit = 72);

/// The beginning of a statement: `while (n > 0)`, `if (x < 0)`, `n = n / 2;`.
std::string headline(const SourceFile& source, const Stmt& statement, size_t limit = 72);

/// "host", "live", "maybe" or "staged".
std::string_view binding_time_name(BindingTime binding_time);

/// The function as read: variables and statements, with marks on staged ones.
std::string print(const SourceFile& source, const Function& function);

/// The lowered tree: the operator of each node, its state and flags, and the positions of the lambdas.
std::string print(const SourceFile& source, const Function& function, const LoweredFunction& lowered);

}  // namespace agc::model
