#pragma once
/// Runs a program statement by statement: what compiled code must agree with. Slow; for tests.
#include "program/program.h"
#include "program/runtime_abi.h"

namespace ag::codegen {

/// 0, or 1 where the program ended with an error.
int evaluate(const Program& program, Context* context, const RuntimeCalls& calls);

/// One primitive on numbers given by their bits. `from`: the dtype of the last operand; `to`: of the result.
uint64_t compute(Primitive primitive, DType from, DType to, const uint64_t* operands);

}  // namespace ag::codegen
