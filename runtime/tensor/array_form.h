#pragma once
/// Precomputed allocation of arrays of one type that are made repeatedly, such as results of calls.
#include "tensor/heads.h"
#include "tensor/memory.h"

namespace ag::detail {

struct ArrayForm {
  ArrayForm(const TensorKind& kind, const Shape& shape);

  TensorKind kind;
  Shape shape;
  Strides strides;
  size_t bytes = 0;
  bool has_buffer = false;
  bool is_plain = false;  // it is within the size limits, and its memory comes from a free list, if it has a buffer
  Shelf shelf;            // the size class of the buffer including its header
};

/// Allocates a buffer. Requires unguarded memory and a known size class.
Buffer* allocate_buffer(size_t bytes, const Shelf& shelf);
/// Allocates an array that is not plain, for any reason.
[[gnu::cold]] Tensor allocate_otherwise(const ArrayForm& form);

/// Returns a new array, row-major, with uninitialised elements.
[[gnu::always_inline]] inline Tensor allocate(const ArrayForm& form) {
  if (form.shape.empty()) return Tensor::from_impl(make_head(form.kind));
  if (!form.is_plain) [[unlikely]]
    return allocate_otherwise(form);
  TensorImpl* const impl = make_head(form.kind);
  Tensor tensor = Tensor::from_impl(impl);
  impl->shape = form.shape;
  impl->strides = form.strides;
  if (form.has_buffer) {
    impl->buffer = allocate_buffer(form.bytes, form.shelf);
    impl->data = impl->buffer->data;
  }
  return tensor;
}

}  // namespace ag::detail
