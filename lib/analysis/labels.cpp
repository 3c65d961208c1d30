#include "analysis/labels.h"

#include <algorithm>
#include <map>

#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Node;
using model::Offset;
using model::Region;
using model::Stmt;

/// A place in the lowered tree with the number of the innermost lambda around it.
struct Place {
  const Stmt* stmt = nullptr;
  int lambda = 0;
  Offset decided = 0;
};

class Labels {
 public:
  void region(const Region& region, const Place& around) {
    for (const Node& node : region.nodes) {
      Place here = around;
      here.stmt = node.stmt;
      if (node.stmt && node.stmt->kind == Stmt::Kind::Goto) gotos.push_back(here);
      if (node.stmt && node.stmt->kind == Stmt::Kind::Label) labels[node.stmt->label] = here;
      if (node.stmt && !node.declared.empty()) declarations.push_back(here);
      for (const Region& inner : node.regions) {
        if (inner.lambda) here = {nullptr, ++count_, node.stmt ? node.stmt->range.begin : node.place};
        this->region(inner, inner.lambda ? here : around);
      }
    }
  }

  std::vector<Place> gotos, declarations;
  std::map<std::string, Place> labels;

 private:
  int count_ = 0;
};

}  // namespace

std::vector<CrossingGoto> find_crossing_gotos(const model::LoweredFunction& lowered) {
  Labels found;
  found.region(lowered.body, {});
  std::vector<CrossingGoto> result;
  for (const Place& jump : found.gotos) {
    const auto label = found.labels.find(jump.stmt->label);
    const Offset from = jump.stmt->range.begin;
    if (label == found.labels.end()) {
      result.push_back({from, jump.decided});
      continue;
    }
    const Place& target = label->second;
    if (target.lambda != jump.lambda) {
      result.push_back({from, target.lambda > jump.lambda ? target.decided : jump.decided});
      continue;
    }
    // The jump would skip the declaration of a flag between the two places.
    for (const Place& declared : found.declarations) {
      const Offset at = declared.stmt->range.begin;
      if (declared.lambda == jump.lambda && at > from && at < target.stmt->range.begin) {
        result.push_back({from, at});
        break;
      }
    }
  }
  return result;
}

}  // namespace agc::analysis
