#include "device/memory_pool.h"

#include <algorithm>
#include <bit>
#include <string>

namespace ag::device {

namespace {

constexpr uint64_t kBlockAlignment = 256;
constexpr uint64_t kMinPoolChunkBytes = 2 << 20;
constexpr uint64_t kMaxSharedChunkBytes = 64 << 20;

uint64_t rounded_up(uint64_t bytes, uint64_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

/// Returns the bytes of a block: eight sizes between two powers of two, so that blocks fit later arrays of like size.
uint64_t size_class(uint64_t bytes) {
  const uint64_t step = std::bit_floor(std::max(bytes, kBlockAlignment)) / 8;
  return rounded_up(std::max<uint64_t>(bytes, 1), std::max(step, kBlockAlignment));
}

std::string text_of_bytes(uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB"};
  uint64_t whole = bytes, unit = 0, rest = 0;
  for (; whole >= 1024 && unit < 3; ++unit) rest = whole % 1024 * 10 / 1024, whole /= 1024;
  const bool is_small = unit > 0 && whole < 10 && rest > 0;
  return std::to_string(whole) + (is_small ? "." + std::to_string(rest) : "") + " " + kUnits[unit];
}

}  // namespace

std::optional<DeviceAddress> MemoryPool::find_free(uint64_t bytes) {
  const auto fit = free_.lower_bound({bytes, 0});
  if (fit == free_.end()) return std::nullopt;
  const DeviceAddress address{fit->second};
  take(blocks_.find(address.value), bytes);
  return address;
}

/// Marks a free block as used, and makes a free block of its rest.
void MemoryPool::take(Blocks::iterator block, uint64_t bytes) {
  const uint64_t address = block->first, rest = block->second.bytes - bytes;
  free_.erase({block->second.bytes, address});
  block->second.is_free = false;
  block->second.bytes = bytes;
  if (rest > 0) {
    blocks_.insert({address + bytes, {rest, block->second.chunk, true}});
    free_.insert({rest, address + bytes});
  }
  counts_.used_bytes += bytes;
  ++counts_.used_blocks;
}

void MemoryPool::add_chunk(DeviceAddress address, uint64_t bytes) {
  blocks_.insert({address.value, {bytes, address.value, true}});
  free_.insert({bytes, address.value});
  counts_.reserved_bytes += bytes;
  ++counts_.chunks;
}

/// Allocates a chunk for a block of so many bytes: a large one for many blocks, or one of this size if that is all the
/// memory there is.
Result<DeviceAddress> MemoryPool::allocate_chunk(uint64_t bytes) {
  const uint64_t reserved = counts_.reserved_bytes;
  if (bytes > options_.limit_bytes || reserved > options_.limit_bytes - bytes)
    return Failure{FailureKind::OutOfMemory, "", "the limit of AG_DEVICE_MEMORY is reached", ""};
  uint64_t wanted = bytes;
  if (options_.keeps_memory) {
    const uint64_t shared = std::clamp(std::bit_ceil(reserved + 1), kMinPoolChunkBytes, kMaxSharedChunkBytes);
    wanted = std::min(rounded_up(std::max(bytes, shared), kMinPoolChunkBytes), options_.limit_bytes - reserved);
  }
  auto chunk = driver_.allocate(wanted);
  if (!chunk && chunk.failure().kind == FailureKind::OutOfMemory && wanted > bytes) {
    wanted = bytes;
    chunk = driver_.allocate(wanted);
  }
  if (chunk) add_chunk(chunk.value(), wanted);
  return chunk;
}

Result<DeviceAddress> MemoryPool::allocate(uint64_t bytes) {
  const uint64_t block = options_.keeps_memory ? size_class(bytes) : std::max<uint64_t>(bytes, 1);
  for (bool is_last_try = false;; is_last_try = true) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = find_free(block)) return *found;
      const auto chunk = allocate_chunk(block);
      if (chunk) return *find_free(block);
      if (chunk.failure().kind != FailureKind::OutOfMemory) return chunk.failure();
      if (is_last_try) return out_of_memory(bytes, chunk.failure());
    }
    if (Status waited = release_unused(); !waited) return waited.failure();
  }
}

Failure MemoryPool::out_of_memory(uint64_t bytes, const Failure& cause) const {
  std::string message = "no memory for " + text_of_bytes(bytes) + " on the device: arrays take " +
                        text_of_bytes(counts_.used_bytes) + " in " + std::to_string(counts_.used_blocks) + " blocks";
  if (counts_.reserved_bytes > counts_.used_bytes)
    message += ", " + text_of_bytes(counts_.reserved_bytes - counts_.used_bytes) + " between them are too divided";
  if (options_.limit_bytes != UINT64_MAX) message += ", the limit is " + text_of_bytes(options_.limit_bytes);
  if (auto info = driver_.memory_info())
    message += "; the device has " + text_of_bytes(info.value().total_bytes) + ", " +
               text_of_bytes(info.value().free_bytes) + " of it free";
  return {FailureKind::OutOfMemory, cause.function, std::move(message),
          "release arrays on the device, or copy some to the host with to_device(ag::Device())"};
}

void MemoryPool::release(DeviceAddress address) noexcept {
  const std::lock_guard lock(mutex_);
  auto block = blocks_.find(address.value);
  counts_.used_bytes -= block->second.bytes;
  --counts_.used_blocks;
  if (!options_.keeps_memory) {
    counts_.reserved_bytes -= block->second.bytes;
    --counts_.chunks;
    blocks_.erase(block);
    released_.push_back(address);
    return;
  }
  block->second.is_free = true;
  const auto joins = [&](Blocks::iterator first, Blocks::iterator second) {
    return first->second.is_free && second->second.is_free && first->second.chunk == second->second.chunk;
  };
  const auto join = [&](Blocks::iterator first, Blocks::iterator second) {
    free_.erase({first->second.bytes, first->first});
    free_.erase({second->second.bytes, second->first});
    first->second.bytes += second->second.bytes;
    blocks_.erase(second);
    return first;
  };
  if (const auto next = std::next(block); next != blocks_.end() && joins(block, next)) block = join(block, next);
  if (block != blocks_.begin() && joins(std::prev(block), block)) block = join(std::prev(block), block);
  free_.insert({block->second.bytes, block->first});
}

/// Takes the chunks out of the pool that no array uses, and released allocations.
std::vector<DeviceAddress> MemoryPool::remove_unused() {
  std::vector<DeviceAddress> unused = std::exchange(released_, {});
  for (auto block = blocks_.begin(); block != blocks_.end();) {
    const auto next = std::next(block);
    const bool is_whole =
        block->first == block->second.chunk && (next == blocks_.end() || next->second.chunk != block->second.chunk);
    if (block->second.is_free && is_whole) {
      unused.push_back({block->first});
      free_.erase({block->second.bytes, block->first});
      counts_.reserved_bytes -= block->second.bytes;
      --counts_.chunks;
      blocks_.erase(block);
    }
    block = next;
  }
  return unused;
}

/// Waits for the stream and releases memory that was taken out of the pool.
static Status release_after_wait(Driver& driver, StreamHandle stream, const std::vector<DeviceAddress>& memory) {
  if (Status waited = driver.wait(stream); !waited) return waited;
  Status result;
  for (const DeviceAddress address : memory) {
    if (Status released = driver.release(address); !released) result = released;
  }
  return result;
}

Status MemoryPool::wait() {
  std::vector<DeviceAddress> released;
  {
    const std::lock_guard lock(mutex_);
    released.swap(released_);
  }
  return release_after_wait(driver_, stream_, released);
}

Status MemoryPool::release_unused() {
  std::vector<DeviceAddress> unused;
  {
    const std::lock_guard lock(mutex_);
    unused = remove_unused();
  }
  return release_after_wait(driver_, stream_, unused);
}

MemoryPoolCounts MemoryPool::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace ag::device
