#pragma once
/// Where the leaves of results and arguments come from once a graph has run.
#include <cstdint>
#include <map>
#include <vector>

#include "ag/structure.h"
#include "trace/context.h"

namespace ag::detail {

/// A leaf of a result or an argument after the call, and where it comes from.
struct LeafSource {
  enum class Kind : uint8_t { Fixed, Output, Input };
  Kind kind = Kind::Fixed;  // Fixed: as it was while tracing
  int32_t index = 0;        // of the graph's output, or of the call's input
  // The exact value of a tensor that is a number of the host, and which a dtype of its own would round.
  bool literal = false;
  DType dtype = DType::float32;  // of that tensor
  // Output: the one that says whether the graph gave the tensor a value; nothing where it always does.
  int32_t defined = -1;
  // Output: of a tensor that is an integer on some paths, the one that says whether it is, and that integer.
  int32_t is_integer = -1, integer = -1;
  /// Whether the tensor is made of several outputs.
  bool is_joined() const { return defined >= 0 || is_integer >= 0; }
  bool operator==(const LeafSource&) const = default;
};

/// The tensor that a leaf is in the graph; undefined where no call changes what it was while tracing.
Tensor symbol_of_leaf(const Leaf& leaf, SourceLocation location);

/// The tensor of a leaf whose source is this output of the graph.
Tensor literal_of_output(const LeafSource& source, const Tensor& output, SourceLocation location);
inline Tensor tensor_of_output(const LeafSource& source, Tensor output, const SourceLocation& location) {
  if (source.literal) [[unlikely]]
    return literal_of_output(source, output, location);
  return output;
}

/// The tensor of a leaf that the graph may have left without a value, undefined then, or made an integer.
Tensor tensor_of_joined(const LeafSource& source, const Tensor* outputs, SourceLocation location);

/// The tensor of a leaf whose source is an output among these.
inline Tensor tensor_of_outputs(const LeafSource& source, const Tensor* outputs, const SourceLocation& location) {
  if (source.is_joined()) [[unlikely]]
    return tensor_of_joined(source, outputs, location);
  return tensor_of_output(source, outputs[source.index], location);
}

/// Whether the body gave containers among its arguments another form, or changed values of the host in them.
bool is_reformed(const Leaves& before, const Leaves& after);

/// Whether no output is the source of two leaves, or anything but a tensor as the graph gives it.
bool takes_each_once(const std::vector<LeafSource>& sources);

/// What is kept of leaves once the trace is over, when symbols have no meaning.
void forget_symbols(Leaves& leaves);

}  // namespace ag::detail
