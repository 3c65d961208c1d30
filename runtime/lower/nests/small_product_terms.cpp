/// Products with few terms, gathers, slices with computed steps and one_hot within loop nests.
///
/// Programs that profit: programs that compute with gathered elements, one-hot rows or products of two to four terms:
/// lookup tables, embeddings, distances of points in a plane; and loops over every n-th element, where n is a value:
/// sieves, Fourier and wavelet transforms, colored sweeps.
#include <utility>

#include "base/check.h"
#include "lower/analysis/hidden_signs.h"
#include "lower/bounded/extent_registers.h"
#include "lower/nests/loop_nest.h"
#include "lower/sums_of_products.h"

namespace ag::codegen {

std::vector<LoopNest::Factor> LoopNest::factors_of_product(const ir::Node& of) {
  std::vector<Factor> factors;
  for (size_t operand : {0, 1}) {
    const Source source = values().source(of.operands[operand], location_);
    const Strides& strides = source.place.strides;
    Strides own(2, 0);
    own[operand] = strides[operand];
    factors.push_back({{source.array, source.place.offset, own, source.place.terms}, strides[1 - operand]});
  }
  return factors;
}

/// Emits an element of a product, in the order of kernel/matmul/matmul.h.
Register LoopNest::sum_of_terms(ir::NodeId id, Loops loops) {
  const ir::Node& of = node(id);
  const DType dtype = analysis_.type(of.results[0]).dtype;
  const int64_t terms = analysis_.type(of.operands[0]).shape.back();
  const int64_t elements = analysis_.type(of.results[0]).shape.element_count();
  const bool begin = !hides_signs_of_zeros(graph_, analysis_, of.results[0]);
  return sum_of_products(builder_, {dtype, terms, elements, begin}, of.location, [&](int64_t k) {
    const std::vector<Factor>& factors = factors_.at(id);
    const Register x = load_factor(factors[0], dtype, k, loops, of.location);
    return std::pair(x, load_factor(factors[1], dtype, k, loops, of.location));
  });
}

/// Returns the operands of a gather: the array and the indices. The axes of the result are those of the array, with the
/// indexed axis replaced by the axes of the indices. If each element has an index of its own, both operands are
/// broadcast instead.
std::vector<LoopNest::Factor> LoopNest::factors_of_gather(const ir::Node& of) {
  const Source from = values().source(of.operands[0], location_), places = values().source(of.operands[1], location_);
  const size_t axis = gathered_axis(of, from.shape), rank = places.shape.size();
  Strides own, indices;
  if (takes_along_axis(of)) {
    own = broadcast(from.place.strides, from.shape, cluster_.domain);
    own[axis] = 0;
    indices = broadcast(places.place.strides, places.shape, cluster_.domain);
  }
  for (size_t k = own.size(); k < cluster_.domain.size(); ++k) {
    const bool inside = k >= axis && k < axis + rank;
    own.push_back(inside ? 0 : from.place.strides[k < axis ? k : k - rank + 1]);
    indices.push_back(inside ? places.place.strides[k - axis] : 0);
  }
  return {{{from.array, from.place.offset, own, from.place.terms}, from.place.strides[axis]},
          {{places.array, places.place.offset, indices, places.place.terms}, 0}};
}

Register LoopNest::gathered(ir::NodeId id, Loops loops) {
  const ir::Node& of = node(id);
  const SourceLocation at = of.location;
  const std::vector<Factor>& factors = factors_.at(id);
  const Shape& from = analysis_.type(of.operands[0]).shape;
  const DType dtype = analysis_.type(of.operands[1]).dtype;
  Register place = load_factor(factors[1], dtype, 0, loops, at);
  if (dtype != DType::int64) place = builder_.let(Primitive::Convert, DType::int64, {place}, at);
  if (category(dtype) == Category::Signed) {
    const Register length = extents().length_of(of.operands[0], gathered_axis(of, from), at);
    place = builder_.from_front(place, length, at);
  }
  const Register result = load_factor(factors[0], analysis_.type(of.results[0]).dtype, 0, loops, at);
  builder_.block().back().index.terms.emplace_back(place, factors[0].step);
  return result;
}

std::vector<LoopNest::Factor> LoopNest::factors_of_stepped_slice(ir::NodeId id) {
  const ir::Node& of = node(id);
  const Source from = values().source(of.operands[0], location_);
  SliceAccess placement;
  const bool fits = place(of, from.shape, from.place.strides, placement, analysis_.extents(of.operands[0]));
  AG_CHECK(fits, "a stepped slice has no place");
  Access whole{from.array, from.place.offset + placement.offset, placement.strides, from.place.terms};
  for (const auto& term : values().terms_of(of.results[0])) whole.terms.push_back(term);
  std::vector<Factor> factors{{whole, 0}};
  const std::vector<Register> steps = extents().steps_of(id);
  for (size_t axis = 0; axis < steps.size(); ++axis) {
    if (steps[axis] == kNone) continue;
    Access along{from.array, 0, Strides(steps.size(), 0), {}, steps[axis]};
    along.strides[axis] = std::exchange(factors[0].access.strides[axis], 0);
    factors.push_back({std::move(along), 0});
  }
  return factors;
}

Register LoopNest::element_of_slice(ir::NodeId id, Loops loops) {
  const ir::Node& of = node(id);
  Index at;
  for (const Factor& factor : factors_.at(id)) {
    const Index part = index(factor.access, loops);
    at.offset += part.offset;
    at.terms.insert(at.terms.end(), part.terms.begin(), part.terms.end());
  }
  return builder_.load_at(factors_.at(id)[0].access.array, at, of.location);
}

/// Returns the indices of a one_hot; empty if the index is a number.
std::vector<LoopNest::Factor> LoopNest::factors_of_one_hot(const ir::Node& of) {
  if (is_number(analysis_.type(of.operands[0]))) return {};
  const Source places = values().source(of.operands[0], location_);
  Strides strides(places.place.strides.begin(), places.place.strides.end());
  strides.push_back(0);
  return {{{places.array, places.place.offset, std::move(strides), places.place.terms}, 0}};
}

Register LoopNest::is_hot(ir::NodeId id, Loops loops) {
  const ir::Node& of = node(id);
  const SourceLocation at = of.location;
  const DType from = analysis_.type(of.operands[0]).dtype, to = analysis_.type(of.results[0]).dtype;
  const std::vector<Factor>& factors = factors_.at(id);
  Register hot = factors.empty() ? values().number(of.operands[0]) : load_factor(factors[0], from, 0, loops, at);
  if (from != DType::int64) hot = builder_.let(Primitive::Convert, DType::int64, {hot}, at);
  Register place = kNone;
  int64_t written = 0;
  for (const std::vector<Level>* levels : loops) {
    for (const Level& level : *levels) {
      if (level.axis + 1 == cluster_.domain.size()) place = level.index, written = level.at;
    }
  }
  if (place == kNone) place = builder_.integer(written, DType::int64, at);
  const Register result = builder_.let(Primitive::Equal, DType::int64, {hot, place}, at);
  return to == DType::boolean ? result : builder_.let(Primitive::Convert, to, {result}, at);
}

}  // namespace ag::codegen
