#pragma once
/// Where the nodes of a block repeat themselves.
#include <optional>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "kernel/index_spec.h"

namespace ag::passes {

/// `count` times `period` nodes of one form, from `first` on in the list of a block.
struct Repeat {
  size_t first = 0, period = 0, count = 0;
  size_t stop = 0;  // up to where nodes repeat, also where that is no whole time
  size_t end() const { return first + period * count; }
};

/// Whether the start of a subscript is a number that may be another one in each repetition: of an element, or of a
/// slice, whose stop is then so much more.
bool may_move(const kernel::IndexItem& item);
/// Whether a node has subscripts.
bool has_subscripts(const ir::Node& node);

/// The form of a node: its operation, place in the source, types and attributes, and those of the nodes in its blocks;
/// not its operands, nor where subscripts that may move start.
size_t hash_form(const ir::Graph& graph, ir::NodeId node);
bool same_form(const ir::Graph& graph, ir::NodeId a, ir::NodeId b);

/// Finds what is repeated in a list of forms, in time that is proportional to its length.
class Repeats {
 public:
  /// `alike`: how many forms in a row tell one place from another.
  Repeats(const std::vector<size_t>& forms, size_t alike);

  /// The shortest that begins there and is repeated at least so often.
  std::optional<Repeat> at(size_t first, size_t least_count);

 private:
  size_t end_of(size_t first, size_t period);

  const std::vector<size_t>& forms_;
  std::vector<size_t> next_;                 // where the next few forms are the same ones
  std::unordered_map<size_t, size_t> ends_;  // by period: up to where the nodes last looked at repeat
};

}  // namespace ag::passes
