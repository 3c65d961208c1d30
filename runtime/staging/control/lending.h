#pragma once
/// The variables of callers that staged statements carry in addition to their own.
#include "ag/detail/structure.h"
#include "ag/staging/lending.h"

namespace ag::detail {

struct LentVariables {
  /// The variables passed to callbacks of the current trace, innermost call first. Some may also be in the state of the
  /// statement, with the same value.
  static void save(Leaves& out);
  static void load(LeafReader& in);
};

}  // namespace ag::detail
