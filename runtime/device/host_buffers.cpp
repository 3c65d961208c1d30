#include "device/host_buffers.h"

#include <cstring>

#include "device/emulated_memory.h"

namespace ag::device {

namespace {

/// Returns a number that a change of the memory changes with near certainty.
uint64_t checksum(const std::byte* memory, uint64_t bytes) {
  uint64_t sum = bytes;
  const auto add = [&](uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 29;
  };
  uint64_t word = 0;
  for (; bytes >= sizeof(word); bytes -= sizeof(word), memory += sizeof(word)) {
    std::memcpy(&word, memory, sizeof(word));
    add(word);
  }
  word = 0;
  std::memcpy(&word, memory, bytes);
  add(word);
  return sum;
}

}  // namespace

bool HostBuffers::overlaps(const void* memory, uint64_t bytes) const {
  const auto* begin = static_cast<const std::byte*>(memory);
  for (const auto& [number, buffer] : buffers_) {
    if (begin < buffer.begin + buffer.bytes && buffer.begin < begin + bytes) return true;
  }
  return false;
}

uint64_t HostBuffers::add(const void* memory, uint64_t bytes, bool is_target, bool is_watched) {
  const auto* begin = static_cast<const std::byte*>(memory);
  buffers_[++last_] = {begin, bytes, is_target, is_watched, is_watched ? checksum(begin, bytes) : 0};
  return last_;
}

uint64_t HostBuffers::add_source(const void* memory, uint64_t bytes) {
  // The content at the run is that of an earlier copy, if one of them is a target of the same memory.
  bool is_target = false;
  const auto* begin = static_cast<const std::byte*>(memory);
  for (const auto& [number, buffer] : buffers_) {
    is_target |= buffer.is_target && begin < buffer.begin + buffer.bytes && buffer.begin < begin + bytes;
  }
  return add(memory, bytes, false, !is_target);
}

uint64_t HostBuffers::add_target(void* memory, uint64_t bytes) {
  const bool is_shared = overlaps(memory, bytes);
  if (!is_shared) fill_undefined(memory, bytes);
  return add(memory, bytes, true, !is_shared);
}

void HostBuffers::finish(uint64_t copy, const std::string& description) {
  const auto found = buffers_.find(copy);
  const Buffer buffer = found->second;
  buffers_.erase(found);
  if (!buffer.is_watched || checksum(buffer.begin, buffer.bytes) == buffer.checksum) return;
  findings_.add(FindingKind::HostWrite, std::hash<std::string>()(description), 0, [&] {
    return "the host wrote to the memory of " + description + ", " + std::to_string(buffer.bytes) +
           " bytes, before it had waited for the copy";
  });
}

}  // namespace ag::device
