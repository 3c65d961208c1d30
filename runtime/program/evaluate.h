#pragma once
/// The reference evaluator: runs a program statement by statement. Compiled code must agree with it. Slow; for tests.
#include "program/program.h"
#include "program/runtime_abi.h"

namespace ag::codegen {

/// Returns 0, or 1 if the program ended with an error.
int evaluate(const Program& program, Context* context, const RuntimeCalls& calls);

/// Computes one primitive. Operands and result are the bits of numbers. `from` is the dtype of the last operand, `to`
/// the dtype of the result.
uint64_t compute(Primitive primitive, DType from, DType to, const uint64_t* operands);

}  // namespace ag::codegen
