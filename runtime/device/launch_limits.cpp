#include "device/launch_limits.h"

#include <algorithm>

namespace ag::device {

namespace {

// As on GPUs of compute capability 9.0.
constexpr int kThreadsPerBlock = 1024;
constexpr int kThreadsPerMultiprocessor = 2048;
constexpr uint64_t kBlocksPerMultiprocessor = 32;

constexpr uint64_t kMaxThreads = 1ULL << 31;  // of a launch: threads have numbers of 32 bits

}  // namespace

DriverProperties emulated_properties(const EmulatedOptions& options) {
  return {.name = "emulated device",
          .memory_bytes = options.memory_bytes,
          .multiprocessors = options.multiprocessors,
          .compute_major = 9,
          .compute_minor = 0,
          .warp_threads = 32,
          .threads_per_block = kThreadsPerBlock,
          .threads_per_multiprocessor = kThreadsPerMultiprocessor,
          .shared_bytes_per_block = options.shared_bytes,
          .launches_cooperatively = true};
}

uint64_t count_resident_blocks(const DriverProperties& properties, uint64_t threads, uint64_t shared_bytes) {
  if (threads == 0 || threads > kThreadsPerBlock || shared_bytes > properties.shared_bytes_per_block) return 0;
  uint64_t blocks = std::min(kBlocksPerMultiprocessor, kThreadsPerMultiprocessor / ((threads + 31) / 32 * 32));
  if (shared_bytes != 0) blocks = std::min(blocks, properties.shared_bytes_per_block / shared_bytes);
  return blocks * static_cast<uint64_t>(properties.multiprocessors);
}

std::optional<std::string> refusal(const DriverProperties& properties, const Launch& launch,
                                   const AgDeviceKernel& kernel) {
  const uint64_t threads = launch.block.count(), blocks = launch.grid.count();
  const uint64_t shared_bytes = kernel.shared_bytes + launch.shared_bytes;
  const std::string kernel_text = "kernel '" + std::string(kernel.name) + "'";
  if (threads == 0 || blocks == 0) return kernel_text + " has no threads";
  if (threads > kThreadsPerBlock || threads > kernel.threads_per_block) {
    return kernel_text + " has blocks of " + std::to_string(threads) + " threads, at most " +
           std::to_string(std::min<uint64_t>(kThreadsPerBlock, kernel.threads_per_block)) + " are possible";
  }
  if (shared_bytes > properties.shared_bytes_per_block) {
    return kernel_text + " needs " + std::to_string(shared_bytes) + " bytes of shared memory, a block has at most " +
           std::to_string(properties.shared_bytes_per_block);
  }
  if (blocks * threads > kMaxThreads) return kernel_text + " has more than 2^31 threads";
  const uint64_t resident = count_resident_blocks(properties, threads, shared_bytes);
  if (launch.cooperative && blocks > resident) {
    return "the cooperative launch of " + kernel_text + " is too large: it has " + std::to_string(blocks) +
           " blocks of " + std::to_string(threads) + " threads, and " + std::to_string(resident) +
           " are resident at once";
  }
  return std::nullopt;
}

}  // namespace ag::device
