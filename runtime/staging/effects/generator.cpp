/// ag::Generator: a sequence of keys for the random functions.
#include "ag/generator.h"

#include <array>

#include "ag/staging/state.h"
#include "ops/define.h"
#include "staging/captures/captures.h"
#include "staging/state/made_variables.h"
#include "tensor/variable_impl.h"

namespace ag {

namespace {

/// Returns the key of the first draw. A key made from a host integer has 0 as its second word, so the streams are
/// disjoint.
Tensor first_key(uint64_t seed) {
  Tensor key = detail::allocate(DType::uint64, Shape{2});
  const std::array<uint64_t, 2> words{seed, 1};
  __builtin_memcpy(key.impl()->data(), words.data(), sizeof(words));
  return key;
}

}  // namespace

Generator::Generator(uint64_t seed, SourceLocation location)
    : state_(TensorArg(first_key(seed), location), {.name = "generator", .trainable = false}, location) {}

Tensor Generator::key(SourceLocation location) const {
  detail::VariableImpl* impl = detail::VariableAccess::impl(state_);
  tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr;
  if (impl) tracing::check_in_trace(state_, location);
  const Tensor handle = captures && impl ? captures->handle(state_, location) : impl ? impl->handle : Tensor();
  return tracing::apply_one(ops::def(ops::Op::draw_key), std::span(&handle, 1), {}, location);
}

void Generator::reset(uint64_t seed, SourceLocation location) const {
  state_.assign(TensorArg(first_key(seed), location));
}

Tensor Generator::uniform(const ShapeArg& shape, DType dtype) const {
  return random_uniform(shape, KeyArg(key(shape.location()), shape.location()), dtype);
}
Tensor Generator::normal(const ShapeArg& shape, DType dtype) const {
  return random_normal(shape, KeyArg(key(shape.location()), shape.location()), dtype);
}
Tensor Generator::integers(const TensorArg& low, const TensorArg& high, const ShapeArg& shape, DType dtype) const {
  return random_integers(low, high, shape, KeyArg(key(shape.location()), shape.location()), dtype);
}
Tensor Generator::permutation(int64_t n, SourceLocation location) const {
  return random_permutation(n, KeyArg(key(location), location));
}
Tensor Generator::categorical(const TensorArg& logits) const {
  return random_categorical(logits, KeyArg(key(logits.location()), logits.location()));
}

}  // namespace ag
