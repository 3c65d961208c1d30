#pragma once
/// A hook that refines the place of an error. A trace on this thread sets it, since it knows the path on which the
/// program reached the place.
#include "ag/error.h"

namespace ag::detail {

using PlaceOfError = SourceLocation (*)(SourceLocation);

/// The hook of this thread, or null; it is called for each error that is constructed.
PlaceOfError& place_of_errors();

}  // namespace ag::detail
