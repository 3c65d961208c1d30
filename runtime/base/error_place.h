#pragma once
/// What is known of the place of an error besides the place: whoever traces a function on this thread knows how the
/// program came there.
#include "ag/error.h"

namespace ag::detail {

using PlaceOfError = SourceLocation (*)(SourceLocation);

/// Asked for each error that is made on this thread, where there is one.
PlaceOfError& place_of_errors();

}  // namespace ag::detail
