#pragma once
/// The value of AG_DEVICE: cpu, cuda, cuda:<index>, emulated, or emulated:<options>.
#include <optional>
#include <string_view>

#include "ag/device.h"
#include "device/emulated_options.h"

namespace ag::device {

struct DeviceSetting {
  DeviceKind kind = DeviceKind::cpu;
  int index = 0;
  EmulatedOptions options;  // of the emulated device
};

/// Parses the name of a device without options: "cpu", "cuda", "cuda:1", "emulated".
std::optional<DeviceSetting> parse_device_name(std::string_view name);

/// Parses the value of AG_DEVICE; null and the empty text mean the CPU. Throws invalid_argument for another text.
DeviceSetting parse_device_setting(const char* text);

}  // namespace ag::device
