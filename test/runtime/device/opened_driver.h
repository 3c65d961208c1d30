#pragma once
/// Drivers for tests: the CUDA driver over the fake library.
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "device/cuda_driver.h"
#include "device/driver.h"
#include "fake_cuda.h"

namespace ag::test {

/// Returns the settings of the fake library, with their defaults.
FakeCuda& reset_fake_cuda();

/// A driver, and an image that it loads, with the kernel add_one(int* numbers, int count).
struct OpenedDriver {
  std::string name;
  std::unique_ptr<device::Driver> driver;
  std::vector<std::byte> image;
};

OpenedDriver open_fake_cuda();

/// Returns the bytes of a text with its final 0.
std::vector<std::byte> bytes_of(const char* text);

/// Throws the failure of a call, if it has one; a test then fails with its text.
void succeed(const device::Status& status);

/// Returns the value of a call that succeeds.
template <class T>
T succeed(device::Result<T> result) {
  if (!result) throw device::to_error(result.failure(), SourceLocation::current());
  return std::move(result.value());
}

}  // namespace ag::test
