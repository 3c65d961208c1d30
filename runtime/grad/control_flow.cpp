#include "grad/control_flow.h"

#include <algorithm>
#include <deque>

#include "tensor/convert.h"
#include "trace/context.h"

namespace ag::grad {

namespace {

using ops::Op;
using Scope = tracing::Trace::BlockScope;

ir::TensorType gradient_type(const Backward& backward, ir::ValueId value) {
  return {backward.type(value).dtype, backward.type(value).shape};
}

/// Returns the gradient with a shape at least as specific as the type of the value.
Tensor fitted(Backward& backward, ir::ValueId value, const Tensor& gradient) {
  const ir::TensorType wanted = gradient_type(backward, value);
  const Shape& shape = gradient.impl()->shape;
  if (ir::is_subtype({wanted.dtype, shape}, wanted)) return gradient;
  return summed_to(gradient, backward.extents(value));
}

void collect_captured(const Backward& backward, const ir::Graph& graph, ir::BlockId block,
                      std::span<const ir::BlockId> blocks, std::vector<ir::ValueId>& found) {
  const auto note = [&](ir::ValueId used) {
    const ir::ValueId value = backward.name_of(used);
    const ir::BlockId of = graph.value(value).block;
    if (!backward.depends(value) || std::ranges::find(found, value) != found.end()) return;
    if (std::ranges::none_of(blocks, [&](ir::BlockId one) { return graph.encloses(one, of); })) found.push_back(value);
  };
  for (ir::NodeId id : graph.block(block).nodes) {
    std::ranges::for_each(graph.node(id).operands, note);
    for (ir::BlockId inner : graph.node(id).blocks) collect_captured(backward, graph, inner, blocks, found);
  }
  std::ranges::for_each(graph.block(block).results, note);
}

/// True if the gradient differs from the one before.
bool is_changed(const Gradients& gradients, ir::ValueId value, const Tensor* before) {
  const auto found = gradients.find(value);
  return found != gradients.end() && (!before || found->second.impl() != before->impl());
}

}  // namespace

std::vector<ir::ValueId> captured_values(const Backward& backward, std::span<const ir::BlockId> blocks) {
  std::vector<ir::ValueId> found;
  for (ir::BlockId block : blocks) collect_captured(backward, backward.graph(), block, blocks, found);
  return found;
}

void differentiate_branch(Backward& backward, const ir::Node& node, ir::NodeId id) {
  tracing::Trace& trace = backward.trace();
  const std::vector<ir::ValueId> captured = captured_values(backward, node.blocks);
  std::deque<Frame> frames;
  std::vector<Gradients> gradients;
  std::vector<ir::BlockId> blocks;
  for (ir::BlockId arm : node.blocks) {
    const Scope scope(trace);
    blocks.push_back(scope.block());
    Frame& frame = frames.emplace_back(Frame{arm, id});
    Gradients& of_arm = gradients.emplace_back();
    for (ir::ValueId value : captured)
      if (const Tensor* before = backward.find(value)) of_arm[value] = *before;
    std::vector<std::pair<ir::ValueId, Tensor>> results;
    for (size_t k = 0; k < node.results.size(); ++k) {
      const ir::ValueId yielded = backward.graph().block(arm).results[k];
      if (const Tensor* gradient = backward.find(node.results[k])) results.emplace_back(yielded, *gradient);
    }
    backward.run(of_arm, frame, results);
  }

  std::vector<ir::ValueId> changed;
  std::vector<ir::TensorType> types;
  for (ir::ValueId value : captured) {
    const auto in_arm = [&](const Gradients& arm) { return is_changed(arm, value, backward.find(value)); };
    if (std::ranges::none_of(gradients, in_arm)) continue;
    changed.push_back(value);
    types.push_back(gradient_type(backward, value));
  }
  if (changed.empty()) return;
  for (size_t arm = 0; arm < blocks.size(); ++arm) {
    const Scope scope(trace, blocks[arm]);
    backward.forward().enter(frames[arm]);
    std::vector<ir::ValueId> results;
    for (ir::ValueId value : changed) {
      const auto found = gradients[arm].find(value);
      const Tensor given = found == gradients[arm].end() ? backward.zeros(value) : found->second;
      results.push_back(trace.value_of(fitted(backward, value, given), here()));
    }
    backward.forward().leave();
    trace.graph().block(blocks[arm]).results = std::move(results);
  }
  const ir::ValueId decides = trace.value_of(backward.value(node.operands[0]), here());
  const std::vector<Tensor> sums = trace.record(*node.op, {decides}, node.attributes, types, blocks, here());
  for (size_t k = 0; k < changed.size(); ++k) backward.replace(changed[k], sums[k]);
}

namespace {

/// Records the gradient of a loop: a `while_loop` over its iterations in reverse.
class LoopGradient {
 public:
  LoopGradient(Backward& backward, const ir::Node& node, ir::NodeId id)
      : backward_(backward),
        trace_(backward.trace()),
        node_(node),
        id_(id),
        captured_(captured_values(backward, std::span(&node.blocks[1], 1))) {
    for (ir::ValueId result : node.results) carried_.push_back(backward.depends(result) && backward.find(result));
  }

  void record() {
    const Tensor trip = backward_.forward().trip_count(id_);
    while (!record_body()) {
    }
    std::vector<ir::ValueId> initial{trace_.value_of(trip - 1, here())};
    for (const Carried& one : state_) {
      const Tensor* found = backward_.find(one.before);
      const Tensor given = found ? *found : backward_.zeros(one.before);
      initial.push_back(trace_.value_of(fitted(backward_, one.before, given), here()));
    }
    const ir::BlockId test = record_test();
    const std::vector<Tensor> sums =
        trace_.record(ops::def(Op::while_loop), std::move(initial), {}, types_, {test, block_}, here());
    for (size_t k = 0; k < state_.size(); ++k) {
      const Carried& one = state_[k];
      if (!one.initial)
        backward_.replace(one.before, sums[k + 1]);
      else if (backward_.depends(*one.initial))
        backward_.add(*one.initial, fitted(backward_, *one.initial, sums[k + 1]));
    }
  }

 private:
  /// A gradient that the reverse loop carries. For a captured value: every iteration adds to it. For a loop-carried
  /// value: it starts as the gradient of the result and ends as the gradient of the initial value (`initial`).
  struct Carried {
    ir::ValueId before;
    std::optional<ir::ValueId> initial;
    Tensor argument;
    Tensor next;
  };

  Tensor argument(ir::ValueId of) { return trace_.add_argument(block_, gradient_type(backward_, of), {}, here()); }

  /// Returns false if the loop has to carry a further gradient; the body must then be recorded again.
  bool record_body() {
    const ir::BlockId body = node_.blocks[1];
    const size_t count = node_.operands.size();
    const Scope scope(trace_);
    block_ = scope.block();
    state_.clear();
    const Tensor iteration = trace_.add_argument(block_, {DType::int64, Shape()}, {}, here());
    Frame frame{body, id_, iteration};
    Gradients gradients;
    std::vector<std::pair<ir::ValueId, Tensor>> results;
    std::vector<ir::ValueId> inside;  // the value under which the body keeps each gradient
    for (ir::ValueId value : captured_) {
      state_.push_back({value, {}, argument(value), {}});
      inside.push_back(value);
      gradients[value] = state_.back().argument;
    }
    for (size_t k = 0; k < count; ++k) {
      if (!carried_[k]) continue;
      const ir::Block& of = trace_.graph().block(body);
      inside.push_back(of.arguments[k]);
      const ir::ValueId yielded = of.results[k];
      state_.push_back({node_.results[k], node_.operands[k], argument(inside.back()), {}});
      results.emplace_back(yielded, state_.back().argument);
    }
    backward_.run(gradients, frame, results);
    bool complete = true;
    for (size_t k = 0; k < count; ++k) {
      if (carried_[k] || !gradients.contains(trace_.graph().block(body).arguments[k])) continue;
      carried_[k] = true;
      complete = false;
    }
    if (!complete) return false;

    std::vector<ir::ValueId> arguments{iteration.impl()->symbol->value};
    std::vector<ir::ValueId> next{trace_.value_of(iteration - 1, here())};
    types_ = {{DType::int64, Shape()}};
    backward_.forward().enter(frame);
    std::vector<Carried> kept;
    for (size_t k = 0; k < state_.size(); ++k) {
      Carried& one = state_[k];
      const auto found = gradients.find(inside[k]);
      one.next = found == gradients.end() ? backward_.zeros(inside[k]) : found->second;
      if (!one.initial && one.next.impl() == one.argument.impl()) continue;  // the body adds nothing
      arguments.push_back(one.argument.impl()->symbol->value);
      next.push_back(trace_.value_of(fitted(backward_, inside[k], one.next), here()));
      types_.push_back(gradient_type(backward_, inside[k]));
      kept.push_back(one);
    }
    backward_.forward().leave();
    state_ = std::move(kept);
    trace_.graph().block(block_).arguments = std::move(arguments);
    trace_.graph().block(block_).results = std::move(next);
    return true;
  }

  ir::BlockId record_test() {
    const Scope scope(trace_);
    Tensor iteration;
    for (const ir::TensorType& type : types_) {
      const Tensor argument = trace_.add_argument(scope.block(), type, {}, here());
      if (!iteration.defined()) iteration = argument;
    }
    trace_.graph().block(scope.block()).results = {trace_.value_of(iteration >= 0, here())};
    return scope.block();
  }

  Backward& backward_;
  tracing::Trace& trace_;
  const ir::Node& node_;
  ir::NodeId id_;
  std::vector<ir::ValueId> captured_;
  std::vector<bool> carried_;  // by result: true if the reverse loop carries its gradient
  std::vector<Carried> state_;
  std::vector<ir::TensorType> types_;
  ir::BlockId block_ = ir::kNone;
};

}  // namespace

void differentiate_loop(Backward& backward, const ir::Node& node, ir::NodeId id) {
  LoopGradient(backward, node, id).record();
}

}  // namespace ag::grad
