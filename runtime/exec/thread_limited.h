#pragma once
/// An executor that limits the number of threads that large loops use.
#include <memory>

#include "exec/executor.h"

namespace ag::exec {

/// `most` is at least 1.
std::unique_ptr<Executor> limit_threads(std::unique_ptr<Executor> executor, int most);

}  // namespace ag::exec
