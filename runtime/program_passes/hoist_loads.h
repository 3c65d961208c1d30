#pragma once
/// Loop-invariant code motion for loads.
///
/// Programs that profit: loops that read the same few elements in each iteration and store to other arrays: small
/// neural networks, stencils with coefficients, integrators with parameters.
#include "program/program.h"

namespace ag::codegen {

/// Hoists each load out of the loops and reductions that change neither its index nor its array. LLVM cannot hoist such
/// a load, since it does not know that stores to other arrays leave the element unchanged.
void hoist_loads(Program& program);

}  // namespace ag::codegen
