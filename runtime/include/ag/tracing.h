#pragma once
/// The query whether a function is being traced.
#include "ag/detail/export.h"

namespace ag {

/// True if code on this thread is being recorded into a graph; always false in a plain build.
AG_API bool is_tracing();

}  // namespace ag
