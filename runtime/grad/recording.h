#pragma once
/// The record of an eager computation: a graph of what was computed from values that somebody watches, and the arrays.
#include <unordered_map>

#include "grad/backward.h"
#include "trace/recorder.h"

namespace ag::grad {

class Recording : public tracing::Recorder, public Forward {
 public:
  Recording();
  ~Recording() override;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Another tensor with the same elements, so that one may be watched and the other not.
  static Tensor copy_of(const Tensor& tensor);

  /// That of this thread; it records as long as somebody has started it more often than ended.
  static std::shared_ptr<Recording> start();
  void end();

  /// Records what is computed from a tensor, or from the values of a variable, from here on.
  ir::ValueId watch(const Tensor& tensor);
  ir::ValueId watch(const detail::VariableImpl& variable);
  /// The value that a tensor is; kNone: nobody watches what it is computed from.
  ir::ValueId value_of(const Tensor& tensor) const;
  ir::ValueId value_of(const detail::VariableImpl& variable) const;
  ir::Graph& graph() { return graph_; }
  ir::TensorType type(ir::ValueId value) const { return graph_.value(value).type; }

  void ran(const ir::OpDef& op, std::span<const Tensor> operands, const ir::Attributes& attributes,
           SourceLocation location, std::span<Tensor> results) override;
  bool knows(const Tensor& tensor) const override { return tensor.defined() && value_of(tensor) != ir::kNone; }
  Tensor read(const detail::VariableImpl& variable, Tensor value, SourceLocation location) override;

  Tensor value(ir::ValueId value) override { return values_[static_cast<size_t>(value)]; }
  Tensor extent(ir::ValueId value, int64_t axis) override;
  void enter(Frame&) override {}
  void leave() override {}
  Tensor trip_count(ir::NodeId) override { return Tensor(); }
  const tracing::Checkpoints& checkpoints() const override { return checkpoints_; }

  /// That which is recording on this thread, or null.
  static std::shared_ptr<Recording> current();
  /// What was recorded since then is computed again where a gradient needs it; what nobody else has is not kept.
  void add_checkpoint(ir::NodeId first);

 private:
  ir::ValueId add(const Tensor& tensor);
  ir::ValueId constant(const Tensor& tensor);
  void keep(ir::ValueId value, const Tensor& tensor);

  ir::Graph graph_{"eager"};
  std::vector<Tensor> values_;  // by value; they keep the addresses that `ids_` names
  std::unordered_map<const detail::TensorImpl*, ir::ValueId> ids_;
  std::unordered_map<const detail::VariableImpl*, ir::ValueId> variables_;
  tracing::Checkpoints checkpoints_;
  int started_ = 0;
  tracing::Recorder* before_ = nullptr;
};

}  // namespace ag::grad
