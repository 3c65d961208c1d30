#pragma once
/// Chooses where fast code may round floating-point numbers differently from kernels.
///
/// Programs that profit: fast code with sums of products, and loops over numbers that accumulate: polynomials,
/// integrals, dot products written by hand.
#include "lower/program_builder.h"

namespace ag::codegen {

/// Sets the rounding of the statements of one operation, from `first` on. Functions such as exp are left alone, because
/// their accuracy depends on the rounding of each step. They are recognised by statements that are not `is_simple`.
void contract(const Program& program, ProgramBuilder& builder, size_t first);

/// Allows reassociation of sums and products that a loop over numbers accumulates in a variable. Several iterations can
/// then run in parallel, each with an accumulator of its own.
void reassociate_sums(const Program& program, Block& body);

}  // namespace ag::codegen
