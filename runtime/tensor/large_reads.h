#pragma once
/// How often arrays were read that the caches of a core do not hold: for those who guess whether what they make is read
/// soon.
#include <atomic>

#include "tensor/impl.h"

namespace ag::detail {

/// From so many bytes on an array is large.
inline constexpr size_t kLargeBytes = size_t{7} << 19;

/// Grows with each read of a large array, on any thread.
std::atomic<uint64_t>& large_reads();

/// Elements of it are read, or given to those who read them.
inline void note_read(const TensorImpl& impl) {
  if (!impl.buffer || impl.buffer->bytes < kLargeBytes) [[likely]]
    return;
  const size_t bytes = static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
  if (bytes >= kLargeBytes) large_reads().fetch_add(1, std::memory_order_relaxed);
}

}  // namespace ag::detail
