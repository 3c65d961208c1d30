#pragma once
/// Functions that stay unconverted: their first statement ends a trace that reaches them.
#include <string>
#include <vector>

#include "emit/edits.h"
#include "model/function.h"

namespace agc::emit {

struct EagerText {
  const model::Function* function = nullptr;
  std::string reason;
  uint32_t line = 0;  // of the code that cannot be staged, in the same file
};

/// Inserts the statement that ends traces and names the line of the code that cannot be staged. Skips constexpr
/// functions: a constant expression cannot call the statement.
void emit_eager(const model::SourceFile& source, const EagerText& text, Edits& edits);

/// Returns the text at the end of the main file for the traced functions among `texts`: it tells ag::function_of that
/// they run eagerly, and the reason.
std::string eager_code(const model::SourceFile& source, const std::vector<EagerText>& texts);

}  // namespace agc::emit
