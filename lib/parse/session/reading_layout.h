#pragma once
/// The layout of rewritten functions for reading: one fixed style, independent of the style of the source.
#include <string>
#include <string_view>

namespace agc::parse {

/// Returns `code` (whole declarations or definitions) with two-space indentation and lines of at most 100 columns.
/// Tokens and comments do not change.
std::string reading_layout(std::string_view code);

}  // namespace agc::parse
