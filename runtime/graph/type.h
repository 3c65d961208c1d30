#pragma once
/// The type of a value of a graph.
#include <string>

#include "ag/dtype.h"
#include "ag/shape.h"

namespace ag::ir {

struct TensorType {
  DType dtype = DType::float32;
  Shape shape;
  bool weak = false;  // a number that takes the dtype of what it meets (static: decided while tracing)

  bool operator==(const TensorType&) const = default;
};

/// As "float32[2,3]", "int32[]", "float32[?,3]", "float32[...]"; a weak one has a "~" behind the dtype.
std::string str(const TensorType& type);

/// Whether a value of type `type` may stand where `wanted` is expected: same dtype, and a shape that is at least as
/// specific.
bool is_subtype(const TensorType& type, const TensorType& wanted);

/// The most specific shape that both are cases of.
Shape join_shapes(const Shape& a, const Shape& b);

}  // namespace ag::ir
