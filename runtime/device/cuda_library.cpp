#include "device/cuda_library.h"

#include <dlfcn.h>

namespace ag::device {

namespace {

constexpr const char* kInstall =
    "install the NVIDIA driver, version 525 or newer; in a container, make the GPU visible (--gpus all). "
    "AG_DEVICE=emulated needs no GPU";
constexpr const char* kUpdate = "update the NVIDIA driver to version 525 or newer. AG_DEVICE=emulated needs no GPU";
constexpr const char* kMakeVisible =
    "see if nvidia-smi lists a GPU, and if CUDA_VISIBLE_DEVICES hides it. AG_DEVICE=emulated needs no GPU";

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Fills the pointers; returns the symbol that is missing, or null.
const char* missing_symbol(void* library, CudaLibrary::Functions& functions) {
#define AG_LOAD(name, symbol, parameters)                                               \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, #symbol)); \
  if (!functions.name) return #symbol;
  AG_CUDA_FUNCTIONS(AG_LOAD)
#undef AG_LOAD
  return nullptr;
}

FailureKind kind_of(cuda::ResultCode code) {
  switch (code) {
    case cuda::kOutOfMemory:
      return FailureKind::OutOfMemory;
    case cuda::kNoDevice:
    case cuda::kInvalidDevice:
      return FailureKind::NoDevice;
    case cuda::kStubLibrary:
      return FailureKind::NoDriver;
    case cuda::kInvalidValue:
    case cuda::kInvalidHandle:
    case cuda::kInvalidContext:
      return FailureKind::InvalidArgument;
    case cuda::kInvalidImage:
    case cuda::kNoBinaryForGpu:
    case cuda::kInvalidPtx:
    case cuda::kJitCompilerNotFound:
    case cuda::kUnsupportedPtxVersion:
    case cuda::kInvalidSource:
    case cuda::kNotFound:
      return FailureKind::InvalidModule;
    case cuda::kLaunchOutOfResources:
    case cuda::kCooperativeLaunchTooLarge:
      return FailureKind::Refused;
    // The documentation of these codes: "This leaves the process in an inconsistent state and any further CUDA work
    // will return the same error."
    case cuda::kEccUncorrectable:
    case cuda::kNvlinkUncorrectable:
    case cuda::kContained:
    case cuda::kIllegalAddress:
    case cuda::kLaunchTimeout:
    case cuda::kContextIsDestroyed:
    case cuda::kAssert:
    case cuda::kHardwareStackError:
    case cuda::kIllegalInstruction:
    case cuda::kMisalignedAddress:
    case cuda::kInvalidAddressSpace:
    case cuda::kInvalidPc:
    case cuda::kLaunchFailed:
    case cuda::kDeinitialized:
      return FailureKind::Lost;
    default:
      return FailureKind::Other;
  }
}

const char* remedy_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::NoDriver:
      return kInstall;
    case FailureKind::NoDevice:
      return kMakeVisible;
    case FailureKind::OutOfMemory:
      return "release arrays of the device, or compute in smaller parts";
    case FailureKind::Lost:
      return "arrays on the host are intact; the device is usable again in a new process. AG_DEVICE=emulated finds "
             "the place of an illegal access";
    default:
      return "";
  }
}

}  // namespace

Failure CudaLibrary::failure(const char* function, cuda::ResultCode code) const {
  const char* name = nullptr;
  const char* text = nullptr;
  functions_->cuGetErrorName(code, &name);
  functions_->cuGetErrorString(code, &text);
  const FailureKind kind = kind_of(code);
  std::string message = text ? text : "unknown error";
  message += " (" + (name ? std::string(name) : "code " + std::to_string(code)) + ")";
  return {kind, function, message, remedy_of(kind)};
}

const CudaLibrary::Functions& CudaLibrary::functions() const { return *functions_; }

std::optional<Failure> CudaLibrary::start(const std::string& path) {
  // The library stays open: the driver has threads of its own.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* error = dlerror();
    return Failure{FailureKind::NoDriver, "",
                   "there is no NVIDIA driver: " + (error ? std::string(error) : path + " cannot be opened"), kInstall};
  }
  auto functions = std::make_shared<Functions>();
  functions_ = functions;
  const char* missing = missing_symbol(library, *functions);
  if (functions->cuDriverGetVersion && functions->cuDriverGetVersion(&version_) == cuda::kSuccess &&
      version_ < cuda::kNeededVersion) {
    return Failure{FailureKind::DriverTooOld, "",
                   "the NVIDIA driver is too old: it supports CUDA " + version_text(version_) + ", and " +
                       version_text(cuda::kNeededVersion) + " is needed",
                   kUpdate};
  }
  if (missing) {
    return Failure{FailureKind::DriverTooOld, "",
                   "the NVIDIA driver is too old: " + path + " has no function " + std::string(missing), kUpdate};
  }
  if (const cuda::ResultCode code = functions->cuInit(0)) {
    Failure result = failure("cuInit", code);
    if (code == cuda::kSystemDriverMismatch) {
      result.remedy = "the driver was updated while it ran; restart the machine";
    }
    return result;
  }
  if (const cuda::ResultCode code = functions->cuDeviceGetCount(&device_count_)) {
    return failure("cuDeviceGetCount", code);
  }
  if (device_count_ == 0) {
    return Failure{FailureKind::NoDevice, "cuDeviceGetCount", "the NVIDIA driver finds no GPU", kMakeVisible};
  }
  return std::nullopt;
}

Result<std::shared_ptr<const CudaLibrary>> CudaLibrary::open(const std::string& path) {
  std::shared_ptr<CudaLibrary> library(new CudaLibrary);
  if (std::optional<Failure> failure = library->start(path)) return *failure;
  return std::shared_ptr<const CudaLibrary>(std::move(library));
}

}  // namespace ag::device
