#pragma once
/// The variables of callers that staged statements carry in addition to their own.
#include "ag/lending.h"
#include "ag/structure.h"

namespace ag::detail {

struct LentVariables {
  /// The variables passed to callbacks of the current trace, innermost call first. Some may also be in the state of the
  /// statement, with the same value.
  static void save(Leaves& out);
  static void load(LeafReader& in);
};

}  // namespace ag::detail
