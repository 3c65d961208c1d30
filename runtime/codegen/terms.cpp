/// Products whose elements are sums of few terms, and elements at places that integers tell, inside of loop nests.
#include "codegen/cluster_lowering.h"

namespace ag::codegen {

std::vector<ClusterLowering::Factor> ClusterLowering::factors_of_product(const ir::Node& of) {
  std::vector<Factor> factors;
  for (size_t operand : {0, 1}) {
    const Source source = lowering_.source(of.operands[operand], location_);
    const Strides& strides = source.place.strides;
    Strides own(2, 0);
    own[operand] = strides[operand];
    factors.push_back({{source.array, source.place.offset, own, source.place.terms}, strides[1 - operand]});
  }
  return factors;
}

/// An element of a product, in the order of kernel/matmul.h.
Register ClusterLowering::sum_of_terms(ir::NodeId id, std::initializer_list<const std::vector<Level>*> loops) {
  const ir::Node& of = node(id);
  const DType dtype = lowering_.type(of.results[0]).dtype;
  const int64_t terms = lowering_.type(of.operands[0]).shape.back();
  Register sum = is_floating(dtype) ? lowering_.constant(dtype, 0, of.location) : kNone;
  for (int64_t k = 0; k < terms; ++k) {
    std::vector<Register> pair;
    for (const Factor& factor : factors_.at(id)) pair.push_back(load_factor(factor, dtype, k, loops, of.location));
    const Register term = lowering_.fused(Primitive::Multiply, dtype, pair, of.location);
    sum = sum == kNone ? term : lowering_.fused(Primitive::Add, dtype, {sum, term}, of.location);
  }
  return sum;
}

/// The axes of the result are those of the array, with the axes of the indices in the place of the one that they index.
std::vector<ClusterLowering::Factor> ClusterLowering::factors_of_gather(const ir::Node& of) {
  const Source from = lowering_.source(of.operands[0], location_), places = lowering_.source(of.operands[1], location_);
  const size_t axis = gathered_axis(of, from.shape), rank = places.shape.size();
  Strides own, indices;
  for (size_t k = 0; k < cluster_.domain.size(); ++k) {
    const bool inside = k >= axis && k < axis + rank;
    own.push_back(inside ? 0 : from.place.strides[k < axis ? k : k - rank + 1]);
    indices.push_back(inside ? places.place.strides[k - axis] : 0);
  }
  return {{{from.array, from.place.offset, own, from.place.terms}, from.place.strides[axis]},
          {{places.array, places.place.offset, indices, places.place.terms}, 0}};
}

Register ClusterLowering::gathered(ir::NodeId id, std::initializer_list<const std::vector<Level>*> loops) {
  const ir::Node& of = node(id);
  const SourceLocation at = of.location;
  const std::vector<Factor>& factors = factors_.at(id);
  const Shape& from = lowering_.type(of.operands[0]).shape;
  const DType dtype = lowering_.type(of.operands[1]).dtype;
  Register place = load_factor(factors[1], dtype, 0, loops, at);
  if (dtype != DType::int64) place = lowering_.let(Primitive::Convert, DType::int64, {place}, at);
  if (category(dtype) == Category::Signed) place = lowering_.from_front(place, from[gathered_axis(of, from)], at);
  const Register result = load_factor(factors[0], lowering_.type(of.results[0]).dtype, 0, loops, at);
  lowering_.out_->back().index.terms.emplace_back(place, factors[0].step);
  return result;
}

}  // namespace ag::codegen
