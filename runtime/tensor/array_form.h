#pragma once
/// Arrays of one type that are made again and again, as results of calls are: what can be known of them before is.
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
  bool is_plain = false;  // fits, and memory for it is on a shelf, if it is on any
  Shelf shelf;            // of the buffer with its head
};

/// Where memory is not guarded, and the shelf is known.
Buffer* allocate_buffer(size_t bytes, const Shelf& shelf);
/// Of one that is not plain, whatever the reason.
[[gnu::cold]] Tensor allocate_otherwise(const ArrayForm& form);

/// A new array, elements not initialised, row-major.
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
