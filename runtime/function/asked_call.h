#pragma once
/// What Function::concrete and ConcreteFunction ask of the next call on their thread.
#include "ag/traced_function.h"

namespace ag::detail {

/// Asks for something else; gives back what was asked before.
AskedCall exchange_asked_call(AskedCall next);

}  // namespace ag::detail
