#pragma once
/// The error for a symbolic number where a host number is required.
#include "ag/error.h"

namespace ag::detail {

/// A loop whose body throws it is traced again with its invariant numbers known.
class SymbolicNumber : public Error {
 public:
  using Error::Error;
};

}  // namespace ag::detail
