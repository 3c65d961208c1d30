#pragma once
/// Why a function was traced again.
#include <string>
#include <vector>

#include "ag/export.h"

namespace ag {

/// One thing in which a call differs from those that the function has been traced for.
struct AG_API RetraceReason {
  std::string argument;  // "x", "xs[0]"; empty where it is not one
  std::string property;  // "dtype", "shape", "rank", "value", "structure", "captured", "dropped"
  std::string before, now;

  /// As "the shape of 'x' was float32[2] and is float32[3]".
  std::string str() const;
};

/// A trace that was made although there were others.
struct AG_API Retrace {
  std::string call;                    // as "(x: float32[3], n: int 2)"
  std::vector<RetraceReason> reasons;  // what differs from the trace that comes closest

  std::string str() const;
};

}  // namespace ag
