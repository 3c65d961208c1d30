#pragma once
/// Functions as text, for people who look at what the converters do, and for tests. One line for each statement or
/// node, indented; nothing reads it back.
#include <string>
#include <string_view>

#include "model/lowered.h"
#include "model/source.h"

namespace agc::model {

/// Source text on one line: comments are left out, white space is one space, and what is longer than `limit` bytes ends
/// in "…".
std::string one_line(std::string_view text, size_t limit = 72);

/// What a statement begins with: `while (n > 0)`, `if (x < 0)`, `n = n / 2;`.
std::string headline(const SourceFile& source, const Stmt& statement, size_t limit = 72);

/// "host", "maybe" or "staged".
std::string_view level_name(Level level);

/// The function as it was read: variables and statements, with what is staged.
std::string print(const SourceFile& source, const Function& function);

/// The lowered tree: which operator each node becomes, its state, flags, and where the lambdas are.
std::string print(const SourceFile& source, const Function& function, const LoweredFunction& lowered);

}  // namespace agc::model
