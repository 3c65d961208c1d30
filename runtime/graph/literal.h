#pragma once
/// Numbers and strings as they stand in the text form of graphs: every value reads back to the same bits.
#include <cstddef>
#include <string>
#include <string_view>

#include "ag/dtype.h"

namespace ag::ir {

/// The bytes of the character that starts at `text[at]` if it is valid UTF-8, otherwise 0.
size_t utf8_length(std::string_view text, size_t at);

/// "text" in double quotes; quotes, backslashes and control characters are escaped.
std::string quote(std::string_view text);

/// The shortest form that reads back to the same value, with a ".0" where it would look like an integer. NaN is nan or
/// -nan; one with other bits than the usual ones is nan:0x7ff8000000000001.
std::string float_literal(double value);

/// Appends one element of a tensor: true, 3, 0.5, inf, nan, nan:0x7fc00001.
void append_element(std::string& text, DType dtype, const std::byte* element);

}  // namespace ag::ir
