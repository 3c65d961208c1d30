#pragma once
/// Pieces of C++ that are repeated on one line.
#include <string>
#include <string_view>

#include "model/source.h"

namespace agc::emit {

/// Returns the text on one line without comments. Directives and the lines of raw strings keep lines of their own.
std::string one_line(std::string_view text);

/// Returns the text, with a #line directive if it has several lines, so that the following text is on the line of
/// `place`.
std::string keeping_line(const model::SourceFile& source, std::string text, model::Offset place);

}  // namespace agc::emit
