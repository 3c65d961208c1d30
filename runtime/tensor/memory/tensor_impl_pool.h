#pragma once
/// Per-thread free list of TensorImpl, since malloc would double the cost of making a tensor. A free TensorImpl is in
/// the default state, except for the fields that `acquire_impl` sets, so it need not be constructed again.
#include "tensor/impl.h"

namespace ag::detail {

/// A linked list, through the pointers to elements. `room` is 0 before the first TensorImpl is freed, and while the
/// thread exits.
struct TensorImplPool {
  static constexpr int kMax = 64;

  TensorImpl* first = nullptr;
  int room = 0;
  bool opened = false;
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local TensorImplPool tensor_impl_pool;

/// Returns the TensorImpl of a number of this kind, with one reference. The kind is written in one store, since it is
/// read in one load.
[[gnu::always_inline]] inline TensorImpl* acquire_impl(const TensorKind& kind) {
  TensorImplPool& kept = tensor_impl_pool;
  TensorImpl* impl = kept.first;
  if (!impl) [[unlikely]] {
    impl = new TensorImpl;
  } else {
    kept.first = reinterpret_cast<TensorImpl*>(impl->address);
    ++kept.room;
    impl->references.store(1, std::memory_order_relaxed);
    if (!impl->shape.empty()) {
      impl->shape.clear();
      impl->strides.clear();
    }
  }
  static_cast<TensorKind&>(*impl) = kind;
  impl->address = impl->small;
  return impl;
}

}  // namespace ag::detail
