#pragma once
/// How an operation says what it does to numbers: with registers and primitives, which an evaluator computes and code
/// generators turn into instructions.
#include <cstdint>
#include <initializer_list>
#include <span>

#include "ag/error.h"
#include "graph/attribute.h"

namespace ag::kernel {

/// A number in a program; its dtype is known to the builder.
using Register = int32_t;

enum class Primitive : uint8_t {
#define AG_PRIMITIVE(name, text, operands) name,
#define AG_MATH_PRIMITIVE(name, operands) name,
#include "kernel/primitives.def"
};

class ScalarBuilder {
 public:
  virtual ~ScalarBuilder() = default;
  /// A known number, by the bits that stand in memory.
  virtual Register constant(DType dtype, uint64_t bits) = 0;
  /// `dtype`: of the last operand; of the result for convert.
  virtual Register emit(Primitive primitive, DType dtype, std::initializer_list<Register> operands) = 0;
  /// Whether functions may be less exact than those of kernels, where that is faster.
  virtual bool is_fast() const { return false; }
  /// An error of the operation where the condition does not hold.
  virtual void check(Register condition, ErrorKind kind, const char* message) = 0;
};

/// Given to the scalar rule of an operation.
struct ScalarContext {
  ScalarBuilder& builder;
  std::span<const Register> operands;
  DType dtype;  // of the last operand
  const ir::Attributes& attributes;
};

}  // namespace ag::kernel
