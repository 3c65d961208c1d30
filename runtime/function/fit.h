#pragma once
/// Arguments of a call for a trace whose types are declared: by an input_signature, or by the call that a
/// ConcreteFunction was made with.
#include <optional>
#include <string>
#include <vector>

#include "function/call_type.h"

namespace ag::detail {

/// Checks the arguments of a call against `type`. Numbers of the host take the declared dtype: then the tensors of the
/// call are given, as they have to be. Throws where an argument does not fit, and shows both.
std::optional<std::vector<Tensor>> fit(const CallType& type, const DescribedCall& call, const std::string& function,
                                       SourceLocation location);

/// The type of a call as `specs` declare its tensors.
CallType declare(const CallType& type, std::span<const TensorSpec> specs, const std::string& function,
                 SourceLocation location);

}  // namespace ag::detail
