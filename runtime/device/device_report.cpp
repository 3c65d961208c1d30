#include "ag/detail/device_report.h"

#include <optional>
#include <string>

#include "device/driver_registry.h"

namespace ag::device {

namespace {

class DeviceVisitor {
 public:
  DeviceVisitor(void (*visit)(void*, const AgDeviceRow*), void* context) : visit_(visit), context_(context) {}

  void show(const Device& device, const std::optional<Device>& default_device) const {
    try {
      const DeviceProperties facts = properties(device);
      visit_row({device.str().c_str(), facts.name.c_str(), "", "", facts.memory_bytes, facts.multiprocessors,
                 facts.compute_major, facts.compute_minor, device == default_device});
    } catch (const Error& error) {
      show_absent(device.str(), {FailureKind::Other, "", error.message(), ""});
    }
  }
  void show_absent(const std::string& device, const Failure& failure) const {
    visit_row({device.c_str(), "", describe(failure).c_str(), failure.remedy.c_str(), 0, 0, 0, 0, 0});
  }

 private:
  void visit_row(const AgDeviceRow& row) const { visit_(context_, &row); }

  void (*visit_)(void*, const AgDeviceRow*);
  void* context_;
};

}  // namespace

}  // namespace ag::device

const char* ag_visit_devices(void (*visit)(void* context, const AgDeviceRow* row), void* context) {
  using namespace ag;
  const device::DeviceVisitor visitor(visit, context);
  thread_local std::string error;
  std::optional<Device> chosen;
  error.clear();
  try {
    chosen = default_device();
  } catch (const Error& wrong) {
    error = wrong.message();
  }
  visitor.show(Device(), chosen);
  if (const auto absence = device::driver_registry().absence(DeviceKind::cuda, 0)) {
    visitor.show_absent("cuda", *absence);
  } else {
    const int count = device::driver_registry().cuda_library().value()->device_count();
    for (int k = 0; k < count; ++k) visitor.show(device::DeviceAccess::make(DeviceKind::cuda, k), chosen);
  }
  visitor.show(device::DeviceAccess::make(DeviceKind::emulated, 0), chosen);
  return error.empty() ? nullptr : error.c_str();
}
