#pragma once
/// The request that Function::concrete and ConcreteFunction make of the next call on their thread.
#include "ag/detail/traced_function.h"

namespace ag::detail {

/// Installs `next` as the request and returns the previous one.
AskedCall exchange_asked_call(AskedCall next);

}  // namespace ag::detail
