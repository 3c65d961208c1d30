#pragma once
/// Loop nests with cumulative sums and products.
#include <map>
#include <vector>

#include "lower/nests/loop_nest.h"

namespace ag::codegen {

class ScanNest : public LoopNest {
 public:
  using LoopNest::LoopNest;

 private:
  /// The running total of a scan: an element of an array, or a register if the row is unrolled.
  struct Total {
    Access access = {};
    Register written = kNone;
  };
  void emit_loops() override;
  Register element_of(ir::NodeId id, Loops loops) override;
  DType total_dtype(const ir::Node& of) const;
  Register neutral(const ir::Node& of);
  Register scanned(const ir::Node& of, Loops loops);
  void emit_written_scans(std::vector<Level>& around, std::vector<Level>& along);

  std::map<ir::ValueId, Total> totals_;  // by result of a scan
};

}  // namespace ag::codegen
