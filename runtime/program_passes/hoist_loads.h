#pragma once
/// Loop-invariant code motion for loads and lengths.
///
/// Programs that profit: loops that read the same few elements in each iteration and store to other arrays: small
/// neural networks, stencils with coefficients, integrators with parameters; and loops over arrays with symbolic
/// dimensions, which compare each index with a length.
#include "program/program.h"

namespace ag::codegen {

/// Hoists each load out of the loops and reductions that change neither its index nor its array. LLVM cannot hoist such
/// a load, since it does not know that stores to other arrays leave the element unchanged. Hoists each length of an
/// array out of the loops of the user that do not replace the array, since it is a call.
void hoist_loads(Program& program);

}  // namespace ag::codegen
