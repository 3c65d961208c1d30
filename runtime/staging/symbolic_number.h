#pragma once
/// A number of the host is needed where the graph has one.
#include "ag/error.h"

namespace ag::detail {

/// A loop whose body needs one traces it again, with the numbers that it does not change known.
class SymbolicNumber : public Error {
 public:
  using Error::Error;
};

}  // namespace ag::detail
