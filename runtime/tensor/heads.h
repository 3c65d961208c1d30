#pragma once
/// The heads of tensors, of which each thread keeps a few for the next ones: malloc takes as long as the rest of making
/// one. Those that are kept are as new ones are, but for what `make_head` sets; they need not be made again.
#include "tensor/impl.h"

namespace ag::detail {

/// A list, linked by their pointers to elements. There is room for none before the first is given back, and when the
/// thread ends.
struct KeptHeads {
  static constexpr int kMost = 64;

  TensorImpl* first = nullptr;
  int room = 0;
  bool opened = false;
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local KeptHeads kept_heads;

/// The head of a number of this kind, which belongs to the caller alone. (The kind is written at once, as it is read.)
[[gnu::always_inline]] inline TensorImpl* make_head(const TensorKind& kind) {
  KeptHeads& kept = kept_heads;
  TensorImpl* impl = kept.first;
  if (!impl) [[unlikely]] {
    impl = new TensorImpl;
  } else {
    kept.first = reinterpret_cast<TensorImpl*>(impl->data);
    ++kept.room;
    impl->references.store(1, std::memory_order_relaxed);
    if (!impl->shape.empty()) {
      impl->shape.clear();
      impl->strides.clear();
    }
  }
  static_cast<TensorKind&>(*impl) = kind;
  impl->data = impl->small;
  return impl;
}

}  // namespace ag::detail
