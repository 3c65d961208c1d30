#pragma once
/// Immediate execution of operations on arrays of any device. An operation without code for the device runs on the
/// host: its operands are copied there, and its results to the device.
#include <optional>
#include <span>

#include "device/device_number.h"
#include "graph/op_def.h"

namespace ag::exec {

/// Returns the device of the arrays among the operands, if there are any. Numbers of the host fit arrays of any device,
/// and so do arrays that stay on the host. Throws for arrays of two devices; the error names both and the remedy.
std::optional<device::DeviceNumber> device_of_operands(const ir::OpDef& op,
                                                       std::span<detail::TensorImpl* const> operands,
                                                       SourceLocation location);

/// Returns the device that a graph runs on for these inputs: that of their first array, or else the default device.
device::DeviceNumber device_of_inputs(std::span<const Tensor* const> inputs, SourceLocation location);

/// Throws if an operand is an array of another device than that of the graph which records the operation.
void check_fits_graph(const ir::OpDef& op, std::span<const Tensor> operands, device::DeviceNumber device,
                      SourceLocation location);

/// Runs an operation of the program, as run_op does on the host. Without arrays among the operands, it makes arrays on
/// the default device. An existing first output is overwritten, or replaced.
void run_immediately(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
                     SourceLocation location, std::vector<Tensor>& outputs);
/// The same for an operation with one result.
Tensor run_immediately(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs,
                       const ir::Attributes& attributes, SourceLocation location);

}  // namespace ag::exec
