#pragma once
/// The record of an eager computation (gradient tape): a graph of the operations that depend on watched values, with
/// their arrays.
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

  /// Returns a view with the same elements, so that one tensor can be watched without the other.
  static Tensor copy_of(const Tensor& tensor);

  /// Starts the recording of this thread and returns it. It records until `end` has been called once for each `start`.
  static std::shared_ptr<Recording> start();
  void end();

  /// From this point on, records operations that depend on a tensor, or on values of a variable.
  ir::ValueId watch(const Tensor& tensor);
  ir::ValueId watch(const detail::VariableImpl& variable);
  /// The value of a tensor in the graph; kNone if it does not depend on a watched value.
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

  /// The recording that is active on this thread, or null.
  static std::shared_ptr<Recording> current();
  /// Makes a checkpoint of the operations from node `first` on: a gradient recomputes them. Releases their arrays
  /// unless something else holds them.
  void add_checkpoint(ir::NodeId first);

 private:
  ir::ValueId add(const Tensor& tensor);
  ir::ValueId constant(const Tensor& tensor);
  void keep(ir::ValueId value, const Tensor& tensor);

  ir::Graph graph_{"eager"};
  std::vector<Tensor> values_;  // by value; they keep alive the tensors that `ids_` refers to
  std::unordered_map<const detail::TensorImpl*, ir::ValueId> ids_;
  std::unordered_map<const detail::VariableImpl*, ir::ValueId> variables_;
  tracing::Checkpoints checkpoints_;
  int started_ = 0;
  tracing::Recorder* before_ = nullptr;
};

}  // namespace ag::grad
