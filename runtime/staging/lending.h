#pragma once
/// The variables of callers that staged statements carry beside their own.
#include "ag/lending.h"
#include "ag/structure.h"

namespace ag::detail {

struct LentVariables {
  /// Those that are lent in the current trace, the last ones first. Some may stand in the state of the statement as
  /// well: they have the same value there.
  static void save(Leaves& out);
  static void load(LeafReader& in);
};

}  // namespace ag::detail
