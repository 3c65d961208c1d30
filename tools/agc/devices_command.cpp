#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "ag/detail/device_report.h"
#include "commands.h"
#include "report.h"
#include "runtime_location.h"

namespace agc::tool {
namespace {

struct DeviceRow {
  std::string device, name, absence, remedy;
  uint64_t memory_bytes = 0;
  int multiprocessors = 0, compute_major = 0, compute_minor = 0;
  bool is_default = false;
};

void append_row(void* rows, const AgDeviceRow* row) {
  static_cast<std::vector<DeviceRow>*>(rows)->push_back({row->device, row->name, row->absence, row->remedy,
                                                         row->memory_bytes, row->multiprocessors, row->compute_major,
                                                         row->compute_minor, row->is_default != 0});
}

/// Asks the runtime beside agc, which agc itself does not need.
std::vector<DeviceRow> find_devices(Report& report) {
  std::string looked_in;
  const std::optional<RuntimeLocation> runtime = find_runtime(looked_in);
  const std::string library = (runtime && !runtime->library.empty() ? runtime->library : expected_library()).string();
  void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!opened) {
    const char* const why = dlerror();
    report.add(plain_error("no-runtime", std::string("the runtime cannot be opened: ") + (why ? why : library),
                           "build or install ag_runtime beside agc"));
    return {};
  }
  std::vector<DeviceRow> rows;
  const auto visit = reinterpret_cast<decltype(&ag_visit_devices)>(dlsym(opened, "ag_visit_devices"));
  if (!visit) {
    report.add(plain_error("old-runtime", "the runtime " + library + " belongs to another version of agc"));
  } else if (const char* const error = visit(append_row, &rows)) {
    report.add(plain_error("default-device", error));
  }
  return rows;
}

std::string memory_text(uint64_t bytes) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << static_cast<double>(bytes) / (1 << 30) << " GiB";
  return text.str();
}

void print_text(const std::vector<DeviceRow>& rows) {
  for (const DeviceRow& row : rows) {
    std::cout << std::left << std::setw(10) << row.device << ' ';
    if (row.name.empty()) {
      std::cout << "not there: " << row.absence << '\n';
      if (!row.remedy.empty()) std::cout << std::setw(11) << "" << row.remedy << '\n';
      continue;
    }
    std::cout << row.name << ", " << row.multiprocessors
              << (row.device == "cpu" ? " processors, " : " multiprocessors, ") << memory_text(row.memory_bytes);
    if (row.compute_major != 0) std::cout << ", compute capability " << row.compute_major << '.' << row.compute_minor;
    std::cout << (row.is_default ? " (default)" : "") << '\n';
  }
}

void print_json(const std::vector<DeviceRow>& rows) {
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  for (const DeviceRow& row : rows) {
    nlohmann::ordered_json& entry = document.emplace_back();
    entry["device"] = row.device;
    entry["available"] = !row.name.empty();
    if (row.name.empty()) {
      entry["absence"] = row.absence;
      entry["remedy"] = row.remedy;
      continue;
    }
    entry["name"] = row.name;
    entry["multiprocessors"] = row.multiprocessors;
    entry["memory_bytes"] = row.memory_bytes;
    if (row.compute_major != 0) entry["compute_capability"] = {row.compute_major, row.compute_minor};
    entry["default"] = row.is_default;
  }
  std::cout << document.dump(2) << '\n';
}

}  // namespace

void add_devices_command(CLI::App& app, Invocation& invocation) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "list the devices of this machine, and why one is not there");
  command->add_flag("--json", *json, "as JSON, on standard output");
  command->footer("AG_DEVICE names the default device; AG_CUDA_DRIVER another library than libcuda.so.1.");
  command->callback([json, &invocation] {
    invocation.action = [json] {
      Report report(DiagnosticFormat::Text, ColorChoice::Auto);
      const std::vector<DeviceRow> rows = find_devices(report);
      if (*json)
        print_json(rows);
      else
        print_text(rows);
      std::cout.flush();
      report.finish();
      return report.has_errors() ? kInputError : kSuccess;
    };
  });
}

}  // namespace agc::tool
