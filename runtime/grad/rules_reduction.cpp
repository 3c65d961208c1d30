/// The gradients of reductions, cumulative sums and products, sorting and selection along an axis.
#include <algorithm>

#include "ag/higher_order.h"
#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;
using Ints = std::vector<int64_t>;

/// The axes of a reduction, sorted and counted from the front.
std::vector<int> reduced_axes(const Pullback& p) {
  std::vector<int> axes;
  for (int64_t axis : p.attribute<Ints>(0)) axes.push_back(static_cast<int>(p.axis(axis)));
  if (axes.empty())
    for (int64_t axis = 0; axis < p.rank(); ++axis) axes.push_back(static_cast<int>(axis));
  std::sort(axes.begin(), axes.end());
  return axes;
}

/// A result of a reduction, or its gradient, with the reduced axes restored as axes of length 1.
Tensor kept(const Pullback& p, Tensor x) {
  if (p.attribute<bool>(1)) return x;
  for (int axis : reduced_axes(p)) x = expand_dims(x, axis);
  return x;
}

/// The number of elements that are reduced into one.
Tensor element_count(const Pullback& p) {
  Tensor count = one();
  for (int axis : reduced_axes(p)) count = count * p.extent(0, axis);
  return astype(count, p.type().dtype);
}

void give_shared(Pullback& p) {  // ties share the gradient equally
  const Tensor is = astype(p.x() == kept(p, p.y()), p.type().dtype);
  p.give(0, kept(p, p.g()) * (is / sum(is, reduced_axes(p), keepdims)));
}

Tensor sum_from_behind(const Tensor& x, int axis) { return flip(cumulative_sum(flip(x, axis), axis), axis); }

/// The exclusive cumulative product along an axis.
Tensor product_before(const Tensor& x, int axis) {
  std::vector<Index> first(static_cast<size_t>(axis), Index(all)), rest = first;
  first.push_back(slice(0, 1));
  rest.push_back(slice(std::nullopt, -1));
  const Tensor one = ones_like(index(x, first));
  return concat({one, index(cumulative_prod(x, axis), rest)}, axis);
}

/// The reverse linear recurrence s[i] = g[i] + x[i + 1] * s[i + 1] along an axis, by recursive doubling of the
/// distance.
Tensor sum_of_products_behind(const Tensor& g, const Tensor& x, int axis, int64_t length) {
  const auto part = [&](const Tensor& of, Index range) {
    std::vector<Index> indices(static_cast<size_t>(axis), Index(all));
    indices.push_back(range);
    return index(of, indices);
  };
  Tensor sum = g;
  // The products of `distance` consecutive elements.
  Tensor factor = length > 1 ? part(x, slice(1, std::nullopt)) : x;
  for (int64_t distance = 1; distance < length; distance *= 2) {
    const Tensor near = part(factor, slice(0, length - distance));
    const Tensor added = part(sum, slice(0, length - distance)) + near * part(sum, slice(distance, std::nullopt));
    sum = concat({added, part(sum, slice(length - distance, std::nullopt))}, axis);
    if (2 * distance < length)
      factor = part(near, slice(0, length - 2 * distance)) * part(near, slice(distance, std::nullopt));
  }
  return sum;
}

/// The same for a length that is known only when the graph runs.
Tensor sum_of_products_behind(const Tensor& g, const Tensor& x, int axis, const Tensor& length) {
  const auto rank = static_cast<size_t>(x.impl()->shape.rank());
  const Tensor places = arange(length);
  const Tensor last = length - 1;
  std::vector<Dim> column(rank - static_cast<size_t>(axis), Dim(1));
  column.front() = Dim(-1);
  const auto moved = [&](const Tensor& of, const Tensor& distance) {
    return take(of, minimum(places + distance, last), axis);
  };
  const auto [distance, sum, factor] =
      while_loop([&](const Tensor& d, const Tensor&, const Tensor&) { return d < length; },
                 [&](const Tensor& d, const Tensor& s, const Tensor& f) {
                   const Tensor inside = reshape(places + d < length, ShapeArg(column));
                   return std::tuple(d * 2, where(inside, s + f * moved(s, d), s), where(inside, f * moved(f, d), f));
                 },
                 one(), g, moved(x, one()));
  return sum;
}

/// The derivatives with respect to an element are products of the other elements; no division, so that zeros are
/// allowed.
void give_cumulative_products(Pullback& p) {
  const int axis = static_cast<int>(p.axis(p.attribute<int64_t>(0)));
  const Tensor x = p.x(), g = p.g();
  const int64_t length = p.type().shape[static_cast<size_t>(axis)];
  const Tensor behind = length == unknown ? sum_of_products_behind(g, x, axis, p.extent(0, axis))
                                          : sum_of_products_behind(g, x, axis, length);
  p.give(0, product_before(x, axis) * behind);
}

/// The derivative with respect to an element is the product of the others; no division, so that zeros are allowed.
void give_products(Pullback& p) {
  const std::vector<int> axes = reduced_axes(p);
  const int last = static_cast<int>(p.rank());
  std::vector<int> order, back(static_cast<size_t>(last));
  for (int axis = 0; axis < last; ++axis)
    if (std::ranges::find(axes, axis) == axes.end()) order.push_back(axis);
  const size_t outer = order.size();
  order.insert(order.end(), axes.begin(), axes.end());
  const Extents all = p.extents();
  Extents turned;  // the extents of x in the new order
  Extents rows{Shape(), {}};
  Tensor row = one();
  const auto push = [&](Extents& to, int axis) {
    to.shape.push_back(all.shape[static_cast<size_t>(axis)]);
    if (to.shape.back() == unknown) to.dims.push_back(p.extent(0, axis));
  };
  for (int axis : order) push(turned, axis);
  int64_t known = 1;
  for (size_t k = 0; k < outer; ++k) push(rows, order[k]);
  for (int axis : axes) {
    const int64_t extent = all.shape[static_cast<size_t>(axis)];
    known = known == unknown || extent == unknown ? unknown : known * extent;
    row = row * p.extent(0, axis);
  }
  rows.shape.push_back(known);
  if (known == unknown) rows.dims.push_back(row);
  for (size_t k = 0; k < order.size(); ++k) back[static_cast<size_t>(order[k])] = static_cast<int>(k);
  const int axis = static_cast<int>(outer);
  const Tensor x = reshaped(permute_dims(p.x(), order), rows);
  const Tensor others = product_before(x, axis) * flip(product_before(flip(x, axis), axis), axis);
  p.give(0, kept(p, p.g()) * permute_dims(reshaped(others, turned), back));
}

/// The gradient of a gather along an axis: adds `g` to zeros at the positions `at`.
Tensor put_along(const Pullback& p, const Tensor& at, const Tensor& g, int axis) {
  const int rank = static_cast<int>(p.rank());
  std::vector<int> order;
  for (int k = 0; k < rank; ++k)
    if (k != axis) order.push_back(k);
  order.push_back(axis);
  std::vector<int> back(static_cast<size_t>(rank));
  for (int k = 0; k < rank; ++k) back[static_cast<size_t>(order[static_cast<size_t>(k)])] = k;
  Extents turned;
  Tensor rows = one();
  for (int k : order) {
    turned.shape.push_back(p.type().shape[static_cast<size_t>(k)]);
    if (turned.shape.back() == unknown) turned.dims.push_back(p.extent(0, k));
    if (k != axis) rows = rows * p.extent(0, k);
  }
  const Tensor length = p.extent(0, axis);
  const Tensor chosen = astype(permute_dims(at, order), int64);
  const Tensor inside = where(chosen < 0, chosen + length, chosen);
  Tensor lines = reshape(inside, {Dim(rows), Dim(-1)});
  lines = reshape(lines + expand_dims(arange(rows), 1) * length, {-1});
  const Tensor flat =
      scatter_add(zeros({Dim(rows * length)}, p.type().dtype), lines, reshape(permute_dims(g, order), {-1}));
  return permute_dims(reshaped(flat, turned), back);
}

constexpr RuleRow kReductionRules[] = {
    {Op::sum, [](Pullback& p) { p.give(0, repeated(kept(p, p.g()), p.extents())); }},
    {Op::mean, [](Pullback& p) { p.give(0, repeated(kept(p, p.g() / element_count(p)), p.extents())); }},
    {Op::max, give_shared},
    {Op::min, give_shared},
    {Op::prod, give_products},
    {Op::logsumexp, [](Pullback& p) { p.give(0, kept(p, p.g()) * exp(p.x() - kept(p, p.y()))); }},
    {Op::sum_to, [](Pullback& p) { p.give(0, repeated(p.g(), p.extents())); }},
    {Op::cumulative_sum,
     [](Pullback& p) { p.give(0, sum_from_behind(p.g(), static_cast<int>(p.axis(p.attribute<int64_t>(0))))); }},
    {Op::cumulative_prod, give_cumulative_products},
    {Op::softmax,
     [](Pullback& p) {
       const int axis = static_cast<int>(p.attribute<int64_t>(0));
       p.give(0, (p.g() - sum(p.g() * p.y(), axis, keepdims)) * p.y());
     }},
    {Op::log_softmax,
     [](Pullback& p) {
       const int axis = static_cast<int>(p.attribute<int64_t>(0));
       p.give(0, p.g() - exp(p.y()) * sum(p.g(), axis, keepdims));
     }},
    {Op::sort,
     [](Pullback& p) {
       const int axis = static_cast<int>(p.attribute<int64_t>(0));
       const Tensor order = argsort(p.x(), axis, p.attribute<bool>(1));
       p.give(0, take_along_axis(p.g(), argsort(order, axis), axis));
     }},
    {Op::top_k,
     [](Pullback& p) { p.give(0, put_along(p, p.y(1), p.g(0), static_cast<int>(p.axis(p.attribute<int64_t>(1))))); }},
    {Op::take_along_axis,
     [](Pullback& p) {
       const int axis = static_cast<int>(p.axis(p.attribute<int64_t>(0)));
       const Shape &x = p.type(0).shape, &at = p.type(1).shape;
       for (int64_t k = 0; k < p.rank(); ++k) {
         const auto one = static_cast<size_t>(k);
         if (k != axis && at.ranked() && x[one] != at[one])
           p.fail("the indices are repeated along axis " + std::to_string(k) +
                  ", or the extents are not known to be equal; repeat the tensor or the indices with broadcast_to");
       }
       p.give(0, put_along(p, p.x(1), p.g(), axis));
     }},
};

}  // namespace

std::span<const RuleRow> reduction_rules() { return kReductionRules; }

}  // namespace ag::grad
