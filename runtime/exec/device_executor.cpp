#include "exec/device_executor.h"

#include <utility>

#include "tensor/device_array.h"

namespace ag::exec {

namespace {

using device::DeviceNumber;

constinit thread_local DeviceNumber device_of_step_now = device::kHost;

Tensor moved(const Tensor& tensor, DeviceNumber device) {
  const bool stays = !tensor.defined() || detail::stays_on_host(tensor.impl()->dtype);
  return stays ? tensor : detail::array_on(tensor, device);
}

/// Runs a graph as one step on the host.
class HostStepExecutor final : public Executor {
 public:
  HostStepExecutor(DeviceNumber device, std::unique_ptr<Executor> host) : device_(device), host_(std::move(host)) {}

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override {
    return is_in_step() ? host_->run(inputs) : run_step(device_, *host_, inputs);
  }

  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override {
    if (is_in_step()) return host_->run_into(inputs, results);
    const HostInputs on_host(inputs);
    const StepScope step(device_);
    host_->run_into(on_host.get(), results);
    for (Tensor& result : results) result = moved(result, device_);
  }

 private:
  /// True for a call by a step of a graph on the same device, whose arrays are on the host.
  bool is_in_step() const { return device_of_step() == device_; }

  DeviceNumber device_;
  std::unique_ptr<Executor> host_;
};

}  // namespace

std::vector<Tensor> run_step(DeviceNumber device, const Executor& host, std::span<const Tensor* const> inputs) {
  const HostInputs on_host(inputs);
  const StepScope step(device);
  std::vector<Tensor> results = host.run(on_host.get());
  for (Tensor& result : results) result = moved(result, device);
  return results;
}

HostInputs::HostInputs(std::span<const Tensor* const> inputs) : inputs_(inputs.begin(), inputs.end()) {
  copies_.reserve(inputs.size());
  for (const Tensor*& input : inputs_) {
    if (!is_on_device(input)) continue;
    copies_.push_back(detail::host_array(*input));
    input = &copies_.back();
  }
}

std::unique_ptr<Executor> make_device_executor(DeviceNumber device, std::unique_ptr<Executor> host) {
  if (device == device::kHost) return host;
  return std::make_unique<HostStepExecutor>(device, std::move(host));
}

DeviceNumber device_of_step() { return device_of_step_now; }
Tensor program_array(const Tensor& tensor) {
  return device_of_step_now == device::kHost ? tensor : moved(tensor, device_of_step_now);
}

StepScope::StepScope(DeviceNumber device) : outer_(std::exchange(device_of_step_now, device)) {}
StepScope::~StepScope() { device_of_step_now = outer_; }

}  // namespace ag::exec
