#pragma once
/// The type of a value of a graph.
#include <string>

#include "ag/dtype.h"
#include "ag/shape.h"

namespace ag::ir {

struct TensorType {
  DType dtype = DType::float32;
  Shape shape;
  bool weak = false;  // a number that takes the dtype of the other operands (static: decided while tracing)

  bool operator==(const TensorType&) const = default;
};

/// Returns text such as "float32[2,3]", "int32[]", "float32[?,3]", "float32[...]"; a weak type has a "~" after the
/// dtype.
std::string str(const TensorType& type);

/// True if `type` is valid where `wanted` is expected: the same dtype, and a shape that is at least as specific.
bool is_subtype(const TensorType& type, const TensorType& wanted);

/// Returns the most specific shape that covers both.
Shape join_shapes(const Shape& a, const Shape& b);

}  // namespace ag::ir
