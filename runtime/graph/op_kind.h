#pragma once
/// The operations that layers below runtime/ops treat individually: executors, the verifier and the code generator.
#include <cstdint>

namespace ag::ir {

/// One id per such operation, with the operation's name in CamelCase. The operation's block declares it. A property
/// that several operations share is a trait instead (op_def.h).
enum class OpKind : uint8_t {
  Other,  // no lower layer depends on the operation itself
  // Values and control flow.
  Constant,
  Undefined,
  Cond,
  SwitchCase,
  WhileLoop,
  CheckDefined,
  DrawKey,
  Dim,
  // Elementwise.
  Add,
  Subtract,
  Multiply,
  Divide,
  Where,
  // Parts of arrays, and elements at computed indices.
  Index,
  IndexUpdate,
  Take,
  TakeAlongAxis,
  TakeUpdate,
  ScatterAdd,
  ScatterSub,
  ScatterUpdate,
  SegmentSum,
  OneHot,
  BooleanMask,
  // Arrangement.
  Concat,
  Stack,
  Roll,
  Sort,
  Argsort,
  TopK,
  // Along axes.
  Argmax,
  Argmin,
  CumulativeSum,
  CumulativeProd,
  // Matrices and images.
  Matmul,
  Inv,
  Solve,
  Cholesky,
  Conv2d,
  count_,
};

}  // namespace ag::ir
