#pragma once
/// The layout in which people read rewritten functions: one fixed style, whatever the style of the source.
#include <string>
#include <string_view>

namespace agc::parse {

/// `code` (whole declarations or definitions) with two-space indentation and lines of at most 100 columns. Tokens and
/// comments stay as they are.
std::string reading_layout(std::string_view code);

}  // namespace agc::parse
