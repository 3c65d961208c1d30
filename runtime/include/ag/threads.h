#pragma once
/// The number of threads for large loops.
#include "ag/detail/export.h"
#include "ag/error.h"

namespace ag {

/// Returns the number of threads that a large loop may use, including the calling thread: the last value of
/// set_num_threads, or AG_NUM_THREADS in the environment, or the number of processors of the process.
AG_API int num_threads();

/// Sets the number for the whole process, from 1 to 256. With 1 all work stays on the calling thread. Results do not
/// depend on the number.
///
///     ag::set_num_threads(1);  // this program has threads of its own
AG_API void set_num_threads(int count, SourceLocation location = SourceLocation::current());

}  // namespace ag
