#pragma once
/// Joins the states after the branches of one node: each variable becomes one value again.
#include <string>
#include <vector>

#include "staging/captures/function_choice.h"
#include "staging/control/leaves.h"

namespace ag::detail {

class Merge {
 public:
  /// `node` has one block per branch. `predicate`: the condition, if there are two branches.
  Merge(tracing::Trace& trace, ir::NodeId node, const Staged<bool>* predicate, const char* what,
        SourceLocation location);

  /// Returns the state after the node from the states after its branches; adds the necessary results to the node.
  SavedState join(const std::vector<SavedState>& branches);

 private:
  /// Function values are given the same targets first.
  Leaves join_unified(const std::vector<const Leaves*>& branches);
  /// Copies of the leaves. A null list has no copy.
  std::vector<PathLeaves> unified(const std::vector<const Leaves*>& branches);
  Leaves join_leaves(const std::vector<const Leaves*>& branches);
  Leaf join_leaf(const std::vector<const Leaf*>& branches, bool in_slot);
  Leaf join_lists(const std::vector<const Leaf*>& branches, bool in_slot);
  Leaf join_slot(const std::vector<const Leaf*>& slots);
  std::string differing(const std::string& name, const Tensor& one, const Tensor& other) const;
  Tensor join_classes(const std::vector<const Leaf*>& branches, bool in_slot);
  Tensor join_tensors(const std::vector<const Leaf*>& branches, bool in_slot);
  /// Null stands for a branch without a value to read.
  Number join_numbers(const std::vector<const Number*>& branches, const std::string& name);
  Staged<bool> join_flags(const std::vector<Staged<bool>>& branches);
  /// Adds a result to the node: one value from each branch.
  Tensor add_output(const std::vector<Tensor>& values, const ir::TensorType& type, const std::string& name);

  tracing::Trace& trace_;
  ir::NodeId node_;
  const Staged<bool>* predicate_;
  const char* what_;
  SourceLocation location_;
};

}  // namespace ag::detail
