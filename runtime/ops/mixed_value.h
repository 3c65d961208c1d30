#pragma once
/// A value that is an integer on some paths of the graph and a floating-point number or tensor on others: y behind
/// `if (x < 0) y = 0;`. Run plainly it has the dtype of the path that was taken. The graph has a value for either, and
/// a flag that says which of them counts.
///
/// An operation whose result is the same either way computes with the floating-point value; any other is recorded for
/// both, in a branch, and gives a mixed value again where the results are of two classes. What cannot be done for both
/// reads the tensor itself, which is unusable: an error that names both lines.
#include <optional>
#include <span>
#include <string>

#include "ops/define.h"

namespace ag::ops {

struct MixedValue {
  Tensor is_integer;  // a boolean
  Tensor integer;     // any value where the flag is not set
  Tensor floating;    // where it is set the integer, converted
  bool exact = true;  // that conversion loses nothing
};

/// Whether the tensor stands for one.
inline bool is_mixed(const Tensor& tensor) {
  if (!tensor.defined() || !tensor.impl()->is_symbol()) [[likely]]
    return false;
  const detail::Symbol& symbol = *tensor.impl()->symbol;
  return !symbol.unusable.empty() && symbol.exact.defined();
}
MixedValue mixed_value(const Tensor& tensor);

/// The same of any tensor, of which one class is undefined where it is no mixed value.
MixedValue alternatives_of(const Tensor& tensor);
/// The type that two values of one class have together. False where there is none: both have a dtype of their own.
bool join_types(std::optional<ir::TensorType>& joined, const ir::TensorType& type);
/// Whether a floating-point dtype holds an integer exactly, whatever the graph computes.
bool holds(DType dtype, const Tensor& integer);

/// A tensor that stands for the value; reading it otherwise is an error with the text `why`.
Tensor make_mixed(const MixedValue& value, std::string why, SourceLocation location);

/// What a node gives whose blocks end with these values (undefined: nothing that is read): its results are added.
/// Undefined where the values do not mix: there are not two classes, or both have a dtype of their own.
Tensor join_mixed(tracing::Trace& trace, ir::NodeId node, std::span<const Tensor> values, const std::string& name,
                  const std::string& why, SourceLocation location);

/// Calls `compute` with the integer and with the floating-point value, each in a branch for the paths where it counts.
Tensor on_each(const Tensor& mixed, detail::FunctionRef<Tensor(const Tensor&)> compute, SourceLocation location);

}  // namespace ag::ops
