#pragma once
/// Runs device plans: executes the steps on a device.
#include <span>
#include <string>
#include <vector>

#include "device/driver.h"
#include "device_plan/device_plan.h"
#include "device_plan/plan_memory.h"

namespace ag::codegen {

/// The work that a plan leaves to its caller.
class PlanHost {
 public:
  virtual ~PlanHost() = default;
  /// Runs a part of the program. Returns its results.
  virtual std::vector<Tensor> run(const HostPart& part, std::vector<Tensor> inputs) = 0;
  /// Throws the error of a failed check. `numbers` are the bits of its numbers.
  [[noreturn]] virtual void fail(int32_t site, std::span<const uint64_t> numbers) = 0;
  /// Is told that an error ends a loop after so many complete iterations, an inner loop before the outer one.
  virtual void leave_loop(int32_t loop, int64_t iterations) = 0;
  /// Is asked before each iteration of a loop of the host; throws to end the run.
  virtual void poll(int32_t loop, int64_t iterations) = 0;
};

class DevicePlanRunner {
 public:
  /// Loads the image of the plan's kernels. The plan and the driver must outlive the runner.
  DevicePlanRunner(const DevicePlan& plan, device::Driver& driver, std::span<const std::byte> image);
  ~DevicePlanRunner();
  DevicePlanRunner(const DevicePlanRunner&) = delete;

  /// Runs the plan on arrays of the device, and returns when the work is enqueued. It waits for its result only if the
  /// plan has checks, or steps of the host that depend on numbers. Inputs with other owners stay as they are.
  /// Throws ag::Error of the program or of the device.
  std::vector<DeviceArray> run(std::vector<DeviceArray> inputs, PlanStream& stream, PlanHost& host) const;
  /// Runs the plan on copies of tensors of the host, and waits.
  std::vector<Tensor> run(std::span<const Tensor* const> inputs, PlanHost& host) const;

 private:
  const DevicePlan& plan_;
  device::Driver& driver_;
  device::ModuleHandle module_;
  std::vector<device::FunctionHandle> functions_;  // by kernel
};

}  // namespace ag::codegen
