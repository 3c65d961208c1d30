#pragma once
/// Adapts the arguments of a call to a trace whose types are declared: by an input_signature, or by the call that a
/// ConcreteFunction was made from.
#include <optional>
#include <string>
#include <vector>

#include "function/call_type.h"

namespace ag::detail {

/// Checks the arguments of a call against `type`. Returns the converted tensors if a host number takes a declared
/// dtype, nothing if no conversion is needed. Throws if an argument does not fit; the error shows both types.
std::optional<std::vector<Tensor>> fit(const CallType& type, const DescribedCall& call, const std::string& function,
                                       SourceLocation location);

/// The type of a call with the tensor types that `specs` declare.
CallType declare(const CallType& type, std::span<const TensorSpec> specs, const std::string& function,
                 SourceLocation location);

}  // namespace ag::detail
