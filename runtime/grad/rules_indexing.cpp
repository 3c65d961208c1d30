/// The gradients of reading and replacing elements. A read updates the gradient of its source in place where possible,
/// so that a loop over the rows of an array takes time proportional to the number of rows.
#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;

/// The operands of the node from `first` on, appended to `front`.
std::vector<Tensor> with_bounds(const Pullback& p, std::vector<Tensor> front, size_t first) {
  for (size_t k = first; k < p.count(); ++k) front.push_back(p.x(k));
  return front;
}

Tensor zero(const Pullback& p) { return filled({}, 0, p.type().dtype); }

/// An order of axes for permute_dims: the `count` axes from `axis` on, then the others.
std::vector<int> axis_first(int64_t axis, int64_t count, int64_t rank) {
  std::vector<int> order;
  for (int64_t k = axis; k < axis + count; ++k) order.push_back(static_cast<int>(k));
  for (int64_t k = 0; k < rank; ++k)
    if (k < axis || k >= axis + count) order.push_back(static_cast<int>(k));
  return order;
}
std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> back(order.size());
  for (size_t k = 0; k < order.size(); ++k) back[static_cast<size_t>(order[k])] = static_cast<int>(k);
  return back;
}

void add_rows(Pullback& p, const Tensor& g, const Tensor& indices, int64_t axis) {
  const int64_t rank = p.rank(), count = p.rank(1);
  const Tensor rows = axis == 0 ? g : permute_dims(g, axis_first(axis, count, rank - 1 + count));
  p.add_to(0, [&](const Tensor& sum) {
    if (axis == 0) return scatter_add(sum, indices, rows);
    const std::vector<int> order = axis_first(axis, 1, rank);
    return permute_dims(scatter_add(permute_dims(sum, order), indices, rows), inverse(order));
  });
}

/// The gradient of an update of rows. If several values go to the same row, only the last of them has a gradient.
void give_replacing(Pullback& p, int64_t axis, size_t value) {
  const Tensor indices = p.x(1), flat = reshape(indices, {-1});
  const Tensor zeros = filled({}, 0, p.type().dtype);
  if (p.wants(0)) p.give(0, call_op(Op::take_update, {p.g(), indices, zeros}, {axis}));
  if (!p.wants(value)) return;
  const Tensor order = arange(size(flat));
  const Tensor none = -ones({Dim(p.extent(0, axis))}, int64);
  const Tensor last = take(scatter_update(none, flat, order), flat) == order;
  Tensor counts = reshaped(astype(last, p.type().dtype), p.extents(1));
  for (int64_t k = axis + 1; k < p.rank(); ++k) counts = expand_dims(counts, -1);
  p.give(value, take(p.g(), indices, static_cast<int>(axis)) * counts);
}

constexpr RuleRow kIndexingRules[] = {
    {Op::index,
     [](Pullback& p) {
       const ir::Attributes& place = p.node().attributes;
       p.add_to(0, [&](const Tensor& sum) {
         const Tensor part = call_op(Op::index, with_bounds(p, {sum}, 1), place) + p.g();
         return call_op(Op::index_update, with_bounds(p, {sum, part}, 1), place);
       });
     }},
    {Op::index_update,
     [](Pullback& p) {
       const ir::Attributes& place = p.node().attributes;
       if (p.wants(1)) p.give(1, call_op(Op::index, with_bounds(p, {p.g()}, 2), place));
       if (p.wants(0)) p.give(0, call_op(Op::index_update, with_bounds(p, {p.g(), zero(p)}, 2), place));
     }},
    {Op::boolean_mask,
     [](Pullback& p) {
       const int64_t axis = p.attribute<int64_t>(0);
       p.add_to(0, [&](const Tensor& sum) {
         const Tensor part = boolean_mask(sum, p.x(1), static_cast<int>(axis)) + p.g();
         return call_op(Op::mask_update, {sum, p.x(1), part}, {axis});
       });
     }},
    {Op::mask_update,
     [](Pullback& p) {
       const int64_t axis = p.attribute<int64_t>(0);
       if (p.wants(2)) p.give(2, boolean_mask(p.g(), p.x(1), static_cast<int>(axis)));
       if (p.wants(0)) p.give(0, call_op(Op::mask_update, {p.g(), p.x(1), zero(p)}, {axis}));
     }},
    {Op::take, [](Pullback& p) { add_rows(p, p.g(), p.x(1), p.axis(p.attribute<int64_t>(0))); }},
    {Op::take_update, [](Pullback& p) { give_replacing(p, p.axis(p.attribute<int64_t>(0)), 2); }},
    {Op::gather_nd,
     [](Pullback& p) {
       const Extents to = p.extents();
       std::vector<Tensor> operands{p.x(1), p.g()};
       operands.insert(operands.end(), to.dims.begin(), to.dims.end());
       p.give(0, call_op(Op::scatter_nd, operands, {to.shape}));
     }},
    {Op::scatter_nd, [](Pullback& p) { p.give(1, gather_nd(p.g(), p.x(0))); }},
    {Op::scatter_add,
     [](Pullback& p) {
       p.give(0, p.g());
       if (p.wants(2)) p.give(2, take(p.g(), p.x(1)));
     }},
    {Op::scatter_sub,
     [](Pullback& p) {
       p.give(0, p.g());
       if (p.wants(2)) p.give(2, -take(p.g(), p.x(1)));
     }},
    {Op::scatter_update, [](Pullback& p) { give_replacing(p, 0, 2); }},
    {Op::segment_sum, [](Pullback& p) { p.give(0, take(p.g(), p.x(1))); }},
    // TensorArray, which a write may lengthen.
    {Op::array_read,
     [](Pullback& p) {
       const Index at(p.x(1));
       p.add_to(0, [&](const Tensor& sum) {
         return index_update(sum, std::span(&at, 1), index(sum, std::span(&at, 1)) + p.g());
       });
     }},
    {Op::array_write,
     [](Pullback& p) {
       const Index at(p.x(1)), old(slice(0, Dim(p.extent(0, 0))));
       if (p.wants(3)) p.give(3, index(p.g(), std::span(&at, 1)));
       if (p.wants(0)) p.give(0, index(index_update(p.g(), std::span(&at, 1), zero(p)), std::span(&old, 1)));
     }},
    {Op::array_resize,
     [](Pullback& p) {
       const Index old(slice(0, Dim(p.extent(0, 0))));
       p.give(0, index(p.g(), std::span(&old, 1)));
     }},
};

}  // namespace

std::span<const RuleRow> indexing_rules() { return kIndexingRules; }

}  // namespace ag::grad
