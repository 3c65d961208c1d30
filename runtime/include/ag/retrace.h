#pragma once
/// The reasons of a retrace.
#include <string>
#include <vector>

#include "ag/detail/export.h"

namespace ag {

/// One property in which a call differs from the existing traces of the function.
struct AG_API RetraceReason {
  std::string argument;  // "x", "xs[0]"; empty if the property is not that of an argument
  std::string property;  // "dtype", "shape", "rank", "value", "structure", "captured", "dropped"
  std::string before, now;

  /// Returns text such as "the shape of 'x' was float32[2] and is float32[3]".
  std::string str() const;
};

/// A trace made in addition to existing ones.
struct AG_API Retrace {
  std::string call;                    // such as "(x: float32[3], n: int 2)"
  std::vector<RetraceReason> reasons;  // the differences from the most similar trace

  std::string str() const;
};

}  // namespace ag
