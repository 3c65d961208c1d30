#pragma once
/// Numbers as they are written in files and texts.
#include <cstddef>
#include <string_view>

#include "ag/dtype.h"

namespace ag::data {

/// Parses the whole text as a number and stores it in `out`, as an element of that dtype; surrounding white space is
/// ignored. Booleans are true, false, 1 and 0. Returns false if the text is no number, or one that the dtype does not
/// represent.
bool read_number(std::string_view text, DType dtype, std::byte* out);

}  // namespace ag::data
