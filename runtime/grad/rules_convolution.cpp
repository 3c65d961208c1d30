/// The gradients of convolutions and pools. conv2d, conv2d_to_x and conv2d_to_filter are linear in each operand, and
/// the gradients of each are instances of the other two.
#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;

/// A shape, followed by the attributes of the node from `from` on.
ir::Attributes shaped(const Pullback& p, const Shape& shape, size_t from) {
  ir::Attributes attributes{shape};
  const ir::Attributes& all = p.node().attributes;
  attributes.insert(attributes.end(), all.begin() + static_cast<int64_t>(from), all.end());
  return attributes;
}

/// The attributes without the leading shape.
ir::Attributes unshaped(const Pullback& p) {
  const ir::Attributes& all = p.node().attributes;
  return {all.begin() + 1, all.end()};
}

/// Calls an operation whose result has the shape of operand `like`. Passes on the attributes of the node from `from`
/// on.
Tensor call_shaped(const Pullback& p, Op op, std::vector<Tensor> operands, size_t like, size_t from) {
  p.rank(like);  // throws if the rank is unknown
  const Extents extents = p.extents(like);
  operands.insert(operands.end(), extents.dims.begin(), extents.dims.end());
  return call_op(op, std::move(operands), shaped(p, extents.shape, from));
}

/// Adds the gradient to the positions of the maxima.
void give_max_pool2d(Pullback& p) {
  const Tensor places = call_op(Op::max_pool2d_places, {p.x()}, p.node().attributes);
  Tensor count = one();
  for (int64_t axis = 0; axis < p.rank(); ++axis) count = count * p.extent(0, axis);
  const Tensor flat = scatter_add(zeros({Dim(count)}, p.type().dtype), reshape(places, {-1}), reshape(p.g(), {-1}));
  p.give(0, reshaped(flat, p.extents()));
}

constexpr RuleRow kConvolutionRules[] = {
    {Op::conv2d,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, call_shaped(p, Op::conv2d_to_x, {p.g(), p.x(1)}, 0, 0));
       if (p.wants(1)) p.give(1, call_shaped(p, Op::conv2d_to_filter, {p.x(0), p.g()}, 1, 0));
     }},
    {Op::conv2d_to_x,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, call_op(Op::conv2d, {p.g(), p.x(1)}, unshaped(p)));
       if (p.wants(1)) p.give(1, call_shaped(p, Op::conv2d_to_filter, {p.g(), p.x(0)}, 1, 1));
     }},
    {Op::conv2d_to_filter,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, call_shaped(p, Op::conv2d_to_x, {p.x(1), p.g()}, 0, 1));
       if (p.wants(1)) p.give(1, call_op(Op::conv2d, {p.x(0), p.g()}, unshaped(p)));
     }},
    {Op::max_pool2d, give_max_pool2d},
    {Op::avg_pool2d, [](Pullback& p) { p.give(0, call_shaped(p, Op::avg_pool2d_to_x, {p.g()}, 0, 0)); }},
    {Op::avg_pool2d_to_x, [](Pullback& p) { p.give(0, call_op(Op::avg_pool2d, {p.g()}, unshaped(p))); }},
};

}  // namespace

std::span<const RuleRow> convolution_rules() { return kConvolutionRules; }

}  // namespace ag::grad
