#pragma once
/// Counts reads of arrays that exceed the caches of a core. The executor uses the count to predict whether a result is
/// read soon.
#include <atomic>

#include "tensor/impl.h"

namespace ag::detail {

/// The least size of a large array.
inline constexpr size_t kLargeBytes = size_t{7} << 19;

/// The number of reads of large arrays, by all threads.
std::atomic<uint64_t>& large_reads();

/// Records that the elements are read, or are passed to a reader.
inline void note_read(const TensorImpl& impl) {
  if (!impl.buffer || impl.buffer->bytes < kLargeBytes) [[likely]]
    return;
  const size_t bytes = static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
  if (bytes >= kLargeBytes) large_reads().fetch_add(1, std::memory_order_relaxed);
}

}  // namespace ag::detail
