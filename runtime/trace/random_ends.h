#pragma once
/// A test mode: AG_BREAK_TRACES=<number> ends traces at random nodes, as if the code there could not be staged.
#include <cstddef>
#include <string>

namespace ag::tracing {

/// True if the trace of `function` ends at the node with this index. The result is the same for each trace of a
/// function.
bool ends_at_random(const std::string& function, size_t node);

}  // namespace ag::tracing
