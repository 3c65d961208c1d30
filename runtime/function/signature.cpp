/// What makes two calls the same: the types of their tensors, the values of their host arguments.
#include <cstring>

#include "ag/function.h"
#include "tensor/impl.h"

namespace ag::detail {

namespace {

enum : uint64_t { kUndefined = 1, kTensor = 2, kWeak = 3, kLiteral = 4 };

/// Whether a number has the same value in the dtype that it would be passed in. One that has not, as 0.1 in float32, is
/// part of the signature, so that the trace computes with the exact number as the plain program does.
bool exact(const TensorImpl& impl) {
  const Scalar& scalar = impl.scalar;
  if (impl.dtype == DType::float32) return static_cast<double>(static_cast<float>(scalar.floating)) == scalar.floating;
  return true;
}

}  // namespace

void SignatureBuilder::add_tensor(const Tensor& tensor, SourceLocation location) {
  if (!tensor.defined()) {
    add_word(kUndefined);
    return;
  }
  const TensorImpl& impl = *tensor.impl();
  if (impl.is_symbol()) concrete(tensor, "a call outside of the trace", location);  // throws
  if (impl.literal && impl.weak && !exact(impl)) {
    add_word(kLiteral | static_cast<uint64_t>(impl.dtype) << 8);
    uint64_t bits;
    std::memcpy(&bits, &impl.scalar.floating, sizeof(bits));
    add_word(bits);
    return;
  }
  add_word((impl.weak ? kWeak : kTensor) | static_cast<uint64_t>(impl.dtype) << 8 |
           static_cast<uint64_t>(impl.shape.size()) << 16);
  for (int64_t dim : impl.shape) add_word(static_cast<uint64_t>(dim));
  inputs_.push_back(&tensor);
}

void SignatureBuilder::add_object(const Root& object, uint64_t type) {
  add_word(type);
  roots_.push_back(object);
}

void SignatureBuilder::add_text(const char* text, size_t size) {
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, text + at, std::min(sizeof(word), size - at));
    add_word(word);
  }
}

}  // namespace ag::detail
