#pragma once
/// Precomputed allocation of arrays of one type that are made repeatedly, such as results of calls.
#include "tensor/memory/memory.h"
#include "tensor/memory/tensor_impl_pool.h"

namespace ag::detail {

struct ResultTemplate {
  ResultTemplate(const TensorKind& kind, const Shape& shape);

  TensorKind kind;
  Shape shape;
  Strides strides;
  size_t bytes = 0;
  bool has_buffer = false;
  bool is_plain = false;  // it is within the size limits, and its memory comes from a free list, if it has a buffer
  SizeClass size_class;   // the size class of the buffer including its header
};

/// Allocates a buffer. Requires unguarded memory and a known size class.
Buffer* allocate_buffer(size_t bytes, const SizeClass& size_class);
/// Allocates an array that is not plain, for any reason.
[[gnu::cold]] Tensor allocate_otherwise(const ResultTemplate& form);

/// Returns a new array, row-major, with uninitialised elements.
[[gnu::always_inline]] inline Tensor allocate(const ResultTemplate& form) {
  if (form.shape.empty()) return Tensor::from_impl(acquire_impl(form.kind));
  if (!form.is_plain) [[unlikely]]
    return allocate_otherwise(form);
  TensorImpl* const impl = acquire_impl(form.kind);
  Tensor tensor = Tensor::from_impl(impl);
  impl->shape = form.shape;
  impl->strides = form.strides;
  if (form.has_buffer) {
    impl->buffer = allocate_buffer(form.bytes, form.size_class);
    impl->address = impl->buffer->data;
  }
  return tensor;
}

}  // namespace ag::detail
