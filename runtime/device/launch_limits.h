#pragma once
/// The launches that the emulated device accepts, as a GPU with its options would.
#include <cstdint>
#include <optional>
#include <string>

#include "device/driver.h"
#include "device/emulated_options.h"
#include "device/kernel_abi.h"

namespace ag::device {

/// Returns the properties of an emulated device.
DriverProperties emulated_properties(const EmulatedOptions& options);

/// Returns the number of blocks that are resident at once; 0 if one does not fit.
uint64_t count_resident_blocks(const DriverProperties& properties, uint64_t threads, uint64_t shared_bytes);

/// Returns the reason to refuse a launch, or nothing.
std::optional<std::string> refusal(const DriverProperties& properties, const Launch& launch,
                                   const AgDeviceKernel& kernel);

}  // namespace ag::device
