#pragma once
/// The gradients of branches and loops.
#include "grad/backward.h"

namespace ag::grad {

/// The values from outside that the blocks of a node use and that have a gradient, in the order of their first use.
std::vector<ir::ValueId> captured_values(const Backward& backward, std::span<const ir::BlockId> blocks);

}  // namespace ag::grad
