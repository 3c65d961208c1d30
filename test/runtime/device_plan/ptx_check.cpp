#include "ptx_check.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>

#include "exec/backend.h"
#include "support/catch.h"

namespace ag::test {

namespace {

constexpr int kCapabilities[] = {80, 90};

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// Runs a command. Returns its output, and sets its exit status.
std::string output_of(const std::string& command, int& status) {
  std::string output;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const size_t size = fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), size);
  status = pclose(pipe);
  return output;
}

}  // namespace

std::string ptx_of(const codegen::DevicePlan& plan, int compute_capability) {
  std::string why, error;
  const codegen::BackendInterface* const backend = exec::backend(why);
  REQUIRE(backend != nullptr);
  codegen::DeviceCompileRequest request{.plan = plan};
  request.device = codegen::DeviceKind::Nvidia;
  request.compute_capability = compute_capability;
  const std::vector<std::byte> image = backend->compile_device(request, error);
  INFO(error);
  REQUIRE(!image.empty());
  return reinterpret_cast<const char*>(image.data());
}

std::vector<std::string> lint(const std::string& ptx) {
  static const std::regex forbidden(
      R"(\.approx|\.ftz|\.full|\b(add|sub|mul|fma|mad|div|sqrt)\.f(32|64)\b|\b(atom|red)\.[a-z_.]*(acquire|release|acq_rel)|)"
      R"(\.extern \.func|\bcall\b.*\b(fmod|exp|log|sin|cos|pow))");
  std::vector<std::string> lines;
  std::istringstream text(ptx);
  for (std::string line; std::getline(text, line);) {
    if (std::regex_search(line, forbidden)) lines.push_back(line);
  }
  return lines;
}

std::string find_ptxas() {
  const std::string cache = environment("XDG_CACHE_HOME");
  std::vector<std::string> places{environment("AG_PTXAS"), (cache.empty() ? environment("HOME") + "/.cache" : cache) +
                                                               "/ag/ptxas/nvidia/cuda_nvcc/bin/ptxas"};
  std::istringstream folders(environment("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) places.push_back(folder + "/ptxas");
  places.push_back("/usr/local/cuda/bin/ptxas");
  for (const std::string& place : places) {
    if (!place.empty() && access(place.c_str(), X_OK) == 0) return place;
  }
  return "";
}

std::string assemble(const std::string& ptx, int compute_capability, const std::string& ptxas) {
  const std::string file = std::filesystem::temp_directory_path() / ("ag_ptx_" + std::to_string(getpid()) + ".ptx");
  std::ofstream(file) << ptx;
  int status = 0;
  std::string output =
      output_of(ptxas + " -v -arch=sm_" + std::to_string(compute_capability) + " -o /dev/null " + file, status);
  std::filesystem::remove(file);
  static const std::regex spills(R"([1-9][0-9]* bytes spill)");
  return status != 0 || std::regex_search(output, spills) ? output : "";
}

void check_ptx(const codegen::DevicePlan& plan) {
  static const std::string ptxas = find_ptxas();
  for (const int capability : kCapabilities) {
    const std::string ptx = ptx_of(plan, capability);
    INFO(ptx);
    CHECK(lint(ptx).empty());
    if (!ptxas.empty()) {
      CHECK(assemble(ptx, capability, ptxas) == "");
    } else if (environment("AG_REQUIRE_PTXAS") == "1") {
      FAIL("there is no ptxas: AG_PTXAS names none, and neither PATH nor the cache of tools/setup has one");
    }
  }
  if (ptxas.empty()) WARN("skipped: no ptxas to assemble kernels with");
}

}  // namespace ag::test
