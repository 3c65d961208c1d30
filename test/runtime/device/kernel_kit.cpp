#include "kernel_kit.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace ag::test {

std::vector<std::byte> read_image(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

OpenedDriver open_emulated_for_contract() {
  device::EmulatedOptions options;
  options.memory_bytes = 1 << 20;
  return {"emulated", succeed(device::open_emulated(options)), read_image(AG_BASIC_KERNELS)};
}

KernelKit::KernelKit(const char* module, const device::EmulatedOptions& options)
    : driver_(succeed(device::open_emulated(options))),
      module_(succeed(driver_->load_module(read_image(module)))),
      stream_(succeed(driver_->create_stream())),
      other_(succeed(driver_->create_stream())) {}

device::Status KernelKit::enqueue(const std::string& name, device::Extent3 grid, device::Extent3 block,
                                  std::initializer_list<Argument> arguments, device::StreamHandle stream,
                                  bool is_cooperative) {
  return driver_->launch({function(name), grid, block, 0, is_cooperative, {arguments.begin(), arguments.size()}},
                         stream);
}

std::string KernelKit::run(const std::string& name, device::Extent3 grid, device::Extent3 block,
                           std::initializer_list<Argument> arguments, bool is_cooperative) {
  succeed(enqueue(name, grid, block, arguments, stream_, is_cooperative));
  return findings();
}

std::string KernelKit::findings() {
  const device::Status status = driver_->wait_for_all();
  std::string texts;
  for (const device::Finding& finding : driver_->take_findings()) texts += finding.text + "\n";
  if (static_cast<bool>(status) != texts.empty())
    throw std::runtime_error("the status of the wait and the findings differ: " + texts);
  return texts;
}

}  // namespace ag::test
