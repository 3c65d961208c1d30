#pragma once
/// Reduction nests with unrolled short rows.
#include <optional>
#include <vector>

#include "lower/nests/reduction_nest.h"

namespace ag::codegen {

class UnrolledRows : public ReductionNest {
 public:
  using ReductionNest::ReductionNest;

  /// True if rows are short and many. The loop over the rows then processes one element of several rows at a time,
  /// whereas a Reduce would process the elements of one row.
  bool pays() const;

 private:
  void emit_loops() override;
  bool reads_carried_array() const;
  Register fold_written(const Reduction& reduction, std::vector<Register> lanes, SourceLocation location);
  /// The results of the arg-reduction of a row: the element, if it is needed, and its index as int32.
  struct Extremum {
    Register element = kNone, place = kNone;
  };
  Register search(const Reduction& reduction, bool place, const std::vector<Register>& row, SourceLocation location);
  std::optional<size_t> same_extremum(const std::vector<const ir::Node*>& list, size_t of) const;
};

}  // namespace ag::codegen
