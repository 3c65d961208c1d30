#pragma once
/// Internal checks: a failure is a bug of this library. User errors throw ag::Error of another kind.
#include <string>

#include "ag/error.h"

namespace ag::detail {

[[noreturn]] inline void internal_error(const std::string& what, SourceLocation location = SourceLocation::current()) {
  throw Error(ErrorKind::internal, "internal error, please report: " + what, location);
}

}  // namespace ag::detail

#define AG_CHECK(condition, what)         \
  do {                                    \
    if (!(condition)) [[unlikely]]        \
      ::ag::detail::internal_error(what); \
  } while (false)
