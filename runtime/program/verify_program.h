#pragma once
/// The invariants of a program, as a specification.
#include <string>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// Whether the functions that a program calls are in it. Lowering and passes on programs handle each function as a
/// program of its own, whose body is that of its first function.
enum class Linkage : uint8_t { Linked, Unlinked };

/// What is wrong with the program; empty if nothing: every register is defined before it is used, once unless it is a
/// variable, and has the dtype that its use needs; loads and stores are of arrays with known shapes and stay inside of
/// them, whatever the loops' registers are; kernels take boxed arrays.
std::vector<std::string> find_faults(const Program& program, Linkage linkage = Linkage::Linked);

/// Throws an internal error that lists the faults.
void verify(const Program& program, const std::string& after, Linkage linkage = Linkage::Linked);

}  // namespace ag::codegen
