#include "trace/checkpoints.h"

#include <algorithm>

namespace ag::tracing {

bool Checkpoints::add(const Checkpoint& made) {
  const auto at = std::ranges::upper_bound(all_, made.end, {}, &Checkpoint::end);
  if (made.first >= made.end || (at != all_.begin() && at[-1] == made)) return false;
  all_.insert(at, made);
  return true;
}

std::vector<Checkpoint> Checkpoints::of(ir::BlockId block) const {
  std::vector<Checkpoint> found;
  std::ranges::copy_if(all_, std::back_inserter(found), [&](const Checkpoint& one) { return one.block == block; });
  return found;
}

std::vector<Checkpoint> Checkpoints::outermost(ir::BlockId block, std::span<const ir::NodeId> nodes,
                                               const Checkpoint* inside) const {
  std::vector<Checkpoint> found;
  if (all_.empty() || nodes.empty()) return found;
  const auto [least, greatest] = std::ranges::minmax(nodes);
  for (auto one = std::ranges::upper_bound(all_, least, {}, &Checkpoint::end); one != all_.end(); ++one) {
    if (one->first > greatest) break;
    if (one->block != block || (inside && (*one == *inside || !inside->covers(*one)))) continue;
    while (!found.empty() && one->covers(found.back())) found.pop_back();
    found.push_back(*one);
  }
  return found;
}

}  // namespace ag::tracing
