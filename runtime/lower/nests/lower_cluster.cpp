#include "lower/nests/lower_cluster.h"

#include "lower/nests/reduction_nest.h"
#include "lower/nests/scan_nest.h"
#include "lower/nests/unrolled_rows.h"

namespace ag::codegen {

namespace {

class ElementwiseNest : public LoopNest {
 public:
  using LoopNest::LoopNest;

 private:
  void emit_loops() override {
    std::vector<Level> levels = even_levels(0, cluster_.domain.size());
    nest(levels, 0, [&] { elements({&levels}); });
  }
};

}  // namespace

void lower_cluster(LoweringContext& context, const Cluster& cluster) {
  if (cluster.scan) return ScanNest(context, cluster).emit();
  if (!cluster.reduction) return ElementwiseNest(context, cluster).emit();
  UnrolledRows rows(context, cluster);
  if (rows.pays()) return rows.emit();
  ReductionNest(context, cluster).emit();
}

}  // namespace ag::codegen
