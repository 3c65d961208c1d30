#pragma once
/// Executors of graphs on a device: inputs and results are arrays of that device.
#include <memory>
#include <span>
#include <vector>

#include "device/device_number.h"
#include "exec/executor.h"
#include "tensor/impl.h"

namespace ag::exec {

/// Makes the executor of a graph on a device. The whole graph is one step on the host: `host` runs it on copies of the
/// inputs, and its results are copied to the device. On the host itself, returns `host`.
std::unique_ptr<Executor> make_device_executor(device::DeviceNumber device, std::unique_ptr<Executor> host);

/// Runs such a step with the executor of a graph that no device was chosen for before.
std::vector<Tensor> run_step(device::DeviceNumber device, const Executor& host, std::span<const Tensor* const> inputs);

inline bool is_on_device(const Tensor* tensor) { return tensor->defined() && tensor->impl()->is_on_device(); }

/// The inputs of a graph on the host: copies of those that are on a device.
class HostInputs {
 public:
  explicit HostInputs(std::span<const Tensor* const> inputs);
  HostInputs(const HostInputs&) = delete;
  HostInputs& operator=(const HostInputs&) = delete;

  std::span<const Tensor* const> get() const { return inputs_; }

 private:
  std::vector<const Tensor*> inputs_;
  std::vector<Tensor> copies_;
};

/// The device of the graph of which a step runs on the host of this thread; the host outside of such steps. Host
/// functions and variables of the program have their arrays there.
device::DeviceNumber device_of_step();
/// Returns an array of such a step as the program sees it.
Tensor program_array(const Tensor& tensor);

/// While a scope lives, steps of this thread are of a graph on this device. The host means: no step, but code of the
/// program.
class StepScope {
 public:
  explicit StepScope(device::DeviceNumber device);
  ~StepScope();
  StepScope(const StepScope&) = delete;
  StepScope& operator=(const StepScope&) = delete;

 private:
  device::DeviceNumber outer_;
};

}  // namespace ag::exec
