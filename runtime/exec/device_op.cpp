#include "exec/device_op.h"

#include <algorithm>
#include <string>

#include "exec/run_op.h"
#include "tensor/device_array.h"

namespace ag::exec {

namespace {

using detail::TensorImpl;
using device::DeviceNumber;

bool takes_any_device(const ir::OpDef& op) { return op.has(ir::kTakesAnyDevice) || op.has(ir::kEffect); }

/// True for an array of the host that is more than a number and fits no array of a device.
bool is_array(const TensorImpl& operand) {
  return !operand.shape.empty() && operand.shape.element_count() != 0 && !detail::stays_on_host(operand.dtype);
}

/// True for arrays that decide the device of an operation: all on a device, and those of the host that are more than a
/// number.
bool decides(const TensorImpl& operand) { return operand.is_on_device() || is_array(operand); }

std::string text_of(const TensorImpl& operand) {
  return ir::str({operand.dtype, operand.shape}) + " on " + device::device_of(operand.device_number).str();
}

[[noreturn]] void refuse(const ir::OpDef& op, const std::string& first, const TensorImpl& second,
                         SourceLocation location) {
  throw Error(ErrorKind::invalid_argument,
              std::string(op.name) + ": the operands are on two devices (" + first + ", " + text_of(second) + ")",
              location, {"copy one to the device of the other, with y.to_device(x.device())"});
}

/// True unless all operands and results are on the host.
bool involves_device(std::span<TensorImpl* const> inputs, SourceLocation location) {
  if (std::ranges::any_of(inputs, [](const TensorImpl* input) { return input->is_on_device(); })) [[unlikely]]
    return true;
  return device::default_number(location) != device::kHost;
}

/// The operands of an operation, copied to the host.
class HostOperands {
 public:
  HostOperands(std::span<TensorImpl* const> inputs, SourceLocation location) : inputs_(inputs) {
    for (size_t k = 0; k < inputs.size(); ++k) {
      const size_t same = static_cast<size_t>(std::ranges::find(inputs.first(k), inputs[k]) - inputs.begin());
      copies_.push_back(same < k ? copies_[same] : detail::host_array(*inputs[k], location));
      impls_.push_back(copies_.back().impl());
    }
  }
  std::span<TensorImpl* const> impls() const { return impls_; }

  /// Returns a result on the device. A result that is an operand is the operand there.
  Tensor moved(const Tensor& result, DeviceNumber device, SourceLocation location) const {
    const auto same = static_cast<size_t>(std::ranges::find(impls_, result.impl()) - impls_.begin());
    if (same < impls_.size() && inputs_[same]->device_number == device) {
      detail::retain(inputs_[same]);
      return Tensor::from_impl(inputs_[same]);
    }
    const bool has_words = std::ranges::any_of(
        inputs_, [](const TensorImpl* input) { return input->is_on_device() && detail::stays_on_host(input->dtype); });
    if (detail::stays_on_host(result.impl()->dtype) && !has_words) return result;
    return detail::array_on(result, device, location);
  }

 private:
  std::span<TensorImpl* const> inputs_;
  std::vector<Tensor> copies_;
  std::vector<TensorImpl*> impls_;
};

void run_for_device(const ir::OpDef& op, std::span<TensorImpl* const> inputs, const ir::Attributes& attributes,
                    SourceLocation location, std::vector<Tensor>& outputs) {
  const std::optional<DeviceNumber> device = device_of_operands(op, inputs, location);
  if (device == device::kHost) return run_op(op, inputs, attributes, location, outputs);
  const HostOperands operands(inputs, location);
  std::vector<Tensor> results;
  run_op(op, operands.impls(), attributes, location, results);
  for (Tensor& result : results)
    result = device ? operands.moved(result, *device, location) : detail::on_default_device(result, location);
  outputs = std::move(results);
}

}  // namespace

std::optional<DeviceNumber> device_of_operands(const ir::OpDef& op, std::span<TensorImpl* const> operands,
                                               SourceLocation location) {
  const TensorImpl* first = nullptr;
  for (const TensorImpl* operand : operands) {
    if (!decides(*operand)) continue;
    if (!first)
      first = operand;
    else if (first->device_number != operand->device_number)
      refuse(op, text_of(*first), *operand, location);
  }
  return first ? std::optional(first->device_number) : std::nullopt;
}

DeviceNumber device_of_inputs(std::span<const Tensor* const> inputs, SourceLocation location) {
  for (const Tensor* input : inputs) {
    if (input->defined() && decides(*input->impl())) return input->impl()->device_number;
  }
  return device::default_number(location);
}

void check_fits_graph(const ir::OpDef& op, std::span<const Tensor> operands, DeviceNumber device,
                      SourceLocation location) {
  if (takes_any_device(op)) return;
  for (const Tensor& operand : operands) {
    const TensorImpl* impl = operand.impl();
    if (!impl || impl->device_number == device) continue;
    if (impl->is_symbol() && !impl->symbol->unusable.empty()) continue;
    if (impl->device_number == device::kHost && !is_array(*impl)) continue;
    refuse(op, "values of a graph on " + device::device_of(device).str(), *impl, location);
  }
}

void run_immediately(const ir::OpDef& op, std::span<TensorImpl* const> inputs, const ir::Attributes& attributes,
                     SourceLocation location, std::vector<Tensor>& outputs) {
  if (!takes_any_device(op) && involves_device(inputs, location)) [[unlikely]]
    return run_for_device(op, inputs, attributes, location, outputs);
  run_op(op, inputs, attributes, location, outputs);
}

Tensor run_immediately(const ir::OpDef& op, std::span<TensorImpl* const> inputs, const ir::Attributes& attributes,
                       SourceLocation location) {
  if (!takes_any_device(op) && involves_device(inputs, location)) [[unlikely]] {
    std::vector<Tensor> outputs;
    run_for_device(op, inputs, attributes, location, outputs);
    return std::move(outputs.front());
  }
  return run_op(op, inputs, attributes, location);
}

}  // namespace ag::exec
