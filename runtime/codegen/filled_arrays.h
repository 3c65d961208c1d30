#pragma once
/// Arrays that nobody outside of the program sees, and that hold one known number everywhere, such as the ones that
/// count the members of groups: what is loaded from them is that number, and they need not be there.

#include "codegen/program.h"

namespace ag::codegen {

void forget_filled_arrays(Program& program);

}  // namespace ag::codegen
