#pragma once
/// Functions that stay as they were written: their first statement ends a trace that comes to them.
#include <string>
#include <vector>

#include "emit/edits.h"
#include "model/function.h"

namespace agc::emit {

struct EagerText {
  const model::Function* function = nullptr;
  std::string reason;
  uint32_t line = 0;  // of what cannot be staged, in the same file
};

/// Inserts the statement that ends traces, which names the line of what cannot be staged. A constexpr function has
/// none: a constant expression cannot call it.
void emit_eager(const model::SourceFile& source, const EagerText& text, Edits& edits);

/// The end of the main file for traced functions among them: ag::function_of tells that they run eagerly, and why.
std::string eager_code(const model::SourceFile& source, const std::vector<EagerText>& texts);

}  // namespace agc::emit
