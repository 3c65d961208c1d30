#pragma once
/// Errors of environment variables.
#include <string>
#include <utility>

#include "ag/error.h"

namespace ag::detail {

/// Returns the error invalid_argument of an environment variable. It has no place in a source.
inline Error environment_error(std::string message) {
  return Error(ErrorKind::invalid_argument, std::move(message), SourceLocation(std::source_location()));
}

}  // namespace ag::detail
