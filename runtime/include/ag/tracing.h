#pragma once
/// Whether a function is being traced.
#include "ag/export.h"

namespace ag {

/// Is the code that runs on this thread being recorded into a graph? Never in a plain build.
AG_API bool is_tracing();

}  // namespace ag
