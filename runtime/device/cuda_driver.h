#pragma once
/// The driver of one NVIDIA GPU. It uses the primary context of the device, which other libraries share.
#include <memory>

#include "device/cuda_library.h"
#include "device/driver.h"

namespace ag::device {

/// Returns the failure for a GPU that the driver does not have.
Failure no_such_gpu(const CudaLibrary& library, int index);

/// Opens the GPU of that index. Fails with NoDevice if there is none.
Result<std::unique_ptr<Driver>> open_cuda(std::shared_ptr<const CudaLibrary> library, int index);

}  // namespace ag::device
