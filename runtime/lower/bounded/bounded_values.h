#pragma once
/// Finds the bounded values of a graph, and classifies the nodes that compute and use them.
///
/// A node that computes a bounded value is a part of a loop nest if all uses of its result are loops; otherwise it is a
/// kernel. A bounded slice is read in place by loops, and is a tensor for other uses.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "lower/analysis/classify.h"

namespace ag::codegen {

class BoundedClassifier : private NodeClassifier {
 public:
  using NodeClassifier::NodeClassifier;

  /// Marks bounded values. A refused node makes others useless, so all of them are marked again without it.
  void mark();

 private:
  /// The nodes that use each bounded value, and the bounded values that a block yields.
  struct BoundedUses {
    std::map<ir::ValueId, std::vector<ir::NodeId>> users;
    std::set<ir::ValueId> yielded;
  };
  void mark(ir::BlockId block);
  void classify_bounded(ir::NodeId node);
  bool view_of_bounded(ir::NodeId node);
  std::optional<BoundedValue> compressed(const ir::Node& node);
  std::optional<BoundedValue> row_product(const ir::Node& node) const;
  std::optional<BoundedValue> small_product(const ir::Node& node) const;
  bool is_bounded_product(const ir::Node& node) const;
  std::optional<BoundedValue> repeated(const ir::Node& node);
  std::optional<BoundedValue> reduced(const ir::Node& node) const;
  NodeClass moves_elements(const ir::Node& node);
  std::optional<BoundedValue> joined(const ir::Node& node);
  std::optional<BoundedValue> like_operand(const ir::Node& node) const;
  std::optional<BoundedValue> gathered(const ir::Node& node) const;
  bool refuse_bounded();
  void list_bounded_uses(ir::BlockId block, BoundedUses& uses) const;

  std::set<ir::NodeId> refused_;  // nodes whose results are not bounded, since loops do not use them
};

}  // namespace ag::codegen
