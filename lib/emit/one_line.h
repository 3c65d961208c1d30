#pragma once
/// Pieces of C++ that are written once more, on the line where they are needed.
#include <string>
#include <string_view>

#include "model/source.h"

namespace agc::emit {

/// The text without comments on one line; directives and the lines of raw strings stay on lines of their own.
std::string one_line(std::string_view text);

/// The text, and a #line directive where it has lines of its own: what follows is on the line of `place`.
std::string keeping_line(const model::SourceFile& source, std::string text, model::Offset place);

}  // namespace agc::emit
