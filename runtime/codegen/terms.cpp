/// Products whose elements are sums of few terms, inside of loop nests.
#include "codegen/cluster_lowering.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

ClusterLowering::Factor ClusterLowering::factor_of(const ir::Node& of, size_t operand) {
  const Source source = lowering_.source(of.operands[operand], location_);
  const Strides& strides = source.place.strides;
  Strides own(2, 0);
  own[operand] = strides[operand];
  return {{source.array, source.place.offset, own, source.place.terms}, strides[1 - operand]};
}

/// An element of a product, in the order of kernel/matmul.h.
Register ClusterLowering::sum_of_terms(ir::NodeId id, std::initializer_list<const std::vector<Level>*> loops) {
  const ir::Node& of = node(id);
  const DType dtype = lowering_.type(of.results[0]).dtype;
  const int64_t terms = lowering_.type(of.operands[0]).shape.back();
  Register sum = is_floating(dtype) ? lowering_.constant(dtype, 0, of.location) : kNone;
  for (int64_t k = 0; k < terms; ++k) {
    std::vector<Register> pair;
    for (const Factor& factor : factors_.at(id)) {
      Statement& load = lowering_.add(Kind::Load, of.location);
      load.array = factor.access.array;
      load.index = index(factor.access, loops);
      load.index.offset += k * factor.step;
      pair.push_back(load.result = lowering_.add_register(dtype));
    }
    const Register term = lowering_.fused(Primitive::Multiply, dtype, pair, of.location);
    sum = sum == kNone ? term : lowering_.fused(Primitive::Add, dtype, {sum, term}, of.location);
  }
  return sum;
}

}  // namespace ag::codegen
