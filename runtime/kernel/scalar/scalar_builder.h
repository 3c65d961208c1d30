#pragma once
/// The interface through which an operation describes its arithmetic: registers and primitives. An evaluator computes
/// them, and code generators turn them into instructions.
#include <cstdint>
#include <initializer_list>
#include <span>

#include "ag/error.h"
#include "graph/attribute.h"

namespace ag::kernel {

/// A number in a program; the builder knows its dtype.
using Register = int32_t;

enum class Primitive : uint8_t {
#define AG_PRIMITIVE(name, text, operands) name,
#define AG_MATH_PRIMITIVE(name, operands) name,
#include "kernel/scalar/primitives.def"
};

class ScalarBuilder {
 public:
  virtual ~ScalarBuilder() = default;
  /// Returns a known number, as the bits of its representation in memory.
  virtual Register constant(DType dtype, uint64_t bits) = 0;
  /// `dtype`: of the last operand; of the result for convert.
  virtual Register emit(Primitive primitive, DType dtype, std::initializer_list<Register> operands) = 0;
  /// True if functions may be less precise than those of kernels, for speed.
  virtual bool is_fast() const { return false; }
  /// Emits an error of the operation for the case that the condition does not hold.
  virtual void check(Register condition, ErrorKind kind, const char* message) = 0;
};

/// The context of the scalar rule of an operation.
struct ScalarContext {
  ScalarBuilder& builder;
  std::span<const Register> operands;
  DType dtype;  // of the last operand
  const ir::Attributes& attributes;
};

}  // namespace ag::kernel
