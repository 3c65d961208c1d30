#include "grad/recording.h"

#include <algorithm>

#include "grad/replay.h"
#include "tensor/axis.h"
#include "tensor/convert.h"
#include "tensor/variable_impl.h"

namespace ag::grad {

namespace {

/// A view with the same elements.
Tensor another(const Tensor& tensor) {
  const detail::TensorImpl& of = *tensor.impl();
  Tensor view = detail::make_view(tensor, of.shape, of.strides, 0);
  detail::TensorImpl& impl = *view.impl();
  impl.weak = of.weak;
  impl.literal = of.literal;
  impl.scalar = of.scalar;
  impl.place = of.place;
  return view;
}

ir::TensorType type_of(const Tensor& tensor) {
  const detail::TensorImpl& impl = *tensor.impl();
  return {impl.dtype, impl.shape, impl.weak};
}

thread_local std::weak_ptr<Recording> recording_of_thread;

}  // namespace

Tensor Recording::copy_of(const Tensor& tensor) { return another(tensor); }

Recording::Recording() = default;
Recording::~Recording() {
  for (const auto& [variable, value] : variables_) {
    auto* kept = const_cast<detail::VariableImpl*>(variable);
    if (kept->release()) delete kept;
  }
  if (started_ > 0) tracing::exchange_recorder(before_);
}

std::shared_ptr<Recording> Recording::start() {
  std::shared_ptr<Recording> recording = recording_of_thread.lock();
  if (!recording || recording->started_ == 0) {
    recording = std::make_shared<Recording>();
    recording_of_thread = recording;
    recording->before_ = tracing::exchange_recorder(recording.get());
  }
  ++recording->started_;
  return recording;
}

std::shared_ptr<Recording> Recording::current() {
  std::shared_ptr<Recording> recording = recording_of_thread.lock();
  return recording && tracing::recorder() == recording.get() ? recording : nullptr;
}

void Recording::add_checkpoint(ir::NodeId first) {
  const tracing::Checkpoint made{graph_.body(), first, static_cast<ir::NodeId>(graph_.node_count())};
  if (!checkpoints_.add(made)) return;
  for (ir::NodeId id = made.first; id < made.end; ++id) {
    const ir::Node& node = graph_.node(id);
    if (!is_repeatable(node) && !is(node, ops::Op::custom_gradient)) continue;
    for (ir::ValueId result : node.results) {
      Tensor& value = values_[static_cast<size_t>(result)];
      if (!value.defined() || !detail::is_unique(value.impl())) continue;
      ids_.erase(value.impl());
      value = Tensor();
    }
  }
}

void Recording::end() {
  if (--started_ == 0) tracing::exchange_recorder(before_);
}

void Recording::keep(ir::ValueId value, const Tensor& tensor) {
  values_.resize(graph_.value_count());
  values_[static_cast<size_t>(value)] = tensor;
  ids_.insert_or_assign(tensor.impl(), value);
}

ir::ValueId Recording::add(const Tensor& tensor) {
  const ir::ValueId value = graph_.add_argument(graph_.body(), type_of(tensor));
  keep(value, tensor);
  return value;
}

/// Adds a tensor that is not watched as a constant of the record.
ir::ValueId Recording::constant(const Tensor& tensor) {
  const ir::ValueId value = graph_.add_argument(graph_.body(), type_of(tensor));
  values_.resize(graph_.value_count());
  values_.back() = tensor;
  return value;
}

ir::ValueId Recording::value_of(const Tensor& tensor) const {
  const auto found = ids_.find(tensor.impl());
  return found == ids_.end() ? ir::kNone : found->second;
}

ir::ValueId Recording::value_of(const detail::VariableImpl& variable) const {
  const auto found = variables_.find(&variable);
  return found == variables_.end() ? ir::kNone : found->second;
}

ir::ValueId Recording::watch(const Tensor& tensor) {
  const ir::ValueId known = value_of(tensor);
  return known == ir::kNone ? add(tensor) : known;
}

ir::ValueId Recording::watch(const detail::VariableImpl& variable) {
  auto [at, is_new] = variables_.try_emplace(&variable, ir::kNone);
  if (is_new) {
    detail::retain(const_cast<detail::VariableImpl*>(&variable));  // no other variable gets this address
    const Tensor now = variable.read();
    at->second = graph_.add_argument(graph_.body(), {variable.dtype, now.impl()->shape});
    values_.resize(graph_.value_count());
    values_.back() = now;
  }
  return at->second;
}

void Recording::ran(const ir::OpDef& op, std::span<const Tensor> operands, const ir::Attributes& attributes,
                    SourceLocation location, std::span<Tensor> results) {
  const auto is_known = [&](const Tensor& tensor) { return value_of(tensor) != ir::kNone; };
  const auto is_float = [](const Tensor& tensor) { return is_floating(tensor.impl()->dtype); };
  if (std::ranges::none_of(operands, is_known) || std::ranges::none_of(results, is_float)) return;
  std::vector<ir::ValueId> values;
  std::vector<ir::TensorType> types;
  for (const Tensor& operand : operands) {
    const ir::ValueId known = value_of(operand);
    values.push_back(known == ir::kNone ? constant(operand) : known);
  }
  for (Tensor& result : results) {
    if (is_known(result)) result = another(result);  // an operand returned unchanged, as by `identity`
    types.push_back(type_of(result));
  }
  const ir::NodeId node = graph_.append(graph_.body(), op, std::move(values), attributes, std::move(types), location);
  const std::vector<ir::ValueId>& made = graph_.node(node).results;
  for (size_t k = 0; k < results.size(); ++k) keep(made[k], results[k]);
}

Tensor Recording::read(const detail::VariableImpl& variable, Tensor value, SourceLocation location) {
  if (!is_floating(variable.dtype) || (!variable.trainable && value_of(variable) == ir::kNone)) return value;
  const ir::ValueId handle = watch(variable);
  Tensor result = another(value);
  const ir::NodeId node = graph_.append(graph_.body(), ops::def(ops::Op::read_variable), {handle},
                                        {variable.dtype, variable.shape}, {type_of(result)}, location);
  keep(graph_.node(node).results.front(), result);
  return result;
}

Tensor Recording::extent(ir::ValueId value, int64_t axis) {
  const Shape& shape = graph_.value(value).type.shape;
  const int64_t at = detail::from_front(axis, shape.rank());
  return detail::scalar_tensor(detail::scalar_of(shape[static_cast<size_t>(at)]), DType::int64);
}

}  // namespace ag::grad
