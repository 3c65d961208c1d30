#pragma once
/// Numbers and strings in the text form of graphs: every value reads back to the same bits.
#include <cstddef>
#include <string>
#include <string_view>

#include "ag/dtype.h"

namespace ag::ir {

/// Returns the number of bytes of the character that starts at `text[at]`, or 0 if it is not valid UTF-8.
size_t utf8_length(std::string_view text, size_t at);

/// Returns the text in double quotes; quotes, backslashes and control characters are escaped.
std::string quote(std::string_view text);

/// Returns the shortest form that reads back to the same value, with a ".0" if it would look like an integer. NaN is
/// nan or -nan; a NaN with a payload is nan:0x7ff8000000000001.
std::string float_literal(double value);

/// Appends one element of a tensor: true, 3, 0.5, inf, nan, nan:0x7fc00001.
void append_element(std::string& text, DType dtype, const std::byte* element);

}  // namespace ag::ir
