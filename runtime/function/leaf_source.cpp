#include "function/leaf_source.h"

#include <algorithm>
#include <set>

#include "ops/mixed_value.h"
#include "tensor/convert.h"

namespace ag::detail {

Tensor symbol_of_leaf(const Leaf& leaf, SourceLocation location) {
  if (leaf.kind == Leaf::Kind::Number && !leaf.number.is_host()) return staged_symbol(leaf.number.id, location);
  return leaf.kind == Leaf::Kind::Tensor ? leaf.tensor : Tensor();
}

Tensor literal_of_output(const LeafSource& source, const Tensor& output, SourceLocation location) {
  if (output.impl()->is_symbol())
    return literal_symbol({0, stage(output), output.impl()->dtype}, source.dtype, location);
  return literal_tensor(read_scalar(*output.impl()), source.dtype, location);
}

Tensor tensor_of_joined(const LeafSource& source, const Tensor* outputs, SourceLocation location) {
  Tensor tensor = tensor_of_output(source, outputs[source.index], location);
  if (source.is_integer >= 0) {
    const Tensor &is_integer = outputs[source.is_integer], &integer = outputs[source.integer];
    if (is_integer.impl()->is_symbol())
      tensor = ops::make_mixed({is_integer, integer, tensor, false}, "what the call gives has two dtypes", location);
    else if (is_integer.item<bool>())
      tensor = integer;
  }
  if (source.defined < 0) return tensor;
  const Tensor& flag = outputs[source.defined];
  if (flag.impl()->is_symbol())
    tensor.impl()->symbol->defined = flag;
  else if (!flag.item<bool>())
    return Tensor();
  return tensor;
}

bool is_reformed(const Leaves& before, const Leaves& after) {
  return !std::ranges::equal(before, after, [](const Leaf& was, const Leaf& is) {
    if (was.kind != is.kind) return false;
    const bool comparable = is.kind == Leaf::Kind::Host && is.same && !is.resource && !is.opaque;
    return !comparable || is.same(was.host.get(), is.host.get());
  });
}

bool takes_each_once(const std::vector<LeafSource>& sources) {
  std::set<int32_t> taken;
  return std::ranges::all_of(sources, [&](const LeafSource& source) {
    if (source.kind != LeafSource::Kind::Output) return true;
    return !source.literal && !source.is_joined() && taken.insert(source.index).second;
  });
}

void forget_symbols(Leaves& leaves) {
  for (Leaf& leaf : leaves) {
    if (leaf.resource) leaf = Leaf();  // the caller keeps its own variable
    if (leaf.opaque) leaf.host.reset();
    if (leaf.kind != Leaf::Kind::Tensor || !leaf.tensor.defined()) continue;
    if (leaf.list) leaf.host.reset();  // the elements are made from the tensor
    if (leaf.tensor.impl()->is_symbol()) leaf.tensor = Tensor();
  }
}

}  // namespace ag::detail
