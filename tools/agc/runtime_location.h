#pragma once
/// Where agc itself is, and the runtime that belongs to it. A build folder has the layout of an installed copy.
#include <filesystem>
#include <optional>
#include <string>

namespace agc::tool {

struct RuntimeLocation {
  std::filesystem::path include;  // folder of ag/ag.h
  std::filesystem::path library;  // libag_runtime.so; empty if it is not there
};

/// The runtime beside this program; none if its headers are not there, then `looked_in` says where they were expected.
std::optional<RuntimeLocation> find_runtime(std::string& looked_in);

/// Where the library is expected, for messages.
std::filesystem::path expected_library();

}  // namespace agc::tool
