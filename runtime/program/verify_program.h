#pragma once
/// The verifier of programs; it specifies their invariants.
#include <string>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// Tells whether the functions that a program calls are part of it. Lowering and passes on programs handle each
/// function as a program of its own, whose body is that of its first function.
enum class Linkage : uint8_t { Linked, Unlinked };

/// Returns the violated invariants; empty if the program is valid. Each register is defined before its uses, once
/// unless it is a variable, and has the dtype that each use requires. Loads and stores are on arrays of static shapes
/// and in bounds for all values of the loops' induction variables. Kernels take tensors.
std::vector<std::string> find_faults(const Program& program, Linkage linkage = Linkage::Linked);

/// Throws an internal error that lists the faults.
void verify(const Program& program, const std::string& after, Linkage linkage = Linkage::Linked);

}  // namespace ag::codegen
