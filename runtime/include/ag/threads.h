#pragma once
/// How many threads large loops may use.
#include "ag/error.h"
#include "ag/export.h"

namespace ag {

/// How many threads a large loop may use, the one that runs it included: what set_num_threads said last, or
/// AG_NUM_THREADS in the environment, or as many as the process has processors.
AG_API int num_threads();

/// Sets it for the whole process, from 1 to 256. With 1 nothing leaves the thread that calls it. Results are the same
/// with every number.
///
///     ag::set_num_threads(1);  // this program has threads of its own
AG_API void set_num_threads(int count, SourceLocation location = SourceLocation::current());

}  // namespace ag
