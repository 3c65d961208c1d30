#pragma once
/// Numbers as files and texts spell them.
#include <cstddef>
#include <string_view>

#include "ag/dtype.h"

namespace ag::data {

/// Puts the number that the whole text spells into `out`, as an element of that dtype; white space around it does not
/// count. Booleans are true, false, 1 and 0. False: it spells none, or one that the dtype does not hold.
bool read_number(std::string_view text, DType dtype, std::byte* out);

}  // namespace ag::data
