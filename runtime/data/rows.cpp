/// The tensors of an element, one by one and in batches.
#include <algorithm>
#include <cstring>

#include "data/source.h"
#include "exec/observation.h"
#include "tensor/device_array.h"
#include "tensor/interned_strings.h"

namespace ag::data {

void LearnedTypes::declare(ElementTypes types) {
  types_ = std::move(types);
  known_ = true;
}

std::optional<ElementTypes> LearnedTypes::get() const {
  const std::lock_guard lock(mutex_);
  return types_;
}

void LearnedTypes::learn(const Row& row, bool open) const {
  const std::lock_guard lock(mutex_);
  if (!types_) {
    types_ = types_of(row);
    for (ir::TensorType& type : *types_) {
      for (size_t axis = 0; open && axis < type.shape.size(); ++axis) type.shape[axis] = unknown;
    }
  }
  known_.store(true, std::memory_order_release);
}

void check_cancelled(SourceLocation location) { exec::check_cancelled(location, "a dataset makes its elements"); }

void settle(Row& row, SourceLocation location) {
  for (Tensor& tensor : row) {
    if (detail::concrete(tensor, "a dataset", location).is_on_device()) tensor = detail::host_array(tensor, location);
    const detail::TensorImpl& impl = *tensor.impl();
    if (impl.weak) {
      detail::make_unique(tensor);  // a copy with its dtype
    } else if (!detail::is_contiguous(impl)) {
      tensor = detail::make_contiguous(tensor);
    }
  }
}

void present(Row& row, SourceLocation location) {
  if (device::default_number(location) == device::kHost) return;
  for (Tensor& tensor : row) tensor = detail::on_default_device(tensor, location);
}

ElementTypes types_of(const Row& row) {
  ElementTypes types;
  for (const Tensor& tensor : row) types.push_back({tensor.impl()->dtype, tensor.impl()->shape});
  return types;
}

bool is_open(const std::optional<ElementTypes>& types) {
  if (!types) return false;
  for (const ir::TensorType& type : *types) {
    if (!type.shape.known()) return true;
  }
  return false;
}

void keep_strings_of(const Tensor& made, std::span<const Tensor> parts) {
  const auto keeps = [](const Tensor& part) { return part.impl()->strings != nullptr; };
  if (std::ranges::any_of(parts, keeps)) detail::find_strings(*made.impl());
}

Tensor stack(std::span<const Tensor> parts, SourceLocation location) {
  const detail::TensorImpl& first = *parts[0].impl();
  Shape shape = first.shape;
  shape.insert(0, static_cast<int64_t>(parts.size()));
  Tensor whole = detail::allocate(first.dtype, shape);
  const size_t bytes = static_cast<size_t>(first.shape.element_count()) * item_size(first.dtype);
  std::byte* out = whole.impl()->data();
  for (const Tensor& part : parts) {
    const detail::TensorImpl& impl = *part.impl();
    if (impl.dtype != first.dtype || impl.shape != first.shape) {
      throw Error(impl.dtype == first.dtype ? ErrorKind::shape_error : ErrorKind::type_error,
                  "the elements of a batch differ: " + ir::str({first.dtype, first.shape}) + " and " +
                      ir::str({impl.dtype, impl.shape}),
                  location, {"padded_batch() fills up what is missing"});
    }
    std::memcpy(out, impl.data(), bytes);
    out += bytes;
  }
  keep_strings_of(whole, parts);
  return whole;
}

Tensor slice(const Tensor& rows, int64_t at) {
  const detail::TensorImpl& impl = *rows.impl();
  Tensor row = detail::allocate(impl.dtype, Shape(impl.shape.dims().subspan(1)));
  const size_t bytes = static_cast<size_t>(row.impl()->shape.element_count()) * item_size(impl.dtype);
  std::memcpy(row.impl()->data(), impl.data() + static_cast<size_t>(at) * bytes, bytes);
  keep_strings_of(row, {&rows, 1});
  return row;
}

}  // namespace ag::data
