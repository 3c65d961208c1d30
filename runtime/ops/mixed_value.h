#pragma once
/// Mixed values: integers on some paths of the graph and floating-point numbers or tensors on others, such as y after
/// `if (x < 0) y = 0;`. In a plain run, y has the dtype of the path that was taken. The graph has a value for each
/// class, and a flag that selects the valid one.
///
/// An operation whose result is the same for both computes with the floating-point value. Any other operation is
/// recorded for both, in a branch; the result is mixed again if its classes differ. Code that does not support mixed
/// values reads the tensor itself, which is unusable: an error that names both lines.
#include <optional>
#include <span>
#include <string>

#include "ops/define.h"

namespace ag::ops {

struct MixedValue {
  Tensor is_integer;  // a boolean
  Tensor integer;     // any value where the flag is false
  Tensor floating;    // the converted integer where the flag is true
  bool exact = true;  // true if that conversion is exact
};

/// True if the tensor represents a mixed value.
inline bool is_mixed(const Tensor& tensor) {
  if (!tensor.defined() || !tensor.impl()->is_symbol()) [[likely]]
    return false;
  const detail::Symbol& symbol = *tensor.impl()->symbol;
  return !symbol.unusable.empty() && symbol.exact.defined();
}
MixedValue mixed_value(const Tensor& tensor);

/// Returns any tensor as a mixed value, in which one class is undefined unless the tensor is mixed.
MixedValue alternatives_of(const Tensor& tensor);
/// Computes the common type of two values of one class. Returns false if there is none: both have a dtype of their own.
bool join_types(std::optional<ir::TensorType>& joined, const ir::TensorType& type);
/// True if a floating-point dtype represents every value of the integer exactly.
bool holds(DType dtype, const Tensor& integer);

/// Returns a tensor that represents the value; any other use of it is an error with the text `why`.
Tensor make_mixed(const MixedValue& value, std::string why, SourceLocation location);

/// Adds results to a node whose blocks end with these values (undefined: a value that is never read), and returns the
/// mixed value. Returns an undefined tensor if the values do not mix: there are not two classes, or two values have
/// dtypes of their own.
Tensor join_mixed(tracing::Trace& trace, ir::NodeId node, std::span<const Tensor> values, const std::string& name,
                  const std::string& why, SourceLocation location);

/// Calls `compute` with the integer and with the floating-point value, each in a branch for the paths where it is
/// valid.
Tensor on_each(const Tensor& mixed, detail::FunctionRef<Tensor(const Tensor&)> compute, SourceLocation location);

}  // namespace ag::ops
