#include "device/device_setting.h"

#include <charconv>

#include "base/environment.h"

namespace ag::device {

namespace {

constexpr std::string_view kCuda = "cuda";
constexpr std::string_view kEmulated = "emulated";

}  // namespace

std::optional<DeviceSetting> parse_device_name(std::string_view name) {
  if (name == "cpu") return DeviceSetting{DeviceKind::cpu, 0, {}};
  if (name == kEmulated) return DeviceSetting{DeviceKind::emulated, 0, {}};
  if (!name.starts_with(kCuda)) return std::nullopt;
  DeviceSetting setting{DeviceKind::cuda, 0, {}};
  name.remove_prefix(kCuda.size());
  if (name.empty()) return setting;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), setting.index);
  const bool is_index = name[0] == ':' && error == std::errc() && end == name.data() + name.size();
  return is_index && setting.index >= 0 ? std::optional(setting) : std::nullopt;
}

DeviceSetting parse_device_setting(const char* text) {
  const std::string_view value = text ? text : "";
  if (value.empty()) return {};
  if (std::optional<DeviceSetting> setting = parse_device_name(value)) return *setting;
  const std::string beginning = "AG_DEVICE is '" + std::string(value) + "'; ";
  if (!value.starts_with(std::string(kEmulated) + ":")) {
    throw detail::environment_error(beginning +
                                    "it is cpu, cuda, cuda:<index>, or emulated, which may have options: "
                                    "emulated:sms=4,smem=48k,seed=1,checks=on");
  }
  const auto options = parse_emulated_options(value.substr(kEmulated.size() + 1));
  if (const auto* wrong = std::get_if<std::string>(&options)) throw detail::environment_error(beginning + *wrong);
  return {DeviceKind::emulated, 0, std::get<EmulatedOptions>(options)};
}

}  // namespace ag::device
