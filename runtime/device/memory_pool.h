#pragma once
/// The memory of arrays on one device: chunks of the driver's memory, divided into blocks.
///
/// Released memory is reused at once, although the device may still use it: all work is enqueued in one stream, so
/// later users run later.
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "device/driver.h"

namespace ag::device {

struct MemoryPoolOptions {
  uint64_t limit_bytes = UINT64_MAX;  // of all chunks
  /// Released memory is kept for reuse. Otherwise each array is an allocation of the driver of its own, so that a
  /// driver that checks accesses knows its bounds and its end.
  bool keeps_memory = true;
};

struct MemoryPoolCounts {
  uint64_t used_bytes = 0;  // of blocks in use
  uint64_t used_blocks = 0;
  uint64_t reserved_bytes = 0;  // of chunks, including free blocks
  uint64_t chunks = 0;
};

class MemoryPool {
 public:
  /// `stream` has all work that uses the memory. The driver outlives the pool.
  MemoryPool(Driver& driver, StreamHandle stream, const MemoryPoolOptions& options)
      : driver_(driver), stream_(stream), options_(options) {}
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// Returns memory of at least one byte, with undefined content, at a multiple of 256. Without enough memory, returns
  /// unused chunks to the driver and tries again.
  Result<DeviceAddress> allocate(uint64_t bytes);
  /// Takes memory back, which enqueued work may still use.
  void release(DeviceAddress address) noexcept;
  /// Waits for the stream, and returns the memory to the driver that was released before, if the pool does not keep it.
  Status wait();
  /// Waits for the stream, and returns all unused chunks to the driver.
  Status release_unused();

  MemoryPoolCounts counts() const;

 private:
  /// A part of a chunk. The blocks of a chunk follow each other without gaps.
  struct Block {
    uint64_t bytes = 0;
    uint64_t chunk = 0;  // the address of the chunk
    bool is_free = false;
  };
  using Blocks = std::map<uint64_t, Block>;  // by address

  Result<DeviceAddress> allocate_chunk(uint64_t bytes);
  std::optional<DeviceAddress> find_free(uint64_t bytes);
  void add_chunk(DeviceAddress address, uint64_t bytes);
  void take(Blocks::iterator block, uint64_t bytes);
  std::vector<DeviceAddress> remove_unused();
  Failure out_of_memory(uint64_t bytes, const Failure& cause) const;

  Driver& driver_;
  const StreamHandle stream_;
  const MemoryPoolOptions options_;
  mutable std::mutex mutex_;  // of all below
  Blocks blocks_;
  std::set<std::pair<uint64_t, uint64_t>> free_;  // bytes and address of free blocks
  std::vector<DeviceAddress> released_;           // for the driver, after a wait; only if memory is not kept
  MemoryPoolCounts counts_;
};

}  // namespace ag::device
