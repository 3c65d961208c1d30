#pragma once
/// An emulated device with one module, for tests of kernels.
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "device/emulated_driver.h"
#include "opened_driver.h"

namespace ag::test {

/// Returns the bytes of a file.
std::vector<std::byte> read_image(const char* path);

OpenedDriver open_emulated_for_contract();

class KernelKit {
 public:
  using Argument = device::KernelArgument;

  explicit KernelKit(const char* module, const device::EmulatedOptions& options = {});

  device::EmulatedDriver& driver() { return *driver_; }
  device::StreamHandle stream() const { return stream_; }
  device::StreamHandle other_stream() const { return other_; }
  device::FunctionHandle function(const std::string& name) { return succeed(driver_->find_function(module_, name)); }

  /// An array of the device with these elements.
  template <class T>
  Argument upload(const std::vector<T>& values) {
    const uint64_t bytes = values.size() * sizeof(T);
    const device::DeviceAddress address = succeed(driver_->allocate(bytes));
    succeed(driver_->copy_to_device(address, values.data(), bytes, stream_));
    succeed(driver_->wait(stream_));
    return Argument::array(address, bytes);
  }
  /// An array of the device with undefined elements.
  template <class T>
  Argument undefined(size_t count) {
    return Argument::array(succeed(driver_->allocate(count * sizeof(T))), count * sizeof(T));
  }
  template <class T>
  std::vector<T> download(const Argument& array) {
    std::vector<T> values(array.bytes() / sizeof(T));
    succeed(driver_->copy_to_host(values.data(), array.address(), array.bytes(), stream_));
    succeed(driver_->wait(stream_));
    return values;
  }

  device::Status enqueue(const std::string& name, device::Extent3 grid, device::Extent3 block,
                         std::initializer_list<Argument> arguments, device::StreamHandle stream,
                         bool is_cooperative = false);
  /// Launches and waits. Returns the texts of the findings, one a line.
  std::string run(const std::string& name, device::Extent3 grid, device::Extent3 block,
                  std::initializer_list<Argument> arguments, bool is_cooperative = false);
  /// Waits, and returns the texts of the findings.
  std::string findings();

 private:
  std::unique_ptr<device::EmulatedDriver> driver_;
  device::ModuleHandle module_;
  device::StreamHandle stream_, other_;
};

}  // namespace ag::test
