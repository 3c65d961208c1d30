#include "grad/backward.h"

#include <algorithm>

#include "grad/control_flow.h"
#include "tensor/axis.h"
#include "tensor/convert.h"
#include "trace/context.h"
#include "trace/recorder.h"

namespace ag::grad {

namespace {

using ops::Op;

}  // namespace

void Backward::watch_variable(ir::ValueId handle, const ir::TensorType& type, const std::vector<ir::ValueId>& of) {
  variables_.emplace(handle, type);
  for (ir::ValueId one : of) aliases_.emplace(one, handle);
}

ir::ValueId Backward::name_of(ir::ValueId value) const {
  const auto found = aliases_.find(value);
  return found == aliases_.end() ? value : found->second;
}

ir::TensorType Backward::type(ir::ValueId value) const {
  const auto variable = variables_.find(name_of(value));
  return variable == variables_.end() ? graph_.value(value).type : variable->second;
}

bool Backward::depends(ir::ValueId value) const { return depending_.contains(name_of(value)); }

void Backward::mark_value(ir::ValueId value) {
  if (is_floating(type(value).dtype)) depending_.insert(value);
}

void Backward::mark(const std::vector<ir::ValueId>& targets, std::span<const ir::BlockId> blocks, ir::NodeId since) {
  since_ = since;
  for (ir::ValueId target : targets) {
    targets_.insert(name_of(target));
    depending_.insert(name_of(target));
  }
  for (ir::BlockId block : blocks) mark_block(block);
}

void Backward::mark_block(ir::BlockId block) {
  for (ir::NodeId node : graph_.block(block).nodes) {
    if (node >= since_) mark_node(node);
  }
}

void Backward::mark_node(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  if (is(node, Op::stop_gradient)) return;
  if (is(node, Op::while_loop)) {
    const ir::Block& body = graph_.block(node.blocks[1]);
    for (size_t k = 0; k < node.operands.size(); ++k)
      if (depends(node.operands[k])) mark_value(body.arguments[k]);
    for (bool again = true; again;) {
      again = false;
      mark_block(node.blocks[1]);
      for (size_t k = 0; k < node.operands.size(); ++k) {
        if (!depends(body.results[k]) || depends(body.arguments[k])) continue;
        mark_value(body.arguments[k]);
        again = depends(body.arguments[k]);
      }
    }
    for (size_t k = 0; k < node.results.size(); ++k)
      if (depends(body.arguments[k])) mark_value(node.results[k]);
    return;
  }
  if (is(node, Op::cond) || is(node, Op::switch_case)) {
    for (ir::BlockId block : node.blocks) {
      mark_block(block);
      for (size_t k = 0; k < node.results.size(); ++k)
        if (depends(graph_.block(block).results[k])) mark_value(node.results[k]);
    }
    return;
  }
  if (std::ranges::any_of(node.operands, [&](ir::ValueId operand) { return depends(operand); }))
    for (ir::ValueId result : node.results) mark_value(result);
}

void Backward::run(Gradients& gradients, std::span<const ir::BlockId> blocks) {
  for (size_t k = blocks.size(); k-- > 0;) walk(gradients, blocks[k]);
}

void Backward::run(Gradients& gradients, Frame& frame, const std::vector<std::pair<ir::ValueId, Tensor>>& results) {
  Gradients* const before = std::exchange(gradients_, &gradients);
  forward_.enter(frame);
  for (const auto& [value, gradient] : results)
    if (depends(value)) add(value, gradient);
  walk(gradients, frame.block);
  forward_.leave();
  gradients_ = before;
}

void Backward::walk(Gradients& gradients, ir::BlockId block) {
  Gradients* const before = std::exchange(gradients_, &gradients);
  walk(block, std::vector(graph_.block(block).nodes), nullptr);  // a copy: rules append nodes
  gradients_ = before;
}

/// Differentiates the given nodes of a block in reverse: all of them, or those inside of a checkpoint.
void Backward::walk(ir::BlockId block, std::span<const ir::NodeId> nodes, const tracing::Checkpoint* inside) {
  std::vector<tracing::Checkpoint> checkpoints = forward_.checkpoints().outermost(block, nodes, inside);
  for (size_t end = nodes.size(); end > 0;) {
    const ir::NodeId last = nodes[end - 1];
    while (!checkpoints.empty() && checkpoints.back().first > last) checkpoints.pop_back();
    if (checkpoints.empty() || !checkpoints.back().covers(last) || is(graph_.node(last), Op::constant)) {
      --end;
      if (last < since_) continue;
      differentiate(last);
      forget_gradients(last);
      continue;
    }
    size_t first = end - 1;
    while (first > 0 && checkpoints.back().covers(nodes[first - 1])) --first;
    walk_again(nodes.subspan(first, end - first), checkpoints.back());
    end = first;
  }
}

/// Releases the gradients of the results of a processed node, unless they are targets: in an eager computation they
/// hold arrays.
void Backward::forget_gradients(ir::NodeId node) {
  for (ir::ValueId result : graph_.node(node).results)
    if (!targets_.contains(name_of(result))) gradients_->erase(name_of(result));
}

/// True if a result has a gradient to propagate. A handle of a variable has none: the gradient is that of the variable.
bool Backward::has_gradient(ir::NodeId node) const {
  return std::ranges::any_of(graph_.node(node).results, [&](ir::ValueId result) {
    return depends(result) && !variables_.contains(name_of(result)) && find(result);
  });
}

void Backward::differentiate(ir::NodeId id) {
  if (!has_gradient(id)) return;
  if (!again_.empty()) {
    const auto made = again_.back().branches.find(id);
    if (made != again_.back().branches.end()) id = made->second;
  }
  const ir::Node node = graph_.node(id);  // a copy: rules append nodes, which may move this one
  const tracing::PlaceScope place(node.location);
  if (is(node, Op::while_loop)) return differentiate_loop(*this, node, id);
  if (is(node, Op::cond) || is(node, Op::switch_case)) return differentiate_branch(*this, node, id);
  Pullback pullback(*this, node);
  const Rule rule = rule_of(*node.op);
  if (!rule) pullback.fail("no gradient is known; keep it out of what is differentiated with ag::stop_gradient");
  const auto given = std::ranges::find_if(node.results, [&](ir::ValueId result) {
    const Tensor* gradient = find(result);  // a number of the host fits every device
    return gradient && (!gradient->impl()->shape.empty() || gradient->impl()->is_on_device());
  });
  const tracing::OperandDevice here(given == node.results.end() ? Tensor() : *find(*given));
  rule(pullback);
}

const Tensor* Backward::find(ir::ValueId value) const {
  const auto found = gradients_->find(name_of(value));
  return found == gradients_->end() ? nullptr : &found->second;
}

void Backward::add(ir::ValueId value, const Tensor& gradient) {
  Tensor& sum = (*gradients_)[name_of(value)];
  sum = sum.defined() ? ag::add(sum, gradient) : gradient;
}

void Backward::replace(ir::ValueId value, Tensor gradient) { (*gradients_)[name_of(value)] = std::move(gradient); }

Tensor Backward::extent(ir::ValueId value, int64_t axis) const {
  const Shape& shape = type(value).shape;
  const int64_t at = detail::from_front(axis, shape.rank());
  if (shape.ranked() && shape[static_cast<size_t>(at)] != unknown)
    return detail::scalar_tensor(detail::scalar_of(shape[static_cast<size_t>(at)]), DType::int64);
  if (variables_.contains(name_of(value))) {
    throw Error(ErrorKind::unimplemented,
                "the gradient of a variable whose values differ in their shapes is needed as a whole",
                tracing::placed(SourceLocation::current()), {"make the variable without the option .shape"});
  }
  if (const Tensor* again = find_again(value)) return call_op(Op::dim, {*again}, {axis});
  return forward_.extent(value, axis);
}

Extents Backward::extents(ir::ValueId value) const {
  Extents extents{type(value).shape, {}};
  if (!extents.shape.ranked()) {
    throw Error(ErrorKind::unimplemented, "a gradient needs the rank of a value, which is not known here",
                tracing::placed(SourceLocation::current()), {"give it with an input signature or a reshape"});
  }
  for (size_t axis = 0; axis < extents.shape.size(); ++axis) {
    if (extents.shape[axis] == unknown) extents.dims.push_back(extent(value, static_cast<int64_t>(axis)));
  }
  return extents;
}

Tensor Backward::zeros(ir::ValueId value) const { return filled(extents(value), 0, type(value).dtype); }

}  // namespace ag::grad
