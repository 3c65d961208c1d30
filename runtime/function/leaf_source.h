#pragma once
/// The sources of the leaves of results and arguments once a graph has run.
#include <cstdint>
#include <map>
#include <vector>

#include "ag/detail/structure.h"
#include "trace/context.h"

namespace ag::detail {

/// The source of a leaf of a result or an argument after the call.
struct LeafSource {
  enum class Kind : uint8_t { Fixed, Output, Input };
  Kind kind = Kind::Fixed;  // Fixed: the value it had while tracing
  int32_t index = 0;        // index of the graph output, or of the call input
  // True for a host number whose own dtype would round it: the source holds the exact value.
  bool literal = false;
  DType dtype = DType::float32;  // dtype of that number
  // Output: index of the flag output that says whether the tensor has a value; -1 if it always has.
  int32_t defined = -1;
  // Output: for a tensor that is an integer on some paths, the indices of the flag and of the integer.
  int32_t is_integer = -1, integer = -1;
  /// True if the tensor is made from several outputs.
  bool is_joined() const { return defined >= 0 || is_integer >= 0; }
  bool operator==(const LeafSource&) const = default;
};

/// The tensor of a leaf in the graph; undefined if the leaf is the same in every call.
Tensor symbol_of_leaf(const Leaf& leaf, SourceLocation location);

/// The tensor of a leaf from its output; the first function handles `literal` sources.
Tensor literal_of_output(const LeafSource& source, const Tensor& output, SourceLocation location);
inline Tensor tensor_of_output(const LeafSource& source, Tensor output, const SourceLocation& location) {
  if (source.literal) [[unlikely]]
    return literal_of_output(source, output, location);
  return output;
}

/// The tensor of a leaf with a `defined` or `is_integer` flag: undefined if the graph left it without a value, the
/// integer if the flag is set.
Tensor tensor_of_joined(const LeafSource& source, const Tensor* outputs, SourceLocation location);

/// The tensor of a leaf whose source is one of `outputs`.
inline Tensor tensor_of_outputs(const LeafSource& source, const Tensor* outputs, const SourceLocation& location) {
  if (source.is_joined()) [[unlikely]]
    return tensor_of_joined(source, outputs, location);
  return tensor_of_output(source, outputs[source.index], location);
}

/// True if the body changed the form of a container among its arguments, or a host value in it.
bool is_reformed(const Leaves& before, const Leaves& after);

/// True if every output is the source of at most one leaf, and every such leaf is the output itself.
bool takes_each_once(const std::vector<LeafSource>& sources);

/// Removes symbols, which are meaningless once the trace is over.
void forget_symbols(Leaves& leaves);

}  // namespace ag::detail
