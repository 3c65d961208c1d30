#pragma once
/// An executor whose large loops use no more than some number of threads.
#include <memory>

#include "exec/executor.h"

namespace ag::exec {

/// `most`: from 1 on.
std::unique_ptr<Executor> limit_threads(std::unique_ptr<Executor> executor, int most);

}  // namespace ag::exec
