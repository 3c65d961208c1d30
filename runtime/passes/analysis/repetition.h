#pragma once
/// Detection of repeated sequences of nodes in a block.
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "kernel/index_spec.h"

namespace ag::passes {

/// `count` repetitions of `period` nodes of the same form, from index `first` of the list of a block.
struct Repeat {
  size_t first = 0, period = 0, count = 0;
  size_t stop = 0;  // end of the repetition, including a last incomplete period
  size_t end() const { return first + period * count; }
};

/// True if the start of a subscript is a number that may differ between repetitions: an element, or a slice whose stop
/// moves with its start.
bool may_move(const kernel::IndexItem& item);
/// True if a node has subscripts.
bool has_subscripts(const ir::Node& node);

/// Hash of the form of a node: its operation, source location, types and attributes, and the forms of the nodes in its
/// blocks. Operands, and the starts of subscripts that may move, are excluded.
size_t hash_form(const ir::Graph& graph, ir::NodeId node);
bool same_form(const ir::Graph& graph, ir::NodeId a, ir::NodeId b);

/// Finds repetitions in a list of forms, in linear time.
class Repeats {
 public:
  /// `alike` is the number of consecutive forms that identify a position.
  Repeats(const std::vector<size_t>& forms, size_t alike);

  /// Returns the repetition with the shortest period that begins at `first` and has at least `least_count` periods, or
  /// nullopt.
  std::optional<Repeat> at(size_t first, size_t least_count);

 private:
  size_t end_of(size_t first, size_t period);

  const std::vector<size_t>& forms_;
  std::vector<size_t> next_;                 // the next index with the same `alike` forms
  std::unordered_map<size_t, size_t> ends_;  // by period: the end of the last repetition examined
};

}  // namespace ag::passes
