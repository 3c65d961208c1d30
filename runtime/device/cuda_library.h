#pragma once
/// The library of the CUDA driver, opened at run time: a program needs no CUDA package, and starts without a GPU.
#include <memory>
#include <string>

#include "device/cuda_abi.h"
#include "device/failure.h"

namespace ag::device {

/// The functions of an opened driver, of a version that is new enough.
class CudaLibrary {
 public:
  /// Opens the library and initializes the driver. Fails with NoDriver, DriverTooOld or NoDevice. `path` is a name that
  /// the loader finds, or a path.
  static Result<std::shared_ptr<const CudaLibrary>> open(const std::string& path);

  /// The CUDA version of the driver: 1000 · major + 10 · minor.
  int version() const { return version_; }
  /// The number of GPUs; at least 1.
  int device_count() const { return device_count_; }
  /// Returns the failure of a function of the driver that returned `code`.
  Failure failure(const char* function, cuda::ResultCode code) const;

  struct Functions;
  const Functions& functions() const;

 private:
  CudaLibrary() = default;
  std::optional<Failure> start(const std::string& path);

  std::shared_ptr<const Functions> functions_;
  int version_ = 0;
  int device_count_ = 0;
};

/// Pointers to the functions, under their names in the documentation.
struct CudaLibrary::Functions {
  using ResultCode = cuda::ResultCode;
  using DeviceOrdinal = cuda::DeviceOrdinal;
  using Address = cuda::Address;
  using Context = cuda::Context;
  using Stream = cuda::Stream;
  using Event = cuda::Event;
  using Module = cuda::Module;
  using Function = cuda::Function;

#define AG_DECLARE(name, symbol, parameters) ResultCode(*name) parameters = nullptr;
  AG_CUDA_FUNCTIONS(AG_DECLARE)
#undef AG_DECLARE
};

}  // namespace ag::device
